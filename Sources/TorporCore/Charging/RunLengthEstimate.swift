package import TorporModel

/// An estimate of the duration of a task's next run, learned from its past runs.
///
/// The smoothed mean and deviation of Jacobson and Karels (RFC 6298 §2), in whole milliseconds: the
/// next run is unlikely to exceed the estimate.
package struct RunLengthEstimate: Hashable, Sendable, Saved {
  private var meanMilliseconds: Int64?
  private var deviationMilliseconds: Int64 = 0

  /// Makes an estimate for a task that has never run to completion.
  package init() {}

  /// "Several minutes" (ios-semantics BX1): the expected duration of a run about which nothing is known.
  package static let unknownLength = Duration.minutes(5)

  /// The expected duration of the next run.
  package var expectedLength: Duration {
    guard let meanMilliseconds else { return RunLengthEstimate.unknownLength }
    return .milliseconds(meanMilliseconds + 2 * deviationMilliseconds)
  }

  /// Learns the duration of a completed run.
  package mutating func learn(_ length: Duration) {
    let milliseconds = max(0, length.nanoseconds / 1_000_000)
    guard let mean = meanMilliseconds else {
      meanMilliseconds = milliseconds
      deviationMilliseconds = milliseconds / 4
      return
    }
    // An eighth and a quarter, as in the RFC.
    deviationMilliseconds += (abs(milliseconds - mean) - deviationMilliseconds) / 4
    meanMilliseconds = mean + (milliseconds - mean) / 8
  }

  /// Learns that a run was stopped after that time, before its completion.
  package mutating func learnStopped(after length: Duration) {
    if length > expectedLength { learn(length * 2) }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension RunLengthEstimate {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("deviationMilliseconds")
    deviationMilliseconds.write(to: &writer)
    if let meanMilliseconds {
      writer.key("meanMilliseconds")
      meanMilliseconds.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("deviationMilliseconds")
    deviationMilliseconds = try Int64(from: &reader)
    meanMilliseconds = try reader.hasKey("meanMilliseconds") ? Int64(from: &reader) : nil
    try reader.endObject()
  }
}
