#define _GNU_SOURCE
#include "CTorporPosix.h"

#include <errno.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// A keeper is a copy of the daemon that has one thing to do, perhaps for days, beside hundreds of its
// kind. So it gives back every page that the daemon had, those of the C library's data among them.
// From then on nothing may be called that is not in this file, nor anything be read that was written
// before, except on the stack: no errno, no thread-local variable, no function of the C library.

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KEEPS_MEMORY 1
#endif
#endif

#define ALONE __attribute__((no_builtin, noinline))

#if defined(__x86_64__)
static inline __attribute__((always_inline)) long call(
  long number, long first, long second, long third, long fourth) {
  register long r10 __asm__("r10") = fourth;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third), "r"(r10)
                   : "rcx", "r11", "memory");
  return result;
}
static inline __attribute__((always_inline)) unsigned long thread_pointer(void) {
  unsigned long pointer;
  __asm__("mov %%fs:0, %0" : "=r"(pointer));
  return pointer;
}
#elif defined(__aarch64__)
static inline __attribute__((always_inline)) long call(
  long number, long first, long second, long third, long fourth) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  register long x3 __asm__("x3") = fourth;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
}
static inline __attribute__((always_inline)) unsigned long thread_pointer(void) {
  unsigned long pointer;
  __asm__("mrs %0, tpidr_el0" : "=r"(pointer));
  return pointer;
}
#else
// Elsewhere it stays as large as it was born.
#define KEEPS_MEMORY 1
static long call(long number, long first, long second, long third, long fourth) {
  long result = syscall(number, first, second, third, fourth);
  return result < 0 ? -errno : result;
}
#endif

// The smallest page of any processor, and a unit for what the stack needs.
#define PAGE 4096UL

// MARK: Memory

#ifndef KEEPS_MEMORY
struct mapping {
  unsigned long start, end;
  bool is_private, is_of_kernel, is_anonymous;
};

// Reads one line of /proc/self/maps: "START-END rwxp OFFSET MAJOR:MINOR INODE PATH".
ALONE static void read_line(const char *line, long length, struct mapping *mapping) {
  unsigned long numbers[2];
  numbers[0] = numbers[1] = 0;
  long at = 0;
  for (int index = 0; index < 2; index++) {
    for (; at < length && line[at] != '-' && line[at] != ' '; at++) {
      char digit = line[at];
      numbers[index] = numbers[index] * 16
        + (unsigned long)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    }
    at++;
  }
  mapping->start = numbers[0];
  mapping->end = numbers[1];
  mapping->is_private = at + 3 < length && line[at + 3] == 'p';
  // Behind three more words stand the inode and the path, if any.
  for (int word = 0; word < 3 && at < length; word++) {
    while (at < length && line[at] != ' ') at++;
    while (at < length && line[at] == ' ') at++;
  }
  mapping->is_anonymous = at < length && line[at] == '0';
  while (at < length && line[at] != ' ') at++;
  while (at < length && line[at] == ' ') at++;
  // [vdso], [vvar], [vsyscall] are the kernel's; [heap], [stack] and [anon:…] are not.
  mapping->is_of_kernel = at + 1 < length && line[at] == '[' && line[at + 1] == 'v';
}

// Gives a mapping's pages back. `low` and `high` bound what is in use of the stack.
ALONE static void shed(const struct mapping *mapping, unsigned long low, unsigned long high) {
  if (!mapping->is_private || mapping->is_of_kernel) return;
  unsigned long start = mapping->start, end = mapping->end;
  if (start <= low && low < end) {
    call(SYS_madvise, (long)start, (long)(low - start), MADV_DONTNEED, 0);
    if (high < end) call(SYS_madvise, (long)high, (long)(end - high), MADV_DONTNEED, 0);
    return;
  }
  unsigned long thread = thread_pointer();
  // The kernel writes to the thread's own mapping (rseq), and code comes back from its file.
  if (mapping->is_anonymous && !(start <= thread && thread < end)) {
    call(SYS_munmap, (long)start, (long)(end - start), 0, 0);
  } else {
    call(SYS_madvise, (long)start, (long)(end - start), MADV_DONTNEED, 0);
  }
}

// A page is as large as the processor and the kernel have it: 4, 16 or 64 KiB.
// Below the frames of whoever calls: room for this function's own buffer and for what it calls.
#define STACK_BELOW (6 * PAGE)
#define STACK_ABOVE (1 * PAGE)

