// What Swift cannot say by itself: fork-like calls, ancillary data, ioctl, constants that do not
// import. Every function returns 0 or a positive value, or a negative errno; none keeps state.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// MARK: Starting a process

// Where the child was when it failed; sent to the parent beside errno.
enum torpor_spawn_stage {
  torpor_spawn_stage_descriptors = 1,
  torpor_spawn_stage_group = 2,
  torpor_spawn_stage_session = 3,
  torpor_spawn_stage_user = 4,
  torpor_spawn_stage_directory = 5,
  torpor_spawn_stage_execute = 6,
  torpor_spawn_stage_keeper = 7,
  // No failure: a keeper has made the process that will run the executable.
  torpor_spawn_stage_born = 8,
};

// How many kinds of resource limits are known (RLIM_NLIMITS of Linux).
#define TORPOR_LIMITS 16

// What a command takes over of the process that asked for it, as fork(2) would have handed it down.
struct torpor_process_context {
  uint32_t umask;
  // Which limits are set, a bit for each kind.
  uint32_t limits;
  uint64_t limits_soft[TORPOR_LIMITS];
  uint64_t limits_hard[TORPOR_LIMITS];
  int32_t nice;
  // SCHED_OTHER, SCHED_BATCH, SCHED_IDLE, SCHED_FIFO or SCHED_RR, and the priority of the last two.
  int32_t scheduling_policy;
  int32_t scheduling_priority;
  // As in ioprio_set(2); 0: what the kernel makes of the niceness.
  int32_t io_priority;
};

// Reads all of it but the umask, which no call tells, of any process that this one may look at.
int torpor_read_context(pid_t pid, struct torpor_process_context *context);

struct torpor_spawn_request {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *working_directory;
  // Directory of the control group to be born in; -1: the caller's own.
  int group_directory;
  // Whether to do without clone3, as on kernels and under filters that do not have it; found out
  // by trying in any case, so only tests ask for it.
  bool avoids_clone3;
  // Descriptors that become 0, 1 and 2.
  int standard_descriptors[3];
  // Descriptor that becomes 3; -1: none.
  int inherited_descriptor;
  // Whether user, group and supplementary groups are set; needs the right to do so.
  bool changes_user;
  uint32_t user;
  uint32_t group;
  const uint32_t *supplementary_groups;
  size_t supplementary_groups_count;
  // The soft limit on open files that the child gets; 0: the caller's own.
  uint64_t open_files_soft;
  // What the child takes over of the process that asked for it; NULL: nothing.
  const struct torpor_process_context *context;
  // Whether the started process is a keeper: the parent of the executable, which outlives the
  // caller, writes how the executable ended, and ends in the same way.
  bool has_keeper;
  // Directory of the control group of keepers; -1: the caller's own.
  int keeper_group_directory;
  // Where the keeper writes; -1: nowhere.
  int end_descriptor;
  // A terminal that becomes the controlling one, and a socket to whoever made it (see
  // torpor_lead_terminal); -1: the child leads a session without a terminal.
  int terminal_descriptor;
  int control_descriptor;
  // What the leader of the terminal's session turns into, so that it is small: a program that calls
  // torpor_lead_terminal with the numbers behind it. NULL: it stays what it is, a copy of the caller.
  const char *leader_path;
  const char *leader_option;
};

struct torpor_spawn_result {
  pid_t pid;
  // Refers to the child; readable when it has ended.
  int pidfd;
  // Tells by torpor_spawn_read what became of the start.
  int status_descriptor;
};

struct torpor_spawn_report {
  int32_t error;
  int32_t stage;
  // The process that will run the executable, where the stage is torpor_spawn_stage_born.
  int32_t pid;
};

// Starts a process. The child inherits exactly descriptors 0 to 3, has a session of its own, no
// blocked signals and no handlers, the umask of its context or 022, and the ordinary rank for the
// kernel's memory killer. Returns before the child runs its executable.
int torpor_spawn(const struct torpor_spawn_request *request, struct torpor_spawn_result *result);

