#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// Above any capability there is (41 in Linux 6.18); the kernel says where the list ends.
#define CAPABILITIES_MAX 64

int torpor_give_up_rights(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) return -errno;
  if (geteuid() != 0 && getuid() != 0) return 0;
  for (int capability = 0; capability < CAPABILITIES_MAX; capability++) {
    int held = prctl(PR_CAPBSET_READ, capability, 0, 0, 0);
    if (held < 0) break;
    // EPERM: it has no right to drop rights, and cannot get this one through the set either,
    // for no new privileges come.
    if (held > 0 && prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0 && errno != EPERM) return -errno;
  }
  // EINVAL before Linux 4.3, which has no ambient set.
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  // Version 3 of the call; see capget(2). The layout is fixed by the kernel.
  struct { uint32_t version; int pid; } header = {.version = 0x20080522, .pid = 0};
  struct { uint32_t effective, permitted, inheritable; } none[2];
  memset(none, 0, sizeof none);
  return syscall(SYS_capset, &header, none) < 0 ? -errno : 0;
}
