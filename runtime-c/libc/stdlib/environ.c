/* The environment as a variable: linked only where a program names it, and then read before main. */
extern char *__nm_environment_unread[1];
void __nm_read_environment(void);

char **__nm_environment = __nm_environment_unread;
extern char **environ __attribute__((weak, alias("__nm_environment")));
extern char **_environ __attribute__((weak, alias("__nm_environment")));
extern char **__environ __attribute__((weak, alias("__nm_environment")));

/* The engine knows by this name who looks at the environment (src/instrument/world-uses.ts). */
__attribute__((constructor(50))) static void __wasilibc_initialize_environ_eagerly(void) { __nm_read_environment(); }
