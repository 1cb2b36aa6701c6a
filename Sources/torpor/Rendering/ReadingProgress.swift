import Glibc
import TorporText

/// How much of the ledger was read, on standard error, where reading takes longer than a second.
struct ReadingProgress {
  private let begun = ReadingProgress.milliseconds()
  private var isShown = false

  /// When a person begins to wonder: 1 s.
  private static let patienceMilliseconds: Int64 = 1000

  mutating func advance(to count: Int) {
    guard Self.milliseconds() - begun > Self.patienceMilliseconds, Terminal.isSeen(asError: true)
    else { return }
    isShown = true
    // Over what it said before (ECMA-48: CR, EL).
    Terminal.pass(
      Array("\rReading the ledger: \(count) decisions\u{1b}[K".utf8)[...],
      asError: true
    )
  }

  mutating func end() {
    if isShown { Terminal.pass(Array("\r\u{1b}[K".utf8)[...], asError: true) }
  }

  private static func milliseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
