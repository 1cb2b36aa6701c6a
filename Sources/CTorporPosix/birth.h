// How processes are made in a control group; for the files of this target alone.
#pragma once

#include "CTorporPosix.h"

// What a clone comes to: a process with a pidfd of it, or a negative errno; 0 in the child.
struct torpor_birth {
  long pid;
  int pidfd;
  // Whether the child must enter its group by itself.
  bool enters_group;
};

// Clones the process into a group; `group_directory` -1: its own. Before Linux 5.7, and under filters
// that hide clone3, the child enters the group by itself.
struct torpor_birth torpor_clone_into(int group_directory, bool avoids_clone3);

// Moves the calling process to a group. Returns 0, or errno.
int torpor_enter_group(int group_directory);

// What a process apart does, and never returns from; `prepared` is what its preparation returned.
typedef void torpor_work_apart(const void *order, int prepared);

// Starts a process in a group, which no process has to wait for, with every signal blocked. `prepare` (NULL: none)
// runs before that, in a process that the caller waits for. Returns 0 when it runs, or a negative errno.
//
// From Linux 6.14 on the kernel kills a process at its birth in a group where `cgroup.kill` was written more or less
// often than in its parent's. Such a process is made again outside of the group and enters it by itself.
int torpor_start_apart(
  int group_directory, int (*prepare)(const void *order), torpor_work_apart *work,
  const void *order);

// The first descriptor of a process apart.
#define TORPOR_FIRST_PLACE 3

// Starts a session, puts /dev/null in the place of the standard streams and those descriptors behind them, from
// TORPOR_FIRST_PLACE on, and closes all others. The place of a -1 is closed. Ends the process where that fails. The
// caller of torpor_start_apart continues after that.
void torpor_take_places(const int *descriptors, int count);

// Turns the process into a program with those arguments, of which the first is its path; without a path, and where
// that fails, returns.
void torpor_turn_into(const char *const *arguments);

// The environment of what this process turns into: what is needed to find shared libraries, and nothing
// else, since it may be read by a user whose rights the process has by then.
void torpor_keep_library_path(const char *kept[2]);
