// What waking a frozen app for one event costs with nothing around it: thaw its group, send one
// byte on a Unix socket. Usage: wake-probe GROUP PAGE CYCLES; prints, for each cycle, the
// nanoseconds from just before the thaw to the first line of the app's handler.
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

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
  if (count < 4) return 64;
  struct stamp *stamp = stamp_open(arguments[2]);
  int control = open_in(arguments[1], "cgroup.freeze", O_WRONLY);
  int events = open_in(arguments[1], "cgroup.events", O_RDONLY);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) return 1;
  pid_t app = fork();
  if (app == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int members = open_in(arguments[1], "cgroup.procs", O_WRONLY);
    if (write(members, "0", 1) != 1) return 1;
    close(ends[0]);
    char byte;
    while (read(ends[1], &byte, 1) == 1) stamp_now(stamp);
    return 0;
  }
  close(ends[1]);
  usleep(20000);  // The app enters its group and waits for its first byte.
  for (int cycle = atoi(arguments[3]); cycle > 0; cycle--) {
    char text[256];
    if (pwrite(control, "1", 1, 0) != 1) return 1;
    do {
      ssize_t length = pread(events, text, sizeof text - 1, 0);
      text[length < 0 ? 0 : length] = 0;
    } while (strstr(text, "frozen 1") == NULL);
    uint64_t sequence = stamp->sequence;
    int64_t begin = monotonic();
    if (pwrite(control, "0", 1, 0) != 1) return 1;
    if (write(ends[0], "x", 1) != 1) return 1;
    printf("%ld\n", (long)(stamp_wait(stamp, sequence) - begin));
    usleep(1000);
  }
  kill(app, SIGKILL);
  waitpid(app, NULL, 0);
}
