#define _GNU_SOURCE
#include "birth.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Processes that work beside the daemon and outlive it: the writers of output and the keeper of descriptors.

// The most descriptors that one of them has, besides its standard streams.
#define PLACES_MAX 8

// In the child: where it says that it has taken its places.
static int sign_of_life = -1;

static _Noreturn void work_apart(
  struct torpor_birth birth, int group_directory, int sign, torpor_work_apart *work,
  const void *order, int prepared) {
  sign_of_life = sign;
  // Best effort: in the caller's own group it does the same work.
  if (birth.enters_group) (void)torpor_enter_group(group_directory);
  work(order, prepared);
  _exit(127);
}

// Whether the child has said that it lives.
static bool is_alive(const int sign[2]) {
  char byte;
  ssize_t count;
  do count = read(sign[0], &byte, 1);
  while (count < 0 && errno == EINTR);
  return count == 1;
}

// In the process between: makes the child. Returns an errno.
static int make_child(
  int group_directory, torpor_work_apart *work, const void *order, int prepared) {
  for (int attempt = 0; attempt < 2; attempt++) {
    int sign[2];
    if (pipe2(sign, O_CLOEXEC) < 0) return errno;
    bool is_in_group = attempt == 0 && group_directory >= 0;
    struct torpor_birth birth = torpor_clone_into(is_in_group ? group_directory : -1, false);
    if (!is_in_group) birth.enters_group = group_directory >= 0;
    if (birth.pid == 0) work_apart(birth, group_directory, sign[1], work, order, prepared);
    close(sign[1]);
    bool lives = birth.pid > 0 && is_alive(sign);
    close(sign[0]);
    if (lives) return 0;
    if (birth.pid < 0 && !is_in_group) return (int)-birth.pid;
  }
  return ECHILD;
}

int torpor_start_apart(
  int group_directory, int (*prepare)(const void *order), torpor_work_apart *work,
  const void *order) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // Twice, so that no parent has to wait for it.
  long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0)
    _exit(make_child(group_directory, work, order, prepare == NULL ? -1 : prepare(order)));
  int error = child < 0 ? errno : 0;
  int status = 0;
  if (child > 0) {
    while (waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR) {}
    error = WIFEXITED(status) ? WEXITSTATUS(status) : EAGAIN;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return -error;
}

// A copy above all places; -1 of a -1.
static int copy_above(int descriptor) {
  if (descriptor < 0) return -1;
  int copy = fcntl(descriptor, F_DUPFD, TORPOR_FIRST_PLACE + PLACES_MAX + 1);
  if (copy < 0) _exit(127);
  return copy;
}

void torpor_take_places(const int *descriptors, int count) {
  int copies[PLACES_MAX];
  int nothing = open("/dev/null", O_RDWR);
  if (count > PLACES_MAX || nothing < 0) _exit(127);
  for (int index = 0; index < count; index++) copies[index] = copy_above(descriptors[index]);
  int sign = copy_above(sign_of_life);
  setsid();
  for (int place = 0; place < TORPOR_FIRST_PLACE; place++) dup2(nothing, place);
  for (int index = 0; index < count; index++) {
    if (copies[index] < 0) {
      close(TORPOR_FIRST_PLACE + index);
    } else {
      dup2(copies[index], TORPOR_FIRST_PLACE + index);
    }
  }
  int last = TORPOR_FIRST_PLACE + count;
  dup2(sign, last);
  syscall(SYS_close_range, last + 1, ~0U, 0);
  // Only now: the caller is told that it runs when it has nothing else of the caller's, so that the other end of a
  // socket that the caller closes hears of it at once.
  while (write(last, "", 1) < 0 && errno == EINTR) {}
  close(last);
}

void torpor_turn_into(const char *const *arguments) {
  if (arguments[0] == NULL) return;
  const char *environment[2];
  torpor_keep_library_path(environment);
  execve(arguments[0], (char *const *)arguments, (char *const *)environment);
}
