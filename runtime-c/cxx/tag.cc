/* What C++ exceptions are to WebAssembly: a tag whose payload is an address. clang before 22 defines it in every object. */
#if __clang_major__ >= 22
__asm__(
    ".tagtype __cpp_exception i32\n"
    ".weak __cpp_exception\n"
    "__cpp_exception:\n");
#endif
