// The smallest app that speaks to the system: attaches on the socket it inherited, stamps the shared
// page at the first line of its handler for willEnterForeground, and returns from every callback.
// Usage: attached-app PAGE (started by the daemon). Not a JSON reader: it finds the two strings that
// it needs in messages whose form the daemon does not vary.
#include <string.h>

#include "stamp.h"

static void say(int socket, const char *text) {
  if (write(socket, text, strlen(text) + 1) < 0) exit(1);
}

// The digits of the callback's token, as they stand in the message.
static const char *token(const char *message, char *digits, size_t room) {
  const char *key = "\"callback\":\"";
  const char *start = strstr(message, key);
  if (start == NULL) return NULL;
  start += strlen(key);
  size_t length = strcspn(start, "\"");
  if (length >= room) return NULL;
  memcpy(digits, start, length);
  digits[length] = 0;
  return digits;
}

int main(int count, char **arguments) {
  struct stamp *stamp = count > 1 ? stamp_open(arguments[1]) : NULL;
  const char *number = getenv("TORPOR_SOCKET_FD");
  if (number == NULL) return 64;
  int socket = atoi(number);
  say(socket, "{\"method\":\"io.torpor.App.Attach\",\"more\":true}");
  static char buffer[65536];
  size_t filled = 0;
  for (;;) {
    ssize_t length = read(socket, buffer + filled, sizeof buffer - filled);
    if (length <= 0) return 0;
    filled += (size_t)length;
    char *message = buffer, *end;
    while ((end = memchr(message, 0, filled - (size_t)(message - buffer))) != NULL) {
      if (stamp != NULL && strstr(message, "\"willEnterForeground\"") != NULL) stamp_now(stamp);
      char digits[32], answer[160];
      if (token(message, digits, sizeof digits) != NULL) {
        snprintf(
          answer, sizeof answer,
          "{\"method\":\"io.torpor.App.Returned\",\"oneway\":true,"
          "\"parameters\":{\"callback\":\"%s\"}}",
          digits);
        say(socket, answer);
      }
      message = end + 1;
    }
    filled -= (size_t)(message - buffer);
    memmove(buffer, message, filled);
  }
}
