#ifndef TORPOR_VIRTUAL_TIME_H
#define TORPOR_VIRTUAL_TIME_H

#include <stdint.h>
#include <sys/types.h>

// Time and quiet of a process in which an app is tested. The library defines functions of the C library by which
// Foundation, Dispatch and Swift's concurrency reach time, and stands before it in the loader's order. While a device is
// simulated they give its time; otherwise they do what the C library does.
//
// Moments are nanoseconds on the device's time line, which begins at 0.

// A page that is shared with the device: the first word is the moment at which it stands. Returns its descriptor, or -1.
int torpor_vt_page(int64_t *_Nullable *_Nonnull page);

// Begins the device's time, which is read from the page; the wall clock shows that much at 0.
void torpor_vt_begin(const int64_t *_Nonnull page, int64_t wall_nanoseconds);

// The clocks are the machine's again.
void torpor_vt_end(void);

// While it holds, no timer and no wait of the process is due: its app is frozen.
void torpor_vt_hold(_Bool holds);

// When the next timer or wait is due; INT64_MAX: none.
int64_t torpor_vt_next(void);

// Lets go what is due. Returns how many waits have been told and have not heard it yet.
int torpor_vt_fire(void);

// Whether every other thread of the process sleeps, nothing that is due is left, and no answer of a server is awaited.
_Bool torpor_vt_is_quiet(void);

// Whether a server was asked lately and has not answered.
_Bool torpor_vt_awaits_server(void);

// Nanoseconds by the machine's own clock.
int64_t torpor_vt_real_nanoseconds(void);

// Has the body called before a thread is looked at for the second time, for tests of that; NULL: no more.
void torpor_vt_watch_second_looks(void (*_Nullable body)(pid_t thread));

// Sleeps by the machine's own clock.
void torpor_vt_pause(int64_t nanoseconds);

// Threads of the process besides the caller; with `running` those alone that have run since the last look. Returns how many
// were written.
int torpor_vt_threads(pid_t *_Nonnull threads, int count_max, _Bool running);

// Where a thread is: its frames, the innermost first. Returns how many were written.
int torpor_vt_frames(pid_t thread, void *_Nonnull *_Nonnull frames, int count_max);

// The name of what the code at an address belongs to, as it is written in Swift; empty where nothing is known.
void torpor_vt_symbol(const void *_Nonnull address, char *_Nonnull text, size_t size);

// The file of this library; empty where it is not known.
void torpor_vt_library(char *_Nonnull path, size_t size);

// The home that the process has made for itself (SDK/Home/home.c); NULL where it has not.
const char *_Nullable torpor_vt_home(void);

// Starts a program with descriptors 3 and 4; the others are those of the process. Returns its number, or -1.
pid_t torpor_vt_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, int third, int fourth);

// Runs a program and waits for its end. Returns how many bytes of what it printed were written, or -1.
ssize_t torpor_vt_output(
    const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, char *_Nonnull text, size_t size);

// Has Foundation's main bundle know a key of an Info.plist; both are objects of Foundation's.
void torpor_vt_set_information(const void *_Nonnull key, const void *_Nonnull value);
void torpor_vt_remove_information(const void *_Nonnull key);

#endif
