/* Concrete overhead, malloc: a chained hash table built, grown and torn down, n times 200 keys. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  uint32_t hash;
  char *key;
};

struct table {
  struct entry **slots;
  uint32_t count, capacity;
};

static uint32_t hash_of(const char *key) {
  uint32_t hash = 2166136261u;
  while (*key)
    hash = (hash ^ (uint8_t)*key++) * 16777619u;
  return hash;
}

static void grow(struct table *table) {
  uint32_t capacity = table->capacity ? table->capacity * 2 : 8;
  struct entry **slots = calloc(capacity, sizeof *slots);
  for (uint32_t i = 0; i < table->capacity; i++)
    for (struct entry *entry = table->slots[i], *next; entry; entry = next) {
      next = entry->next;
      entry->next = slots[entry->hash % capacity];
      slots[entry->hash % capacity] = entry;
    }
  free(table->slots);
  table->slots = slots;
  table->capacity = capacity;
}

static int insert(struct table *table, const char *key) {
  uint32_t hash = hash_of(key);
  if (table->capacity)
    for (struct entry *entry = table->slots[hash % table->capacity]; entry; entry = entry->next)
      if (entry->hash == hash && strcmp(entry->key, key) == 0)
        return 0;
  if (table->count == table->capacity)
    grow(table);
  struct entry *entry = malloc(sizeof *entry);
  entry->key = malloc(strlen(key) + 1);
  strcpy(entry->key, key);
  entry->hash = hash;
  entry->next = table->slots[hash % table->capacity];
  table->slots[hash % table->capacity] = entry;
  table->count++;
  return 1;
}

static uint32_t release(struct table *table) {
  uint32_t sum = table->count;
  for (uint32_t i = 0; i < table->capacity; i++)
    for (struct entry *entry = table->slots[i], *next; entry; entry = next) {
      next = entry->next;
      sum = sum * 31 + entry->hash;
      free(entry->key);
      free(entry);
    }
  free(table->slots);
  return sum;
}

int run(int n) {
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) {
    struct table table = {0};
    for (uint32_t j = 0; j < 200; j++) {
      uint32_t number = (j * 2654435761u + (uint32_t)i) >> 20;
      char key[12] = "key-", *at = key + 4;
      do {
        *at++ = (char)('0' + number % 10);
        number /= 10;
      } while (number);
      *at = 0;
      insert(&table, key);
    }
    sum = sum * 31 + release(&table);
  }
  return (int)sum;
}
