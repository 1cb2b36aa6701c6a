#include "load.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

struct link *links;
int count, readyCount;
bool usesTLS, isMQTT, isLasting, stopsAtUpgrade;
SSL_CTX *context;
long received, distinct;
double receivedAt;
const char *channels[CHANNELS_MAX];
int channelCount;
static int epoll;
static bool saidReady;

static void arm(struct link *link) {
  struct epoll_event event = {.events = EPOLLIN | (link->wantsWrite ? EPOLLOUT : 0), .data.ptr = link};
  epoll_ctl(epoll, EPOLL_CTL_MOD, link->fd, &event);
}

void end(struct link *link, bool isAtOnce) {
  if (link->state == READY) readyCount--;
  if (link->tls) SSL_free(link->tls);
  link->tls = NULL;
  if (link->fd >= 0) close(link->fd);
  link->fd = -1;
  link->state = CLOSED;
  link->inCount = link->outCount = 0;
  link->subscribedCount = 0;
  link->wantsWrite = false;
  link->retryAt = isAtOnce ? 0 : now() + 0.05 + drand48() * 0.2;
}

static void flush(struct link *link) {
  size_t done = 0;
  while (done < link->outCount) {
    ssize_t got;
    if (link->tls) {
      int wrote = SSL_write(link->tls, link->out + done, (int)(link->outCount - done));
      if (wrote <= 0) {
        int error = SSL_get_error(link->tls, wrote);
        if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) break;
        return end(link, false);
      }
      got = wrote;
    } else {
      got = send(link->fd, link->out + done, link->outCount - done, MSG_NOSIGNAL);
      if (got < 0 && errno == EAGAIN) break;
      if (got < 0) return end(link, false);
    }
    done += (size_t)got;
  }
  memmove(link->out, link->out + done, link->outCount - done);
  link->outCount -= done;
  bool wants = link->outCount > 0;
  if (wants != link->wantsWrite) {
    link->wantsWrite = wants;
    arm(link);
  }
}

void put(struct link *link, const void *bytes, size_t length) {
  if (link->outCount + length > link->outRoom) {
    link->outRoom = (link->outCount + length) * 2;
    link->out = realloc(link->out, link->outRoom);
  }
  memcpy(link->out + link->outCount, bytes, length);
  link->outCount += length;
}

void becomeReady(struct link *link) {
  link->state = READY;
  readyCount++;
  if (readyCount == count && !saidReady) {
    saidReady = true;
    printf("ready\n");
    fflush(stdout);
  }
}

static uint64_t hash(const unsigned char *bytes, size_t length) {
  uint64_t value = 1469598103934665603u;
  for (size_t place = 0; place < length; place++) value = (value ^ bytes[place]) * 1099511628211u;
  // 0 is an empty place.
  return value ? value : 1;
}

// Puts a name into a table with room; whether it was not there.
static bool add(uint64_t *table, size_t room, uint64_t name) {
  size_t place = name % room;
  while (table[place] && table[place] != name) place = (place + 1) % room;
  if (table[place]) return false;
  table[place] = name;
  return true;
}

static bool isNew(struct link *link, uint64_t name) {
  if (!channelCount) {
    for (unsigned place = 0; place < 32; place++)
      if (link->seen[place] == name) return false;
    link->seen[link->seenCount++ % 32] = name;
    return true;
  }
  if (2 * link->tableCount >= link->tableRoom) {
    size_t room = link->tableRoom ? 2 * link->tableRoom : 2048;
    uint64_t *table = calloc(room, sizeof *table);
    if (!table) fail("memory");
    for (size_t place = 0; place < link->tableRoom; place++)
      if (link->table[place]) add(table, room, link->table[place]);
    free(link->table);
    link->table = table;
    link->tableRoom = room;
  }
  if (!add(link->table, link->tableRoom, name)) return false;
  link->tableCount++;
  return true;
}

void note(struct link *link, const void *name, size_t length) {
  received++;
  receivedAt = now();
  if (!isNew(link, hash(name, length))) return;
  distinct++;
  link->hasPush = true;
}

static void begin(struct link *link) {
  link->state = UPGRADING;
  if (isMQTT) {
    connectMQTT(link);
  } else {
    upgrade(link);
  }
  flush(link);
}

static void open_(struct link *link) {
  link->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (link->fd < 0) fail("socket");
  int one = 1;
  setsockopt(link->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  link->state = CONNECTING;
  link->wantsWrite = true;
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT, .data.ptr = link};
  epoll_ctl(epoll, EPOLL_CTL_ADD, link->fd, &event);
  if (connect(link->fd, (struct sockaddr *)&address, sizeof address) < 0 && errno != EINPROGRESS) end(link, false);
}

