#include "CAppleRuntime.h"

extern void *swift_lookUpClassMethod(const void *metadata, const void *method, const void *description);

// Foundation's NSObject.init() that allocates, as an entry of the table, and the class that declares it.
extern const char method_NSObject_init[] __asm__("$s10Foundation8NSObjectCACycfCTq");
extern const char description_NSObject[] __asm__("$s10Foundation8NSObjectCMn");

typedef __attribute__((swiftcall)) void *(*AllocatingInit)(__attribute__((swift_context)) const void *metadata);

void *torpor_construct(const void *metadata) {
  AllocatingInit init =
      (AllocatingInit)swift_lookUpClassMethod(metadata, method_NSObject_init, description_NSObject);
  return init(metadata);
}
