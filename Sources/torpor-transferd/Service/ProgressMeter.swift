import TorporModel
import TorporWire

/// The rates of transfers, and the transfers that have made progress since the last report.
///
/// The rate is that of the last 5 s: curl enforces a limit by bursts and rests, and a sample between two of them would
/// show twice the limit or nothing. If no data arrives for that long, the rate is 0, reported once.
struct ProgressMeter {
  private struct Look {
    var bytes: Int64
    var nanoseconds: Int64
  }

  private struct Mark {
    /// The samples of the last seconds, the oldest first.
    var looks: [Look]
    var rate: Int64 = 0
  }

  private var marks: [TransferIdentifier: Mark] = [:]

  /// The interval of reports: half a second, according to the protocol.
  static let interval = Duration.milliseconds(500)
  /// The period over which a rate is measured: 5 s.
  ///
  /// curl's own display uses the same ("Current speed: the average of the last 5 seconds", curl(1)).
  static let windowNanoseconds: Int64 = 5_000_000_000

  /// Returns the report on the transfer; `nil` if there was no progress.
  mutating func measure(
    _ transfer: Transfer,
    nowNanoseconds now: Int64
  ) -> TransferServiceProgress? {
    let (bytes, totalBytes) = transfer.moved
    return measure(
      transfer.start.transfer,
      bytes: bytes,
      totalBytes: totalBytes,
      resumedAt: transfer.resumedAt,
      nowNanoseconds: now
    )
  }

  mutating func measure(
    _ transfer: TransferIdentifier,
    bytes: Int64,
    totalBytes: Int64?,
    resumedAt: Int64?,
    nowNanoseconds now: Int64
  ) -> TransferServiceProgress? {
    // The first sample has no period before it: at least the interval itself.
    var mark =
      marks[transfer]
      ?? Mark(
        looks: [
          Look(bytes: resumedAt ?? 0, nanoseconds: now - ProgressMeter.interval.nanoseconds)
        ]
      )
    let before = mark.looks.last?.bytes ?? 0
    // A file that starts again has no history.
    if bytes < before { mark.looks = [Look(bytes: bytes, nanoseconds: now)] }
    mark.looks.append(Look(bytes: bytes, nanoseconds: now))
    // One sample from before the period is kept, so that the period is complete.
    while mark.looks.count > 2, now - mark.looks[1].nanoseconds >= ProgressMeter.windowNanoseconds {
      mark.looks.removeFirst()
    }
    let (rateBefore, rate) = (mark.rate, ProgressMeter.rate(of: mark.looks))
    mark.rate = rate
    marks[transfer] = mark
    guard bytes != before || (rate == 0 && rateBefore != 0) else { return nil }
    return TransferServiceProgress(
      transfer: transfer,
      progress: TransferProgress(bytes: bytes, totalBytes: totalBytes, bytesPerSecond: rate),
      resumedAt: resumedAt
    )
  }

  private static func rate(of looks: [Look]) -> Int64 {
    guard let first = looks.first, let last = looks.last, last.nanoseconds > first.nanoseconds
    else {
      return 0
    }
    let moved = Double(max(0, last.bytes - first.bytes))
    return Int64(moved * 1e9 / Double(last.nanoseconds - first.nanoseconds))
  }

  mutating func forget(_ transfer: TransferIdentifier) { marks[transfer] = nil }
}
