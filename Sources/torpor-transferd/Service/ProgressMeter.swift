import TorporModel
import TorporWire

/// How fast transfers are, and which have moved since they were last told of.
///
/// The rate is that of the last 5 s: curl keeps a limit by bursts and rests, and a look that falls between
/// two of them sees twice the limit or nothing. Where nothing comes for so long the rate is 0, told once.
struct ProgressMeter {
  private struct Look {
    var bytes: Int64
    var nanoseconds: Int64
  }

  private struct Mark {
    /// The looks of the last seconds, the oldest first.
    var looks: [Look]
    var rate: Int64 = 0
  }

  private var marks: [TransferIdentifier: Mark] = [:]

  /// How often is told: twice a second, as the protocol says.
  static let interval = Duration.milliseconds(500)
  /// How long a rate looks back: 5 s.
  ///
  /// curl's own display has the same ("Current speed: the average of the last 5 seconds", curl(1)).
  static let windowNanoseconds: Int64 = 5_000_000_000

  /// What is to be told of the transfer; `nil` where nothing has moved.
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
    // The first look has no time behind it: the interval itself, at least.
    var mark =
      marks[transfer]
      ?? Mark(
        looks: [
          Look(bytes: resumedAt ?? 0, nanoseconds: now - ProgressMeter.interval.nanoseconds)
        ]
      )
    let before = mark.looks.last?.bytes ?? 0
    // A file that begins anew has no past.
    if bytes < before { mark.looks = [Look(bytes: bytes, nanoseconds: now)] }
    mark.looks.append(Look(bytes: bytes, nanoseconds: now))
    // One look from before the window stays, so that the window is whole.
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
