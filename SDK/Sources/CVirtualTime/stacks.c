#define _GNU_SOURCE
#include "internal.h"

#include "CVirtualTime.h"

#include <elf.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

// Where a thread hangs: a signal has it write down its own frames.

enum { frames_max = 128 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *found[frames_max];
static int found_count;
static atomic_int is_written;

static atomic_int asked;

// Through the frames that code keeps in a chain, as Swift's does. What is no frame cannot be read, which the kernel says.
static int walk(const ucontext_t *context, void **frames, int count_max) {
#if defined(__x86_64__)
  uintptr_t place = (uintptr_t)context->uc_mcontext.gregs[REG_RBP];
  uintptr_t code = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  uintptr_t place = context->uc_mcontext.regs[29], code = context->uc_mcontext.pc;
#else
  uintptr_t place = 0, code = 0;
  (void)context;
#endif
  int count = 0;
  while (code && count < count_max) {
    frames[count++] = (void *)code;
    uintptr_t frame[2];
    struct iovec here = {frame, sizeof frame}, there = {(void *)place, sizeof frame};
    if (syscall(SYS_process_vm_readv, getpid(), &here, 1, &there, 1, 0) != sizeof frame) break;
    if (frame[0] <= place) break;
    place = frame[0];
    code = frame[1];
  }
  return count;
}

static void on_signal(int number, siginfo_t *information, void *context) {
  (void)number;
  (void)information;
  if (atomic_load(&asked) != (int)syscall(SYS_gettid)) return;
  atomic_store(&asked, 0);
  int error = errno;
  // The handler and what the kernel puts below it say nothing.
  const int own = 2;
  void *chain[frames_max];
  int count = backtrace(found, frames_max), chain_count = walk(context, chain, frames_max);
  found_count = count > own ? count - own : 0;
  memmove(found, found + own, (size_t)found_count * sizeof *found);
  // Where tables are missing the chain goes further, and the other way round.
  if (chain_count > found_count) {
    found_count = chain_count;
    memcpy(found, chain, (size_t)chain_count * sizeof *found);
  }
  errno = error;
  atomic_store(&is_written, 1);
}

__attribute__((constructor)) static void prepare(void) {
  if (!vt_is_test()) return;
  // Without SA_RESTART: a wait is to end.
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
  sigaction(vt_signal, &action, NULL);
  // The first call loads a library, which a handler of a signal may not.
  void *first[1];
  backtrace(first, 1);
}

int torpor_vt_frames(pid_t thread, void **frames, int count_max) {
  // A thread that is not given a processor within that time says nothing.
  const int tries = 1000;
  pthread_mutex_lock(&lock);
  atomic_store(&is_written, 0);
  atomic_store(&asked, thread);
  int count = 0;
  if (syscall(SYS_tgkill, getpid(), thread, vt_signal) == 0) {
    for (int index = 0; index < tries && !atomic_load(&is_written); index++) {
      torpor_vt_pause(1000000);
    }
    if (atomic_load(&is_written)) {
      for (int index = 0; index < found_count && count < count_max; index++) {
        frames[count++] = found[index];
      }
    }
  }
  pthread_mutex_unlock(&lock);
  return count;
}

// MARK: Names

extern char *swift_demangle(const char *, size_t, char *, size_t *, uint32_t);

struct program {
  const char *bytes;
  size_t size;
  uintptr_t base;
};

static int find_program(struct dl_phdr_info *information, size_t size, void *result) {
  (void)size;
  // The first one is the program.
  ((struct program *)result)->base = information->dlpi_addr;
  return 1;
}

static struct program program(void) {
  static struct program known;
  if (known.bytes) return known;
  dl_iterate_phdr(find_program, &known);
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat facts;
  if (file >= 0 && fstat(file, &facts) == 0) {
    void *bytes = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      known.bytes = bytes;
      known.size = (size_t)facts.st_size;
    }
  }
  if (file >= 0) close(file);
  return known;
}

// The loader knows what libraries offer; the names of a program's own functions are in its file alone.
static const char *name_in_program(uintptr_t address) {
  struct program own = program();
  if (!own.bytes) return NULL;
  const ElfW(Ehdr) *header = (const void *)own.bytes;
  const ElfW(Shdr) *sections = (const void *)(own.bytes + header->e_shoff);
  for (int index = 0; index < header->e_shnum; index++) {
    if (sections[index].sh_type != SHT_SYMTAB) continue;
    const ElfW(Sym) *symbols = (const void *)(own.bytes + sections[index].sh_offset);
    const char *names = own.bytes + sections[sections[index].sh_link].sh_offset;
    size_t count = sections[index].sh_size / sizeof *symbols;
    for (size_t place = 0; place < count; place++) {
      uintptr_t begin = own.base + symbols[place].st_value;
      if ((symbols[place].st_info & 0xf) == STT_FUNC && address >= begin &&
          address < begin + symbols[place].st_size) {
        return names + symbols[place].st_name;
      }
    }
  }
  return NULL;
}

void torpor_vt_symbol(const void *address, char *text, size_t size) {
  Dl_info information = {0};
  dladdr(address, &information);
  const char *name = information.dli_sname;
  if (!name) name = name_in_program((uintptr_t)address);
  text[0] = 0;
  if (!name) {
    const char *file = information.dli_fname ? strrchr(information.dli_fname, '/') : NULL;
    if (file) snprintf(text, size, "%s", file + 1);
    return;
  }
  char *written = swift_demangle(name, strlen(name), NULL, NULL, 0);
  snprintf(text, size, "%s", written ? written : name);
  free(written);
}
