import TorporModel
import TorporWire

/// How fast transfers are, and which have moved since they were last told of.
struct ProgressMeter {
  private struct Mark {
    var bytes: Int64
    var nanoseconds: Int64
  }

  private var marks: [TransferIdentifier: Mark] = [:]

  /// How often is told: twice a second, as the protocol says.
  static let interval = Duration.milliseconds(500)

  /// What is to be told of the transfer; `nil` where nothing has moved.
  mutating func measure(
    _ transfer: Transfer,
    nowNanoseconds now: Int64
  ) -> TransferServiceProgress? {
    let moved = transfer.moved
    let identifier = transfer.start.transfer
    let mark = marks[identifier] ?? Mark(bytes: transfer.resumedAt ?? 0, nanoseconds: now)
    marks[identifier] = Mark(bytes: moved.bytes, nanoseconds: now)
    guard moved.bytes != mark.bytes else { return nil }
    // The first look has no time behind it: the interval itself, at least.
    let elapsed = max(now - mark.nanoseconds, ProgressMeter.interval.nanoseconds)
    let rate = Double(max(0, moved.bytes - mark.bytes)) * 1e9 / Double(elapsed)
    return TransferServiceProgress(
      transfer: identifier,
      progress: TransferProgress(
        bytes: moved.bytes,
        totalBytes: moved.totalBytes,
        bytesPerSecond: Int64(rate)
      ),
      resumedAt: transfer.resumedAt
    )
  }

  mutating func forget(_ transfer: TransferIdentifier) { marks[transfer] = nil }
}
