#include <stddef.h>
#include <stdint.h>

/// Stands for the runtime's table of the names of all characters ("LATIN SMALL LETTER A"), half a megabyte that no program
/// of ours asks for: `Unicode.Scalar.Properties.name` is nil (docs/decisions/0091).
///
/// The linker has `_swift_stdlib_getScalarName` lead here (--wrap in scripts/build-release). Returns the count of bytes
/// that were written.
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar;
  (void)buffer;
  (void)capacity;
  return 0;
}
