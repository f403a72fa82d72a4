// nearmiss: explore --entry unpack
// expect: paths 5
// expect: complete true
// expect: no findings
// expect: brute-force word:0,3,7,16,24,32,40,65535
// nearmiss: explore --entry signed_field
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:0..15
// nearmiss: explore --entry truncates
// expect: paths 2
// expect: complete true
// expect: no findings
// expect: brute-force x:0..255
// Fields of 3, 2, 1 and 10 bits over one 16-bit word. The mode 3 is split on its flag; modes 0, 1, 2 apart.

struct word {
  unsigned short kind : 3;
  unsigned short mode : 2;
  unsigned short flag : 1;
  unsigned short rest : 10;
};

union view {
  unsigned short raw;
  struct word fields;
};

int unpack(unsigned short word) {
  union view view;
  view.raw = word;
  switch (view.fields.mode) {
  case 0: return view.fields.kind;
  case 1: return 10;
  case 2: return 20;
  }
  if (view.fields.flag)
    return 30;
  return 40;
}

int signed_field(unsigned char x) {
  struct {
    signed int low : 3;
    signed int high : 5;
  } pair = {0, 0};
  pair.low = x & 7;
  if (pair.low == -1)
    return 1;
  return 0;
}

int truncates(unsigned char x) {
  struct word word = {0, 0, 0, 0};
  word.kind = x;
  if (word.kind == 5 && word.rest == 0)
    return 1;
  return 0;
}
