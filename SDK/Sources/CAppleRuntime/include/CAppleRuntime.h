#ifndef TORPOR_APPLE_RUNTIME_H
#define TORPOR_APPLE_RUNTIME_H

// Makes an object of a class that descends from Foundation's NSObject, by the init() that the class has, inherited
// or its own. Returns it with a reference that the caller owns.
//
// Swift itself makes no object of a class known only at run time unless its init() is `required`, which Apple's is
// not. The method is found in the class's table as the runtime finds one of a class in another module.
void *_Nonnull torpor_construct(const void *_Nonnull class_metadata);

// Has the C library give pages back to the system that it keeps for later.
void torpor_give_back_memory(void);

// Bits that threads share: each returns what was there before.
static inline unsigned int torpor_atomic_or(unsigned int *_Nonnull word, unsigned int bits) {
  return __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST);
}
static inline unsigned int torpor_atomic_and(unsigned int *_Nonnull word, unsigned int bits) {
  return __atomic_fetch_and(word, bits, __ATOMIC_SEQ_CST);
}
static inline unsigned char torpor_atomic_or_byte(unsigned char *_Nonnull byte, unsigned char bits) {
  return __atomic_fetch_or(byte, bits, __ATOMIC_SEQ_CST);
}
static inline unsigned char torpor_atomic_and_byte(unsigned char *_Nonnull byte, unsigned char bits) {
  return __atomic_fetch_and(byte, bits, __ATOMIC_SEQ_CST);
}

#endif
