#include "CAllocator.h"

#include <limits.h>
#include <malloc.h>

void torpor_keep_freed_memory(size_t bytes) {
  if (bytes > INT_MAX) return;
  mallopt(M_TRIM_THRESHOLD, (int)bytes);
  // Which the line before fixes at 128 KiB: the arrays of a batch would be mapped anew each time.
  mallopt(M_MMAP_THRESHOLD, (int)(bytes / 2));
}

size_t torpor_allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
