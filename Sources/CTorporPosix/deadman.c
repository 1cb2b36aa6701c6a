#define _GNU_SOURCE
#include "CTorporPosix.h"
#include "birth.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

// How long a dead man that was told to end waits for its daemon to end before it does, in
// milliseconds. Whoever tells all processes tells both; a daemon that lives on may freeze again what
// was thawed. 2 s: a fiftieth of what a shutdown waits for a process. Our choice.
#define DAEMON_END_MILLISECONDS 2000

// Whether somebody told this process to end, as a shutdown tells all processes.
static volatile sig_atomic_t told_to_end = 0;

static void note_end(int signal) {
  (void)signal;
  told_to_end = 1;
}

// Signals that ask a process to end are taken only while it waits, so that none is missed between
// a look at `told_to_end` and the wait.
static void take_signals(void) {
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
  struct sigaction action = {.sa_handler = note_end};
  sigset_t blocked;
  sigemptyset(&action.sa_mask);
  sigemptyset(&blocked);
  for (size_t place = 0; place < sizeof signals / sizeof *signals; place++) {
    sigaddset(&blocked, signals[place]);
    sigaction(signals[place], &action, NULL);
  }
  sigprocmask(SIG_SETMASK, &blocked, NULL);
}

// Waits until the daemon's end of the pipe is closed, the time has passed (below zero: for ever), or
// the process is told to end. Returns whether the daemon is gone.
static bool daemon_ends(int pipe_end, int milliseconds) {
  sigset_t none;
  sigemptyset(&none);
  struct timespec limit = {
    .tv_sec = milliseconds / 1000,
    .tv_nsec = (long)(milliseconds % 1000) * 1000000,
  };
  struct pollfd end = {.fd = pipe_end, .events = POLLIN};
  int count = ppoll(&end, 1, milliseconds < 0 ? NULL : &limit, &none);
  // Nothing is ever written: whatever there is to read is the end.
  return count > 0;
}

// Waits the time, or until the process is told to end.
static void sleep_milliseconds(uint32_t milliseconds) {
  (void)daemon_ends(-1, (int)milliseconds);
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

static void thaw_group(const char *folder, const char *name) {
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s%s%s/cgroup.freeze", folder, *name ? "/" : "", name);
  if (length < 0 || (size_t)length >= sizeof path) return;
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // A group that vanishes meanwhile needs no thaw.
  ssize_t ignored = write(file, "0", 1);
  (void)ignored;
  close(file);
}

// Paths of groups that files have named, one behind the other, each with its zero. They are read when the daemon ends:
// whoever removes a package removes its state a moment later.
static char *recorded = NULL;
static size_t recorded_length = 0;

static void keep_path(const char *path) {
  size_t length = strlen(path) + 1;
  char *longer = realloc(recorded, recorded_length + length);
  if (longer == NULL) return;
  memcpy(longer + recorded_length, path, length);
  recorded = longer;
  recorded_length += length;
}

// Keeps the groups that the lines of a file name, by absolute paths.
static void keep_recorded(int folder, const char *name) {
  int number = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (number < 0) return;
  FILE *file = fdopen(number, "r");
  if (file == NULL) {
    close(number);
    return;
  }
  char line[PATH_MAX];
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '/') keep_path(line);
  }
  fclose(file);
}

static void read_records(const char *records_path) {
  DIR *folder = records_path == NULL ? NULL : opendir(records_path);
  if (folder == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    if (entry->d_name[0] != '.') keep_recorded(dirfd(folder), entry->d_name);
  }
  closedir(folder);
}

// Whether a daemon governs what the files name: it has locked their folder. One that holds the groups' lock need not,
// as one of an earlier version, or with another state.
static bool are_records_claimed(const char *records_path) {
  int folder = open(records_path, O_RDONLY | O_CLOEXEC);
  if (folder < 0) return false;
  bool is_claimed = flock(folder, LOCK_EX | LOCK_NB) != 0;
  close(folder);
  return is_claimed;
}

