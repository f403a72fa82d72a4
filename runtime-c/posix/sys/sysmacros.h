#ifndef NEARMISS_SYS_SYSMACROS_H
#define NEARMISS_SYS_SYSMACROS_H
#define major(device) ((unsigned)(((unsigned long long)(device) >> 8) & 0xfff))
#define minor(device) ((unsigned)(((device) & 0xff) | (((unsigned long long)(device) >> 12) & 0xfff00)))
#define makedev(big, small) \
  ((((unsigned long long)(big) & 0xfff) << 8) | ((small) & 0xff) | (((unsigned long long)(small) & 0xfff00) << 12))
#endif
