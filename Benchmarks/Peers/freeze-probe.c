// What freezing and thawing cost with nothing around it: write, read until it is so.
// Usage: freeze-probe GROUP FIFO PAGE CYCLES; prints, for each cycle, the nanoseconds to freeze and
// the nanoseconds from the thaw to the app's code.
#include <string.h>

#include "stamp.h"

static int open_in(const char *group, const char *name, int flags) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", group, name);
  int file = open(path, flags | O_CLOEXEC);
  if (file < 0) {
    perror(path);
    exit(1);
  }
  return file;
}

int main(int count, char **arguments) {
  if (count < 5) return 64;
  int control = open_in(arguments[1], "cgroup.freeze", O_WRONLY);
  int events = open_in(arguments[1], "cgroup.events", O_RDONLY);
  int fifo = open(arguments[2], O_RDWR | O_CLOEXEC);
  struct stamp *stamp = stamp_open(arguments[3]);
  for (int cycle = atoi(arguments[4]); cycle > 0; cycle--) {
    char text[256];
    int64_t begin = monotonic();
    if (pwrite(control, "1", 1, 0) != 1) return 1;
    do {
      ssize_t length = pread(events, text, sizeof text - 1, 0);
      text[length < 0 ? 0 : length] = 0;
    } while (strstr(text, "frozen 1") == NULL);
    int64_t frozen = monotonic();
    uint64_t sequence = stamp->sequence;
    if (write(fifo, "x", 1) != 1) return 1;
    int64_t thaw = monotonic();
    if (pwrite(control, "0", 1, 0) != 1) return 1;
    int64_t runs = stamp_wait(stamp, sequence);
    printf("%ld %ld\n", (long)(frozen - begin), (long)(runs - thaw));
    usleep(100);
  }
}
