// verify: --entry price
struct item { int key, price; };
static const struct item items[3] = {{0, 10}, {1, 25}, {4, 40}};
static const struct item *find(int key) {
  for (int i = 0; i < 3; i++)
    if (items[i].key == key) return &items[i];
  return 0;
}
int price(int n) {
  const struct item *found = find(n * n % 8 & 7);
  return found->price; // false
}
