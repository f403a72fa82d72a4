// String functions on arrays inside structures: a string that goes on into the next member has no end, whether the
// function is modelled or runs as code (scripts/string-models-agree.ts).
// nearmiss: explore --entry is_get
// expect: paths 1
// expect: complete true
// expect: verified unterminated-string
// nearmiss: explore --entry is_gets
// expect: finding unterminated-string @is_gets
// expect: complete true
// nearmiss: explore --entry is_gets --string-models off
// expect: finding unterminated-string @is_gets
// nearmiss: explore --entry is_gets --checkers array-overflow
// expect: finding array-overflow @is_gets
// nearmiss: explore --entry begins_with_gets
// expect: paths 1
// expect: verified unterminated-string
// nearmiss: explore --entry has_colon
// expect: finding unterminated-string @has_colon
// nearmiss: explore --entry has_colon_anywhere
// expect: complete true
// expect: verified unterminated-string
// nearmiss: explore --entry after_others
// expect: finding unterminated-string @after_others
// expect: complete true
// nearmiss: explore --entry copied
// expect: complete true
// expect: verified unterminated-string
// nearmiss: explore --entry through_pointer
// expect: finding unterminated-string @through_pointer
#include <stddef.h>
#include <string.h>

struct record {
  char name[4];
  char rest[5];
  int end;
};

int is_get(struct record *r) { return strcmp(r->name, "GET") == 0; }

int is_gets(struct record *r) { return strcmp(r->name, "GETS") == 0; } // BUG:is_gets

int begins_with_gets(struct record *r) { return strncmp(r->name, "GETS", 4) == 0; }

int has_colon(struct record *r) {
  r->end = 0;
  return strchr(r->name, ':') != NULL; // BUG:has_colon
}

// The bytes of it all are meant.
int has_colon_anywhere(struct record *r) {
  r->end = 0;
  return strchr((char *)r, ':') != NULL;
}

// Which call is which must not be mixed up.
int after_others(struct record *r) {
  r->rest[3] = 0;
  if (strstr(r->rest, "ab") == NULL) return 0;
  return strcmp("GETS", r->name) == 0; // BUG:after_others
}

int copied(const char *s) {
  struct record r = {0};
  if (strlen(s) > 3) return 0;
  strcpy(r.name, s);
  return strchr(r.name, ':') != NULL && strspn(r.name, "ab:") == 3;
}

int through_pointer(struct record *r) {
  int (*compare)(const char *, const char *) = strcmp;
  return compare(r->name, "GETS") == 0; // BUG:through_pointer
}
