#define _GNU_SOURCE
#include "internal.h"

#include "CVirtualTime.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void torpor_vt_library(char *path, size_t size) {
  Dl_info information;
  path[0] = 0;
  if (dladdr((void *)torpor_vt_library, &information) && information.dli_fname) {
    strncat(path, information.dli_fname, size - 1);
  }
}

const char *torpor_vt_home(void) {
  const char *(*home)(void) = dlsym(RTLD_DEFAULT, "torpor_test_home");
  return home ? home() : NULL;
}

pid_t torpor_vt_spawn(const char *path, char *const *arguments, int third, int fourth) {
  // Out of the way of the numbers that they get.
  int high[2] = {fcntl(third, F_DUPFD_CLOEXEC, 16), fcntl(fourth, F_DUPFD_CLOEXEC, 16)};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, high[0], 3);
  posix_spawn_file_actions_adddup2(&actions, high[1], 4);
  pid_t process = -1;
  int error = posix_spawn(&process, path, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(high[0]);
  close(high[1]);
  errno = error;
  return error == 0 ? process : -1;
}

ssize_t torpor_vt_output(const char *path, char *const *arguments, char *text, size_t size) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t process = -1;
  int error = posix_spawn(&process, path, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  size_t count = 0;
  // What does not fit is read all the same, so that the program ends.
  for (char rest[4096]; error == 0;) {
    char *place = count < size ? text + count : rest;
    ssize_t part = read(ends[0], place, count < size ? size - count : sizeof rest);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) break;
    if (count < size) count += (size_t)part;
  }
  close(ends[0]);
  while (error == 0 && waitpid(process, NULL, 0) < 0 && errno == EINTR) {
  }
  errno = error;
  return error == 0 ? (ssize_t)count : -1;
}

// Foundation's own functions, which it exports and has no header for.
typedef const void *object;
void torpor_vt_set_information(object key, object value) {
  object (*main_bundle)(void) = dlsym(RTLD_DEFAULT, "CFBundleGetMainBundle");
  object (*dictionary)(object) = dlsym(RTLD_DEFAULT, "CFBundleGetInfoDictionary");
  void (*set)(object, object, object) = dlsym(RTLD_DEFAULT, "CFDictionarySetValue");
  if (main_bundle && dictionary && set) set(dictionary(main_bundle()), key, value);
}

void torpor_vt_remove_information(object key) {
  object (*main_bundle)(void) = dlsym(RTLD_DEFAULT, "CFBundleGetMainBundle");
  object (*dictionary)(object) = dlsym(RTLD_DEFAULT, "CFBundleGetInfoDictionary");
  void (*take)(object, object) = dlsym(RTLD_DEFAULT, "CFDictionaryRemoveValue");
  if (main_bundle && dictionary && take) take(dictionary(main_bundle()), key);
}

// MARK: Places of other libraries

// Dispatch stands before this library in the loader's order, so that defining one of its functions has no effect: the place
// where another library, or Dispatch itself, keeps the function's address is written to.
struct replacement {
  const char *library, *name;
  void *function;
};

static void write_place(uintptr_t place, void *function, _Bool is_protected) {
  uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)(place & ~(page_size - 1));
  if (is_protected && mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return;
  *(void **)place = function;
  if (is_protected) mprotect(page, page_size, PROT_READ);
}

