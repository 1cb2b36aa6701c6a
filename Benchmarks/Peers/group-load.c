// The app in a group that is frozen and thawed: one process that stamps the shared page for each
// byte on a FIFO, beside others and threads that sleep.
// Usage: group-load FIFO PAGE PROCESSES THREADS; prints a line when all of it runs.
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "stamp.h"

static void *rest(void *nothing) {
  for (;;) pause();
  return nothing;
}

int main(int count, char **arguments) {
  if (count < 5) return 64;
  int processes = atoi(arguments[3]), threads = atoi(arguments[4]);
  for (int index = 1; index < processes; index++)
    if (fork() == 0) rest(NULL);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 * 1024);
  for (int index = 1; index < threads; index++) {
    pthread_t thread;
    if (pthread_create(&thread, &small, rest, NULL) != 0) return 1;
  }
  struct stamp *stamp = NULL;
  int fifo = -1;
  if (strcmp(arguments[1], "-") != 0) {
    stamp = stamp_open(arguments[2]);
    fifo = open(arguments[1], O_RDWR | O_CLOEXEC);
    if (fifo < 0) return 1;
  }
  printf("ready\n");
  fflush(stdout);
  if (stamp == NULL) rest(NULL);
  char byte;
  while (read(fifo, &byte, 1) == 1) stamp_now(stamp);
}