// Reads the next report: 1, with a pidfd of the process where it is torpor_spawn_stage_born (else
// *pidfd is -1); 0 when the executable runs; else a negative errno, as -EAGAIN while nothing is known.
int torpor_spawn_read(int status_descriptor, struct torpor_spawn_report *report, int *pidfd);

// How long the line is that a keeper writes: a word, and two numbers.
#define TORPOR_END_BYTES 32

// The work of a keeper: takes on the user and group, gives its memory back, waits for the child,
// writes "exited N CHILD" or "signalled N CHILD" into the file, and ends as the child did. `file` is
// the only descriptor that it needs; -1: nothing is written.
_Noreturn void torpor_keep_end(
  pid_t child, int file, bool changes_user, uint32_t user, uint32_t group);
// Makes the calling process run in the context, as far as it may: called between clone and exec, it
// calls nothing but system calls.
void torpor_take_over_context(const struct torpor_process_context *context);
// Writes "WORD NUMBER NUMBER" in one call, over a line of the same length: it is there as a whole or
// not at all, on a full disk too.
void torpor_write_end(int file, const char *word, int first, int second);

// MARK: Leading the session of a terminal

// Where in the leader the terminal and the control socket are open.
#define TORPOR_LEADER_TERMINAL 3
#define TORPOR_LEADER_CONTROL 4
// What the leader is called in /proc: as long as the kernel allows.
// The first one while it holds the terminal in the place of a shell that has it.
#define TORPOR_LEADER_NAME "torpor-terminal"
#define TORPOR_LEADER_NAME_IN_FRONT "torpor-in-front"

// What goes over the control socket (SOCK_SEQPACKET), each a message of its own.
struct torpor_terminal_message {
  int32_t kind;
  // A signal, or an exit status.
  int32_t number;
};

enum torpor_terminal_message_kind {
  // To the leader: a signal for the executable alone, or for all in the terminal's foreground.
  torpor_terminal_signal = 1,
  torpor_terminal_signal_foreground = 2,
  // To the leader: the terminal is in front of its user now, or is not.
  torpor_terminal_front = 3,
  torpor_terminal_back = 4,
  // To the leader: it is, and the child has not asked for it: others of a pipeline may.
  torpor_terminal_beside = 6,
  // To the leader: what is stopped goes on.
  torpor_terminal_continue = 5,
  // From the leader: the executable was stopped by a signal, or ended.
  torpor_terminal_stopped = 11,
  torpor_terminal_exited = 12,
  torpor_terminal_signalled = 13,
};

// The work of the leader: takes on the user and group, passes signals on to the child, keeps it in the
// terminal's foreground while its user has it in front, tells what becomes of it, and ends as it did.
// Without the other end of the socket it goes on; the terminal's hang-up is passed on to the child.
_Noreturn void torpor_lead_terminal(pid_t child, bool changes_user, uint32_t user, uint32_t group);

// What the child begins as: the first message, or `front`.
int torpor_first_place(int control);

// A pseudo-terminal: its master does not block. Returns 0 and both ends, or a negative errno.
int torpor_open_terminal(int *master, int *terminal);
// The process group in the foreground of a terminal, or a negative errno.
pid_t torpor_terminal_foreground(int terminal);
// Two connected sockets that keep the bounds of messages, closed on exec.
int torpor_packet_sockets(int ends[2]);

// MARK: Writing what programs print

// The most that any number in the file of an output is taken for, so that sums of them fit: 1 EiB.
#define TORPOR_OUTPUT_BYTES_MAX (INT64_C(1) << 60)

// What the file of an output holds: how much was dropped before its content, and where that begins.
struct torpor_output_shape {
  int64_t size;
  int64_t dropped;
  int64_t content_start;
  // Whether there is a hole between the first line, which says so, and the content.
  bool has_hole;
};

