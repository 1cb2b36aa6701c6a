#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <termios.h>

// One that cannot give its rights up has no use for them, and does no harm with them.
static void give_up_rights_for(uint32_t user, uint32_t group) {
  // Raw, as in a fork of a process with threads.
  (void)syscall(SYS_setgroups, 0, NULL);
  (void)syscall(SYS_setresgid, (gid_t)group, (gid_t)group, (gid_t)group);
  (void)syscall(SYS_setresuid, (uid_t)user, (uid_t)user, (uid_t)user);
}

static void tell(int kind, int number) {
  struct torpor_terminal_message message = {.kind = kind, .number = number};
  // Whoever made the terminal may be gone, which is no reason to end.
  (void)send(
    TORPOR_LEADER_CONTROL, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// Ends as the child did. What it left running is not hung up by the end of this leader: the kernel
// hangs up whoever is in the foreground, and that is the leader itself.
static _Noreturn void end_with(int status) {
  tcsetpgrp(TORPOR_LEADER_TERMINAL, getpgrp());
  if (WIFEXITED(status)) {
    tell(torpor_terminal_exited, WEXITSTATUS(status));
  } else {
    tell(torpor_terminal_signalled, WTERMSIG(status));
  }
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  // For whoever waits for this process; without a second core file.
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  int number = WTERMSIG(status);
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(number, &action, NULL);
  kill(getpid(), number);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, NULL);
  _exit(128 + number);
}

static void look_after(pid_t child) {
  int status;
  pid_t changed;
  while ((changed = waitpid(child, &status, WNOHANG | WUNTRACED)) == child) {
    if (!WIFSTOPPED(status)) end_with(status);
    // As a shell does: a program that is stopped does not keep the terminal.
    tcsetpgrp(TORPOR_LEADER_TERMINAL, getpgrp());
    tell(torpor_terminal_stopped, WSTOPSIG(status));
  }
  if (changed < 0 && errno != EINTR) _exit(127);
}

static void pass_on(const struct signalfd_siginfo *signal, pid_t child) {
  int number = (int)signal->ssi_signo;
  switch (number) {
  case SIGCHLD: return;
  case SIGHUP:
    // The terminal is gone: its user closed the window, or what made it has ended. The kernel tells
    // the leader alone, and a shell would pass it on to its jobs.
    if (signal->ssi_code == SI_KERNEL) {
      kill(-child, SIGHUP);
      kill(-child, SIGCONT);
      return;
    }
    break;
  default:
    // Keys and sizes of the terminal reach its foreground by themselves.
    if (signal->ssi_code == SI_KERNEL) return;
  }
  // What the child sends to whomever it may signal is not for itself.
  if ((pid_t)signal->ssi_pid != child) kill(child, number);
}

// Does what the other end of the socket asks for; false when that end is gone.
static bool obey(pid_t child) {
  struct torpor_terminal_message message;
  ssize_t count = recv(TORPOR_LEADER_CONTROL, &message, sizeof message, MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  if (count == 0) return false;
  if (count != sizeof message) return true;
  pid_t foreground = tcgetpgrp(TORPOR_LEADER_TERMINAL);
  switch (message.kind) {
  case torpor_terminal_signal: kill(child, message.number); break;
  case torpor_terminal_signal_foreground:
    kill(foreground > 0 && foreground != getpgrp() ? -foreground : -child, message.number);
    break;
  case torpor_terminal_front:
    prctl(PR_SET_NAME, TORPOR_LEADER_NAME, 0, 0, 0);
    // A shell inside has chosen its foreground itself.
    if (foreground == getpgrp()) tcsetpgrp(TORPOR_LEADER_TERMINAL, child);
    break;
  case torpor_terminal_beside:
    prctl(PR_SET_NAME, TORPOR_LEADER_NAME_IN_FRONT, 0, 0, 0);
    break;
  case torpor_terminal_back:
    prctl(PR_SET_NAME, TORPOR_LEADER_NAME, 0, 0, 0);
    tcsetpgrp(TORPOR_LEADER_TERMINAL, getpgrp());
    break;
  case torpor_terminal_continue: kill(-child, SIGCONT); break;
  default: break;
  }
  return true;
}

void torpor_lead_terminal(pid_t child, bool changes_user, uint32_t user, uint32_t group) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  prctl(PR_SET_NAME, TORPOR_LEADER_NAME, 0, 0, 0);
  if (changes_user) give_up_rights_for(user, group);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  int signals = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
  struct pollfd sources[2] = {
    {.fd = signals, .events = POLLIN},
    {.fd = TORPOR_LEADER_CONTROL, .events = POLLIN},
  };
  for (;;) {
    look_after(child);
    if (poll(sources, 2, -1) < 0 && errno != EINTR) _exit(127);
    struct signalfd_siginfo signal;
    while (read(signals, &signal, sizeof signal) == sizeof signal) pass_on(&signal, child);
    if (sources[1].revents != 0 && !obey(child)) sources[1].fd = -1;
  }
}

int torpor_first_place(int control) {
  struct torpor_terminal_message message;
  ssize_t count = recv(control, &message, sizeof message, MSG_DONTWAIT | MSG_PEEK);
  return count == sizeof message ? message.kind : torpor_terminal_front;
}

int torpor_open_terminal(int *master, int *terminal) {
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (*master < 0) return -errno;
  if (unlockpt(*master) == 0) {
    // By the master and not by a name, which may mean another one in a container (Linux 4.13).
    *terminal = ioctl(*master, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (*terminal >= 0) return 0;
  }
  int error = errno;
  close(*master);
  return -error;
}

pid_t torpor_terminal_foreground(int terminal) {
  pid_t group = tcgetpgrp(terminal);
  return group < 0 ? -errno : group;
}

int torpor_packet_sockets(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}
