import TorporCore
import TorporModel

extension ResourceUsage {
  /// What has come since an earlier reading; `nil`: since the start of the process.
  func increase(since earlier: ResourceUsage?) -> ResourceUsage {
    guard let earlier else { return self }
    return combined(with: earlier) { max(0, $0 - $1) }
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