// Reads it of the file's first line, which anybody may have written: one that says what cannot be is
// output like any other. Returns 0, or a negative errno.
int torpor_read_output_shape(int file, struct torpor_output_shape *shape);

struct torpor_output_order {
  // When more than bytes_max is kept, all but the last bytes_kept are dropped.
  int64_t bytes_kept;
  int64_t bytes_max;
  // Directory of the control group of the writer; -1: the caller's own.
  int group_directory;
  // The end of a pipe that is read, and the file, which no other process writes to.
  int pipe;
  int file;
  // The pipe of standard error, where it is one of its own; -1: `pipe` has both.
  int error_pipe;
  // A Unix socket whose server gets a copy, in pieces with a torpor_output_piece in front, if it is the
  // user's own; NULL: none.
  const char *copy_path;
  bool changes_user;
  uint32_t user;
  uint32_t group;
  // What the writer turns into, so that it is small: a program that calls torpor_write_output with the
  // numbers and the heading behind it. NULL: it stays what it is, a copy of the caller.
  const char *path;
  const char *option;
  // What it writes to the file first, on a line of its own, and into no copy; NULL: nothing.
  const char *heading;
};

struct torpor_output_piece {
  // 1: standard output, 2: standard error.
  uint32_t stream;
  uint32_t length;
};

// Starts a process that copies from the pipe to the file until nobody can write to the pipe any more,
// and outlives the caller. It waits for the file's lock first (flock(2)), unless the descriptor has it.
// Returns 0, or a negative errno.
int torpor_start_output_writer(const struct torpor_output_order *order);
_Noreturn void torpor_write_output(int64_t bytes_kept, int64_t bytes_max, const char *heading);

// MARK: Descriptors that outlive the process

// What the keeper of descriptors is called in /proc, and its socket in the folder that it is given.
#define TORPOR_KEEPER_NAME "torpor-sockets"
#define TORPOR_KEEPER_SOCKET "descriptors.socket"
// The longest text under which a descriptor is held: a user, an app (255) and a name of the app (256) in
// hexadecimal digits.
#define TORPOR_HELD_TEXT_BYTES 800

struct torpor_keeper_order {
  // The first connection: one end of torpor_packet_pair.
  int connection;
  // Where it listens for the next daemon, and how long it waits for that.
  const char *folder;
  uint32_t patience_milliseconds;
  // Directory of its control group; -1: the caller's own.
  int group_directory;
  // What it turns into, so that it is small: a program that calls torpor_keep_descriptors with the
  // patience behind the option. NULL: it stays what it is, a copy of the caller.
  const char *path;
  const char *option;
};

// Starts a process that holds descriptors, each under a text, and outlives the caller. It listens when
// this returns: 0, or a negative errno.
int torpor_start_descriptor_keeper(const struct torpor_keeper_order *order);
_Noreturn void torpor_keep_descriptors(uint32_t patience_milliseconds);
// Connects to the keeper in a folder. Returns the connection, or a negative errno.
int torpor_connect_keeper(const char *folder);
// Two connected sockets of packets, closed on exec.
int torpor_packet_pair(int ends[2]);
// How long a packet may take to be sent or received.
void torpor_set_packet_patience(int connection, uint32_t milliseconds);

// All groups of a user by the user database, at most *count; sets *count to how many there are.
// Returns -ERANGE when there are more than there is room for.
int torpor_supplementary_groups(uint32_t user, uint32_t group, uint32_t *groups, size_t *count);

// MARK: Watching a process

int torpor_pidfd_open(pid_t pid);
int torpor_pidfd_send_signal(int pidfd, int signal);
// Has the kernel write pages of the process away, or drop clean ones of files (Linux 5.10).
int torpor_page_out(int pidfd, uint64_t address, uint64_t length);
// Has the kernel read pages of the process back from swap, without giving them to it (Linux 5.10).
int torpor_read_back(int pidfd, uint64_t address, uint64_t length);
// Has the calling thread's input and output wait for everybody else's.
int torpor_idle_io(void);
// A duplicate of a descriptor of the process, closed on exec (Linux 5.6); needs the right to trace it.
int torpor_pidfd_getfd(int pidfd, int number);