static void thaw_records(const char *records_path) {
  if (records_path == NULL || are_records_claimed(records_path)) return;
  read_records(records_path);
  for (size_t place = 0; place < recorded_length; place += strlen(recorded + place) + 1) {
    thaw_group(recorded + place, "");
  }
}

static void thaw_folder(const char *groups_path) {
  DIR *folder = opendir(groups_path);
  if (folder == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    if (entry->d_name[0] == '.' || entry->d_type == DT_REG) continue;
    thaw_group(groups_path, entry->d_name);
  }
  closedir(folder);
}

static void thaw_groups(const struct torpor_dead_man *order) {
  thaw_folder(order->groups_path);
  thaw_records(order->records_path);
}

// Somebody tells this process to end, and nobody is left afterwards to thaw anything: at once, and
// again when the daemon has ended, which may have frozen again until then.
static _Noreturn void end_thawed(const struct torpor_dead_man *order, int pipe_end) {
  thaw_folder(order->groups_path);
  // Also those of a daemon that lives still: it has the lock until it ends.
  read_records(order->records_path);
  for (size_t place = 0; place < recorded_length; place += strlen(recorded + place) + 1) {
    thaw_group(recorded + place, "");
  }
  struct timespec began;
  clock_gettime(CLOCK_MONOTONIC, &began);
  int left = DAEMON_END_MILLISECONDS;
  while (pipe_end >= 0 && left > 0 && !daemon_ends(pipe_end, left)) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    left = DAEMON_END_MILLISECONDS - (int)((now.tv_sec - began.tv_sec) * 1000)
      - (int)((now.tv_nsec - began.tv_nsec) / 1000000);
  }
  // A daemon that has come meanwhile has seen all groups, and what it freezes is its own.
  if (take_lock(order->lock_path) >= 0) {
    thaw_groups(order);
  } else {
    thaw_records(order->records_path);
  }
  _exit(0);
}

// Moves this process into its group. The kernel does so behind a grace period of RCU (10 to 20 ms), in which it
// answers nothing that concerns groups: a daemon that starts beside it waits. Best effort.
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
  take_signals();
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

  while (!daemon_ends(pipe_end, -1)) {
    if (told_to_end) end_thawed(order, pipe_end);
  }

  read_records(order->records_path);
  uint32_t waited = 0;
  int held_in_a_row = 0;
  while (waited < order->grace_milliseconds) {
    int lock = take_lock(order->lock_path);
    held_in_a_row = lock < 0 ? held_in_a_row + 1 : 0;
    if (held_in_a_row >= LOOKS_IN_A_ROW) {
      thaw_records(order->records_path);
      _exit(0);
    }
    if (lock >= 0) close(lock);
    uint32_t step = order->grace_milliseconds - waited;
    if (step > LOCK_INTERVAL_MILLISECONDS) step = LOCK_INTERVAL_MILLISECONDS;
    sleep_milliseconds(step);
    if (told_to_end) end_thawed(order, -1);
    waited += step;
  }
  // Held to the end of the thaw: a daemon that comes now waits, and then sees all groups as they are.
  if (take_lock(order->lock_path) >= 0) {
    thaw_groups(order);
  } else {
    thaw_records(order->records_path);
  }
  _exit(0);
}

// The process is born in its group, which has no grace period of RCU (enter_own_group). Returns whether it was, or is: in
// the child with a `pid` of 0.
static bool fork_into_group(const struct torpor_dead_man *order, pid_t *pid) {
  int directory = open(order->group_path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return false;
  struct torpor_birth birth = torpor_clone_into(directory, false);
  close(directory);
  if (birth.pidfd >= 0) close(birth.pidfd);
  if (birth.pid < 0) return false;
  if (birth.pid == 0 && birth.enters_group) enter_own_group(order->group_path);
  *pid = (pid_t)birth.pid;
  return true;
}

pid_t torpor_dead_man_start(const struct torpor_dead_man *order) {
  pid_t pid;
  if (order->moves_to_group || !fork_into_group(order, &pid)) {
    pid = fork();
    if (pid < 0) return -errno;
    if (pid == 0) enter_own_group(order->group_path);
  }
  if (pid == 0) watch(order);
  return pid;
}
