// Many devices in one process: what scripts/push-load measures gateways and mosquitto with.
//
//   load torpor HOST PORT COUNT [--tls] [--upgrade-only] [--channels A,B,...]
//                                                           devices with a link to torpor-gateway, or with so many
//                                                           broadcast channels
//   load mqtt HOST PORT COUNT [--lasting] [--channels A,B,...]
//                                                           clients of an MQTT broker, each with a topic of its own
//                                                           (QoS 1), or all with these (QoS 0)
//   load publish HOST PORT FILE CONNECTIONS WINDOW BYTES    publishes to the topics that FILE lists, QoS 1
//
// The first two stay, acknowledge what they receive, and connect again where they are disconnected. They print
// `ready` once all are there, `token INDEX TOKEN` for each device, and answer lines on the input: `count` with
// `count RECEIVED DISTINCT READY WITH-PUSH SINCE`, SINCE in microseconds since the last message, `drop` by ending all connections at once.
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct sockaddr_in address;

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

_Noreturn void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
  exit(1);
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
    isLasting |= !strcmp(argv[index], "--lasting");
    stopsAtUpgrade |= !strcmp(argv[index], "--upgrade-only");
    if (strcmp(argv[index], "--channels")) continue;
    for (char *name = strtok(argv[index + 1], ","); name && channelCount < CHANNELS_MAX; name = strtok(NULL, ","))
      channels[channelCount++] = name;
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
