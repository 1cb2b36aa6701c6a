#define _GNU_SOURCE
#include "internal.h"

#include "CVirtualTime.h"

#include <errno.h>
#include <execinfo.h>
#include <linux/futex.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Threads that wait with a limit, by the device's time. Each has an entry on its own stack, in a list; it is woken when
// the device stands at its moment, and until it has heard that the device does not move.

struct wait {
  struct wait *next;
  int64_t at;
  pid_t thread;
  // Where it waits for a condition.
  pthread_cond_t *condition;
  // Where it waits for a semaphore: a signal ends that.
  _Bool is_at_semaphore;
  // Where it only sleeps.
  _Atomic uint32_t is_due;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct wait *first;

static void begin(struct wait *wait, int64_t at) {
  wait->at = at;
  wait->thread = (pid_t)syscall(SYS_gettid);
  pthread_mutex_lock(&lock);
  // The device may have ended since the caller looked.
  if (!atomic_load(&vt_active)) atomic_store(&wait->is_due, 1);
  wait->next = first;
  first = wait;
  pthread_mutex_unlock(&lock);
}

static void end(struct wait *wait) {
  pthread_mutex_lock(&lock);
  struct wait **place = &first;
  while (*place != wait) place = &(*place)->next;
  *place = wait->next;
  pthread_mutex_unlock(&lock);
}

int64_t vt_waits_next(void) {
  int64_t next = INT64_MAX;
  pthread_mutex_lock(&lock);
  for (struct wait *wait = first; wait; wait = wait->next) {
    if (wait->at < next) next = wait->at;
  }
  pthread_mutex_unlock(&lock);
  return next;
}

static int fire(int64_t now) {
  int count = 0;
  pthread_mutex_lock(&lock);
  for (struct wait *wait = first; wait; wait = wait->next) {
    if (wait->at > now) continue;
    count++;
    atomic_store(&wait->is_due, 1);
    // Again and again until it has heard: it may not wait yet.
    if (wait->condition) {
      pthread_cond_broadcast(wait->condition);
    } else if (wait->is_at_semaphore) {
      syscall(SYS_tgkill, getpid(), wait->thread, vt_signal);
    } else {
      syscall(SYS_futex, &wait->is_due, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    }
  }
  pthread_mutex_unlock(&lock);
  return count;
}

int vt_waits_fire(int64_t now) { return fire(now); }

// Waits that began by the device's time end with it: each is told until it has heard.
void vt_waits_end(void) {
  // One that does not come to it in two seconds waits for a lock that a runaway has.
  const int64_t pause = 1000000;
  for (int tries = 2000; fire(INT64_MAX) > 0 && tries > 0; tries--) torpor_vt_pause(pause);
}

static int64_t moment(clockid_t clock, const struct timespec *limit) {
  return vt_nanoseconds(limit) - vt_base(clock);
}

// MARK: Sleeping

static void sleep_for(int64_t nanoseconds) {
  struct wait wait = {0};
  begin(&wait, vt_now() + nanoseconds);
  while (!atomic_load(&wait.is_due)) {
    syscall(SYS_futex, &wait.is_due, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  }
  end(&wait);
}

int nanosleep(const struct timespec *length, struct timespec *left) {
  if (!atomic_load(&vt_active)) return REAL(nanosleep)(length, left);
  sleep_for(vt_nanoseconds(length));
  return 0;
}

int clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *limit, struct timespec *left) {
  if (!atomic_load(&vt_active) || vt_base(clock) < 0) {
    struct timespec real = *limit;
    if (flags & TIMER_ABSTIME) real = vt_timespec(vt_nanoseconds(limit) - vt_ahead(clock));
    return REAL(clock_nanosleep)(clock, flags, &real, left);
  }
  int64_t length = flags & TIMER_ABSTIME ? moment(clock, limit) - vt_now() : vt_nanoseconds(limit);
  if (length > 0) sleep_for(length);
  return 0;
}

int usleep(useconds_t microseconds) {
  if (!atomic_load(&vt_active)) return REAL(usleep)(microseconds);
  sleep_for((int64_t)microseconds * 1000);
  return 0;
}

unsigned sleep(unsigned seconds) {
  if (!atomic_load(&vt_active)) return REAL(sleep)(seconds);
  sleep_for((int64_t)seconds * vt_second);
  return 0;
}

// MARK: Conditions and semaphores

static int wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                    const struct timespec *limit) {
  struct wait wait = {.condition = condition};
  int64_t at = moment(clock, limit);
  if (at <= vt_now()) return ETIMEDOUT;
  begin(&wait, at);
  int result = atomic_load(&wait.is_due) ? 0 : pthread_cond_wait(condition, mutex);
  end(&wait);
  // One that was woken by something else has not waited in vain: whoever waits looks again.
  return result == 0 && atomic_load(&wait.is_due) ? ETIMEDOUT : result;
}

// The condition does not say by which clock: no wall clock of today shows the first thirty years of its count.
static _Bool is_monotonic(const struct timespec *limit) {
  const int64_t years = 30LL * 365 * 86400 * vt_second;
  return vt_nanoseconds(limit) < years;
}

// Where no device is there: the machine's monotonic clock does not know what devices have passed.
static int real_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                          const struct timespec *limit) {
  struct timespec real = *limit;
  if (is_monotonic(limit)) real = vt_timespec(vt_nanoseconds(limit) - vt_ahead(CLOCK_MONOTONIC));
  return REAL(pthread_cond_timedwait)(condition, mutex, &real);
}

