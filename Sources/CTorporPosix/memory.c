#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

// One mapping of /proc/self/smaps, as far as it is of use here.
struct mapping {
  unsigned long start, end;
  // Readable and never writable, private, and of a file.
  bool is_file_text;
  // Kilobytes that are the process's own copies: written once, as relocations are.
  unsigned long anonymous;
};

static size_t give_back(const struct mapping *mapping) {
  // A page that was never written is the file's own, and comes back from it when it is read.
  if (!mapping->is_file_text || mapping->anonymous != 0) return 0;
  size_t length = mapping->end - mapping->start;
  return madvise((void *)mapping->start, length, MADV_DONTNEED) == 0 ? length : 0;
}

size_t torpor_give_back_clean_pages(void) {
  malloc_trim(0);
  FILE *file = fopen("/proc/self/smaps", "re");
  if (file == NULL) return 0;
  struct mapping mapping = {0};
  size_t total = 0;
  char line[512];
  while (fgets(line, sizeof line, file) != NULL) {
    unsigned long start, end, inode;
    char rights[5];
    if (sscanf(line, "%lx-%lx %4s %*x %*x:%*x %lu", &start, &end, rights, &inode) == 4) {
      total += give_back(&mapping);
      bool is_text = rights[1] == '-' && rights[3] == 'p' && inode != 0;
      mapping = (struct mapping){.start = start, .end = end, .is_file_text = is_text};
      // Until its line says otherwise.
      mapping.anonymous = 1;
    } else {
      sscanf(line, "Anonymous: %lu kB", &mapping.anonymous);
    }
  }
  total += give_back(&mapping);
  fclose(file);
  return total;
}
