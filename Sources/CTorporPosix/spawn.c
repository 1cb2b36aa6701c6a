#define _GNU_SOURCE
#include "CTorporPosix.h"
#include "birth.h"

#include <errno.h>
#include <grp.h>
#include <linux/sched.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

// The child between clone and exec calls nothing but system calls: the parent's locks may be held
// by threads that do not exist in it. The identity calls are raw because glibc's versions
// synchronise with the threads of the parent.

// Above the descriptors that the child ends with (0 to 6), so that moving one into its place never
// overwrites another that is still to be moved.
#define FIRST_FREE_DESCRIPTOR 10
// Descriptor of the socket that reports a failure; closed by exec.
#define STATUS_DESCRIPTOR 4
// Descriptors of the terminal, and of the conversation with whoever made it; closed by exec.
#define TERMINAL_DESCRIPTOR 5
#define CONTROL_DESCRIPTOR 6

static _Noreturn void report_failure_and_exit(int status_descriptor, int error, int stage) {
  struct torpor_spawn_report report = {.error = error, .stage = stage};
  while (send(status_descriptor, &report, sizeof report, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
  _exit(127);
}

static void report_birth(int status_descriptor, pid_t child, int pidfd) {
  struct torpor_spawn_report report = {.stage = torpor_spawn_stage_born, .pid = child};
  // Where the daemon is gone already, the next one finds the process in its group.
  while (torpor_send(status_descriptor, &report, sizeof report, &pidfd, 1) == -EINTR) {}
}

static void close_from(unsigned int first) {
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
  struct rlimit limit;
  rlim_t end = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 1024;
  if (end > 65536) end = 65536;
  for (unsigned int descriptor = first; descriptor < end; descriptor++) close(descriptor);
}

// Puts every descriptor into its place. Returns 0, or errno.
static int arrange_descriptors(const struct torpor_spawn_request *request, int *status_descriptor) {
  int sources[7] = {
    request->standard_descriptors[0], request->standard_descriptors[1],
    request->standard_descriptors[2], request->inherited_descriptor, *status_descriptor,
    request->terminal_descriptor, request->control_descriptor,
  };
  for (int place = 0; place < 7; place++) {
    if (sources[place] < 0) continue;
    sources[place] = fcntl(sources[place], F_DUPFD_CLOEXEC, FIRST_FREE_DESCRIPTOR);
    if (sources[place] < 0) return errno;
  }
  *status_descriptor = sources[4];
  for (int place = 0; place < 4; place++) {
    if (sources[place] < 0) {
      close(place);
    } else if (dup2(sources[place], place) < 0) {
      return errno;
    }
  }
  if (dup3(sources[4], STATUS_DESCRIPTOR, O_CLOEXEC) < 0) return errno;
  *status_descriptor = STATUS_DESCRIPTOR;
  for (int place = TERMINAL_DESCRIPTOR; place <= CONTROL_DESCRIPTOR; place++) {
    if (sources[place] < 0) {
      close(place);
    } else if (dup3(sources[place], place, O_CLOEXEC) < 0) {
      return errno;
    }
  }
  close_from(CONTROL_DESCRIPTOR + 1);
  return 0;
}

void torpor_keep_library_path(const char *kept[2]) {
  const char name[] = "LD_LIBRARY_PATH=";
  kept[0] = kept[1] = NULL;
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
    if (strncmp(*entry, name, sizeof name - 1) == 0) kept[0] = *entry;
  }
}

int torpor_enter_group(int group_directory) {
  int file = openat(group_directory, "cgroup.procs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int error = write(file, "0", 1) < 0 ? errno : 0;
  close(file);
  return error;
}

static void reset_handlers(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < _NSIG; number++) sigaction(number, &action, NULL);
}

static void unblock_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// What the daemon has for itself and an app must not: its limit on open files, its private umask,
// and whatever saves it from the kernel's memory killer. Best effort: an app can run without.
static void reset_inheritance(const struct torpor_spawn_request *request) {
  umask(022);
  struct rlimit limit;
  if (request->open_files_soft > 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    if (request->open_files_soft < limit.rlim_max) limit.rlim_cur = request->open_files_soft;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  // While this process may do what its user may not.
  if (request->context != NULL) torpor_take_over_context(request->context);
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t ignored = write(file, "0", 1);
  (void)ignored;
  close(file);
}

static int change_user(const struct torpor_spawn_request *request) {
  if (syscall(
        SYS_setgroups, request->supplementary_groups_count, request->supplementary_groups) < 0)
    return errno;
  gid_t group = request->group;
  uid_t user = request->user;
  if (syscall(SYS_setresgid, group, group, group) < 0) return errno;
  if (syscall(SYS_setresuid, user, user, user) < 0) return errno;
  return 0;
}

struct torpor_birth torpor_clone_into(int group_directory, bool avoids_clone3) {
  struct torpor_birth birth = {.pid = -ENOSYS, .pidfd = -1, .enters_group = false};
  struct clone_args arguments;
  memset(&arguments, 0, sizeof arguments);
  arguments.flags = CLONE_PIDFD;
  arguments.pidfd = (uint64_t)(uintptr_t)&birth.pidfd;
  arguments.exit_signal = SIGCHLD;
  if (group_directory >= 0) {
    arguments.flags |= CLONE_INTO_CGROUP;
    arguments.cgroup = (uint64_t)group_directory;
  }
  if (!avoids_clone3) {
    birth.pid = syscall(SYS_clone3, &arguments, sizeof arguments);
    if (birth.pid < 0) birth.pid = -errno;
  }
  if (birth.pid != -ENOSYS && birth.pid != -EINVAL && birth.pid != -E2BIG) return birth;
  birth.enters_group = group_directory >= 0;
  birth.pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (birth.pid < 0) birth.pid = -errno;
  if (birth.pid <= 0) return birth;
  // The child cannot be reaped before this, so its number is still its own.
  birth.pidfd = torpor_pidfd_open((pid_t)birth.pid);
  if (birth.pidfd < 0) {
    kill((pid_t)birth.pid, SIGKILL);
    waitpid((pid_t)birth.pid, NULL, 0);
    birth.pid = birth.pidfd;
  }
  return birth;
}

// Makes the terminal that of a new session, and forks the process that runs the executable; returns in
// that one alone. The leader of a session cannot be stopped by a key of its terminal, and whoever is
// in its foreground when the leader ends is hung up: so the executable is not the leader.
static void become_terminal_leader(
  const struct torpor_spawn_request *request, int status_descriptor) {
  if (setsid() < 0) report_failure_and_exit(status_descriptor, errno, torpor_spawn_stage_session);
  if (ioctl(TERMINAL_DESCRIPTOR, TIOCSCTTY, 0) < 0)
    report_failure_and_exit(status_descriptor, errno, torpor_spawn_stage_session);
  bool is_in_front = torpor_first_place(CONTROL_DESCRIPTOR) == torpor_terminal_front;
  pid_t leader = getpid();
  long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (child < 0) report_failure_and_exit(status_descriptor, errno, torpor_spawn_stage_keeper);
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != leader) _exit(127);
    setpgid(0, 0);
    // SIGTTOU is blocked, so this is allowed from the background.
    if (is_in_front) tcsetpgrp(TERMINAL_DESCRIPTOR, getpid());
    return;
  }
  setpgid((pid_t)child, (pid_t)child);
  int nothing = open("/dev/null", O_RDWR);
  for (int place = 0; place < 3; place++) dup2(nothing, place);
  dup2(TERMINAL_DESCRIPTOR, TORPOR_LEADER_TERMINAL);
  dup2(CONTROL_DESCRIPTOR, TORPOR_LEADER_CONTROL);
  close_from(TORPOR_LEADER_CONTROL + 1);
  if (chdir("/") < 0) _exit(127);
  if (request->leader_path != NULL) {
    char numbers[4][16];
    snprintf(numbers[0], sizeof numbers[0], "%ld", child);
    snprintf(numbers[1], sizeof numbers[1], "%d", request->changes_user);
    snprintf(numbers[2], sizeof numbers[2], "%u", request->user);
    snprintf(numbers[3], sizeof numbers[3], "%u", request->group);
    const char *arguments[] = {
      request->leader_path, request->leader_option, numbers[0], numbers[1], numbers[2], numbers[3],
      NULL,
    };
    execve(request->leader_path, (char *const *)arguments, environ);
  }
  torpor_lead_terminal((pid_t)child, request->changes_user, request->user, request->group);
}