static void proceed(struct link *link) {
  if (usesTLS) {
    if (!link->tls) {
      link->tls = SSL_new(context);
      SSL_set_fd(link->tls, link->fd);
      SSL_set_connect_state(link->tls);
    }
    int done = SSL_do_handshake(link->tls);
    if (done != 1) {
      int error = SSL_get_error(link->tls, done);
      if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) return end(link, false);
      bool wants = error == SSL_ERROR_WANT_WRITE;
      if (wants != link->wantsWrite) {
        link->wantsWrite = wants;
        arm(link);
      }
      return;
    }
  }
  link->wantsWrite = false;
  arm(link);
  begin(link);
}

static void readAll(struct link *link) {
  while (link->state != CLOSED) {
    if (link->inRoom - link->inCount < 4097) {
      link->inRoom = link->inCount + 16384;
      link->in = realloc(link->in, link->inRoom);
    }
    ssize_t got;
    size_t room = link->inRoom - link->inCount - 1;
    if (link->tls) {
      int read_ = SSL_read(link->tls, link->in + link->inCount, (int)room);
      if (read_ <= 0) {
        int error = SSL_get_error(link->tls, read_);
        if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) break;
        return end(link, false);
      }
      got = read_;
    } else {
      got = recv(link->fd, link->in + link->inCount, room, 0);
      if (got < 0 && errno == EAGAIN) break;
      if (got <= 0) return end(link, false);
    }
    link->inCount += (size_t)got;
    size_t done = 0, took;
    while (link->state != CLOSED && done < link->inCount &&
           (took = isMQTT ? takeMQTT(link, link->in + done, link->inCount - done)
                          : takeWebSocket(link, link->in + done, link->inCount - done)))
      done += took;
    if (link->state == CLOSED) return;
    memmove(link->in, link->in + done, link->inCount - done);
    link->inCount -= done;
    if (!link->tls && (size_t)got < room) break;
  }
  if (link->state != CLOSED && link->outCount) flush(link);
  if (link->inCount == 0) {
    free(link->in);
    link->in = NULL;
    link->inRoom = 0;
  }
}

static void command(char *line) {
  if (!strncmp(line, "count", 5)) {
    long withPush = 0;
    for (int index = 0; index < count; index++) withPush += links[index].hasPush;
    printf("count %ld %ld %d %ld %ld\n", received, distinct, readyCount, withPush,
           receivedAt > 0 ? (long)((now() - receivedAt) * 1e6) : 0);
    fflush(stdout);
  } else if (!strncmp(line, "clear", 5)) {
    for (int index = 0; index < count; index++) links[index].hasPush = false;
  } else if (!strncmp(line, "drop", 4)) {
    saidReady = false;
    for (int index = 0; index < count; index++) end(&links[index], true);
  }
}

void live(void) {
  epoll = epoll_create1(EPOLL_CLOEXEC);
  links = calloc((size_t)count, sizeof *links);
  for (int index = 0; index < count; index++) {
    links[index].fd = -1;
    links[index].index = index;
  }
  struct epoll_event input = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(epoll, EPOLL_CTL_ADD, 0, &input);
  struct epoll_event events[512];
  while (true) {
    double time = now();
    int opened = 0;
    for (int index = 0; index < count && opened < 512; index++)
      if (links[index].state == CLOSED && links[index].retryAt <= time) {
        open_(&links[index]);
        opened++;
      }
    int got = epoll_wait(epoll, events, 512, readyCount == count ? 1000 : 5);
    for (int place = 0; place < got; place++) {
      struct link *link = events[place].data.ptr;
      if (!link) {
        char line[64];
        ssize_t length = read(0, line, sizeof line - 1);
        if (length <= 0) return;
        line[length] = 0;
        command(line);
        continue;
      }
      if (link->state == CLOSED) continue;
      if (events[place].events & (EPOLLERR | EPOLLHUP) && !(events[place].events & EPOLLIN)) {
        end(link, false);
        continue;
      }
      if (link->state == CONNECTING) {
        proceed(link);
        if (link->state == CONNECTING || link->state == CLOSED) continue;
      }
      if (events[place].events & EPOLLOUT && link->outCount) flush(link);
      if (link->state != CLOSED && events[place].events & EPOLLIN) readAll(link);
    }
  }
}
