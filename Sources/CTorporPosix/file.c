// Files: what Swift's Glibc module does not have.

#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

int torpor_make_hole(int file, int64_t offset, int64_t length) {
  int mode = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
  return fallocate(file, mode, offset, length) < 0 ? -errno : 0;
}

int torpor_open_beneath(int folder, const char *path, int flags, mode_t mode) {
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = (uint64_t)(uint32_t)(flags | O_CLOEXEC);
  // openat2 refuses a mode where nothing is made.
  how.mode = (flags & O_CREAT) != 0 ? mode : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long descriptor;
  do {
    descriptor = syscall(SYS_openat2, folder, path, &how, sizeof how);
    // EAGAIN: somebody renamed something on the way, and the kernel cannot be sure.
  } while (descriptor < 0 && (errno == EINTR || errno == EAGAIN));
  return descriptor < 0 ? -errno : (int)descriptor;
}

int torpor_open_folder(int folder, const char *name) {
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
  long descriptor;
  do {
    descriptor = syscall(SYS_openat2, folder, name, &how, sizeof how);
  } while (descriptor < 0 && (errno == EINTR || errno == EAGAIN));
  return descriptor < 0 ? -errno : (int)descriptor;
}

int torpor_look(int folder, const char *name, struct torpor_file_facts *facts) {
  struct statx found;
  // What the kernel knows by itself: a server that is frozen would keep this waiting.
  int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_STATX_DONT_SYNC | AT_EMPTY_PATH;
  unsigned int wanted = STATX_TYPE | STATX_MODE | STATX_NLINK | STATX_UID | STATX_GID | STATX_INO |
                        STATX_BLOCKS;
  if (statx(folder, name, flags, wanted, &found) < 0) return -errno;
  facts->device = (uint64_t)found.stx_dev_major << 32 | found.stx_dev_minor;
  facts->inode = found.stx_ino;
  facts->links = found.stx_nlink;
  // stat(2): always in units of 512 bytes.
  facts->bytes = found.stx_blocks > INT64_MAX / 512 ? INT64_MAX : (int64_t)found.stx_blocks * 512;
  facts->mode = found.stx_mode;
  facts->user = found.stx_uid;
  facts->group = found.stx_gid;
  facts->is_mount = (found.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
  return 0;
}

int torpor_rename(
  int old_folder, const char *old_name, int new_folder, const char *new_name, bool replaces) {
  unsigned int flags = replaces ? 0 : RENAME_NOREPLACE;
  if (renameat2(old_folder, old_name, new_folder, new_name, flags) == 0) return 0;
  // A file system without the flag: link(2) does not replace anything either.
  if (replaces || (errno != EINVAL && errno != ENOSYS)) return -errno;
  if (linkat(old_folder, old_name, new_folder, new_name, 0) < 0) return -errno;
  return unlinkat(old_folder, old_name, 0) < 0 ? -errno : 0;
}

ssize_t torpor_list_attributes(int file, char *names, size_t size) {
  ssize_t length = flistxattr(file, names, size);
  return length < 0 ? -errno : length;
}

int torpor_sync_file_system(int file) { return syncfs(file) < 0 ? -errno : 0; }