static _Noreturn void run_child(
  const struct torpor_spawn_request *request, int status_descriptor, bool enters_group) {
  int error = enters_group ? torpor_enter_group(request->group_directory) : 0;
  if (error != 0) report_failure_and_exit(status_descriptor, error, torpor_spawn_stage_group);
  reset_handlers();
  error = arrange_descriptors(request, &status_descriptor);
  if (error != 0) report_failure_and_exit(status_descriptor, error, torpor_spawn_stage_descriptors);
  reset_inheritance(request);
  bool has_terminal = request->terminal_descriptor >= 0;
  if (has_terminal) become_terminal_leader(request, status_descriptor);
  unblock_signals();
  if (!has_terminal && setsid() < 0)
    report_failure_and_exit(status_descriptor, errno, torpor_spawn_stage_session);
  error = request->changes_user ? change_user(request) : 0;
  if (error != 0) report_failure_and_exit(status_descriptor, error, torpor_spawn_stage_user);
  // After the change of user: the folder may be one that only the user can enter.
  if (chdir(request->working_directory) < 0)
    report_failure_and_exit(status_descriptor, errno, torpor_spawn_stage_directory);
  // Again, for a change of user takes it back.
  if (has_terminal) prctl(PR_SET_PDEATHSIG, SIGKILL);
  execve(request->path, request->arguments, request->environment);
  report_failure_and_exit(status_descriptor, errno, torpor_spawn_stage_execute);
}

