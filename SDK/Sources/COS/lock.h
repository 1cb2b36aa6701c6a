#ifndef TORPOR_OS_LOCK_H
#define TORPOR_OS_LOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A lock of one word: 0, or the thread that has it. It is the kernel's lock with inheritance of priorities, as Apple's
// is. It must not move while it is in use, so that Swift code allocates it, or uses OSAllocatedUnfairLock.
typedef struct os_unfair_lock_s {
  uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})

// Waits for the lock; a thread that has it already is ended with its process, as on Apple's systems.
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock);
// Takes the lock where no thread has it, and says whether it did.
_Bool os_unfair_lock_trylock(os_unfair_lock_t _Nonnull lock);
// Gives the lock back; only the thread that has it may.
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock);
// End the process unless this thread has the lock; where it has it.
void os_unfair_lock_assert_owner(const os_unfair_lock *_Nonnull lock);
void os_unfair_lock_assert_not_owner(const os_unfair_lock *_Nonnull lock);

#ifdef __cplusplus
}
#endif

#endif
