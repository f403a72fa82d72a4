/* Names that programs of today use for other things: apart, so that only who calls them gets them. */
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }
