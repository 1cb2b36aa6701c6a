#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

// How often the lock is tried while the grace lasts, in milliseconds: often enough to see another
// daemon long before the grace ends, seldom enough to cost nothing. Our choice.
#define LOCK_INTERVAL_MILLISECONDS 250

// How many looks in a row must find the lock held before it counts as another daemon's: 4, a second.
// The kernel closes what a killed daemon had open in an order of its own, so its lock may outlive
// its pipe by a moment; taking that for another daemon would lose the thaw. Our choice.
#define LOOKS_IN_A_ROW 4

static void sleep_milliseconds(uint32_t milliseconds) {
  struct timespec rest = {
    .tv_sec = milliseconds / 1000,
    .tv_nsec = (long)(milliseconds % 1000) * 1000000,
  };
  while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR) {}
}

// Takes the lock; held until the descriptor is closed. Returns -1 when a daemon has it.
static int take_lock(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  // Without the file there are no groups either: nothing to do, and nobody to leave it to.
  if (file < 0) return -1;
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  close(file);
  return -1;
}

static void thaw_groups(const char *groups_path) {
  DIR *folder = opendir(groups_path);
  if (folder == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    if (entry->d_name[0] == '.' || entry->d_type == DT_REG) continue;
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s/cgroup.freeze", groups_path, entry->d_name);
    if (length < 0 || (size_t)length >= sizeof path) continue;
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) continue;
    // A group that vanishes meanwhile needs no thaw.
    ssize_t ignored = write(file, "0", 1);
    (void)ignored;
    close(file);
  }
  closedir(folder);
}

// Moves this process into a group of its own, so that whoever ends the daemon's whole group, as a
// service manager does, leaves the watcher to its work. Best effort.
static void enter_own_group(const char *group_path) {
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/cgroup.procs", group_path);
  if (length < 0 || (size_t)length >= sizeof path) return;
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t ignored = write(file, "0", 1);
  (void)ignored;
  close(file);
}

static _Noreturn void watch(const struct torpor_dead_man *order) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  enter_own_group(order->group_path);
  prctl(PR_SET_NAME, "torpor-deadman", 0, 0, 0);
  setsid();
  // Keep nothing of the daemon's but the pipe: a socket or terminal held here would outlive it.
  int pipe_end = fcntl(order->daemon_pipe, F_DUPFD, 3);
  int nothing = open("/dev/null", O_RDWR);
  for (int place = 0; place < 3; place++) dup2(nothing, place);
  if (pipe_end > 3) {
    dup2(pipe_end, 3);
    pipe_end = 3;
  }
  if (syscall(SYS_close_range, 4U, ~0U, 0) < 0) {
    for (int descriptor = 4; descriptor < 1024; descriptor++) close(descriptor);
  }
  if (chdir("/") < 0) _exit(1);

  char byte;
  ssize_t count;
  do {
    count = read(pipe_end, &byte, 1);
  } while (count > 0 || (count < 0 && errno == EINTR));

  uint32_t waited = 0;
  int held_in_a_row = 0;
  while (waited < order->grace_milliseconds) {
    int lock = take_lock(order->lock_path);
    held_in_a_row = lock < 0 ? held_in_a_row + 1 : 0;
    if (held_in_a_row >= LOOKS_IN_A_ROW) _exit(0);
    if (lock >= 0) close(lock);
    uint32_t step = order->grace_milliseconds - waited;
    if (step > LOCK_INTERVAL_MILLISECONDS) step = LOCK_INTERVAL_MILLISECONDS;
    sleep_milliseconds(step);
    waited += step;
  }
  // Held to the end of the thaw: a daemon that comes now waits, and then sees all groups as they are.
  if (take_lock(order->lock_path) >= 0) thaw_groups(order->groups_path);
  _exit(0);
}

pid_t torpor_dead_man_start(const struct torpor_dead_man *order) {
  pid_t pid = fork();
  if (pid < 0) return -errno;
  if (pid == 0) watch(order);
  return pid;
}