struct torpor_exit {
  // How si_code says it ended: CLD_EXITED, CLD_KILLED or CLD_DUMPED.
  int32_t code;
  // The exit status or the signal.
  int32_t status;
};

// Reaps a child. Returns 1 when it had ended, 0 when it still runs, -ECHILD when it is no child.
int torpor_reap(int pidfd, struct torpor_exit *ended);
// The exit status of any process, once it was reaped by whoever its parent is (Linux 6.15).
// Returns 1 when known, 0 when it is not reaped yet, else a negative errno.
int torpor_pidfd_exit(int pidfd, struct torpor_exit *ended);

// MARK: Sockets

// Sends bytes with descriptors beside them; never raises SIGPIPE.
ssize_t torpor_send(
  int socket, const void *bytes, size_t count, const int *descriptors, size_t descriptors_count);
// Receives bytes and at most *descriptors_count descriptors (closed on exec). Sets
// *descriptors_count to how many came and *was_truncated when more were sent; those are closed.
ssize_t torpor_receive(
  int socket, void *bytes, size_t count, int *descriptors, size_t *descriptors_count,
  bool *was_truncated);

struct torpor_peer {
  pid_t pid;
  uint32_t user;
  uint32_t group;
};
int torpor_peer_credentials(int socket, struct torpor_peer *peer);
// A pidfd of the peer (Linux 6.5), else a negative errno.
int torpor_peer_pidfd(int socket);

// A connected or bound Unix stream socket; not blocking where asked.
int torpor_unix_listen(const char *path, mode_t mode, int backlog);
int torpor_unix_connect(const char *path, bool is_blocking);

// Sends one datagram to a Unix socket, whose path may begin with '@' for an abstract name: 0, or a negative
// errno. Waits that long for a reader that is behind, and not at all with 0 (-EAGAIN).
int torpor_send_datagram(
  const char *path, const void *bytes, size_t count, uint32_t patience_milliseconds);

// A netlink socket that is told of the groups given as a bit mask; not blocking.
int torpor_netlink_open(int protocol, uint32_t groups);

// Looks at a descriptor without waiting: whether it can be read, and whether its other end is gone.
void torpor_readability(int descriptor, bool *is_readable, bool *is_hung_up);
// How many bytes lie in a descriptor to be read (FIONREAD), or a negative errno where that is not known.
int64_t torpor_unread_bytes(int descriptor);

// The local end of a stream socket of TCP or of the Unix kind.
struct torpor_socket {
  bool is_listening;
  // The kind, and the port or the path: equal in a socket that listens and in the connections that it accepts.
  char key[128];
  // For people: "tcp 127.0.0.1:80", "tcp [::]:80", "unix /run/x", "unix @x".
  char name[160];
};
// Says what a socket is: 0, or -1 where it is of another kind, or has no local address.
int torpor_socket_local(int socket, struct torpor_socket *facts);

// Receives one message of the kernel; those that a process sent are dropped unseen. -ENOBUFS where some
// were lost, or one is longer than the room.
ssize_t torpor_netlink_receive(int socket, void *bytes, size_t count);

// Accepts one connection, closed on exec and not blocking.
int torpor_accept(int listener);
// pipe2(2) with O_CLOEXEC, which Swift's Glibc module does not have.
int torpor_pipe(int ends[2]);

// Gives back the room of a part of a file, which reads as zeros from then on: 0, or a negative errno.
int torpor_make_hole(int file, int64_t offset, int64_t length);

