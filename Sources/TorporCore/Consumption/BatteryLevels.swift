package import TorporModel

/// How full the battery was, over ten days: a row for each quarter of an hour in which that changed, at most.
package struct BatteryLevels: Hashable, Sendable, Saved {
  package struct Level: Hashable, Sendable, Saved {
    package let at: Instant
    package let percent: Int
    package let isOnExternalPower: Bool
    /// What is in the battery, in microwatt-hours; `nil` where it does not tell.
    package let microwattHours: Int64?
    /// Whether the machine has slept, or no daemon has run, since the level before; `nil`: no.
    package internal(set) var hasSlept: Bool? = nil
  }
  /// Oldest first; at most `levelsMax`.
  package private(set) var levels: [Level] = []
  /// Whether there was such a time since the last level; `nil`: no.
  private var hasSlept: Bool?

  init() {}

  /// 960, the quarters of ten days; changes of the plug in between take the place of the oldest.
  static let levelsMax = 960
  private static let interval = Duration.minutes(15)

  /// The machine was asleep or off until now, or no daemon has run: what its battery gave meanwhile is of no hour of use.
  mutating func noteGap() { if !levels.isEmpty { hasSlept = true } }

  /// Power is so now; of a machine without a battery nothing is kept.
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
    // The last of a quarter stands for it, unless the plug was moved in it or the first would be lost.
    if levels.count > 1, let last = levels.last, now - last.at < Self.interval,
      last.at - levels[levels.count - 2].at < Self.interval,
      last.isOnExternalPower == power.isOnExternalPower
    {
      // What was so before it is so before the one that takes its place.
      level.hasSlept = level.hasSlept ?? last.hasSlept
      levels.removeLast()
    }
    levels.append(level)
    let oldest = now - .hours(HourGrid.hoursKept)
    // The last one before says how full it was at the beginning.
    while levels.count > 2, levels[1].at <= oldest || levels.count > Self.levelsMax {
      levels.removeFirst()
    }
  }
}

extension [BatteryLevels.Level] {
  /// What the battery gave off external power since then, in microwatt-hours; `nil` where it does not tell, or gave
  /// nothing.
  ///
  /// Of a stretch that began before, the part since then, by its length.
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
