#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// Where in the writer the pipe and the file are open.
#define PIPE_DESCRIPTOR 3
#define FILE_DESCRIPTOR 4
// And, where there is one, the pipe of standard error, and the socket for a copy.
#define ERROR_PIPE_DESCRIPTOR 5
#define COPY_DESCRIPTOR 6

// What one read takes: what a pipe holds (pipe(7)).
#define PIECE_BYTES 65536
// How far the first whole line of what is kept is looked for.
#define LINE_BYTES 4096
#define MARK_BYTES 128

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

// Writes the file anew with its last part, where a file system has no holes.
static void rewrite(struct torpor_output *output, off_t start, off_t size) {
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

// Drops all but the last part of what was printed, in the form that JobOutputFile reads.
static void shorten(struct torpor_output *output, off_t size) {
  off_t start = size - output->bytes_kept;
  char head[LINE_BYTES];
  ssize_t count = pread(FILE_DESCRIPTOR, head, sizeof head, start);
  const char *newline = count > 0 ? memchr(head, '\n', (size_t)count) : NULL;
  if (newline != NULL) start += newline - head + 1;
  output->dropped += start - output->content_start;
  char mark[MARK_BYTES];
  int length = snprintf(
    mark, sizeof mark,
    "--- %lld bytes of older output were dropped; the rest begins at byte %lld ---\n",
    (long long)output->dropped, (long long)start);
  // Its own block is there already, so that a full disk has room for it.
  if (pwrite(FILE_DESCRIPTOR, mark, (size_t)length, 0) != length) return;
  output->content_start = start;
  if (torpor_make_hole(FILE_DESCRIPTOR, length, start - length) < 0)
    rewrite(output, start, size);
}

static void append(struct torpor_output *output, const char *piece, size_t count) {
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

void torpor_write_output(struct torpor_output output) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  prctl(PR_SET_NAME, "torpor-output", 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
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

static _Noreturn void become_writer(const struct torpor_output_order *order) {
  setsid();
  int pipe = fcntl(order->pipe, F_DUPFD, 10);
  int file = fcntl(order->file, F_DUPFD, 10);
  int error_pipe = order->error_pipe < 0 ? -1 : fcntl(order->error_pipe, F_DUPFD, 10);
  int nothing = open("/dev/null", O_RDWR);
  if (pipe < 0 || file < 0 || nothing < 0) _exit(127);
  for (int place = 0; place < 3; place++) dup2(nothing, place);
  dup2(pipe, PIPE_DESCRIPTOR);
  dup2(file, FILE_DESCRIPTOR);
  if (error_pipe >= 0) {
    dup2(error_pipe, ERROR_PIPE_DESCRIPTOR);
  } else {
    close(ERROR_PIPE_DESCRIPTOR);
  }
  syscall(SYS_close_range, ERROR_PIPE_DESCRIPTOR + 1, ~0U, 0);
  if (chdir("/") < 0) _exit(127);
  if (order->changes_user) {
    // Raw, as in a fork of a process with threads.
    (void)syscall(SYS_setgroups, 0, NULL);
    (void)syscall(SYS_setresgid, (gid_t)order->group, (gid_t)order->group, (gid_t)order->group);
    (void)syscall(SYS_setresuid, (uid_t)order->user, (uid_t)order->user, (uid_t)order->user);
  }
  // With the user's rights, for it is the user who names the socket.
  if (order->copy_path != NULL) {
    int copy = torpor_unix_connect(order->copy_path, true);
    if (copy >= 0 && copy != COPY_DESCRIPTOR) {
      dup2(copy, COPY_DESCRIPTOR);
      close(copy);
    } else if (copy == COPY_DESCRIPTOR) {
      fcntl(copy, F_SETFD, 0);
    }
  }
  if (order->path != NULL) {
    char numbers[4][24];
    snprintf(numbers[0], sizeof numbers[0], "%lld", (long long)order->output.content_start);
    snprintf(numbers[1], sizeof numbers[1], "%lld", (long long)order->output.dropped);
    snprintf(numbers[2], sizeof numbers[2], "%lld", (long long)order->output.bytes_kept);
    snprintf(numbers[3], sizeof numbers[3], "%lld", (long long)order->output.bytes_max);
    const char *arguments[] = {
      order->path, order->option, numbers[0], numbers[1], numbers[2], numbers[3], NULL,
    };
    execve(order->path, (char *const *)arguments, environ);
  }
  torpor_write_output(order->output);
}

// Moves this process out of the daemon's group: a service manager that stops the daemon tells all in
// its group to end, waits, and kills them, and a program whose writer is killed gets SIGPIPE. Best effort.
static void enter_group(int directory) {
  if (directory < 0) return;
  int file = openat(directory, "cgroup.procs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t ignored = write(file, "0", 1);
  (void)ignored;
  close(file);
}

int torpor_start_output_writer(const struct torpor_output_order *order) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // Twice, so that it is nobody's child who would have to wait for it.
  long child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
  if (child == 0) {
    enter_group(order->group_directory);
    long writer = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (writer == 0) become_writer(order);
    _exit(writer < 0 ? 1 : 0);
  }
  int error = child < 0 ? errno : 0;
  int status = 0;
  if (child > 0) {
    while (waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR) {}
    if (status != 0) error = EAGAIN;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return -error;
}
