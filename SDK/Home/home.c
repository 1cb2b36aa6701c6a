// The app's home is its container, before Foundation asks for it.
//
// A library of its own, since Foundation for Linux reads its variables when it is initialised. The loader initialises of
// libraries that do not depend on each other the last of an executable's list first, and the toolset file has the linker
// put this one behind Foundation; UIApplicationMain says so where that has not come about. (With `-z initfirst` it would
// run before the C library has the variables.)

#include <stdio.h>
#include <stdlib.h>

static void set(const char *name, const char *container, const char *folder) {
  char path[4096];
  int length = snprintf(path, sizeof path, "%s%s", container, folder);
  if (length > 0 && (size_t)length < sizeof path) {
    setenv(name, path, 1);
  }
}

// Foundation takes the home from CFFIXED_USER_HOME, and the folders in it from the variables of the XDG Base Directory
// Specification; the daemon has set that of the caches. HOME stays the user's.
//
// Foundation reads some of the variables at each use, so that they stay set, and programs that the app starts inherit them:
// one that looks into the XDG folders finds the container.
__attribute__((constructor)) static void live_in_container(void) {
  const char *container = getenv("TORPOR_CONTAINER");
  if (!container || container[0] != '/') {
    return;
  }
  set("CFFIXED_USER_HOME", container, "");
  set("XDG_CONFIG_HOME", container, "/Library/Preferences");
  set("XDG_DATA_HOME", container, "/Library/Application Support");
  set("TMPDIR", container, "/tmp");
}
