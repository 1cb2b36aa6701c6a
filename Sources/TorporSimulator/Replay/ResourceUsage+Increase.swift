import TorporCore
import TorporModel

extension ResourceUsage {
  /// What has come since an earlier reading, as the ledger counts it; `nil`: since the start of the process.
  ///
  /// A counter that stands lower than before was begun again.
  func increase(since earlier: ResourceUsage?) -> ResourceUsage {
    guard let earlier else { return self }
    return combined(with: earlier) { $0 >= $1 ? $0 - $1 : $0 }
  }

  /// What is missing in this reading stands where an earlier one saw it.
  func filled(from earlier: ResourceUsage?) -> ResourceUsage {
    guard let earlier else { return self }
    return ResourceUsage(
      processor: processor,
      readBytes: readBytes ?? earlier.readBytes,
      writtenBytes: writtenBytes ?? earlier.writtenBytes,
      receivedBytes: receivedBytes ?? earlier.receivedBytes,
      sentBytes: sentBytes ?? earlier.sentBytes,
      loopbackBytes: loopbackBytes ?? earlier.loopbackBytes
    )
  }

  func adding(_ other: ResourceUsage) -> ResourceUsage { combined(with: other) { $0 + $1 } }

  private func combined(
    with other: ResourceUsage,
    _ combine: (Int64, Int64) -> Int64
  ) -> ResourceUsage {
    func both(_ one: Int64?, _ two: Int64?) -> Int64? {
      one == nil && two == nil ? nil : combine(one ?? 0, two ?? 0)
    }
    return ResourceUsage(
      processor: .nanoseconds(combine(processor.nanoseconds, other.processor.nanoseconds)),
      readBytes: both(readBytes, other.readBytes),
      writtenBytes: both(writtenBytes, other.writtenBytes),
      receivedBytes: both(receivedBytes, other.receivedBytes),
      sentBytes: both(sentBytes, other.sentBytes),
      loopbackBytes: both(loopbackBytes, other.loopbackBytes)
    )
  }
}
