#define _GNU_SOURCE
#include "internal.h"

#include "CVirtualTime.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

atomic_bool vt_active;
// What devices of the process have passed in all.
static _Atomic int64_t passed;
static const int64_t *page;
static atomic_bool is_held;
// What the clocks show at the moment 0.
static int64_t wall_base, monotonic_base, boot_base;

int64_t vt_now(void) { return __atomic_load_n(page, __ATOMIC_ACQUIRE); }

int64_t vt_real(clockid_t clock) {
  struct timespec time;
  REAL(clock_gettime)(clock, &time);
  return vt_nanoseconds(&time);
}

int64_t vt_base(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM: return wall_base;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW: return monotonic_base;
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return boot_base;
    default: return -1;
  }
}

int64_t vt_ahead(clockid_t clock) {
  switch (clock) {
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return atomic_load(&passed);
    default: return 0;
  }
}

int64_t vt_clock(clockid_t clock) {
  int64_t base = atomic_load(&vt_active) ? vt_base(clock) : -1;
  return base >= 0 ? base + vt_now() : vt_real(clock) + vt_ahead(clock);
}

_Bool vt_is_test(void) {
  static _Atomic int known;
  int answer = atomic_load(&known);
  if (!answer) {
    // The tests of a package are a program of that name.
    static const char ending[] = ".xctest";
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    size_t size = sizeof ending - 1;
    answer = length > (ssize_t)size && memcmp(path + length - size, ending, size) == 0 ? 1 : -1;
    atomic_store(&known, answer);
  }
  return answer > 0;
}

int torpor_vt_page(int64_t **shared) {
  const size_t bytes = 4096;
  int descriptor = memfd_create("torpor-clock", MFD_CLOEXEC);
  if (descriptor < 0 || ftruncate(descriptor, bytes) != 0) return -1;
  void *memory = mmap(NULL, bytes, PROT_READ, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) return -1;
  *shared = memory;
  return descriptor;
}

void torpor_vt_begin(const int64_t *shared, int64_t wall_nanoseconds) {
  // The thread that steers the device pauses for some microseconds, which the kernel would make 50 more.
  prctl(PR_SET_TIMERSLACK, 1);
  page = shared;
  wall_base = wall_nanoseconds;
  monotonic_base = vt_real(CLOCK_MONOTONIC) + atomic_load(&passed);
  boot_base = vt_real(CLOCK_BOOTTIME) + atomic_load(&passed);
  atomic_store(&is_held, 0);
  vt_timers_begin();
}

void torpor_vt_end(void) {
  if (!atomic_load(&vt_active)) return;
  vt_timers_end();
  vt_waits_end();
}

void vt_switch(_Bool is_active) {
  if (!is_active) atomic_fetch_add(&passed, vt_now());
  atomic_store(&vt_active, is_active);
}

void torpor_vt_hold(_Bool holds) { atomic_store(&is_held, holds); }

int64_t torpor_vt_next(void) {
  if (!atomic_load(&vt_active) || atomic_load(&is_held)) return INT64_MAX;
  int64_t timer = vt_timers_next(), wait = vt_waits_next();
  return timer < wait ? timer : wait;
}

int torpor_vt_fire(void) {
  if (!atomic_load(&vt_active) || atomic_load(&is_held)) return 0;
  int64_t now = vt_now();
  vt_timers_fire(now);
  return vt_waits_fire(now);
}

int64_t torpor_vt_real_nanoseconds(void) { return vt_real(CLOCK_MONOTONIC); }

void torpor_vt_pause(int64_t nanoseconds) {
  struct timespec length = vt_timespec(nanoseconds);
  syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &length, NULL);
}

// In the place of the C library's.

int clock_gettime(clockid_t clock, struct timespec *time) {
  int64_t base = atomic_load_explicit(&vt_active, memory_order_acquire) ? vt_base(clock) : -1;
  if (base >= 0) {
    *time = vt_timespec(base + vt_now());
    return 0;
  }
  int result = REAL(clock_gettime)(clock, time);
  int64_t ahead = vt_ahead(clock);
  if (result == 0 && ahead != 0) *time = vt_timespec(vt_nanoseconds(time) + ahead);
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  if (!atomic_load(&vt_active)) return REAL(gettimeofday)(time, zone);
  int64_t now = wall_base + vt_now();
  *time = (struct timeval){now / vt_second, now % vt_second / 1000};
  return 0;
}

time_t time(time_t *result) {
  if (!atomic_load(&vt_active)) return REAL(time)(result);
  time_t now = (wall_base + vt_now()) / vt_second;
  if (result) *result = now;
  return now;
}
