// Many devices in one process: what scripts/push-load measures gateways and mosquitto with.
//
//   load torpor HOST PORT COUNT [--tls] [--upgrade-only]    devices with a link to torpor-gateway
//   load mqtt HOST PORT COUNT                               clients of an MQTT broker, each with a topic of its own
//   load publish HOST PORT FILE CONNECTIONS WINDOW BYTES    publishes to the topics that FILE lists, QoS 1
//
// The first two stay, acknowledge what they receive, and connect again where they are disconnected. They print
// `ready` once all are there, `token INDEX TOKEN` for each device, and answer lines on the input: `count` with
// `count RECEIVED DISTINCT READY`, `drop` by ending all connections at once.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum state { CLOSED, CONNECTING, UPGRADING, CHALLENGED, PROVING, REGISTERING, READY };

struct link {
  int fd, index;
  enum state state;
  SSL *tls;
  EVP_PKEY *key;
  bool hasToken, wantsWrite;
  unsigned char *in;
  size_t inCount, inRoom;
  unsigned char *out;
  size_t outCount, outRoom;
  double retryAt;
  // The last pushes by their ids, to know a repeat.
  uint64_t seen[32];
  unsigned seenCount;
  bool hasPush;
};

static struct link *links;
static int count, epoll, readyCount;
static bool usesTLS, isMQTT, stopsAtUpgrade, saidReady;
static SSL_CTX *context;
static struct sockaddr_in address;
static long received, distinct;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void arm(struct link *link) {
  struct epoll_event event = {.events = EPOLLIN | (link->wantsWrite ? EPOLLOUT : 0), .data.ptr = link};
  epoll_ctl(epoll, EPOLL_CTL_MOD, link->fd, &event);
}

