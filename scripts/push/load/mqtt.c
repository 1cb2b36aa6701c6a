#include "load.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void subscribeTo(struct link *link, const char *topic, const char *quality) {
  size_t length = strlen(topic);
  unsigned char head[] = {0x82, (unsigned char)(length + 5), 0, 1, 0, (unsigned char)length};
  put(link, head, sizeof head);
  put(link, topic, length);
  put(link, quality, 1);
}

static void subscribe(struct link *link) {
  char topic[32];
  for (int place = 0; place < channelCount; place++) {
    snprintf(topic, sizeof topic, "d/%s", channels[place]);
    subscribeTo(link, topic, "\0");
  }
  if (channelCount) return;
  snprintf(topic, sizeof topic, "d/%d", link->index);
  subscribeTo(link, topic, "\1");
}

// An MQTT packet off the front.
size_t takeMQTT(struct link *link, unsigned char *bytes, size_t length) {
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
  case 9:
    if (++link->subscribedCount >= channelCount) becomeReady(link);
    break;
  case 3: {
    size_t topic = (size_t)bytes[head] << 8 | bytes[head + 1];
    unsigned char *id = bytes + head + 2 + topic;
    // QoS 0 has no packet identifier, and is not acknowledged.
    bool isAcknowledged = bytes[0] & 6;
    note(link, isAcknowledged ? id + 2 : id, NUMBER_DIGITS);
    if (!isAcknowledged) break;
    unsigned char answer[] = {0x40, 2, id[0], id[1]};
    put(link, answer, 4);
    break;
  }
  }
  return head + size;
}

void connectMQTT(struct link *link) {
  // A broker ends the older of two connections of one name: with another process' names they would end each other's.
  char name[48];
  int length = snprintf(name, sizeof name, "load-%d-%d", (int)getpid(), link->index);
  unsigned char head[] = {0x10, (unsigned char)(12 + length), 0, 4, 'M', 'Q', 'T', 'T', 4, isLasting ? 0 : 2, 0, 0, 0,
                          (unsigned char)length};
  put(link, head, sizeof head);
  put(link, name, (size_t)length);
}
