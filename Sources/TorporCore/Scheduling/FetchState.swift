package import TorporModel

/// The legacy background fetch of one app (§4).
///
/// It owns the interval, the quiet period, and the fetch under way. It does not own when a fetch
/// runs.
package struct FetchState: Hashable, Sendable, Saved {
  package private(set) var interval = FetchInterval.never
  /// Since when the app wants to be fetched.
  package private(set) var wantedSince: Instant?
  package private(set) var lastFetchAt: Instant?
  /// Since when a fetch is under way.
  package private(set) var runningSince: Instant?
  package var log = WaitingLog()
  /// Identifies it among all waiting work, like a request's number; 0 until it is wanted.
  package private(set) var number: UInt64 = 0
  /// When the next fetch is planned, once nothing stands in its way.
  package var planned: PlannedSpan?
  /// Whether the machine is awake for it.
  var isDue = false

  package init() {}

  /// Whether a fetch waits for its moment.
  package var isWanted: Bool { interval != .never && runningSince == nil }

  package mutating func set(_ interval: FetchInterval, number: UInt64, at now: Instant) {
    guard interval != self.interval else { return }
    if self.number == 0 { self.number = number }
    self.interval = interval
    wantedSince = interval == .never ? nil : now
    log = WaitingLog()
    planned = nil
  }

  /// The end of the quiet period after the last fetch or use (BF4); `.minimum` has the shortest that
  /// the system gives anyone.
  package func earliest(lastOnScreen: Instant?) -> Instant {
    let quiet: Duration =
      switch interval {
      case .never, .minimum: WorkPolicy.refreshSpacing
      case .atLeast(let length): max(length, WorkPolicy.refreshSpacing)
      }
    let last = max(lastFetchAt ?? .zero, lastOnScreen ?? .zero, wantedSince ?? .zero)
    return last + quiet
  }

  package mutating func begin(at now: Instant) {
    runningSince = now
    lastFetchAt = now
    log = WaitingLog()
    planned = nil
    isDue = false
  }

  /// The machine slept meanwhile, and the fetch with it: it took as long as it ran.
  mutating func slept(for length: Duration) { runningSince = runningSince.map { $0 + length } }

  /// A fetch is over; returns how long it took, if one was under way.
  package mutating func runEnded(at now: Instant) -> Duration? {
    defer { runningSince = nil }
    return runningSince.map { now - $0 }
  }

  /// The process is gone, and a fetch with it.
  package mutating func runEnded() { runningSince = nil }
}

// MARK: - Saved, written by scripts/generate-saved

extension FetchState {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("interval")
    interval.write(to: &writer)
    writer.key("isDue")
    isDue.write(to: &writer)
    if let lastFetchAt {
      writer.key("lastFetchAt")
      lastFetchAt.write(to: &writer)
    }
    writer.key("log")
    log.write(to: &writer)
    writer.key("number")
    number.write(to: &writer)
    if let planned {
      writer.key("planned")
      planned.write(to: &writer)
    }
    if let runningSince {
      writer.key("runningSince")
      runningSince.write(to: &writer)
    }
    if let wantedSince {
      writer.key("wantedSince")
      wantedSince.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("interval")
    interval = try FetchInterval(from: &reader)
    try reader.key("isDue")
    isDue = try Bool(from: &reader)
    lastFetchAt = try reader.hasKey("lastFetchAt") ? Instant(from: &reader) : nil
    try reader.key("log")
    log = try WaitingLog(from: &reader)
    try reader.key("number")
    number = try UInt64(from: &reader)
    planned = try reader.hasKey("planned") ? PlannedSpan(from: &reader) : nil
    runningSince = try reader.hasKey("runningSince") ? Instant(from: &reader) : nil
    wantedSince = try reader.hasKey("wantedSince") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
