import Glibc

/// What is said where a recording makes the policy compute with numbers that no device has.
///
/// The policy trusts its own journal, and ends where arithmetic overflows; a recording may come from anywhere.
enum ReplayTrap {
  /// Made before anything can happen: a signal handler may allocate nothing.
  nonisolated(unsafe) private static var sentence: UnsafeMutableBufferPointer<UInt8>?

  static func arm(_ path: String) {
    let text = Array(
      (Output.safe(
        "torpor replay: '\(path)' cannot be replayed: its records hold numbers that no device can have. It was damaged, "
          + "or made by something else than `torpor record`."
      ) + "\n").utf8
    )
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = bytes.initialize(from: text)
    sentence = bytes
    // An overflow is an illegal instruction on x86 and a breakpoint on ARM.
    for number in [SIGILL, SIGTRAP] {
      signal(number) { _ in
        if let sentence = ReplayTrap.sentence {
          _ = write(STDERR_FILENO, sentence.baseAddress, sentence.count)
        }
        _exit(2)
      }
    }
  }
}
