// Files: what Swift's Glibc module does not have.

#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <fcntl.h>

int torpor_make_hole(int file, int64_t offset, int64_t length) {
  int mode = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
  return fallocate(file, mode, offset, length) < 0 ? -errno : 0;
}
