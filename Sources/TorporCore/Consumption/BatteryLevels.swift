package import TorporModel

/// The battery's levels over ten days: at most one row for each quarter of an hour in which it changed.
package struct BatteryLevels: Hashable, Sendable, Saved {
  package struct Level: Hashable, Sendable, Saved {
    package let at: Instant
    package let percent: Int
    package let isOnExternalPower: Bool
    /// The energy in the battery, in microwatt-hours; `nil` if it does not report it.
    package let microwattHours: Int64?
    /// Whether the machine has slept, or no daemon has run, since the level before; `nil`: no.
    package internal(set) var hasSlept: Bool? = nil
  }
  /// Oldest first; at most `levelsMax`.
  package private(set) var levels: [Level] = []
  /// Whether there was such a time since the last level; `nil`: no.
  private var hasSlept: Bool?

  init() {}

  /// 960, the quarter hours of ten days; additional rows for changes of the plug replace the oldest.
  static let levelsMax = 960
  private static let interval = Duration.minutes(15)

  /// Notes that the machine was asleep or off until now, or no daemon was running: the battery's
  /// discharge in that time belongs to no hour of use.
  mutating func noteGap() { if !levels.isEmpty { hasSlept = true } }

  /// Notes the present power state; nothing is kept for a machine without a battery.
  mutating func note(_ power: PowerState, at now: Instant) {
    guard let percent = power.batteryPercent else { return }
    var level = Level(
      at: now,
      percent: percent,
      isOnExternalPower: power.isOnExternalPower,
      microwattHours: power.microwattHours,
      hasSlept: hasSlept
    )
    hasSlept = nil
    // The last row of a quarter represents it, unless the plug changed in it or the first row would be lost.
    if levels.count > 1, let last = levels.last, now - last.at < Self.interval,
      last.at - levels[levels.count - 2].at < Self.interval,
      last.isOnExternalPower == power.isOnExternalPower
    {
      // A gap before the replaced row is also a gap before its replacement.
      level.hasSlept = level.hasSlept ?? last.hasSlept
      levels.removeLast()
    }
    levels.append(level)
    let oldest = now - .hours(HourGrid.hoursKept)
    // The last row before has the level at the beginning.
    while levels.count > 2, levels[1].at <= oldest || levels.count > Self.levelsMax {
      levels.removeFirst()
    }
  }
}

extension [BatteryLevels.Level] {
  /// Returns the battery's discharge off external power since then, in microwatt-hours; `nil` if it is
  /// not reported, or there was none.
  ///
  /// A period that began before counts with its part since then, by length.
  package func discharged(since begin: Instant) -> Int64? {
    let given = zip(self, dropFirst()).reduce(Int64(0)) { sum, pair in
      let (first, last) = pair
      guard !first.isOnExternalPower, last.at > begin, last.at > first.at,
        let before = first.microwattHours, let after = last.microwattHours
      else { return sum }
      let whole = (last.at - first.at).nanoseconds
      let part = (last.at - Swift.max(first.at, begin)).nanoseconds
      let spent = Int128(Swift.max(0, before - after)) * Int128(part) / Int128(whole)
      return sum + Int64(clamping: spent)
    }
    return given > 0 ? given : nil
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension BatteryLevels {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let hasSlept {
      writer.key("hasSlept")
      hasSlept.write(to: &writer)
    }
    writer.key("levels")
    levels.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    hasSlept = try reader.hasKey("hasSlept") ? Bool(from: &reader) : nil
    try reader.key("levels")
    levels = try [BatteryLevels.Level](from: &reader)
    try reader.endObject()
  }
}
