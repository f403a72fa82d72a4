/* wasi-libc knows main() and main(argc, argv); this makes main(argc, argv, envp) known to it. */
extern char **environ;
int main_with_environment(int argc, char **argv, char **environment) __asm__("main");

int __main_argc_argv(int argc, char **argv) { return main_with_environment(argc, argv, environ); }
