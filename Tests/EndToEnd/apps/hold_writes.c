/* Holds the daemon in a write to one file, while another file is there: what it has decided is saved and not recorded.

   Loaded in front of the C library (LD_PRELOAD). HELD_FILE is the file that is written, HELD_WHILE the one that holds;
   beside that, a file with ".reached" behind its name says that a write is held. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int file, const void *bytes, size_t count) {
  const char *held = getenv("HELD_FILE"), *condition = getenv("HELD_WHILE");
  char name[64], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (held && condition && length > 0) {
    path[length] = 0;
    if (strcmp(path, held) == 0 && access(condition, F_OK) == 0) {
      snprintf(path, sizeof path, "%s.reached", condition);
      close(open(path, O_CREAT | O_WRONLY, 0600));
      for (;;) pause();
    }
  }
  return syscall(SYS_write, file, bytes, count);
}
