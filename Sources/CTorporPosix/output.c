#define _GNU_SOURCE
#include "CTorporPosix.h"
#include "birth.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// Where in the writer the pipe and the file are open.
#define PIPE_DESCRIPTOR TORPOR_FIRST_PLACE
#define FILE_DESCRIPTOR (TORPOR_FIRST_PLACE + 1)
// And, where there is one, the pipe of standard error, and the socket for a copy.
#define ERROR_PIPE_DESCRIPTOR (TORPOR_FIRST_PLACE + 2)
#define COPY_DESCRIPTOR (TORPOR_FIRST_PLACE + 3)

// What one read takes: what a pipe holds (pipe(7)).
#define PIECE_BYTES 65536
// How far the first whole line of what is kept is looked for.
#define LINE_BYTES 4096
#define MARK_BYTES 128

// The file as it is now.
struct output {
  int64_t content_start;
  int64_t dropped;
  int64_t bytes_kept;
  int64_t bytes_max;
};

static void write_all(int file, const char *bytes, size_t count, off_t offset) {
  while (count > 0) {
    ssize_t written = pwrite(file, bytes, count, offset);
    if (written < 0 && errno == EINTR) continue;
    // A full disk, or the user's limit: what does not fit is lost.
    if (written <= 0) return;
    bytes += written;
    offset += written;
    count -= (size_t)written;
  }
}

// Reads a number that a space follows; -1 for what is none, or is more than TORPOR_OUTPUT_BYTES_MAX.
static int64_t read_count(const char **text) {
  const char *at = *text;
  int64_t number = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    number = number * 10 + (*at - '0');
    if (number > TORPOR_OUTPUT_BYTES_MAX) return -1;
  }
  if (at == *text || *at != ' ') return -1;
  *text = at;
  return number;
}

static bool skip_words(const char **text, const char *words) {
  size_t length = strlen(words);
  if (strncmp(*text, words, length) != 0) return false;
  *text += length;
  return true;
}

int torpor_read_output_shape(int file, struct torpor_output_shape *shape) {
  memset(shape, 0, sizeof *shape);
  struct stat facts;
  if (fstat(file, &facts) < 0) return -errno;
  shape->size = facts.st_size < TORPOR_OUTPUT_BYTES_MAX ? facts.st_size : TORPOR_OUTPUT_BYTES_MAX;
  char head[MARK_BYTES + 1];
  ssize_t count = pread(file, head, MARK_BYTES, 0);
  if (count <= 0) return 0;
  head[count] = 0;
  const char *newline = memchr(head, '\n', (size_t)count);
  if (newline == NULL) return 0;
  const char *text = head;
  if (!skip_words(&text, "--- ")) return 0;
  int64_t dropped = read_count(&text);
  if (dropped < 0 || !skip_words(&text, " bytes of older output were dropped")) return 0;
  int64_t start = newline + 1 - head;
  bool has_hole = skip_words(&text, "; the rest begins at byte ");
  if (has_hole) {
    int64_t first = start;
    start = read_count(&text);
    if (start < first || start > shape->size) return 0;
  }
  if (!skip_words(&text, " ---\n")) return 0;
  shape->dropped = dropped;
  shape->content_start = start;
  shape->has_hole = has_hole;
  return 0;
}

// Writes the file anew with its last part, where a file system has no holes.
static void rewrite(struct output *output, off_t start, off_t size) {
  size_t count = (size_t)(size - start);
  char *tail = malloc(count);
  if (tail == NULL) return;
  ssize_t kept = pread(FILE_DESCRIPTOR, tail, count, start);
  if (kept >= 0 && ftruncate(FILE_DESCRIPTOR, 0) == 0) {
    char mark[MARK_BYTES];
    int length = snprintf(
      mark, sizeof mark, "--- %lld bytes of older output were dropped ---\n",
      (long long)output->dropped);
    write_all(FILE_DESCRIPTOR, mark, (size_t)length, 0);
    write_all(FILE_DESCRIPTOR, tail, (size_t)kept, length);
    output->content_start = length;
  }
  free(tail);
}

// Drops all but the last part of what was printed, in the form that torpor_read_output_shape reads.
static void shorten(struct output *output, off_t size) {
  off_t start = size - output->bytes_kept;
  char head[LINE_BYTES];
  ssize_t count = pread(FILE_DESCRIPTOR, head, sizeof head, start);
  const char *newline = count > 0 ? memchr(head, '\n', (size_t)count) : NULL;
  if (newline != NULL) start += newline - head + 1;
  int64_t dropped = output->dropped + start - output->content_start;
  char mark[MARK_BYTES];
  int length = snprintf(
    mark, sizeof mark,
    "--- %lld bytes of older output were dropped; the rest begins at byte %lld ---\n",
    (long long)dropped, (long long)start);
  // The mark would stand where something is that is kept.
  if (start <= length) return;
  // Its own block is there already, so that a full disk has room for it.
  if (pwrite(FILE_DESCRIPTOR, mark, (size_t)length, 0) != length) return;
  output->dropped = dropped;
  output->content_start = start;
  if (torpor_make_hole(FILE_DESCRIPTOR, length, start - length) < 0)
    rewrite(output, start, size);
}

