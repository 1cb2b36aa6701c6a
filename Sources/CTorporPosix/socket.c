#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <sys/un.h>

// The kernel's own limit on descriptors beside one message (SCM_MAX_FD).
#define DESCRIPTORS_MAX 253

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

ssize_t torpor_send(
  int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptors_count) {
  if (descriptors_count > DESCRIPTORS_MAX) return -EINVAL;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  union {
    struct cmsghdr alignment;
    char space[CMSG_SPACE(sizeof(int) * DESCRIPTORS_MAX)];
  } control;
  if (descriptors_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptors_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * descriptors_count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptors_count);
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : sent;
}

ssize_t torpor_receive(
  int socket, void *bytes, size_t count, int *descriptors, size_t *descriptors_count,
  bool *was_truncated) {
  size_t room = *descriptors_count;
  if (room > DESCRIPTORS_MAX) room = DESCRIPTORS_MAX;
  *descriptors_count = 0;
  *was_truncated = false;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union {
    struct cmsghdr alignment;
    char space[CMSG_SPACE(sizeof(int) * DESCRIPTORS_MAX)];
  } control;
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  // CMSG_LEN and not CMSG_SPACE: the padding of the latter has room for one descriptor more.
  message.msg_controllen = room == 0 ? 0 : CMSG_LEN(sizeof(int) * room);
  ssize_t received;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received < 0) return -errno;
  *was_truncated = (message.msg_flags & MSG_CTRUNC) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < came; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof descriptor);
      if (*descriptors_count < room) {
        descriptors[(*descriptors_count)++] = descriptor;
      } else {
        close(descriptor);
        *was_truncated = true;
      }
    }
  }
  return received;
}

int torpor_peer_credentials(int socket, struct torpor_peer *peer) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -errno;
  peer->pid = credentials.pid;
  peer->user = credentials.uid;
  peer->group = credentials.gid;
  return 0;
}

int torpor_peer_pidfd(int socket) {
  int pidfd = -1;
  socklen_t length = sizeof pidfd;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) < 0) return -errno;
  return pidfd;
}

// Fills the address; the path must leave room for the final zero (107 bytes, unix(7)).
static int make_address(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) return -ENAMETOOLONG;
  strcpy(address->sun_path, path);
  return 0;
}

int torpor_unix_listen(const char *path, mode_t mode, int backlog) {
  struct sockaddr_un address;
  int result = make_address(path, &address);
  if (result < 0) return result;
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  // The mode is right from the first moment on; chmod after bind would leave a gap.
  mode_t before = umask(0777 & ~mode);
  result = bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
  umask(before);
  if (result == 0 && listen(descriptor, backlog) < 0) result = -errno;
  if (result == 0) return descriptor;
  close(descriptor);
  return result;
}

int torpor_unix_connect(const char *path, bool is_blocking) {
  struct sockaddr_un address;
  int result = make_address(path, &address);
  if (result < 0) return result;
  int flags = SOCK_STREAM | SOCK_CLOEXEC | (is_blocking ? 0 : SOCK_NONBLOCK);
  int descriptor = socket(AF_UNIX, flags, 0);
  if (descriptor < 0) return -errno;
  do {
    result = connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
  } while (result == -EINTR);
  if (result == 0) return descriptor;
  close(descriptor);
  return result;
}

int torpor_send_datagram(
  const char *path, const void *bytes, size_t count, uint32_t patience_milliseconds) {
  struct sockaddr_un address;
  int result = make_address(path, &address);
  if (result < 0) return result;
  // An abstract name has no final zero: each byte of the length counts.
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
  if (address.sun_path[0] == '@') address.sun_path[0] = 0; else length++;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  struct timeval patience = {
    .tv_sec = patience_milliseconds / 1000, .tv_usec = patience_milliseconds % 1000 * 1000};
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  int flags = MSG_NOSIGNAL | (patience_milliseconds == 0 ? MSG_DONTWAIT : 0);
  ssize_t sent;
  do {
    sent = sendto(descriptor, bytes, count, flags, (struct sockaddr *)&address, length);
  } while (sent < 0 && errno == EINTR);
  result = sent < 0 ? -errno : 0;
  close(descriptor);
  return result;
}

