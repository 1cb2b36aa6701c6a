#define _GNU_SOURCE
#include "internal.h"

#include "CVirtualTime.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Whether the process is quiet. Each other thread is looked at twice: it sleeps both times, and was not given a processor
// between the looks (`schedstat`, third number: how often it was given one). So it slept in between. The number is read
// before the first state and behind the second one: what is counted is the beginning of a turn, so that one that runs at
// the first look would not be seen by it. The first looks are all over before the second ones begin, so that there is a
// moment at which all of them slept at once, and nobody was there to wake any.
//
// A look at all of them takes some 3 us for each. Most looks find somebody at work, and mostly the one who was at work
// before: that one is looked at first, and alone while it works.

enum { threads_max = 512 };

// A thread with its open files: opening them takes longer than reading them. Used by the device's thread alone.
struct known {
  pid_t thread;
  int state, turns;
  // Without `schedstat`: how often it gave the processor up, by `status`.
  _Bool has_status;
  unsigned long long count;
};

static struct known known[threads_max];
static int known_count;

static int open_file(pid_t thread, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/%s", (int)thread, name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

static struct known *find(pid_t thread) {
  for (int index = 0; index < known_count; index++) {
    if (known[index].thread == thread) return &known[index];
  }
  if (known_count == threads_max) return NULL;
  struct known *new = &known[known_count];
  *new = (struct known){.thread = thread, .state = open_file(thread, "stat")};
  new->turns = open_file(thread, "schedstat");
  if (new->turns < 0) {
    new->turns = open_file(thread, "status");
    new->has_status = 1;
  }
  if (new->state < 0 || new->turns < 0) {
    if (new->state >= 0) close(new->state);
    if (new->turns >= 0) close(new->turns);
    return NULL;
  }
  known_count++;
  return new;
}

// One that has ended, whose number may come to mean another.
static void forget(struct known *thread) {
  close(thread->state);
  close(thread->turns);
  *thread = known[--known_count];
}

// Forgets those that are not in the list.
static void keep_only(const pid_t *threads, int count) {
  for (int index = known_count - 1; index >= 0; index--) {
    int place = 0;
    while (place < count && threads[place] != known[index].thread) place++;
    if (place == count) forget(&known[index]);
  }
}

static _Bool read_again(int file, char *text, size_t size) {
  ssize_t count = pread(file, text, size - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  return 1;
}

// Adds the number behind a word of a file that is made of lines.
static _Bool add_number(const char *text, const char *word, unsigned long long *sum) {
  const char *place = strstr(text, word);
  if (place) *sum += strtoull(place + strlen(word), NULL, 10);
  return place != NULL;
}

static _Bool turns(const struct known *thread, unsigned long long *count) {
  char text[4096];
  if (!read_again(thread->turns, text, sizeof text)) return 0;
  if (thread->has_status) {
    *count = 0;
    return add_number(text, "\nvoluntary_ctxt_switches:", count) &&
           add_number(text, "\nnonvoluntary_ctxt_switches:", count);
  }
  const char *place = strchr(text, ' ');
  place = place ? strchr(place + 1, ' ') : NULL;
  if (!place) return 0;
  *count = strtoull(place, NULL, 10);
  return 1;
}

static char state(const struct known *thread) {
  // What follows the state is of no interest; the name before it has 15 characters at most.
  char text[64];
  if (!read_again(thread->state, text, sizeof text)) return 0;
  // The name may have anything in it, and is in brackets.
  const char *end = strrchr(text, ')');
  return end && end[1] == ' ' ? end[2] : 0;
}

// The other threads; -1 where the folder has not even this one, so that it is another folder.
static int list(int folder, pid_t *threads, int count_max) {
  pid_t own = (pid_t)syscall(SYS_gettid);
  _Bool has_own = 0;
  int count = 0;
  char room[4096];
  lseek(folder, 0, SEEK_SET);
  for (;;) {
    long bytes = syscall(SYS_getdents64, folder, room, sizeof room);
    if (bytes <= 0) return has_own ? count : -1;
    for (long place = 0; place < bytes;) {
      struct dirent64 *entry = (struct dirent64 *)(room + place);
      pid_t thread = (pid_t)atoi(entry->d_name);
      if (thread == own) has_own = 1;
      if (thread > 0 && thread != own && count < count_max) threads[count++] = thread;
      place += entry->d_reclen;
    }
  }
}

// The folder of all threads, opened once. Used by the device's thread alone.
static int folder = -1;
static struct stat folder_facts;

static int list_threads(pid_t *threads, int count_max) {
  struct stat facts;
  _Bool is_known = folder >= 0 && fstat(folder, &facts) == 0 && facts.st_dev == folder_facts.st_dev &&
                   facts.st_ino == folder_facts.st_ino;
  if (!is_known) {
    // Not opened yet, or the app has closed it and the number may be a file of its own.
    folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || fstat(folder, &folder_facts) != 0) return -1;
  }
  return list(folder, threads, count_max);
}

// The one that was at work when it was looked at last; it may have ended.
static pid_t last_at_work;

static _Bool is_at_work(struct known *thread) {
  switch (state(thread)) {
    case 'S': return 0;
    // Without its files: one that has ended is opened no more.
    case 0: forget(thread); return 1;
    default: last_at_work = thread->thread; return 1;
  }
}

// Called before a thread is looked at for the second time; for tests of this file.
static void (*second_look)(pid_t thread);

void torpor_vt_watch_second_looks(void (*body)(pid_t thread)) { second_look = body; }

static _Bool all_sleep(void) {
  pid_t threads[threads_max], again[threads_max];
  for (int index = 0; index < known_count; index++) {
    if (known[index].thread != last_at_work) continue;
    if (is_at_work(&known[index])) return 0;
    break;
  }
  int number = list_threads(threads, threads_max);
  // Of more threads than that nothing is known.
  if (number < 0 || number == threads_max) return 0;
  keep_only(threads, number);
  for (int index = 0; index < number; index++) {
    struct known *thread = find(threads[index]);
    if (!thread) return 0;
    if (!turns(thread, &thread->count)) {
      forget(thread);
      return 0;
    }
    if (is_at_work(thread)) return 0;
  }
  if (list_threads(again, threads_max) != number) return 0;
  if (memcmp(threads, again, (size_t)number * sizeof *threads) != 0) return 0;
  for (int index = 0; index < number; index++) {
    struct known *thread = find(threads[index]);
    unsigned long long count;
    if (second_look) second_look(threads[index]);
    if (!thread || is_at_work(thread) || !turns(thread, &count)) return 0;
    if (count != thread->count) {
      last_at_work = thread->thread;
      return 0;
    }
  }
  return 1;
}

_Bool torpor_vt_is_quiet(void) {
  if (torpor_vt_fire() > 0 || torpor_vt_next() <= vt_now()) return 0;
  if (vt_timers_are_under_way() || vt_awaits_server()) return 0;
  return all_sleep() && torpor_vt_next() > vt_now();
}

int torpor_vt_threads(pid_t *threads, int count_max, _Bool running) {
  int count = list_threads(threads, count_max), kept = 0;
  for (int index = 0; index < count; index++) {
    struct known *thread = find(threads[index]);
    unsigned long long now = 0;
    // One that hands work to another sleeps at most moments.
    _Bool has_run = thread && (state(thread) == 'R' || (turns(thread, &now) && now != thread->count));
    if (thread && now != 0) thread->count = now;
    if (!running || has_run) threads[kept++] = threads[index];
  }
  return kept;
}
