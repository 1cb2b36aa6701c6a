#ifndef TORPOR_VIRTUAL_TIME_INTERNAL_H
#define TORPOR_VIRTUAL_TIME_INTERNAL_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

// The C library's own function of that name.
#define REAL(name) \
  ({ \
    static _Atomic(void *) found; \
    void *function = atomic_load_explicit(&found, memory_order_relaxed); \
    if (!function) { \
      function = dlsym(RTLD_NEXT, #name); \
      atomic_store_explicit(&found, function, memory_order_relaxed); \
    } \
    (__typeof__(&name))function; \
  })

static const int64_t vt_second = 1000000000;

// Whether a device is simulated now.
extern atomic_bool vt_active;

// The moment at which it stands.
int64_t vt_now(void);

static inline int64_t vt_nanoseconds(const struct timespec *time) {
  return (int64_t)time->tv_sec * vt_second + time->tv_nsec;
}

static inline struct timespec vt_timespec(int64_t nanoseconds) {
  if (nanoseconds < 0) nanoseconds = 0;
  return (struct timespec){nanoseconds / vt_second, nanoseconds % vt_second};
}

// Whether the process is a test's: nothing is changed in any other one.
_Bool vt_is_test(void);

// What a clock of the process shows now. The clocks that do not jump keep what devices have passed, since they never go
// back.
int64_t vt_clock(clockid_t clock);

// By how much a clock of the process is ahead of the machine's where no device is there.
int64_t vt_ahead(clockid_t clock);

// What a clock shows at the moment 0; -1 for a clock of another kind, which is the machine's.
int64_t vt_base(clockid_t clock);

// Nanoseconds by a clock of the machine.
int64_t vt_real(clockid_t clock);

// Changes whether a device is simulated; by timers.c alone, whose lock keeps timers from being set meanwhile.
void vt_switch(_Bool is_active);

// Timers of the process: taken over when a device begins, and given back.
void vt_timers_begin(void);
void vt_timers_end(void);
int64_t vt_timers_next(void);
void vt_timers_fire(int64_t now);
// Whether a timer was set off of which nobody can have heard yet.
_Bool vt_timers_are_under_way(void);

// Threads that wait with a limit.
int64_t vt_waits_next(void);
int vt_waits_fire(int64_t now);
void vt_waits_end(void);

// What is sent to a thread that is to end its wait, or to write down where it is. Of the signals that Dispatch lets through
// to its pool's threads it is the one that no fault raises.
#define vt_signal SIGPROF

// Whether a server owes an answer that is worth waiting for.
_Bool vt_awaits_server(void);

#endif
