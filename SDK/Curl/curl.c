// libcurl for an app, loaded at its first request.
//
// FoundationNetworking, which has `URLRequest`, names libcurl among what the loader loads with it, and that brings libraries for
// TLS, Kerberos and LDAP: more than a third of an app's start and memory, also where it never asks a server anything
// (docs/sdk.md). This library has libcurl's name and functions, and an app is linked with it, so that the loader takes it for
// libcurl. Each function loads the machine's at the first call, and jumps to the function there.
//
// scripts/sdk compiles it with
//   CURL_PATH    the machine's libcurl: a whole path, since its name is that of this library
//   CURL_NAMES   a file with FORWARD(name) for each of its functions that is not at the end of this file

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// As many arguments as all systems that Swift runs on have in registers. More of them are on the stack, which a jump leaves as
// it is; so are those behind `...`.
typedef void *(*Function)(void *, void *, void *, void *, void *, void *);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;

_Noreturn static void fail(void) {
  fprintf(stderr, "torpor: libcurl, which URLSession needs, cannot be used: %s. Install it again, or the SDK.\n", dlerror());
  abort();
}

static void load(void) {
  library = dlopen(CURL_PATH, RTLD_NOW);
  if (!library) fail();
}

static __attribute__((noinline)) void *find(const char *name, _Atomic(void *) *place) {
  pthread_once(&once, load);
  void *found = dlsym(library, name);
  if (!found) fail();
  atomic_store_explicit(place, found, memory_order_release);
  return found;
}

#define EXPORTED __attribute__((visibility("default")))

#define FORWARD(name)                                                               \
  EXPORTED void *name(void *a, void *b, void *c, void *d, void *e, void *f) {       \
    static _Atomic(void *) place;                                                   \
    void *real = atomic_load_explicit(&place, memory_order_acquire);                \
    if (!real) real = find(#name, &place);                                          \
    __attribute__((musttail)) return ((Function)real)(a, b, c, d, e, f);            \
  }

#include CURL_NAMES

// Numbers with a fraction, which these take, are in registers that the search for a function does not keep: libcurl's forms with
// a `va_list` take their place.
#define PRINTED(Result, kind, parameters, types, ...)                               \
  EXPORTED Result curl_m##kind parameters {                                         \
    static _Atomic(void *) place;                                                   \
    va_list list;                                                                   \
    va_start(list, format);                                                         \
    Result result = ((Result(*) types)find("curl_mv" #kind, &place))(__VA_ARGS__, list); \
    va_end(list);                                                                   \
    return result;                                                                  \
  }

PRINTED(int, printf, (const char *format, ...), (const char *, va_list), format)
PRINTED(int, fprintf, (FILE *file, const char *format, ...), (FILE *, const char *, va_list), file, format)
PRINTED(int, sprintf, (char *text, const char *format, ...), (char *, const char *, va_list), text, format)
PRINTED(int, snprintf, (char *text, size_t size, const char *format, ...), (char *, size_t, const char *, va_list), text,
        size, format)
PRINTED(char *, aprintf, (const char *format, ...), (const char *, va_list), format)
