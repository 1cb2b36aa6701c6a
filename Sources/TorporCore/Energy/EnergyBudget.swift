package import TorporModel

/// The energy that the device may spend on background work off external power, refilled over the day.
///
/// A bucket that fills at a steady rate and is emptied by wakes. It owns only the level; charges to
/// apps belong to the energy ledger. Amounts are in millijoules.
package struct EnergyBudget: Hashable, Sendable, Saved {
  /// A full bucket: the amount of one day.
  ///
  /// 1,000 J: 2 % of a phone's battery of 15 Wh, or about 75 wakes that power the radio; our choice.
  package static let fullMillijoules: Int64 = 1_000_000

  private var level: Int64 = EnergyBudget.fullMillijoules
  private var measuredAt: Instant

  package init(at now: Instant) { measuredAt = now }

  /// What is left.
  package func left(at now: Instant) -> Int64 {
    let passed = max(.zero, now - measuredAt)
    // After a day the bucket is full in any case; this limit avoids an overflow.
    guard passed < .days(1) else { return Self.fullMillijoules }
    let refilled = Self.fullMillijoules * (passed.nanoseconds / 1_000_000) / 86_400_000
    return min(Self.fullMillijoules, level + refilled)
  }

  /// Takes from the bucket; it may go below zero by one wake.
  package mutating func spend(_ millijoules: Int64, at now: Instant) {
    level = left(at: now) - millijoules
    measuredAt = now
  }

  /// Returns when there is energy again; `nil`: there is some now.
  package func refillMoment(at now: Instant) -> Instant? {
    let missing = 1 - left(at: now)
    guard missing > 0 else { return nil }
    let milliseconds = missing * 86_400_000 / Self.fullMillijoules + 1
    return now + .milliseconds(milliseconds)
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension EnergyBudget {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("level")
    level.write(to: &writer)
    writer.key("measuredAt")
    measuredAt.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("level")
    level = try Int64(from: &reader)
    try reader.key("measuredAt")
    measuredAt = try Instant(from: &reader)
    try reader.endObject()
  }
}
