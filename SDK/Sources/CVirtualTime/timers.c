#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <sys/timerfd.h>

// The timers of Dispatch and of run loops are descriptors. The kernel's timer stands still while a device is simulated,
// and is set to the next nanosecond when the device's time has come.

// Descriptors that a process may have at once; the C library's usual limit is 1024.
enum { descriptors_max = 4096 };

struct timer {
  // Set off: the kernel's timer is set to the next nanosecond, and has perhaps not heard of it.
  _Bool is_armed, is_set_off;
  clockid_t clock;
  // By its clock, as the process sees that.
  int64_t at, interval;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timer timers[descriptors_max];
static clockid_t clocks[descriptors_max];
// One more than the highest number that a timer has had.
static int descriptors_end;

static _Bool is_known(int descriptor) { return descriptor >= 0 && descriptor < descriptors_max; }

int timerfd_create(clockid_t clock, int flags) {
  int descriptor = REAL(timerfd_create)(clock, flags);
  if (is_known(descriptor)) {
    pthread_mutex_lock(&lock);
    clocks[descriptor] = clock;
    if (descriptor >= descriptors_end) descriptors_end = descriptor + 1;
    timers[descriptor].is_armed = 0;
    pthread_mutex_unlock(&lock);
  }
  return descriptor;
}

static int set(int descriptor, int flags, int64_t at, int64_t interval) {
  struct itimerspec value = {.it_interval = vt_timespec(interval), .it_value = vt_timespec(at)};
  return REAL(timerfd_settime)(descriptor, flags, &value, NULL);
}

int timerfd_settime(
    int descriptor, int flags, const struct itimerspec *value, struct itimerspec *before) {
  if (!is_known(descriptor) || !value) return REAL(timerfd_settime)(descriptor, flags, value, before);
  pthread_mutex_lock(&lock);
  struct timer *timer = &timers[descriptor];
  clockid_t clock = clocks[descriptor];
  _Bool is_virtual = atomic_load(&vt_active) && vt_base(clock) >= 0;
  int64_t at = vt_nanoseconds(&value->it_value), interval = vt_nanoseconds(&value->it_interval);
  _Bool is_armed = at > 0;
  if (!(flags & TFD_TIMER_ABSTIME)) at += vt_clock(clock);
  int result;
  if (is_virtual) {
    result = set(descriptor, 0, 0, 0);
    if (before) *before = (struct itimerspec){0};
  } else if (is_armed && (flags & TFD_TIMER_ABSTIME) && vt_ahead(clock) != 0) {
    // The machine's clock does not know what devices have passed.
    int64_t left = at - vt_clock(clock);
    result = set(descriptor, 0, left > 0 ? left : 1, interval);
  } else {
    result = REAL(timerfd_settime)(descriptor, flags, value, before);
  }
  if (result == 0) *timer = (struct timer){is_armed, 0, clock, at, interval};
  pthread_mutex_unlock(&lock);
  return result;
}

// Wall clocks jump at the beginning and at the end of a device; a timer keeps what is left of it.
void vt_timers_begin(void) {
  pthread_mutex_lock(&lock);
  for (int descriptor = 0; descriptor < descriptors_end; descriptor++) {
    struct timer *timer = &timers[descriptor];
    int64_t base = vt_base(timer->clock);
    if (!timer->is_armed || base < 0) continue;
    timer->at += base - vt_clock(timer->clock);
    // A descriptor of that number may be something else by now.
    if (set(descriptor, 0, 0, 0) != 0) timer->is_armed = 0;
  }
  vt_switch(1);
  pthread_mutex_unlock(&lock);
}

void vt_timers_end(void) {
  pthread_mutex_lock(&lock);
  int64_t now = vt_now();
  vt_switch(0);
  for (int descriptor = 0; descriptor < descriptors_end; descriptor++) {
    struct timer *timer = &timers[descriptor];
    int64_t base = vt_base(timer->clock);
    if (!timer->is_armed || base < 0) continue;
    int64_t left = timer->at - base - now;
    timer->at = vt_clock(timer->clock) + (left > 0 ? left : 0);
    if (set(descriptor, 0, left > 0 ? left : 1, timer->interval) != 0) timer->is_armed = 0;
  }
  pthread_mutex_unlock(&lock);
}

int64_t vt_timers_next(void) {
  int64_t next = INT64_MAX;
  pthread_mutex_lock(&lock);
  for (int descriptor = 0; descriptor < descriptors_end; descriptor++) {
    struct timer *timer = &timers[descriptor];
    if (!timer->is_armed || vt_base(timer->clock) < 0) continue;
    int64_t at = timer->at - vt_base(timer->clock);
    if (at < next) next = at;
  }
  pthread_mutex_unlock(&lock);
  return next;
}

void vt_timers_fire(int64_t now) {
  pthread_mutex_lock(&lock);
  for (int descriptor = 0; descriptor < descriptors_end; descriptor++) {
    struct timer *timer = &timers[descriptor];
    if (!timer->is_armed || vt_base(timer->clock) < 0) continue;
    if (timer->at - vt_base(timer->clock) > now) continue;
    timer->is_armed = timer->interval > 0;
    if (timer->is_armed) {
      int64_t late = now - (timer->at - vt_base(timer->clock));
      timer->at += (late / timer->interval + 1) * timer->interval;
    }
    timer->is_set_off = set(descriptor, 0, 1, 0) == 0;
    if (!timer->is_set_off) timer->is_armed = 0;
  }
  pthread_mutex_unlock(&lock);
}

_Bool vt_timers_are_under_way(void) {
  _Bool any = 0;
  pthread_mutex_lock(&lock);
  for (int descriptor = 0; descriptor < descriptors_end; descriptor++) {
    struct timer *timer = &timers[descriptor];
    if (!timer->is_set_off) continue;
    // Expired and its reader woken are one: it shows no time then.
    struct itimerspec left;
    timer->is_set_off = timerfd_gettime(descriptor, &left) == 0 && vt_nanoseconds(&left.it_value) > 0;
    if (timer->is_set_off) any = 1;
  }
  pthread_mutex_unlock(&lock);
  return any;
}
