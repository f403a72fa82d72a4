/*
 * Linked before the user's own objects: what lies in front of their first global in each part of the data is
 * then ours, and poisoned, so that an index below zero is noticed. (clang puts redzones only behind globals.)
 */
#define GUARD __attribute__((used, retain))

GUARD char __nearmiss_guard_data[256] = {1};
GUARD char __nearmiss_guard_bss[256];
GUARD const char __nearmiss_guard_rodata[256] = {1};
