/* Shared by what turns text into floats: floats.c for strings, scan-floats.c for scanf. */
#ifndef NEARMISS_FLOAT_TEXT_H
#define NEARMISS_FLOAT_TEXT_H

/* A concrete number, the whole of the text: to be a float (0), a double (1), a long double (2). */
long double __nm_float_of(const char *text, int precision);

/* The same character, concrete: as it is when it becomes a float, which is what the search calls this. */
static char concrete(char character) {
  volatile float value = (unsigned char)character;
  return (char)(unsigned char)value;
}

/* EOF becomes a character that is none of these. */
static int is_space(char c) { return c == ' ' || (unsigned char)(c - '\t') < 5; }
static int is_digit(char c) { return (unsigned char)(c - '0') < 10; }
static int is_letter(char c) { return (unsigned char)((c | 32) - 'a') < 26; }
static int is_hexadecimal(char c) { return is_digit(c) || (unsigned char)((c | 32) - 'a') < 6; }

#endif
