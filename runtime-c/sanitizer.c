/*
 * The entry points of clang's instrumentation that the engine need not hear of. Those it answers
 * (__asan_set_shadow_*, __asan_register_globals, …) stay undefined and become imports.
 */
#include <stddef.h>

void __asan_init(void) {}
void __asan_version_mismatch_check_v8(void) {}
void __asan_handle_no_return(void) {}
void __asan_before_dynamic_init(const char *module) {}
void __asan_after_dynamic_init(void) {}
void __asan_unregister_globals(void *globals, size_t count) {}

/*
 * <sanitizer/*_interface.h>: what programs that know of sanitizers call. Regions they poison themselves are
 * not checked, which misses bugs but invents none.
 */
#pragma clang attribute push(__attribute__((weak)), apply_to = function)

void __asan_poison_memory_region(void const volatile *address, size_t size) {}
void __asan_unpoison_memory_region(void const volatile *address, size_t size) {}
int __asan_address_is_poisoned(void const volatile *address) { return 0; }
void *__asan_region_is_poisoned(void *address, size_t size) { return 0; }
void __asan_describe_address(void *address) {}
void __asan_set_error_report_callback(void (*callback)(const char *)) {}
void __asan_print_accumulated_stats(void) {}

void __lsan_disable(void) {}
void __lsan_enable(void) {}
void __lsan_ignore_object(const void *object) {}
void __lsan_do_leak_check(void) {}
int __lsan_do_recoverable_leak_check(void) { return 0; }
void __lsan_register_root_region(const void *address, size_t size) {}
void __lsan_unregister_root_region(const void *address, size_t size) {}

void __sanitizer_print_stack_trace(void) {}
void __sanitizer_set_death_callback(void (*callback)(void)) {}
void __sanitizer_set_report_path(const char *path) {}
void __sanitizer_annotate_contiguous_container(const void *begin, const void *end, const void *old, const void *now) {}

#pragma clang attribute pop
