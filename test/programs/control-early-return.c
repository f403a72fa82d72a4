// nearmiss: explore --entry validate
// expect: paths 6
// expect: complete true
// expect: no findings
// expect: brute-force year:0,1900,2000,2023,2024 month:0,2,12,13 day:0,1,28,29,32
// A date is refused for its year, month (two ways), day (two ways), or accepted.

int validate(unsigned short year, unsigned char month, unsigned char day) {
  if (year < 1970)
    return 1;
  if (month < 1 || month > 12)
    return 2;
  if (day < 1)
    return 3;
  if (day > 31)
    return 4;
  return 0;
}
