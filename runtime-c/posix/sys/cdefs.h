/* Words that headers of BSD and glibc are written with. */
#ifndef NEARMISS_SYS_CDEFS_H
#define NEARMISS_SYS_CDEFS_H

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __P(parameters) parameters
#define __PMT(parameters) parameters
#define __CONCAT(a, b) a##b
#define __STRING(x) #x
#define __ptr_t void *
#define __THROW
#define __NTH(function) function
#define __nonnull(parameters) __attribute__((__nonnull__ parameters))
#define __wur
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))

#endif
