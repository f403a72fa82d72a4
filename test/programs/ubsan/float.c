// nearmiss: explore --entry planted_cast --checkers conversion
// expect: finding conversion @cast
// nearmiss: explore --entry repaired_cast --checkers conversion
// expect: no findings
// expect: paths 2
// nearmiss: explore --entry planted_division --checkers division-by-zero,conversion
// expect: finding division-by-zero @division
// nearmiss: explore --entry repaired_division --checkers division-by-zero,conversion
// expect: no findings
// expect: paths 2
// nearmiss: explore --entry planted_division
// expect: no findings
// expect: paths 2
// -fsanitize=float-cast-overflow,float-divide-by-zero: passive, for the values that runs have. The quotient has a value
// (infinity), so it counts only where changed values do.

int planted_cast(unsigned char n) {
  double value = 1.0;
  if (n > 7)
    value = 3e9;
  return (int)value; /* BUG:cast */
}

int repaired_cast(unsigned char n) {
  double value = 1.0;
  if (n > 7)
    value = 2147483647.9;
  return (int)value;
}

int planted_division(unsigned char n) {
  float by = n == 7 ? 0 : 2;
  return 8 / by > 3; /* BUG:division */
}

int repaired_division(unsigned char n) {
  float by = n == 7 ? 0 : 2;
  return by == 0 ? 0 : 8 / by > 3;
}
