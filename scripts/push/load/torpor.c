#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void acknowledge(struct link *link, const char *message) {
  const char *id = strstr(message, "\"apns_id\":\""), *version = strstr(message, "\"version\":");
  if (!id || !version) return;
  note(link, id + 11, 36);
  // What comes by a channel lies in no mailbox.
  if (strstr(message, "\"channel\":")) return;
  char answer[200];
  snprintf(answer, sizeof answer,
           "{\"messageType\":\"ack\",\"updates\":[{\"apns_id\":\"%.36s\",\"version\":%ld,\"code\":100}]}", id + 11,
           strtol(version + 10, NULL, 10));
  say(link, answer);
}

static void subscribe(struct link *link) {
  link->state = SUBSCRIBING;
  for (int place = 0; place < channelCount; place++) {
    char message[200];
    snprintf(message, sizeof message,
             "{\"messageType\":\"subscribe\",\"topic\":\"com.example.app\",\"environment\":\"production\","
             "\"channel\":\"%s\"}", channels[place]);
    say(link, message);
  }
}

static void hear(struct link *link, char *message) {
  if (strstr(message, "\"messageType\":\"apns\"")) return acknowledge(link, message);
  switch (link->state) {
  case CHALLENGED: prove(link, message); break;
  case PROVING:
    if (!strstr(message, "\"status\":200")) return end(link, false);
    if (channelCount) return subscribe(link);
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
  case SUBSCRIBING:
    if (!strstr(message, "\"status\":200")) return end(link, false);
    if (++link->subscribedCount == channelCount) becomeReady(link);
    break;
  default: break;
  }
}

// One message off the front; how many bytes it took, 0: it is not whole.
size_t takeWebSocket(struct link *link, unsigned char *bytes, size_t length) {
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

void upgrade(struct link *link) {
  const char *request = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Protocol: push-notification\r\n\r\n";
  put(link, request, strlen(request));
}
