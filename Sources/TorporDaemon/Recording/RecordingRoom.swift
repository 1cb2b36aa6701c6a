import TorporCore
import TorporModel

/// What a recording leaves of the disk: the journal needs it, and comes first.
struct RecordingRoom {
  private var lookedAt: Instant?
  private var bytesSinceLook = 0

  /// 64 MiB: twelve snapshots of the largest device of the benchmarks, of 5 MB; our choice.
  static let reserveBytes: Int64 = 64 << 20
  /// How long a look at the disk is believed: 1 min, in which others fill less than the reserve; our choice.
  private static let lookLifetime = Duration.minutes(1)
  /// How much a recording writes before it looks again: 1 MiB; our choice.
  private static let lookBytes = 1 << 20

  /// The next check looks at the disk.
  mutating func forget() { lookedAt = nil }

  /// Whether bytes may be written: the disk is looked at, unless that was done just before.
  ///
  /// - Throws: `JournalFailure` when they would take from the reserve.
  mutating func check(
    _ file: any RecordingPort,
    for count: Int,
    at now: Instant
  ) throws(JournalFailure) {
    bytesSinceLook += count
    if let lookedAt, now - lookedAt < Self.lookLifetime, bytesSinceLook < Self.lookBytes { return }
    guard let free = file.freeBytes else { return }
    guard free - Int64(count) >= Self.reserveBytes else {
      throw JournalFailure(
        operation: "write to",
        path: file.path,
        cause:
          "the disk has \(free >> 20) MiB left, and a recording leaves \(Self.reserveBytes >> 20) MiB to the journal",
        isDiskFull: true
      )
    }
    lookedAt = now
    bytesSinceLook = 0
  }
}
