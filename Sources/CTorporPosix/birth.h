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

// The environment of what this process turns into: what is needed to find shared libraries, and nothing
// else, since it may be read by a user whose rights the process has by then.
void torpor_keep_library_path(const char *kept[2]);
