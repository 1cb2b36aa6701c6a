#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

static void take_on_user(uint32_t user, uint32_t group) {
  // Raw, as in a fork of a process with threads. A keeper that cannot give its rights up has no use
  // for them, and does no harm with them: it waits, writes a line, and ends.
  gid_t group_id = group;
  uid_t user_id = user;
  (void)syscall(SYS_setgroups, 0, NULL);
  (void)syscall(SYS_setresgid, group_id, group_id, group_id);
  (void)syscall(SYS_setresuid, user_id, user_id, user_id);
}

static void write_end(const char *word, int number) {
  char line[TORPOR_END_BYTES + 1];
  snprintf(line, sizeof line, "%-9s %5d\n", word, number);
  // In one call, over a line of the same length: it is there as a whole or not at all, on a full
  // disk too.
  while (pwrite(TORPOR_END_DESCRIPTOR, line, TORPOR_END_BYTES, 0) < 0 && errno == EINTR) {}
}

// Ends as the child did, for whoever waits for this process; without a second core file.
static _Noreturn void end_as(int status) {
  if (WIFEXITED(status)) {
    write_end("exited", WEXITSTATUS(status));
    _exit(WEXITSTATUS(status));
  }
  int number = WTERMSIG(status);
  write_end("signalled", number);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(number, &action, NULL);
  kill(getpid(), number);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, NULL);
  _exit(128 + number);
}

void torpor_keep_end(pid_t child, bool changes_user, uint32_t user, uint32_t group) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  prctl(PR_SET_NAME, "torpor-keeper", 0, 0, 0);
  if (changes_user) take_on_user(user, group);
  // The file is not for the user's other programs to write to.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  for (;;) {
    int status;
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) end_as(status);
    if (ended < 0 && errno != EINTR) _exit(127);
    siginfo_t signal;
    int number = sigwaitinfo(&all, &signal);
    // What the child sends to whomever it may signal is not for itself.
    if (number > 0 && number != SIGCHLD && signal.si_pid != child) kill(child, number);
  }
}
