#define _GNU_SOURCE
#include "CTorporPosix.h"
#include "birth.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>

// The process that holds what apps have handed over, so that it outlives the daemon. Its messages are
// packets (SOCK_SEQPACKET): a letter, and the text under which a descriptor is held.
//
//   K text, with a descriptor   hold it, in the place of the one of that text
//   D text                      close it
//   L                           tell all: an E with its text and a descriptor for each, then a .

// Where in the keeper the connection to the daemon is open, and what it listens with, if anything.
#define CONNECTION_DESCRIPTOR TORPOR_FIRST_PLACE
#define LISTENER_DESCRIPTOR (TORPOR_FIRST_PLACE + 1)
// Daemons that wait to be accepted; there is one at a time, and one that has just died.
#define BACKLOG 4

struct held {
  struct held *next;
  int descriptor;
  size_t length;
  char text[];
};

static struct held **find(struct held **first, const char *text, size_t length) {
  struct held **place = first;
  while (*place != NULL && ((*place)->length != length || memcmp((*place)->text, text, length) != 0))
    place = &(*place)->next;
  return place;
}

static void release(struct held **place) {
  struct held *old = *place;
  *place = old->next;
  close(old->descriptor);
  free(old);
}

static void hold(struct held **first, const char *text, size_t length, int descriptor) {
  struct held **place = find(first, text, length);
  if (*place != NULL) release(place);
  struct held *fresh = malloc(sizeof *fresh + length);
  if (fresh == NULL) {
    close(descriptor);
    return;
  }
  fresh->descriptor = descriptor;
  fresh->length = length;
  memcpy(fresh->text, text, length);
  fresh->next = *first;
  *first = fresh;
}

static bool tell_all(int connection, const struct held *first) {
  char packet[TORPOR_HELD_TEXT_BYTES + 1];
  for (const struct held *one = first; one != NULL; one = one->next) {
    packet[0] = 'E';
    memcpy(packet + 1, one->text, one->length);
    if (torpor_send(connection, packet, one->length + 1, &one->descriptor, 1) < 0) return false;
  }
  return torpor_send(connection, ".", 1, NULL, 0) == 1;
}

// Takes one packet; false when the daemon is gone.
static bool take_packet(int connection, struct held **first) {
  char packet[TORPOR_HELD_TEXT_BYTES + 1];
  int descriptor = -1;
  size_t count = 1;
  bool was_truncated;
  ssize_t length =
    torpor_receive(connection, packet, sizeof packet, &descriptor, &count, &was_truncated);
  if (length <= 0) return length == -EAGAIN;
  const char *text = packet + 1;
  size_t text_length = (size_t)length - 1;
  if (packet[0] == 'K' && count == 1) {
    hold(first, text, text_length, descriptor);
    return true;
  }
  if (count == 1) close(descriptor);
  if (packet[0] == 'D') {
    struct held **place = find(first, text, text_length);
    if (*place != NULL) release(place);
  }
  return packet[0] != 'L' || tell_all(connection, *first);
}

// Reads what the previous daemon has sent: it may have ended since.
static void take_rest(int connection, struct held **first) {
  struct pollfd source = {.fd = connection, .events = POLLIN};
  while (poll(&source, 1, 0) > 0 && take_packet(connection, first)) {}
}

// Listens at a name in a folder: a path of any length, which a socket's address has no room for.
static int listen_in(const char *folder) {
  if (chdir(folder) < 0) return -1;
  unlink(TORPOR_KEEPER_SOCKET);
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = TORPOR_KEEPER_SOCKET};
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  umask(0177);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0
    || listen(listener, BACKLOG) < 0 || chdir("/") < 0)
    return -1;
  return listener;
}

