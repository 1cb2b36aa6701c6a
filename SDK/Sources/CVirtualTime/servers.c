#define _GNU_SOURCE
#include "internal.h"

#include "CVirtualTime.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

// Servers answer in the machine's time: while the process has sent something to one and waits for the answer, virtual time
// stands, up to a limit.

enum { descriptors_max = 4096 };

struct server {
  _Bool is_known, is_near, owes;
  int64_t since;
};

static struct server servers[descriptors_max];
static atomic_int server_count;
// One more than the highest number that a connection has had.
static atomic_int descriptors_end;

// A server that takes longer than that is one that does not answer.
static const int64_t patience = 5 * 1000000000LL;
// What comes in pieces: from this machine at once, from others within some round trips.
static const int64_t near_pause = 2 * 1000000LL, far_pause = 150 * 1000000LL;

static struct server *server(int descriptor) {
  if (!atomic_load_explicit(&vt_active, memory_order_relaxed)) return NULL;
  if (descriptor < 0 || descriptor >= descriptors_max) return NULL;
  return servers[descriptor].is_known ? &servers[descriptor] : NULL;
}

static void note(int descriptor, _Bool owes) {
  struct server *known = server(descriptor);
  if (!known) return;
  known->since = vt_real(CLOCK_MONOTONIC);
  known->owes = owes;
}

_Bool torpor_vt_awaits_server(void) { return vt_awaits_server(); }

_Bool vt_awaits_server(void) {
  if (atomic_load(&server_count) == 0) return 0;
  int64_t now = vt_real(CLOCK_MONOTONIC);
  for (int descriptor = 0; descriptor < atomic_load(&descriptors_end); descriptor++) {
    struct server *known = &servers[descriptor];
    if (!known->is_known) continue;
    int64_t pause = known->is_near ? near_pause : far_pause;
    if (now - known->since < (known->owes ? patience : pause)) return 1;
  }
  return 0;
}

static _Bool is_near(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
  }
  return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
  _Bool is_network = address && (address->sa_family == AF_INET || address->sa_family == AF_INET6);
  int kind = 0;
  socklen_t size = sizeof kind;
  if (atomic_load(&vt_active) && is_network && descriptor >= 0 && descriptor < descriptors_max &&
      getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 && kind == SOCK_STREAM) {
    if (!servers[descriptor].is_known) atomic_fetch_add(&server_count, 1);
    if (descriptor >= atomic_load(&descriptors_end)) atomic_store(&descriptors_end, descriptor + 1);
    servers[descriptor] = (struct server){1, is_near(address), 1, vt_real(CLOCK_MONOTONIC)};
  }
  int result = REAL(connect)(descriptor, address, length);
  // Connected at once: the first thing that is sent begins the wait for an answer.
  if (result == 0) note(descriptor, 0);
  return result;
}

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < descriptors_max && servers[descriptor].is_known) {
    servers[descriptor].is_known = 0;
    atomic_fetch_sub(&server_count, 1);
  }
  return REAL(close)(descriptor);
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
  note(descriptor, 1);
  return REAL(send)(descriptor, bytes, count, flags);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  note(descriptor, 1);
  return REAL(write)(descriptor, bytes, count);
}

ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
  ssize_t result = REAL(recv)(descriptor, bytes, count, flags);
  if (result >= 0) note(descriptor, 0);
  return result;
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  ssize_t result = REAL(read)(descriptor, bytes, count);
  if (result >= 0) note(descriptor, 0);
  return result;
}
