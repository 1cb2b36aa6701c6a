// The app's home is its container, before Foundation asks for it.
//
// A library of its own, since Foundation for Linux reads its variables when it is initialised. The loader initialises of
// libraries that do not depend on each other the last of an executable's list first, and the toolset file has the linker
// put this one behind Foundation; UIApplicationMain says so where that has not come about. (With `-z initfirst` it would
// run before the C library has the variables.)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void set(const char *name, const char *container, const char *folder) {
  char path[4096];
  int length = snprintf(path, sizeof path, "%s%s", container, folder);
  if (length > 0 && (size_t)length < sizeof path) {
    setenv(name, path, 1);
  }
}

static char test_home[4096];
static pid_t test_process;

// The home that this process has made for itself; NULL where it has not. A function and no variable of the environment,
// which another process could have set: what is in the folder is removed.
const char *torpor_test_home(void) { return test_process == getpid() ? test_home : NULL; }

static int remove_entry(const char *path, const struct stat *facts, int kind, struct FTW *place) {
  (void)facts;
  (void)kind;
  (void)place;
  return remove(path);
}

static void remove_test_home(void) {
  // A child that was forked has the same handler.
  if (getpid() == test_process) {
    nftw(test_home, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  }
}

// A test that is linked with SimulatedDevice has the app in its own process: the app's files are in a folder of that
// process, and neither in the home of the developer nor in that of the test before.
//
// Among the many libraries of a test this one is initialised behind Foundation; libSimulatedDevice calls this where Dispatch is
// initialised, which Foundation depends on.
void torpor_live_in_test(void) {
  if (test_process == getpid()) {
    return;
  }
  // The tests of a package are a program of that name; an app that is linked with the library has its own home.
  static const char ending[] = ".xctest";
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  size_t size = sizeof ending - 1;
  if (!dlsym(RTLD_DEFAULT, "torpor_vt_begin") || length <= (ssize_t)size ||
      memcmp(path + length - size, ending, size) != 0) {
    return;
  }
  const char *base = getenv("TMPDIR");
  snprintf(test_home, sizeof test_home, "%s/torpor-home.XXXXXX", base && base[0] == '/' ? base : "/tmp");
  if (!mkdtemp(test_home)) {
    return;
  }
  // Where temporary files are: a program of the tests may want one before there is a device.
  char temporary[4200];
  snprintf(temporary, sizeof temporary, "%s/tmp", test_home);
  if (mkdir(temporary, 0700) != 0) {
    return;
  }
  test_process = getpid();
  atexit(remove_test_home);
  set("CFFIXED_USER_HOME", test_home, "");
  set("XDG_CONFIG_HOME", test_home, "/Library/Preferences");
  set("XDG_DATA_HOME", test_home, "/Library/Application Support");
  set("XDG_CACHE_HOME", test_home, "/Library/Caches");
  set("TMPDIR", test_home, "/tmp");
}

// Foundation takes the home from CFFIXED_USER_HOME, and the folders in it from the variables of the XDG Base Directory
// Specification; the daemon has set that of the caches. HOME stays the user's.
//
// Foundation reads some of the variables at each use, so that they stay set, and programs that the app starts inherit them:
// one that looks into the XDG folders finds the container.
__attribute__((constructor)) static void live_in_container(void) {
  const char *container = getenv("TORPOR_CONTAINER");
  if (!container || container[0] != '/') {
    torpor_live_in_test();
    return;
  }
  set("CFFIXED_USER_HOME", container, "");
  set("XDG_CONFIG_HOME", container, "/Library/Preferences");
  set("XDG_DATA_HOME", container, "/Library/Application Support");
  set("TMPDIR", container, "/tmp");
}