ALONE static void give_memory_back(unsigned long frame, unsigned long page) {
  // Outwards to whole pages: of a part of one the kernel takes the whole.
  unsigned long low = (frame - STACK_BELOW) & ~(page - 1);
  unsigned long high = (frame + STACK_ABOVE + page - 1) & ~(page - 1);
  const char path[] = {'/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 'm', 'a', 'p', 's', 0};
  long file = call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return;
  char buffer[2 * PAGE];
  long filled = 0;
  for (;;) {
    long count = call(SYS_read, file, (long)(buffer + filled), (long)sizeof buffer - filled, 0);
    if (count <= 0) break;
    filled += count;
    long begin = 0;
    for (long at = 0; at < filled; at++) {
      if (buffer[at] != '\n') continue;
      struct mapping mapping;
      read_line(buffer + begin, at - begin, &mapping);
      shed(&mapping, low, high);
      begin = at + 1;
    }
    for (long at = begin; at < filled; at++) buffer[at - begin] = buffer[at];
    filled -= begin;
  }
  call(SYS_close, file, 0, 0, 0);
}
#endif

// MARK: The end

ALONE static void put_number(char *line, int end, int number) {
  unsigned int rest = number < 0 ? 0 : (unsigned int)number;
  do {
    line[--end] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
}

ALONE void torpor_write_end(int file, const char *word, int first, int second) {
  if (file < 0) return;
  char line[TORPOR_END_BYTES];
  for (int at = 0; at < TORPOR_END_BYTES; at++) line[at] = ' ';
  for (int at = 0; word[at] != 0; at++) line[at] = word[at];
  put_number(line, TORPOR_END_BYTES / 2 + 4, first);
  put_number(line, TORPOR_END_BYTES - 1, second);
  line[TORPOR_END_BYTES - 1] = '\n';
  while (call(SYS_pwrite64, file, (long)line, TORPOR_END_BYTES, 0) == -EINTR) {}
}

// Ends as the child did, for whoever waits for this process; not dumpable, it leaves no core file.
ALONE static _Noreturn void end_as(int status, pid_t child, int file) {
  const char exited[] = {'e', 'x', 'i', 't', 'e', 'd', 0};
  const char signalled[] = {'s', 'i', 'g', 'n', 'a', 'l', 'l', 'e', 'd', 0};
  if (WIFEXITED(status)) {
    torpor_write_end(file, exited, WEXITSTATUS(status), child);
    for (;;) call(SYS_exit_group, WEXITSTATUS(status), 0, 0, 0);
  }
  int number = WTERMSIG(status);
  torpor_write_end(file, signalled, number, child);
  uint64_t none = 0;
  call(SYS_kill, call(SYS_getpid, 0, 0, 0, 0), number, 0, 0);
  call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, sizeof none);
  for (;;) call(SYS_exit_group, 128 + number, 0, 0, 0);
}

static void take_on_user(uint32_t user, uint32_t group) {
  // Raw, as in a fork of a process with threads. A keeper that cannot give its rights up has no use
  // for them, and does no harm with them: it waits, writes a line, and ends.
  gid_t group_id = group;
  uid_t user_id = user;
  (void)syscall(SYS_setgroups, 0, NULL);
  (void)syscall(SYS_setresgid, group_id, group_id, group_id);
  (void)syscall(SYS_setresuid, user_id, user_id, user_id);
}

ALONE void torpor_keep_end(
  pid_t child, int file, bool changes_user, uint32_t user, uint32_t group) {
  // Nothing but SIGKILL ends it before its child has ended.
  uint64_t all = ~0ULL;
  call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, 0, sizeof all);
  prctl(PR_SET_NAME, "torpor-keeper", 0, 0, 0);
  if (changes_user) take_on_user(user, group);
  // The file is not for the user's other programs to write to.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#ifndef KEEPS_MEMORY
  // Asked for here, while the C library's data are still there.
  unsigned long page = getauxval(AT_PAGESZ);
  give_memory_back((unsigned long)__builtin_frame_address(0), page > PAGE ? page : PAGE);
#endif
  for (;;) {
    int status;
    long ended = call(SYS_wait4, child, (long)&status, 0, 0);
    if (ended == child) end_as(status, child, file);
    if (ended < 0 && ended != -EINTR)
      for (;;) call(SYS_exit_group, 127, 0, 0, 0);
  }
}
