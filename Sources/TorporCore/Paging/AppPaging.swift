package import TorporModel

/// How much memory of one frozen process is written to swap, and how soon this is worthwhile.
package struct AppPaging: Hashable, Sendable, Saved {
  /// Since when it is frozen; `nil` while it runs.
  private var frozenSince: Instant?
  /// The memory released in this freeze, in bytes.
  package private(set) var freedBytes: Int64 = 0
  /// Whether nothing is left to write away in this freeze.
  private(set) var isComplete = false
  /// The number of its last returns that the user had to wait for.
  package private(set) var slowReturns = 0
  /// Whether the user wants it written away in this freeze, however long that has lasted; `nil`: no.
  private var isAskedFor: Bool?
  /// When its memory is read back, because the user is likely to open it then; `nil`: that is not planned.
  package private(set) var readBackAt: Instant?
  /// Whether it was read back in this freeze; `nil`: no.
  private var isBack: Bool?

  package init() {}

  /// Whether it counts the process for frozen.
  var isFollowing: Bool { frozenSince != nil }

  /// Returns when its memory may be written; `nil`: it is running, all was written, or none may be (a rest of zero).
  func dueAt(after rest: Duration, _ haste: PagingHaste) -> Instant? {
    guard let frozenSince, !isComplete else { return nil }
    if isAskedFor == true { return frozenSince }
    guard rest > .zero else { return nil }
    switch haste {
    // Each slow return doubles the rest.
    case .usual: return frozenSince + rest * (1 << slowReturns)
    case .quick: return frozenSince + min(rest, AppPaging.restWhenWarned)
    case .urgent: return frozenSince
    }
  }

  /// The process is frozen from now on, or runs.
  mutating func follow(isFrozen: Bool, at now: Instant) {
    guard isFrozen != (frozenSince != nil) else { return }
    frozenSince = isFrozen ? now : nil
    isAskedFor = nil
    freedBytes = 0
    isComplete = false
    readBackAt = nil
    isBack = nil
  }

  /// The machine slept meanwhile: a user who comes back to it comes back to the apps.
  mutating func slept(for length: Duration) { frozenSince = frozenSince.map { $0 + length } }

  /// An order was carried out, or stopped.
  mutating func take(_ report: PageOutReport) {
    guard frozenSince != nil else { return }
    freedBytes += report.freedBytes
    isComplete = report.isComplete
    if isComplete { isAskedFor = nil }
  }

  /// The user wants all of it written away now; returns whether it is frozen and something is left.
  mutating func ask() -> Bool {
    guard frozenSince != nil, !isComplete else { return false }
    isAskedFor = true
    return true
  }

  /// Whether it waits for what the user has asked for.
  package var waits: Bool { isAskedFor == true }

  /// Whether it is to be planned when its memory is read back: all of it has gone, and none was brought back.
  var awaitsPlan: Bool { frozenSince != nil && isComplete && readBackAt == nil && isBack != true }

  /// Its memory is read back then; `nil`: nobody expects the user to return.
  mutating func plan(readBackAt moment: Instant?) { readBackAt = moment }

  /// Its memory is read back: none goes in this freeze any more.
  mutating func readBack() {
    readBackAt = nil
    isBack = true
    isComplete = true
  }

  /// What was read back fills memory again.
  mutating func take(_ report: ReadBackReport) {
    guard frozenSince != nil else { return }
    freedBytes = max(0, freedBytes - report.readBytes)
  }

  /// What was asked for cannot be done now.
  mutating func giveUp() { isAskedFor = nil }

  /// Handles the user's return: if it was slow, the app rests longer the next time.
  mutating func returned(_ report: PageInReport) {
    let wasSlow = report.majorFaults > AppPaging.majorFaultsMax
    slowReturns = min(max(0, slowReturns + (wasSlow ? 1 : -1)), AppPaging.slowReturnsMax)
  }
}

/// How soon memory of frozen apps is written to swap.
enum PagingHaste {
  /// After a long rest, and slowly, to spare the disk.
  case usual
  /// Apps are warned of memory: after a short rest.
  case quick
  /// Memory is short: at once, whatever the cost for the disk, because otherwise an app must be ended.
  case urgent
}

extension AppPaging {
  /// How long an app is frozen before its memory is written away, if the user says nothing: 5 min, so
  /// that users who switch between apps never wait for it.
  ///
  /// Our choice.
  package static let restUsual = Duration.seconds(300)

  /// How often the rest is doubled at most: four times, to 80 min.
  ///
  /// Our choice.
  static let slowReturnsMax = 4

  /// The same while apps are warned of memory: 10 s.
  ///
  /// Whatever is ended instead takes longer to come back. Our choice.
  package static let restWhenWarned = Duration.seconds(10)

  /// A return is slow beyond that many faults: 1,000 of 88 µs (measured, see decision 0014) are 88 ms,
  /// and a tenth of a second is what people notice.
  ///
  /// Our choice.
  package static let majorFaultsMax: Int64 = 1000
}

// MARK: - Saved, written by scripts/generate-saved

extension AppPaging {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("freedBytes")
    freedBytes.write(to: &writer)
    if let frozenSince {
      writer.key("frozenSince")
      frozenSince.write(to: &writer)
    }
    if let isAskedFor {
      writer.key("isAskedFor")
      isAskedFor.write(to: &writer)
    }
    if let isBack {
      writer.key("isBack")
      isBack.write(to: &writer)
    }
    writer.key("isComplete")
    isComplete.write(to: &writer)
    if let readBackAt {
      writer.key("readBackAt")
      readBackAt.write(to: &writer)
    }
    writer.key("slowReturns")
    slowReturns.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("freedBytes")
    freedBytes = try Int64(from: &reader)
    frozenSince = try reader.hasKey("frozenSince") ? Instant(from: &reader) : nil
    isAskedFor = try reader.hasKey("isAskedFor") ? Bool(from: &reader) : nil
    isBack = try reader.hasKey("isBack") ? Bool(from: &reader) : nil
    try reader.key("isComplete")
    isComplete = try Bool(from: &reader)
    readBackAt = try reader.hasKey("readBackAt") ? Instant(from: &reader) : nil
    try reader.key("slowReturns")
    slowReturns = try Int(from: &reader)
    try reader.endObject()
  }
}