// The control group of version 2 of a process, without the line's end (cgroups(7)); false where there is none.
static bool read_group(const char *process, char *group, size_t size) {
  char path[40], text[2 * PATH_MAX];
  snprintf(path, sizeof path, "/proc/%s/cgroup", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return false;
  text[length] = 0;
  const char *line = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
  if (line == NULL) return false;
  line = strchr(line, '/');
  if (line == NULL) return false;
  size_t count = strcspn(line, "\n");
  if (count >= size) return false;
  memcpy(group, line, count);
  group[count] = 0;
  return true;
}

// Whether a process belongs to an app of the daemon whose keeper this is: where the daemon is the user's own, its
// apps have the same user, and one could take the connections of another. Keepers and apps have groups beside
// each other.
static bool is_of_app(pid_t process) {
  char own[PATH_MAX], other[PATH_MAX], name[16];
  const char suffix[] = "/keepers";
  if (!read_group("self", own, sizeof own)) return false;
  size_t length = strlen(own), cut = sizeof suffix - 1;
  if (length < cut || strcmp(own + length - cut, suffix) != 0) return false;
  snprintf(name, sizeof name, "%d", (int)process);
  if (!read_group(name, other, sizeof other)) return true;
  strcpy(own + length - cut, "/apps/");
  return strncmp(other, own, strlen(own)) == 0;
}

// The next daemon; -1 where it is another user's process, or an app's. Only the user has a way to the socket, and
// root, who may have them anyway; a daemon's descriptors are for the daemon of the same user.
static int accept_daemon(int listener) {
  int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (connection < 0) return -1;
  struct torpor_peer peer;
  if (torpor_peer_credentials(connection, &peer) == 0 && peer.user == (uint32_t)geteuid()
    && !is_of_app(peer.pid))
    return connection;
  close(connection);
  return -1;
}

static int64_t now_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_BOOTTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void torpor_keep_descriptors(uint32_t patience_milliseconds) {
  prctl(PR_SET_NAME, TORPOR_KEEPER_NAME, 0, 0, 0);
  // Only the daemon can get a duplicate out of it.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  // It ends with the machine or the session; the daemon has blocked all signals for its start.
  signal(SIGTERM, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  struct held *first = NULL;
  int connection = CONNECTION_DESCRIPTOR;
  int listener = fcntl(LISTENER_DESCRIPTOR, F_GETFD) < 0 ? -1 : LISTENER_DESCRIPTOR;
  int64_t alone_since = 0;
  for (;;) {
    struct pollfd sources[2] = {
      {.fd = listener, .events = POLLIN},
      {.fd = connection, .events = POLLIN},
    };
    int64_t left = -1;
    if (connection < 0) {
      left = alone_since + patience_milliseconds - now_milliseconds();
      // Without a daemon the descriptors are of no use after that; without a listener, at once.
      if (first == NULL || listener < 0 || left <= 0) _exit(0);
    }
    if (poll(sources, 2, (int)left) <= 0) continue;
    if (sources[1].revents != 0 && !take_packet(connection, &first)) {
      close(connection);
      connection = -1;
      alone_since = now_milliseconds();
    }
    if (sources[0].revents != 0) {
      int next = accept_daemon(listener);
      if (next < 0) continue;
      // There is one daemon at a time: the one before is ending, and all that it handed over counts.
      if (connection >= 0) {
        take_rest(connection, &first);
        close(connection);
      }
      connection = next;
    }
  }
}

// Before the caller hears that the keeper runs: a daemon that comes a moment after the end of this one
// finds it, and waits until it has read what this one sent.
static int prepare_keeper(const void *order) {
  return listen_in(((const struct torpor_keeper_order *)order)->folder);
}

static void become_keeper(const void *passed, int listener) {
  const struct torpor_keeper_order *order = passed;
  const int descriptors[] = {order->connection, listener};
  torpor_take_places(descriptors, 2);
  char patience[24];
  snprintf(patience, sizeof patience, "%lu", (unsigned long)order->patience_milliseconds);
  const char *arguments[] = {order->path, order->option, patience, NULL};
  torpor_turn_into(arguments);
  torpor_keep_descriptors(order->patience_milliseconds);
}

int torpor_start_descriptor_keeper(const struct torpor_keeper_order *order) {
  return torpor_start_apart(order->group_directory, prepare_keeper, become_keeper, order);
}

int torpor_packet_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}

void torpor_set_packet_patience(int connection, uint32_t milliseconds) {
  struct timeval limit = {
    .tv_sec = milliseconds / 1000,
    .tv_usec = (suseconds_t)(milliseconds % 1000) * 1000,
  };
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

int torpor_connect_keeper(const char *folder) {
  int directory = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return -errno;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(
    address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/%s", directory,
    TORPOR_KEEPER_SOCKET);
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  int error = connection < 0 ? errno : 0;
  while (error == 0 && connect(connection, (struct sockaddr *)&address, sizeof address) < 0)
    if (errno != EINTR) error = errno;
  close(directory);
  if (error == 0) return connection;
  if (connection >= 0) close(connection);
  return -error;
}