static void append(struct output *output, const char *piece, size_t count) {
  struct stat facts;
  if (fstat(FILE_DESCRIPTOR, &facts) < 0) return;
  off_t size = facts.st_size;
  // Its owner has cut it short.
  if (size < output->content_start) output->content_start = output->dropped = 0;
  write_all(FILE_DESCRIPTOR, piece, count, size);
  size += (off_t)count;
  if (size - output->content_start > output->bytes_max) shorten(output, size);
}

static bool send_all(int socket, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(socket, bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    count -= (size_t)sent;
  }
  return true;
}

// Sends a copy; false when nobody wants one any more.
static bool send_piece(int socket, uint32_t stream, const char *piece, size_t count) {
  struct torpor_output_piece head = {.stream = stream, .length = (uint32_t)count};
  return send_all(socket, (const char *)&head, sizeof head) && send_all(socket, piece, count);
}

// The descriptor, if it is open.
static int present(int descriptor) { return fcntl(descriptor, F_GETFD) < 0 ? -1 : descriptor; }

// Writes a line after what is there, whose last line may have no end.
static void write_heading(const char *heading) {
  struct stat facts;
  if (fstat(FILE_DESCRIPTOR, &facts) < 0) return;
  off_t size = facts.st_size;
  char last = '\n';
  if (size > 0 && pread(FILE_DESCRIPTOR, &last, 1, size - 1) == 1 && last != '\n')
    write_all(FILE_DESCRIPTOR, "\n", 1, size++);
  write_all(FILE_DESCRIPTOR, heading, strlen(heading), size);
}

void torpor_write_output(int64_t bytes_kept, int64_t bytes_max, const char *heading) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  prctl(PR_SET_NAME, "torpor-output", 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  // The writer of the run before may still have something to write.
  while (flock(FILE_DESCRIPTOR, LOCK_EX) < 0 && errno == EINTR) {}
  if (heading != NULL) write_heading(heading);
  struct torpor_output_shape shape;
  torpor_read_output_shape(FILE_DESCRIPTOR, &shape);
  struct output output = {shape.content_start, shape.dropped, bytes_kept, bytes_max};
  static char piece[PIECE_BYTES];
  struct pollfd sources[2] = {
    {.fd = PIPE_DESCRIPTOR, .events = POLLIN},
    {.fd = present(ERROR_PIPE_DESCRIPTOR), .events = POLLIN},
  };
  int copy = present(COPY_DESCRIPTOR);
  // Until nobody can print any more.
  while (sources[0].fd >= 0 || sources[1].fd >= 0) {
    if (poll(sources, 2, -1) < 0) continue;
    for (int index = 0; index < 2; index++) {
      if (sources[index].fd < 0 || sources[index].revents == 0) continue;
      ssize_t count = read(sources[index].fd, piece, sizeof piece);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        sources[index].fd = -1;
        continue;
      }
      append(&output, piece, (size_t)count);
      // Whoever has a copy may be slow, and the program then waits for it, as in a pipeline.
      if (copy >= 0 && !send_piece(copy, (uint32_t)index + 1, piece, (size_t)count)) copy = -1;
    }
  }
  struct stat facts;
  if (fstat(FILE_DESCRIPTOR, &facts) == 0
    && facts.st_size - output.content_start > output.bytes_kept)
    shorten(&output, facts.st_size);
  _exit(0);
}

// Connects to a server of the same user; -1 where there is none. Another user's could read what is
// printed, and hold up whoever prints it.
static int connect_for_copy(const char *path) {
  int copy = torpor_unix_connect(path, true);
  if (copy < 0) return -1;
  struct torpor_peer peer;
  if (torpor_peer_credentials(copy, &peer) == 0 && peer.user == (uint32_t)syscall(SYS_getuid))
    return copy;
  close(copy);
  return -1;
}

static void become_writer(const void *passed, int prepared) {
  (void)prepared;
  const struct torpor_output_order *order = passed;
  const int descriptors[] = {order->pipe, order->file, order->error_pipe};
  torpor_take_places(descriptors, 3);
  if (chdir("/") < 0) _exit(127);
  if (order->changes_user) {
    // Raw, as in a fork of a process with threads.
    (void)syscall(SYS_setgroups, 0, NULL);
    (void)syscall(SYS_setresgid, (gid_t)order->group, (gid_t)order->group, (gid_t)order->group);
    (void)syscall(SYS_setresuid, (uid_t)order->user, (uid_t)order->user, (uid_t)order->user);
  }
  // With the user's rights, because the user names the socket.
  if (order->copy_path != NULL) {
    int copy = connect_for_copy(order->copy_path);
    if (copy >= 0 && copy != COPY_DESCRIPTOR) {
      dup2(copy, COPY_DESCRIPTOR);
      close(copy);
    } else if (copy == COPY_DESCRIPTOR) {
      fcntl(copy, F_SETFD, 0);
    }
  }
  char numbers[2][24];
  snprintf(numbers[0], sizeof numbers[0], "%lld", (long long)order->bytes_kept);
  snprintf(numbers[1], sizeof numbers[1], "%lld", (long long)order->bytes_max);
  const char *arguments[] = {
    order->path, order->option, numbers[0], numbers[1], order->heading, NULL};
  torpor_turn_into(arguments);
  torpor_write_output(order->bytes_kept, order->bytes_max, order->heading);
}

int torpor_start_output_writer(const struct torpor_output_order *order) {
  return torpor_start_apart(order->group_directory, NULL, become_writer, order);
}
