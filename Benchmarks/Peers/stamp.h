// A page that programs share by its path: the app under test writes there when its code runs.
#pragma once
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct stamp {
  // Counts the events; written last and read first.
  volatile uint64_t sequence;
  // CLOCK_MONOTONIC, in nanoseconds, at the first line of the handler.
  volatile int64_t nanoseconds;
};

static inline int64_t monotonic(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static inline struct stamp *stamp_open(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, 4096) < 0) {
    perror(path);
    exit(1);
  }
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page == MAP_FAILED) {
    perror(path);
    exit(1);
  }
  close(file);
  return page;
}

static inline void stamp_now(struct stamp *stamp) {
  stamp->nanoseconds = monotonic();
  __atomic_store_n(&stamp->sequence, stamp->sequence + 1, __ATOMIC_RELEASE);
}

// Waits for the next event after that one and returns its moment; gives up after a second.
static inline int64_t stamp_wait(const struct stamp *stamp, uint64_t after) {
  int64_t give_up = monotonic() + 1000000000;
  while (__atomic_load_n(&stamp->sequence, __ATOMIC_ACQUIRE) == after) {
    if (monotonic() > give_up) {
      fprintf(stderr, "nobody stamped within a second\n");
      exit(1);
    }
  }
  return stamp->nanoseconds;
}