// Opens a path inside an open folder that leads neither out of it nor through a symbolic link
// (Linux 5.6). Returns a descriptor; -EXDEV where it leads out, -ELOOP where through a link.
int torpor_open_beneath(int folder, const char *path, int flags, mode_t mode);
// Opens a folder inside an open folder for reading, of the same mount: -EXDEV where something is mounted there, -ELOOP
// where it is a link.
int torpor_open_folder(int folder, const char *name);
// What there is of a name in an open folder, without following a link and without asking a server of its file system;
// an empty name is the folder itself.
struct torpor_file_facts {
  uint64_t device;
  uint64_t inode;
  uint64_t links;
  // Of the blocks that are allocated for it.
  int64_t bytes;
  uint32_t mode;
  uint32_t user;
  uint32_t group;
  // Whether something is mounted there (Linux 5.8).
  bool is_mount;
};
int torpor_look(int folder, const char *name, struct torpor_file_facts *facts);
// Renames inside open folders; -EEXIST where the new name is taken and `replaces` is false.
int torpor_rename(
  int old_folder, const char *old_name, int new_folder, const char *new_name, bool replaces);
// The names of the extended attributes of an open file, each with a zero byte; with no room, how long they are.
ssize_t torpor_list_attributes(int file, char *names, size_t size);
// Brings everything of the file system that the file is on to the disk; from Linux 5.8 on an error
// of any of its files is told.
int torpor_sync_file_system(int file);

// MARK: The process itself

// Gives the pages of files back that the process has mapped, may not write and has never written,
// and free memory of the heap. Returns the bytes of the mappings. In C, because reading smaps with
// Swift's strings would bring a good part of the pages right back.
size_t torpor_give_back_clean_pages(void);

// The name of an errno value ("EACCES"), or NULL.
const char *torpor_error_name(int error);
int torpor_set_process_name(const char *name);
// A signalfd for the signals, which are blocked from now on.
int torpor_signal_descriptor(const int *signals, size_t count);
// Raises the soft limit on open files to the hard one. Returns the soft limit before.
int64_t torpor_raise_open_files_limit(void);
// Whether the calling process has the capability in its effective set.
bool torpor_has_capability(int capability);
// Makes sure that neither the process nor what it may start gets more rights than its user has, and
// that no other process of that user looks into it. User 0 loses every capability.
int torpor_give_up_rights(void);

struct torpor_dead_man {
  // Read end of a pipe whose write end only the daemon holds.
  int daemon_pipe;
  // The file that every daemon of this subtree locks.
  const char *lock_path;
  // The folder whose child groups are thawed.
  const char *groups_path;
  // A folder of files whose lines are paths of other groups that are thawed; NULL: none.
  const char *records_path;
  // The group of its own, so that whoever ends the daemon's whole group, as a service manager does, leaves it to its work.
  const char *group_path;
  // Whether it moves there after its birth elsewhere: from Linux 6.14 on, one that is born in a group may be killed at once
  // (torpor_start_apart).
  bool moves_to_group;
  // How long to wait for another daemon, in milliseconds.
  uint32_t grace_milliseconds;
};

// Forks a process that thaws all groups when the daemon is gone and no other comes. The caller must
// have no other thread. Returns its pid.
pid_t torpor_dead_man_start(const struct torpor_dead_man *order);

// MARK: Counting the traffic of control groups

// What the sockets of an app have received and sent, in bytes of whole packets: over networks, and over the loopback.
struct torpor_network_bytes {
  uint64_t received;
  uint64_t sent;
  uint64_t loopback_received;
  uint64_t loopback_sent;
};

// Counts what the sockets below each group of that folder receive and send, from now on or since an earlier process has
// begun to. `folder`: its inode, which is the kernel's number of it. Returns a descriptor of the counters; -EPERM: this
// process may not.
int torpor_network_open(int group, uint64_t folder);

// What the sockets below the group with that inode have received and sent; nothing: 0.
int torpor_network_read(int map, uint64_t group, struct torpor_network_bytes *bytes);

// The group is gone. A socket of it that closes later makes a row anew, which the kernel drops when room is short.
void torpor_network_forget(int map, uint64_t group);
