/*
 * Linked before the user's own objects: what lies in front of their first global in each part of the data is
 * then ours, and poisoned, so that an index below zero is noticed. (clang puts redzones only behind globals.)
 * Aligned as much as they are long, so that no gap lies between them and a global with an alignment of its own.
 */
#define GUARD __attribute__((used, retain, aligned(256)))

GUARD char __nearmiss_guard_data[256] = {1};
GUARD char __nearmiss_guard_bss[256];
GUARD const char __nearmiss_guard_rodata[256] = {1};