static void end(struct link *link, bool isAtOnce) {
  if (link->state == READY) readyCount--;
  if (link->tls) SSL_free(link->tls);
  link->tls = NULL;
  if (link->fd >= 0) close(link->fd);
  link->fd = -1;
  link->state = CLOSED;
  link->inCount = link->outCount = 0;
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

static void put(struct link *link, const void *bytes, size_t length) {
  if (link->outCount + length > link->outRoom) {
    link->outRoom = (link->outCount + length) * 2;
    link->out = realloc(link->out, link->outRoom);
  }
  memcpy(link->out + link->outCount, bytes, length);
  link->outCount += length;
}

// A masked text frame; the mask is zero, so that the text is as it is.
static void say(struct link *link, const char *text) {
  size_t length = strlen(text);
  unsigned char head[8] = {0x81};
  size_t headCount = 2;
  if (length < 126) {
    head[1] = 0x80 | (unsigned char)length;
  } else {
    head[1] = 0x80 | 126;
    head[2] = (unsigned char)(length >> 8);
    head[3] = (unsigned char)length;
    headCount = 4;
  }
  memset(head + headCount, 0, 4);
  put(link, head, headCount + 4);
  put(link, text, length);
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void encode(const unsigned char *bytes, size_t length, char *text) {
  uint32_t held = 0;
  int bits = 0;
  for (size_t place = 0; place < length; place++) {
    held = held << 8 | bytes[place];
    bits += 8;
    while (bits >= 6) *text++ = letters[held >> (bits -= 6) & 63];
  }
  if (bits) *text++ = letters[held << (6 - bits) & 63];
  *text = 0;
}

static size_t decode(const char *text, size_t length, unsigned char *bytes) {
  uint32_t held = 0;
  int bits = 0;
  size_t total = 0;
  for (size_t place = 0; place < length; place++) {
    held = held << 6 | (uint32_t)(strchr(letters, text[place]) - letters);
    bits += 6;
    if (bits >= 8) bytes[total++] = (unsigned char)(held >> (bits -= 8));
  }
  return total;
}

static void becomeReady(struct link *link) {
  link->state = READY;
  readyCount++;
  if (readyCount == count && !saidReady) {
    saidReady = true;
    printf("ready\n");
    fflush(stdout);
  }
}

static void hello(struct link *link) {
  if (!link->key) {
    link->key = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
    if (!link->key) fail("key");
  }
  unsigned char key[32];
  size_t length = sizeof key;
  EVP_PKEY_get_raw_public_key(link->key, key, &length);
  char text[64], message[200];
  encode(key, 32, text);
  snprintf(message, sizeof message,
           "{\"messageType\":\"hello\",\"use_webpush\":true,\"ext\":[\"torpor.1\"],\"key\":\"%s\"}", text);
  say(link, message);
  link->state = CHALLENGED;
}

static void prove(struct link *link, const char *message) {
  const char *nonce = strstr(message, "\"nonce\":\"");
  if (!nonce) return end(link, false);
  nonce += 9;
  unsigned char bytes[64] = "torpor-link-1\n", signature[64];
  size_t length = 14 + decode(nonce, strcspn(nonce, "\""), bytes + 14), signatureCount = sizeof signature;
  EVP_MD_CTX *digest = EVP_MD_CTX_new();
  EVP_DigestSignInit(digest, NULL, NULL, NULL, link->key);
  EVP_DigestSign(digest, signature, &signatureCount, bytes, length);
  EVP_MD_CTX_free(digest);
  char text[100], answer[160];
  encode(signature, signatureCount, text);
  snprintf(answer, sizeof answer, "{\"messageType\":\"proof\",\"signature\":\"%s\"}", text);
  say(link, answer);
  link->state = PROVING;
}

static uint64_t hash(const char *text, size_t length) {
  uint64_t value = 1469598103934665603u;
  for (size_t place = 0; place < length; place++) value = (value ^ (unsigned char)text[place]) * 1099511628211u;
  return value;
}

static void note(struct link *link, uint64_t id) {
  received++;
  for (unsigned place = 0; place < 32; place++)
    if (link->seen[place] == id) return;
  link->seen[link->seenCount++ % 32] = id;
  distinct++;
  link->hasPush = true;
}

static void acknowledge(struct link *link, const char *message) {
  const char *id = strstr(message, "\"apns_id\":\""), *version = strstr(message, "\"version\":");
  if (!id || !version) return;
  note(link, hash(id + 11, 36));
  char answer[200];
  snprintf(answer, sizeof answer,
           "{\"messageType\":\"ack\",\"updates\":[{\"apns_id\":\"%.36s\",\"version\":%ld,\"code\":100}]}", id + 11,
           strtol(version + 10, NULL, 10));
  say(link, answer);
}

static void hear(struct link *link, char *message) {
  if (strstr(message, "\"messageType\":\"apns\"")) return acknowledge(link, message);
  switch (link->state) {
  case CHALLENGED: prove(link, message); break;
  case PROVING:
    if (!strstr(message, "\"status\":200")) return end(link, false);
    if (link->hasToken) return becomeReady(link);
    say(link, "{\"messageType\":\"apns_register\",\"topic\":\"com.example.app\",\"environment\":\"production\"}");
    link->state = REGISTERING;
    break;
  case REGISTERING: {
    const char *token = strstr(message, "\"token\":\"");
    if (!token) return end(link, false);
    printf("token %d %.64s\n", link->index, token + 9);
    link->hasToken = true;
    becomeReady(link);
    break;
  }
  default: break;
  }
}

// One message off the front; how many bytes it took, 0: it is not whole.
static size_t takeWebSocket(struct link *link, unsigned char *bytes, size_t length) {
  if (link->state == UPGRADING) {
    unsigned char *end_ = memmem(bytes, length, "\r\n\r\n", 4);
    if (!end_) return 0;
    if (stopsAtUpgrade) becomeReady(link);
    else hello(link);
    return (size_t)(end_ - bytes) + 4;
  }
  if (length < 2) return 0;
  size_t head = 2, size = bytes[1] & 127;
  if (size == 126) {
    if (length < 4) return 0;
    size = (size_t)bytes[2] << 8 | bytes[3];
    head = 4;
  }
  if (length < head + size) return 0;
  unsigned char kind = bytes[0] & 15;
  if (kind == 8) {
    end(link, false);
    return 0;
  }
  if (kind == 1) {
    unsigned char kept = bytes[head + size];
    bytes[head + size] = 0;
    hear(link, (char *)bytes + head);
    bytes[head + size] = kept;
  }
  return head + size;
}

static void subscribe(struct link *link) {
  char topic[32];
  int length = snprintf(topic, sizeof topic, "d/%d", link->index);
  unsigned char head[] = {0x82, (unsigned char)(length + 5), 0, 1, 0, (unsigned char)length};
  put(link, head, sizeof head);
  put(link, topic, (size_t)length);
  put(link, "\1", 1);
}

// An MQTT packet off the front.
static size_t takeMQTT(struct link *link, unsigned char *bytes, size_t length) {
  if (length < 2) return 0;
  size_t size = 0, head = 1;
  for (int shift = 0;; shift += 7) {
    if (head >= length) return 0;
    size |= (size_t)(bytes[head] & 127) << shift;
    if (!(bytes[head++] & 128)) break;
  }
  if (length < head + size) return 0;
  switch (bytes[0] >> 4) {
  case 2: subscribe(link); break;
  case 9: becomeReady(link); break;
  case 3: {
    size_t topic = (size_t)bytes[head] << 8 | bytes[head + 1];
    unsigned char *id = bytes + head + 2 + topic;
    received++;
    distinct++;
    link->hasPush = true;
    unsigned char answer[] = {0x40, 2, id[0], id[1]};
    put(link, answer, 4);
    break;
  }
  }
  return head + size;
}

static void connectMQTT(struct link *link) {
  char name[32];
  int length = snprintf(name, sizeof name, "load-%d", link->index);
  unsigned char head[] = {0x10, (unsigned char)(12 + length), 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0,
                          (unsigned char)length};
  put(link, head, sizeof head);
  put(link, name, (size_t)length);
}

static void begin(struct link *link) {
  link->state = UPGRADING;
  if (isMQTT) {
    connectMQTT(link);
  } else {
    const char *request = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Protocol: push-notification\r\n\r\n";
    put(link, request, strlen(request));
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
    printf("count %ld %ld %d %ld\n", received, distinct, readyCount, withPush);
    fflush(stdout);
  } else if (!strncmp(line, "clear", 5)) {
    for (int index = 0; index < count; index++) links[index].hasPush = false;
  } else if (!strncmp(line, "drop", 4)) {
    saidReady = false;
    for (int index = 0; index < count; index++) end(&links[index], true);
  }
}

static void live(void) {
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

// Publishes to the listed topics, each connection with so many packets that are not acknowledged.
static int publish(const char *path, int connections, int window, size_t bytes) {
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  size_t total = 0, room = 1 << 20;
  int *order = malloc(room * sizeof *order), index;
  while (fscanf(file, "%d", &index) == 1) {
    if (total == room) order = realloc(order, (room *= 2) * sizeof *order);
    order[total++] = index;
  }
  isMQTT = true;
  struct { int fd; size_t sent, next; unsigned char in[4096]; size_t inCount; bool isOpen; } *all =
      calloc((size_t)connections, sizeof *all);
  epoll = epoll_create1(0);
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

int main(int argc, char **argv) {
  if (argc < 5) return 64;
  address.sin_family = AF_INET;
  address.sin_port = htons((uint16_t)atoi(argv[3]));
  inet_pton(AF_INET, argv[2], &address.sin_addr);
  srand48(1);
  signal(SIGPIPE, SIG_IGN);
  if (!strcmp(argv[1], "publish")) return publish(argv[4], atoi(argv[5]), atoi(argv[6]), (size_t)atoi(argv[7]));
  count = atoi(argv[4]);
  isMQTT = !strcmp(argv[1], "mqtt");
  for (int index = 5; index < argc; index++) {
    usesTLS |= !strcmp(argv[index], "--tls");
    stopsAtUpgrade |= !strcmp(argv[index], "--upgrade-only");
  }
  if (usesTLS) {
    context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_alpn_protos(context, (const unsigned char *)"\x08http/1.1", 9);
  }
  live();
  return 0;
}
