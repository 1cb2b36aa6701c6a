package import TorporModel

/// A monitor of an app's processor time in the background (§1.3).
package struct ProcessorMonitor: Hashable, Sendable, Saved {
  /// When the next sample is due; `nil` while the app is not watched.
  package private(set) var sampleAt: Instant?
  private var last: Sample?

  fileprivate struct Sample: Hashable, Sendable, Saved {
    var at: Instant
    let total: Duration
  }

  package init() {}

  /// 60 s, of which more than 80 % in use is too much (§1.3, WWDC18 228, WWDC14 712).
  package static let window = Duration.seconds(60)
  package static let shareMaxPercent: Int64 = 80

  /// The app runs in the background from now on.
  ///
  /// The first sample is due a window later, so that a short stay in the background costs nothing;
  /// excessive use is therefore noticed after one to two windows.
  package mutating func start(at now: Instant) {
    guard sampleAt == nil else { return }
    sampleAt = now + ProcessorMonitor.window
    last = nil
  }

  package mutating func stop() { self = ProcessorMonitor() }

  /// A sample was asked for; the next one is due a window after it.
  package mutating func wasAsked(at now: Instant) { sampleAt = now + ProcessorMonitor.window }

  /// The machine slept meanwhile: the window is one of time in which the app could run.
  mutating func slept(for length: Duration) {
    sampleAt = sampleAt.map { $0 + length }
    if let at = last?.at { last?.at = at + length }
  }

  /// Takes a sample and returns whether the last whole window exceeded the limit.
  package mutating func take(total: Duration, at now: Instant) -> Bool {
    guard sampleAt != nil else { return false }
    defer { last = Sample(at: now, total: total) }
    // Answers come with some delay, so a window may seem a little short.
    guard let last, now - last.at >= ProcessorMonitor.window / 2 else { return false }
    let used = (total - last.total).nanoseconds
    let elapsed = (now - last.at).nanoseconds
    return used > elapsed / 100 * ProcessorMonitor.shareMaxPercent
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ProcessorMonitor {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let last {
      writer.key("last")
      last.write(to: &writer)
    }
    if let sampleAt {
      writer.key("sampleAt")
      sampleAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    last = try reader.hasKey("last") ? ProcessorMonitor.Sample(from: &reader) : nil
    sampleAt = try reader.hasKey("sampleAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}

extension ProcessorMonitor.Sample {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("total")
    total.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("total")
    total = try Duration(from: &reader)
    try reader.endObject()
  }
}