ssize_t torpor_netlink_receive(int socket, void *bytes, size_t count) {
  for (;;) {
    struct sockaddr_nl sender;
    struct iovec part = {.iov_base = bytes, .iov_len = count};
    struct msghdr message;
    memset(&message, 0, sizeof message);
    memset(&sender, 0, sizeof sender);
    message.msg_name = &sender;
    message.msg_namelen = sizeof sender;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    ssize_t received = recvmsg(socket, &message, 0);
    if (received < 0) return -errno;
    // The port of the kernel is 0; every process has another, which it cannot choose to be 0.
    if (message.msg_namelen != sizeof sender || sender.nl_pid != 0) continue;
    return (message.msg_flags & MSG_TRUNC) != 0 ? -ENOBUFS : received;
  }
}

void torpor_readability(int descriptor, bool *is_readable, bool *is_hung_up) {
  struct pollfd polled = {.fd = descriptor, .events = POLLIN | POLLPRI | POLLRDHUP};
  int found = poll(&polled, 1, 0);
  *is_hung_up = found > 0 && (polled.revents & (POLLHUP | POLLERR | POLLRDHUP)) != 0;
  *is_readable = found > 0;
}

int64_t torpor_unread_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) < 0 ? -errno : count;
}

int torpor_accept(int listener) {
  int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int torpor_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) < 0 ? -errno : 0; }

int torpor_netlink_open(int protocol, uint32_t groups) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
  if (descriptor < 0) return -errno;
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = groups;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  return -error;
}

static int torpor_socket_number(int socket, int name) {
  int value = 0;
  socklen_t length = sizeof value;
  return getsockopt(socket, SOL_SOCKET, name, &value, &length) < 0 ? -1 : value;
}

int torpor_socket_local(int socket, struct torpor_socket *facts) {
  memset(facts, 0, sizeof *facts);
  int type = torpor_socket_number(socket, SO_TYPE);
  if (type != SOCK_STREAM && type != SOCK_SEQPACKET) return -1;
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_un local;
    struct sockaddr_storage room;
  } address;
  memset(&address, 0, sizeof address);
  socklen_t length = sizeof address;
  if (getsockname(socket, &address.any, &length) < 0) return -1;
  facts->is_listening = torpor_socket_number(socket, SO_ACCEPTCONN) == 1;
  char host[INET6_ADDRSTRLEN] = "";
  switch (address.any.sa_family) {
  case AF_INET:
    if (address.v4.sin_port == 0) return -1;
    inet_ntop(AF_INET, &address.v4.sin_addr, host, sizeof host);
    snprintf(facts->key, sizeof facts->key, "tcp %u", ntohs(address.v4.sin_port));
    snprintf(facts->name, sizeof facts->name, "tcp %s:%u", host, ntohs(address.v4.sin_port));
    return 0;
  case AF_INET6:
    if (address.v6.sin6_port == 0) return -1;
    inet_ntop(AF_INET6, &address.v6.sin6_addr, host, sizeof host);
    snprintf(facts->key, sizeof facts->key, "tcp %u", ntohs(address.v6.sin6_port));
    snprintf(facts->name, sizeof facts->name, "tcp [%s]:%u", host, ntohs(address.v6.sin6_port));
    return 0;
  case AF_UNIX: {
    // Without a path it is one of a pair, or a client's: nobody connects to it.
    size_t count = length - offsetof(struct sockaddr_un, sun_path);
    if (length <= offsetof(struct sockaddr_un, sun_path) || count > sizeof address.local.sun_path)
      return -1;
    char path[sizeof address.local.sun_path + 1] = "";
    memcpy(path, address.local.sun_path, count);
    bool is_abstract = path[0] == 0;
    if (is_abstract) path[0] = '@';
    // An abstract name may hold any byte.
    for (size_t at = 0; is_abstract && at < count; at++)
      if (path[at] == 0) path[at] = '@';
    snprintf(facts->key, sizeof facts->key, "unix %s", path);
    snprintf(facts->name, sizeof facts->name, "unix %s", path);
    return 0;
  }
  default: return -1;
  }
}
