#pragma once

// What the parts of `load` share; load.c says what it is for.
#define _GNU_SOURCE
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <netinet/in.h>

enum state { CLOSED, CONNECTING, UPGRADING, CHALLENGED, PROVING, REGISTERING, SUBSCRIBING, READY };

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
  // The messages that have come, to know a repeat: the last 32, or where there are channels all of them, in a table.
  uint64_t seen[32];
  unsigned seenCount;
  uint64_t *table;
  size_t tableCount, tableRoom;
  int subscribedCount;
  bool hasPush;
};

// The address of the gateway or broker.
extern struct sockaddr_in address;

double now(void);
_Noreturn void fail(const char *what);

// connections.c: what every device has, whatever it speaks.
extern struct link *links;
extern int count, readyCount;
extern bool usesTLS, isMQTT, isLasting, stopsAtUpgrade;
extern SSL_CTX *context;
extern long received, distinct;
// When the last message came.
extern double receivedAt;
// What all devices subscribe to.
#define CHANNELS_MAX 16
extern const char *channels[CHANNELS_MAX];
extern int channelCount;
void end(struct link *link, bool isAtOnce);
void put(struct link *link, const void *bytes, size_t length);
void becomeReady(struct link *link);
// A message has come whose bytes tell it apart.
void note(struct link *link, const void *name, size_t length);
// Opens all connections and serves them until the input ends.
void live(void);

// torpor.c: the link of torpor-gateway. One message off the front; how many bytes it took, 0: it is not whole.
size_t takeWebSocket(struct link *link, unsigned char *bytes, size_t length);
void upgrade(struct link *link);

// mqtt.c: the same of MQTT.
size_t takeMQTT(struct link *link, unsigned char *bytes, size_t length);
void connectMQTT(struct link *link);

// publish.c: a message begins with its number, in so many digits.
#define NUMBER_DIGITS 16
int publish(const char *path, int connections, int window, size_t bytes);