static int replace(struct dl_phdr_info *information, size_t size, void *argument) {
  (void)size;
  const struct replacement *wanted = argument;
  if (!strstr(information->dlpi_name, wanted->library)) return 0;
  const ElfW(Dyn) *dynamic = NULL;
  // What the loader has made read-only behind its own work.
  uintptr_t protected_begin = 0, protected_end = 0;
  for (int index = 0; index < information->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &information->dlpi_phdr[index];
    if (header->p_type == PT_GNU_RELRO) {
      protected_begin = information->dlpi_addr + header->p_vaddr;
      // Whole pages, as the loader does.
      protected_end = (protected_begin + header->p_memsz) & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    }
    if (header->p_type == PT_DYNAMIC) {
      dynamic = (const void *)(information->dlpi_addr + header->p_vaddr);
    }
  }
  const ElfW(Sym) *symbols = NULL;
  const char *names = NULL;
  const ElfW(Rela) *relocations[2] = {NULL, NULL};
  size_t bytes[2] = {0, 0};
  for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
    switch (dynamic->d_tag) {
      case DT_SYMTAB: symbols = (const void *)dynamic->d_un.d_ptr; break;
      case DT_STRTAB: names = (const void *)dynamic->d_un.d_ptr; break;
      case DT_JMPREL: relocations[0] = (const void *)dynamic->d_un.d_ptr; break;
      case DT_PLTRELSZ: bytes[0] = dynamic->d_un.d_val; break;
      case DT_RELA: relocations[1] = (const void *)dynamic->d_un.d_ptr; break;
      case DT_RELASZ: bytes[1] = dynamic->d_un.d_val; break;
      default: break;
    }
  }
  if (!symbols || !names) return 1;
  for (int table = 0; table < 2; table++) {
    for (size_t index = 0; index < bytes[table] / sizeof **relocations; index++) {
      const ElfW(Rela) *entry = &relocations[table][index];
      const char *name = names + symbols[ELF64_R_SYM(entry->r_info)].st_name;
      if (strcmp(name, wanted->name) != 0) continue;
      uintptr_t place = information->dlpi_addr + entry->r_offset;
      write_place(place, wanted->function, place >= protected_begin && place < protected_end);
    }
  }
  return 1;
}

// MARK: Threads

// Dispatch has as many threads in its pool as the machine has processors: a test could not continue beside an app that
// waits on all of them. Apple's has 64.
static const int pool_threads = 64;

// Once a second Dispatch looks whether its pool has too few threads that run, and gives it more. Nobody else would make a
// device stop so often: an app in front would have 86,400 moments in a day. It is the first timer that Dispatch sets for
// itself. Without it the pool does not grow beyond the threads above.
static void set_own_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  static atomic_bool has_monitor;
  static const uint64_t never = UINT64_MAX, monitor_interval = 1000000000;
  void (*set)(void *, uint64_t, uint64_t, uint64_t) = dlsym(RTLD_DEFAULT, "dispatch_source_set_timer");
  _Bool is_monitor = interval == monitor_interval && !atomic_exchange(&has_monitor, 1);
  set(source, is_monitor ? never : start, interval, leeway);
}

// It asks when it is initialised, before Foundation is, which keeps the places of the home from then on.
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  void (*live_in_test)(void) = vt_is_test() ? dlsym(RTLD_DEFAULT, "torpor_live_in_test") : NULL;
  if (live_in_test && !getenv("TORPOR_CONTAINER")) live_in_test();
  struct replacement timer = {"libdispatch.so", "dispatch_source_set_timer", (void *)set_own_timer};
  if (vt_is_test()) dl_iterate_phdr(replace, &timer);
  int result = REAL(pthread_getaffinity_np)(thread, size, set);
  for (int index = 0; result == 0 && vt_is_test() && index < pool_threads; index++) CPU_SET_S(index, size, set);
  return result;
}

// MARK: The main thread

// Swift's async main ends in dispatch_main(), which gives up the main thread: the main queue is served by any thread, and
// no run loop of the app's runs. An app's main thread serves its run loop, so that here it does, too.
__attribute__((noreturn)) static void serve_main_loop(void) {
  int32_t (*run)(object, double, unsigned char) = dlsym(RTLD_DEFAULT, "CFRunLoopRunInMode");
  object *mode = dlsym(RTLD_DEFAULT, "kCFRunLoopDefaultMode");
  // The longest that Foundation takes.
  const double forever = 1e10;
  for (;;) run(*mode, forever, 1);
}

__attribute__((constructor)) static void keep_main_thread(void) {
  struct replacement main = {"libswift_Concurrency.so", "dispatch_main", (void *)serve_main_loop};
  if (vt_is_test()) dl_iterate_phdr(replace, &main);
}
