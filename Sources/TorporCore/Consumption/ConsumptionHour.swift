package import TorporModel

/// The consumption of one app in one hour.
package struct ConsumptionHour: Hashable, Sendable, Saved {
  /// When the hour begins on the device's time line.
  package let begin: Instant
  package internal(set) var onScreen = Consumption()
  /// Work for the app while none of its processes ran: transfers, notifications.
  package internal(set) var apart = Consumption()
  /// The labels of that work; `nil`: none, or no longer known.
  package private(set) var apartLabels: [BatteryLabel]?
  /// Its runs off screen, oldest first; one that lasts longer than the hour has a part in each.
  package internal(set) var runs: [BackgroundRun] = []

  init(begin: Instant) { self.begin = begin }

  /// All runs, and the work without one.
  package var offScreen: Consumption { runs.reduce(apart) { $0 + $1.used } }

  /// Whether there is nothing worth keeping.
  var isEmpty: Bool { runs.isEmpty && onScreen.isZero && apart.isZero }

  /// Adds work for the app while none of its processes ran.
  mutating func addApart(_ used: Consumption, for label: BatteryLabel) {
    apart += used
    if apartLabels?.contains(label) != true { apartLabels = (apartLabels ?? []) + [label] }
  }

  /// Removes a charge for a run that had not begun; returns whether it was there.
  mutating func takeApart(_ nanojoules: Int64) -> Bool {
    guard apart.nanojoules >= nanojoules else { return false }
    apart.nanojoules -= nanojoules
    let labels = apartLabels?.filter { $0 != .backgroundActivity } ?? []
    apartLabels = labels.isEmpty ? nil : labels
    return true
  }

  /// The number of rows that it counts for in the ledger's limit.
  var rows: Int { 1 + runs.count }

  /// The maximum number of runs kept for an hour; beyond it, the oldest are merged.
  ///
  /// 12, one in 5 min: more than any page shows at once; our choice.
  static let runsMax = 12

  /// Changes the run that began then, which is the last one or a new one.
  mutating func changeRun(began: Instant, _ change: (inout BackgroundRun) -> Void) {
    let began = max(began, begin)
    if runs.last?.began != began {
      if runs.count == Self.runsMax {
        runs[1].merge(runs[0])
        runs.removeFirst()
      }
      runs.append(BackgroundRun(began: began))
    }
    change(&runs[runs.count - 1])
  }

  /// Adds the use of another app in the same hour, without its purposes.
  mutating func add(nameless other: ConsumptionHour) {
    onScreen += other.onScreen
    apart += other.offScreen
  }
}

/// A receipt: one run of an app off screen, or the part of it in one hour.
package struct BackgroundRun: Hashable, Sendable, Saved {
  /// When it began, or the hour.
  package private(set) var began: Instant
  /// The number of runs that it represents.
  package private(set) var count = 1
  package internal(set) var used = Consumption()
  /// The wakes of the app, by reason.
  package internal(set) var wakes = WakeCounts()
  /// Other reasons that kept it running, in the order observed.
  package private(set) var holds: [Reason] = []

  init(began: Instant) { self.began = began }

  /// Adds reasons that keep the app running.
  mutating func note(_ reasons: [Reason]) {
    for reason in reasons where !holds.contains(reason) && holds.count < Self.holdsMax {
      holds.append(reason)
    }
  }

  /// Merges an earlier run into it.
  fileprivate mutating func merge(_ earlier: BackgroundRun) {
    began = earlier.began
    count += earlier.count
    used += earlier.used
    wakes += earlier.wakes
    let later = holds
    holds = earlier.holds
    note(later)
  }

  /// A line shows no more; our choice.
  private static let holdsMax = 6
}

/// The number of an app's wakes, by reason; reasons without wakes have no entry.
package struct WakeCounts: Hashable, Sendable, Saved {
  package struct Entry: Hashable, Sendable, Saved {
    package let reason: WakeReason
    package fileprivate(set) var count: Int
  }
  package private(set) var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  package var total: Int { entries.reduce(0) { $0 + $1.count } }

  package func contains(_ reason: WakeReason) -> Bool { entries.contains { $0.reason == reason } }

  mutating func note(_ reason: WakeReason, times: Int = 1) {
    guard times > 0 else { return }
    if let index = entries.firstIndex(where: { $0.reason == reason }) {
      entries[index].count += times
    } else {
      entries.append(Entry(reason: reason, count: times))
    }
  }

  package static func += (sum: inout WakeCounts, other: WakeCounts) {
    for entry in other.entries { sum.note(entry.reason, times: entry.count) }
  }

  /// Returns the wakes since an earlier count.
  func since(_ earlier: WakeCounts) -> WakeCounts {
    var growth = WakeCounts()
    for entry in entries {
      let before = earlier.entries.first { $0.reason == entry.reason }?.count ?? 0
      growth.note(entry.reason, times: entry.count - before)
    }
    return growth
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ConsumptionHour {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("apart")
    apart.write(to: &writer)
    if let apartLabels {
      writer.key("apartLabels")
      apartLabels.write(to: &writer)
    }
    writer.key("begin")
    begin.write(to: &writer)
    writer.key("onScreen")
    onScreen.write(to: &writer)
    writer.key("runs")
    runs.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("apart")
    apart = try Consumption(from: &reader)
    apartLabels = try reader.hasKey("apartLabels") ? [BatteryLabel](from: &reader) : nil
    try reader.key("begin")
    begin = try Instant(from: &reader)
    try reader.key("onScreen")
    onScreen = try Consumption(from: &reader)
    try reader.key("runs")
    runs = try [BackgroundRun](from: &reader)
    try reader.endObject()
  }
}

extension BackgroundRun {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("began")
    began.write(to: &writer)
    writer.key("count")
    count.write(to: &writer)
    writer.key("holds")
    holds.write(to: &writer)
    writer.key("used")
    used.write(to: &writer)
    writer.key("wakes")
    wakes.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("began")
    began = try Instant(from: &reader)
    try reader.key("count")
    count = try Int(from: &reader)
    try reader.key("holds")
    holds = try [Reason](from: &reader)
    try reader.key("used")
    used = try Consumption(from: &reader)
    try reader.key("wakes")
    wakes = try WakeCounts(from: &reader)
    try reader.endObject()
  }
}

extension WakeCounts {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("entries")
    entries.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("entries")
    entries = try [WakeCounts.Entry](from: &reader)
    try reader.endObject()
  }
}

extension WakeCounts.Entry {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("count")
    count.write(to: &writer)
    writer.key("reason")
    reason.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("count")
    count = try Int(from: &reader)
    try reader.key("reason")
    reason = try WakeReason(from: &reader)
    try reader.endObject()
  }
}
