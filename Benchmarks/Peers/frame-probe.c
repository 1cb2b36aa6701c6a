// A program in front, and those that burn beside it.
// Usage: frame-probe burn            writes a byte when it runs, and then computes for ever
//        frame-probe FRAMES          writes a byte when it is ready; for every line that it reads, draws so many frames
//                                    and prints how long each took after it was due, in nanoseconds, on one line
// A frame is due every 16 ms and needs 8 ms of one processor, measured at the start while nothing else computes here.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile uint64_t sink;

static int64_t monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void compute(int64_t rounds) {
  for (int64_t i = 0; i < rounds; i++) sink += (uint64_t)i * (uint64_t)i;
}

// How many rounds take 8 ms: by the fastest of many tries, which nobody has interrupted.
static int64_t rounds_of_a_frame(void) {
  const int64_t rounds = 1000000;
  int64_t best = INT64_MAX;
  for (int try = 0; try < 200; try++) {
    int64_t begin = monotonic();
    compute(rounds);
    int64_t took = monotonic() - begin;
    if (took < best) best = took;
  }
  return rounds * INT64_C(8000000) / best;
}

int main(int count, char **arguments) {
  if (count < 2) return 64;
  if (strcmp(arguments[1], "burn") == 0) {
    if (write(1, "x", 1) != 1) return 1;
    for (;;) compute(1000000);
  }
  const int64_t period = 16000000;
  int frames = atoi(arguments[1]);
  int64_t rounds = rounds_of_a_frame();
  if (write(1, "x", 1) != 1) return 1;
  char line[16];
  while (read(0, line, sizeof line) > 0) {
    int64_t due = monotonic() + period;
    for (int frame = 0; frame < frames; frame++) {
      struct timespec until = {due / 1000000000, due % 1000000000};
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
      compute(rounds);
      int64_t end = monotonic();
      printf("%ld ", (long)(end - due));
      // A frame that took too long is followed by the next that can still be drawn in time.
      due += period;
      while (due < end) due += period;
    }
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
