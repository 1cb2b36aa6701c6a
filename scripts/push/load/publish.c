#include "load.h"

#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

// Publishes to the listed topics, each connection with so many packets that are not acknowledged.
int publish(const char *path, int connections, int window, size_t bytes) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  size_t total = 0, room = 1 << 20;
  int *order = malloc(room * sizeof *order), index;
  while (fscanf(file, "%d", &index) == 1) {
    if (total == room) order = realloc(order, (room *= 2) * sizeof *order);
    order[total++] = index;
  }
  struct { int fd; size_t sent, next; unsigned char in[4096]; size_t inCount; bool isOpen; } *all =
      calloc((size_t)connections, sizeof *all);
  int epoll = epoll_create1(0);
  if (bytes < NUMBER_DIGITS) fail("a message is too short for its number");
  char *payload = malloc(bytes);
  memset(payload, 'x', bytes);
  for (int number = 0; number < connections; number++) {
    all[number].fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(all[number].fd, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
    int one = 1;
    setsockopt(all[number].fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    unsigned char hello[] = {0x10, 14, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, 2, 'p', (unsigned char)('A' + number)};
    if (write(all[number].fd, hello, sizeof hello) < 0 || read(all[number].fd, all[number].in, 4) != 4) fail("hello");
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)number};
    epoll_ctl(epoll, EPOLL_CTL_ADD, all[number].fd, &event);
  }
  double begun = now();
  size_t sent = 0, acknowledged = 0;
  unsigned char packet[8192];
  for (int number = 0; number < connections; number++) all[number].sent = 0;
  bool primes = true;
  while (acknowledged < total) {
    struct epoll_event events[64];
    int got = primes ? connections : epoll_wait(epoll, events, 64, 1000);
    for (int place = 0; place < got; place++) {
      int number = primes ? place : (int)events[place].data.u32;
      int free_ = primes ? window : 0;
      if (!primes) {
        ssize_t length = read(all[number].fd, all[number].in + all[number].inCount, 4096 - all[number].inCount);
        if (length <= 0) fail("read");
        all[number].inCount += (size_t)length;
        free_ = (int)(all[number].inCount / 4);
        all[number].inCount %= 4;
        acknowledged += (size_t)free_;
      }
      for (; free_ > 0 && sent < total; free_--, sent++) {
        char topic[32];
        int length = snprintf(topic, sizeof topic, "d/%d", order[sent]);
        size_t rest = 2 + (size_t)length + 2 + bytes, at = 0;
        packet[at++] = 0x32;
        for (size_t left = rest; left || at == 1; left >>= 7)
          packet[at++] = (unsigned char)((left & 127) | (left > 127 ? 128 : 0));
        packet[at++] = 0;
        packet[at++] = (unsigned char)length;
        memcpy(packet + at, topic, (size_t)length);
        at += (size_t)length;
        all[number].next = all[number].next % 65000 + 1;
        packet[at++] = (unsigned char)(all[number].next >> 8);
        packet[at++] = (unsigned char)all[number].next;
        char digits[NUMBER_DIGITS + 1];
        snprintf(digits, sizeof digits, "%0*zx", NUMBER_DIGITS, sent);
        memcpy(payload, digits, NUMBER_DIGITS);
        memcpy(packet + at, payload, bytes);
        at += bytes;
        if (write(all[number].fd, packet, at) != (ssize_t)at) fail("write");
      }
    }
    primes = false;
  }
  printf("published %zu %.3f\n", total, now() - begun);
  return 0;
}