int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *limit) {
  if (!atomic_load(&vt_active)) return real_timedwait(condition, mutex, limit);
  return wait_for(condition, mutex, is_monotonic(limit) ? CLOCK_MONOTONIC : CLOCK_REALTIME, limit);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *limit) {
  if (!atomic_load(&vt_active) || vt_base(clock) < 0) {
    struct timespec real = vt_timespec(vt_nanoseconds(limit) - vt_ahead(clock));
    return REAL(pthread_cond_clockwait)(condition, mutex, clock, &real);
  }
  return wait_for(condition, mutex, clock, limit);
}

// A thread of Dispatch's pool that has no work waits some seconds for more; that is nobody's wait, and by the machine's
// time. It is Dispatch itself that calls its function for semaphores there: the frame at the third place is in the same
// library as the one that calls this.
__attribute__((always_inline)) static inline _Bool is_idle_worker(void) {
  enum { own, caller, semaphore, user, count };
  void *frames[count];
  Dl_info dispatch, library, its_user;
  return backtrace(frames, count) == count && dladdr(frames[caller], &library) &&
         dladdr(frames[user], &its_user) && library.dli_fbase == its_user.dli_fbase &&
         dladdr(dlsym(RTLD_DEFAULT, "dispatch_semaphore_wait"), &dispatch) &&
         dispatch.dli_fbase == library.dli_fbase;
}

int sem_timedwait(sem_t *semaphore, const struct timespec *limit) {
  if (!atomic_load(&vt_active)) return REAL(sem_timedwait)(semaphore, limit);
  int64_t at = moment(CLOCK_REALTIME, limit);
  if (is_idle_worker()) {
    struct timespec real = vt_timespec(vt_real(CLOCK_REALTIME) + at - vt_now());
    return REAL(sem_timedwait)(semaphore, &real);
  }
  if (sem_trywait(semaphore) == 0) return 0;
  struct wait wait = {.is_at_semaphore = 1};
  begin(&wait, at);
  int result;
  // Nobody stops a wait that has been signalled: an interruption counts only where the time has come.
  do {
    result = atomic_load(&wait.is_due) ? sem_trywait(semaphore) : sem_wait(semaphore);
  } while (result != 0 && errno == EINTR && !atomic_load(&wait.is_due));
  if (result != 0 && atomic_load(&wait.is_due)) {
    result = sem_trywait(semaphore);
    if (result != 0) errno = ETIMEDOUT;
  }
  int error = errno;
  end(&wait);
  errno = error;
  return result;
}
