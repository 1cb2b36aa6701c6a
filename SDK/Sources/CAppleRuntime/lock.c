#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// os_unfair_lock (COS/lock.h) on a futex with inheritance of priorities (futex(2), "Priority-inheritance futexes"):
// the word is 0 or the owner's thread ID; the kernel adds a bit where threads wait, and queues them.

typedef struct os_unfair_lock_s {
  uint32_t word;
} os_unfair_lock;

_Noreturn static void misused(const char *what) {
  fprintf(stderr, "BUG IN CLIENT OF LIBPLATFORM: %s\n", what);
  abort();
}

static uint32_t this_thread(void) { return (uint32_t)syscall(SYS_gettid); }

static int exchange(os_unfair_lock *lock, uint32_t from, uint32_t to, int order) {
  return __atomic_compare_exchange_n(&lock->word, &from, to, 0, order, __ATOMIC_RELAXED);
}

void os_unfair_lock_lock(os_unfair_lock *lock) {
  if (exchange(lock, 0, this_thread(), __ATOMIC_ACQUIRE)) return;
  while (syscall(SYS_futex, &lock->word, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0) != 0) {
    if (errno == EDEADLK) misused("Trying to recursively lock an os_unfair_lock");
    // The owner is ending, or a signal came.
    if (errno != EAGAIN && errno != EINTR) misused("os_unfair_lock is corrupt, or its owner has ended");
  }
}

_Bool os_unfair_lock_trylock(os_unfair_lock *lock) {
  return exchange(lock, 0, this_thread(), __ATOMIC_ACQUIRE);
}

void os_unfair_lock_unlock(os_unfair_lock *lock) {
  if (exchange(lock, this_thread(), 0, __ATOMIC_RELEASE)) return;
  if (syscall(SYS_futex, &lock->word, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0) != 0)
    misused("Unlock of an os_unfair_lock not owned by current thread");
}

static _Bool is_own(const os_unfair_lock *lock) {
  return (__atomic_load_n(&lock->word, __ATOMIC_RELAXED) & FUTEX_TID_MASK) == this_thread();
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
  if (!is_own(lock)) misused("Lock unexpectedly not owned by current thread");
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
  if (is_own(lock)) misused("Lock unexpectedly owned by current thread");
}
