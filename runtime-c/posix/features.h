/* In glibc every header brings these words along, and programs have come to use them. */
#ifndef NEARMISS_FEATURES_H
#define NEARMISS_FEATURES_H
#include_next <features.h>
#include <sys/cdefs.h>
#endif
