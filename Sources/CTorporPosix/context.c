#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>

// From <linux/ioprio.h>, which older headers lack.
#define IOPRIO_WHO_PROCESS 1
#define IOPRIO_CLASS(value) ((value) >> 13)
#define IOPRIO_CLASS_BEST_EFFORT 2
// Best effort, level 4: what older kernels say where nothing was set.
#define IOPRIO_UNSET ((IOPRIO_CLASS_BEST_EFFORT << 13) | 4)

int torpor_read_context(pid_t pid, struct torpor_process_context *context) {
  context->limits = 0;
  for (int kind = 0; kind < TORPOR_LIMITS; kind++) {
    struct rlimit64 limit;
    if (syscall(SYS_prlimit64, pid, kind, NULL, &limit) < 0) {
      // A kernel with fewer kinds than these has the others all the same.
      if (errno == EINVAL) continue;
      return -errno;
    }
    context->limits |= 1u << kind;
    context->limits_soft[kind] = limit.rlim_cur;
    context->limits_hard[kind] = limit.rlim_max;
  }
  errno = 0;
  context->nice = getpriority(PRIO_PROCESS, (id_t)pid);
  if (errno != 0) return -errno;
  int policy = sched_getscheduler(pid);
  struct sched_param parameters = {0};
  if (policy < 0 || sched_getparam(pid, &parameters) < 0) return -errno;
  context->scheduling_policy = policy & ~SCHED_RESET_ON_FORK;
  context->scheduling_priority = parameters.sched_priority;
  if (policy & SCHED_RESET_ON_FORK) {
    // Its children would not have it either; see sched(7).
    if (context->scheduling_policy == SCHED_FIFO || context->scheduling_policy == SCHED_RR) {
      context->scheduling_policy = SCHED_OTHER;
      context->scheduling_priority = 0;
    }
    if (context->nice < 0) context->nice = 0;
  }
  long value = syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, pid);
  bool is_set = value > 0 && IOPRIO_CLASS(value) != 0 && value != IOPRIO_UNSET;
  context->io_priority = is_set ? (int32_t)value : 0;
  return 0;
}

static bool is_known(int policy) {
  switch (policy) {
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE:
    case SCHED_FIFO:
    case SCHED_RR:
      return true;
    default:
      // Deadlines are a reservation of one process, and not handed down.
      return false;
  }
}

// A limit that may not be raised to what was asked for is raised to what it can be.
static void take_over_limit(int kind, uint64_t soft, uint64_t hard) {
  struct rlimit64 limit = {.rlim_cur = soft, .rlim_max = hard};
  if (syscall(SYS_prlimit64, 0, kind, &limit, NULL) == 0) return;
  struct rlimit64 own;
  if (syscall(SYS_prlimit64, 0, kind, NULL, &own) < 0) return;
  if (limit.rlim_max > own.rlim_max) limit.rlim_max = own.rlim_max;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  (void)syscall(SYS_prlimit64, 0, kind, &limit, NULL);
}

void torpor_take_over_context(const struct torpor_process_context *context) {
  umask((mode_t)context->umask);
  // Before the limits, which may forbid it.
  if (context->io_priority != 0)
    (void)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, context->io_priority);
  (void)setpriority(PRIO_PROCESS, 0, context->nice);
  if (is_known(context->scheduling_policy)) {
    struct sched_param parameters = {.sched_priority = context->scheduling_priority};
    (void)syscall(SYS_sched_setscheduler, 0, context->scheduling_policy, &parameters);
  }
  for (int kind = 0; kind < TORPOR_LIMITS; kind++) {
    if ((context->limits >> kind) & 1)
      take_over_limit(kind, context->limits_soft[kind], context->limits_hard[kind]);
  }
}
