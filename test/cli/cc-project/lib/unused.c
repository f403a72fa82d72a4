int nobody_has_me(void);
int nobody_calls_me(void) { return nobody_has_me(); }