// Makes the process that runs the executable, and waits for its end. Every signal is blocked, so that
// none ends the keeper.
static _Noreturn void run_keeper(
  const struct torpor_spawn_request *request, int status_descriptor, bool enters_group) {
  // Best effort: in the daemon's own group it does the same work.
  if (enters_group) (void)torpor_enter_group(request->keeper_group_directory);
  reset_handlers();
  struct torpor_birth birth = torpor_clone_into(request->group_directory, request->avoids_clone3);
  if (birth.pid == 0) run_child(request, status_descriptor, birth.enters_group);
  if (birth.pid < 0)
    report_failure_and_exit(status_descriptor, (int)-birth.pid, torpor_spawn_stage_keeper);
  // For a daemon that finds nothing but the file.
  torpor_write_end(request->end_descriptor, "running", (int)birth.pid, getpid());
  report_birth(status_descriptor, (pid_t)birth.pid, birth.pidfd);
  setsid();
  // Keep nothing of the executable's: a stream held here would not end with it.
  int end = request->end_descriptor < 0
    ? -1 : fcntl(request->end_descriptor, F_DUPFD_CLOEXEC, FIRST_FREE_DESCRIPTOR);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int place = 0; place < 3; place++) dup2(nothing, place);
  if (end >= 0) end = dup3(end, 3, O_CLOEXEC);
  close_from(end >= 0 ? 4 : 3);
  if (chdir("/") < 0) _exit(127);
  torpor_keep_end(
    (pid_t)birth.pid, end, request->changes_user, request->user, request->group);
}

int torpor_spawn(const struct torpor_spawn_request *request, struct torpor_spawn_result *result) {
  int status[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, status) < 0) return -errno;

  // No signal may run one of the parent's handlers in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  struct torpor_birth birth = torpor_clone_into(
    request->has_keeper ? request->keeper_group_directory : request->group_directory,
    request->avoids_clone3);
  if (birth.pid == 0) {
    if (request->has_keeper) run_keeper(request, status[1], birth.enters_group);
    run_child(request, status[1], birth.enters_group);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(status[1]);
  if (birth.pid < 0) {
    close(status[0]);
    return (int)birth.pid;
  }
  fcntl(status[0], F_SETFL, O_NONBLOCK);
  result->pid = (pid_t)birth.pid;
  result->pidfd = birth.pidfd;
  result->status_descriptor = status[0];
  return 0;
}

int torpor_spawn_read(int status_descriptor, struct torpor_spawn_report *report, int *pidfd) {
  size_t count = 1;
  bool was_truncated;
  *pidfd = -1;
  ssize_t length =
    torpor_receive(status_descriptor, report, sizeof *report, pidfd, &count, &was_truncated);
  if (count == 0) *pidfd = -1;
  if (length <= 0) return (int)length;
  return length == sizeof *report ? 1 : -EPROTO;
}

int torpor_supplementary_groups(uint32_t user, uint32_t group, uint32_t *groups, size_t *count) {
  struct passwd entry, *found = NULL;
  // Most entries fit in 4 KiB; more than 1 MiB is no entry but a mistake.
  size_t room = 4096;
  char *buffer = NULL;
  int error;
  do {
    char *larger = realloc(buffer, room);
    if (larger == NULL) {
      free(buffer);
      return -ENOMEM;
    }
    buffer = larger;
    error = getpwuid_r(user, &entry, buffer, room, &found);
    room *= 2;
  } while (error == ERANGE && room <= (1 << 20));
  if (found == NULL) {
    free(buffer);
    // A user without an entry has no supplementary groups; that is allowed.
    if (error != 0 && error != ENOENT && error != ESRCH) return -error;
    if (*count < 1) return -ERANGE;
    groups[0] = group;
    *count = 1;
    return 0;
  }
  int listed = (int)*count;
  int result = getgrouplist(entry.pw_name, group, groups, &listed) < 0 ? -ERANGE : 0;
  free(buffer);
  *count = listed < 0 ? 0 : (size_t)listed;
  return result;
}
