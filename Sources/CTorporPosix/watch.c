#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

// From Linux 6.18's <linux/pidfd.h>; Debian 12's headers are older than the call.
struct pidfd_info_v1 {
  uint64_t mask;
  uint64_t cgroup_id;
  uint32_t pid, tgid, ppid, ruid, rgid, euid, egid, suid, sgid, fsuid, fsgid;
  int32_t exit_code;
};
#define PIDFD_INFO_EXIT_BIT (1ULL << 3)
#define PIDFD_GET_INFO_CALL _IOWR(0xFF, 11, struct pidfd_info_v1)

int torpor_pidfd_open(pid_t pid) {
  // A pidfd is closed on exec without being asked.
  long pidfd = syscall(SYS_pidfd_open, pid, 0);
  return pidfd < 0 ? -errno : (int)pidfd;
}

// Debian 12's headers have the call and the advice; older ones have neither name.
#ifndef SYS_process_madvise
#define SYS_process_madvise 440
#endif
#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif

static int advise(int pidfd, uint64_t address, uint64_t length, int advice) {
  struct iovec range = {.iov_base = (void *)(uintptr_t)address, .iov_len = (size_t)length};
  long advised = syscall(SYS_process_madvise, pidfd, &range, 1, advice, 0);
  return advised < 0 ? -errno : 0;
}

int torpor_page_out(int pidfd, uint64_t address, uint64_t length) {
  return advise(pidfd, address, length, MADV_PAGEOUT);
}

int torpor_read_back(int pidfd, uint64_t address, uint64_t length) {
  return advise(pidfd, address, length, MADV_WILLNEED);
}

int torpor_idle_io(void) {
  // IOPRIO_WHO_PROCESS, the calling thread; IOPRIO_CLASS_IDLE (linux/ioprio.h).
  return syscall(SYS_ioprio_set, 1, 0, 3 << 13) < 0 ? -errno : 0;
}

int torpor_pidfd_getfd(int pidfd, int number) {
  long descriptor = syscall(SYS_pidfd_getfd, pidfd, number, 0);
  return descriptor < 0 ? -errno : (int)descriptor;
}

int torpor_pidfd_send_signal(int pidfd, int number) {
  return syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0) < 0 ? -errno : 0;
}

int torpor_reap(int pidfd, struct torpor_exit *ended) {
  siginfo_t information;
  memset(&information, 0, sizeof information);
  int result;
  do {
    result = waitid((idtype_t)P_PIDFD, (id_t)pidfd, &information, WEXITED | WNOHANG);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -errno;
  if (information.si_pid == 0) return 0;
  ended->code = information.si_code;
  ended->status = information.si_status;
  return 1;
}

int torpor_pidfd_exit(int pidfd, struct torpor_exit *ended) {
  struct pidfd_info_v1 information;
  memset(&information, 0, sizeof information);
  information.mask = PIDFD_INFO_EXIT_BIT;
  if (ioctl(pidfd, PIDFD_GET_INFO_CALL, &information) < 0) return -errno;
  if ((information.mask & PIDFD_INFO_EXIT_BIT) == 0) return 0;
  int status = information.exit_code;
  ended->code = WIFEXITED(status) ? CLD_EXITED : CLD_KILLED;
  ended->status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  return 1;
}

const char *torpor_error_name(int error) { return strerrorname_np(error); }

int torpor_set_process_name(const char *name) {
  return prctl(PR_SET_NAME, name, 0, 0, 0) < 0 ? -errno : 0;
}

int torpor_signal_descriptor(const int *signals, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t index = 0; index < count; index++) sigaddset(&set, signals[index]);
  int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (error != 0) return -error;
  int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int64_t torpor_raise_open_files_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  rlim_t before = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  return before > INT64_MAX ? INT64_MAX : (int64_t)before;
}

bool torpor_has_capability(int capability) {
  // Version 3 of the call; see capget(2). The layout is fixed by the kernel.
  struct { uint32_t version; int pid; } header = {.version = 0x20080522, .pid = 0};
  struct { uint32_t effective, permitted, inheritable; } sets[2];
  if (syscall(SYS_capget, &header, sets) < 0) return false;
  return (sets[capability / 32].effective >> (capability % 32)) & 1;
}
