package import TorporModel

/// What one app used, hour by hour, and up to where its counters are booked.
///
/// All that is booked are differences of counters that only grow: those of the record of the app, and those of the
/// kernel for its launch.
package struct AppConsumption: KeptPerApp, Hashable, Sendable, Saved {
  // Shape: the hours of one app, and one method for each kind of use that is booked to them.
  /// The hours in which there was anything, oldest first.
  package internal(set) var hours: [ConsumptionHour] = []
  var booked = Booked()
  /// Whose it was, of a command that has ended; `nil`: the app is on the device.
  package internal(set) var departed: Departed?

  /// Up to where each counter is booked.
  struct Booked: Hashable, Sendable, Saved {
    // Shape: one property for each counter, and for where the app stood then.
    var at = Instant.zero
    var place = UsePlace.still
    var onScreenMicroseconds: Int64 = 0
    var offScreenMicroseconds: Int64 = 0
    var wakeNanojoules: Int64 = 0
    var wakes = WakeCounts()
    /// What kept the app running then, off screen.
    var holds: [Reason] = []
    /// Since when it has run off screen without a pause; `nil`: it does not.
    var runBegan: Instant?
    /// When the last such run began, to which belongs what is counted at its end.
    var lastRunBegan: Instant?
    /// What the planner has charged since then, which belongs to the next run; `nil`: nothing.
    var charge: Charge?
    var launch: LaunchIdentifier?
    /// Whether the first reading of the launch only says where counting begins; `nil`: no.
    var skipsReading: Bool?
    var usage = ResourceUsage()
    var usageAt = Instant.zero
    /// Whether what the kernel has counted since its last reading was used on screen.
    var isUsageOnScreen = false
  }

  /// Energy that stands in an hour without a run.
  struct Charge: Hashable, Sendable, Saved {
    let at: Instant
    let nanojoules: Int64

    /// How long after it a run begins that it was made for: a minute at most, three times what a launch may take; our
    /// choice.
    static let lifetime = Duration.minutes(1)
  }

  /// A command that has ended: its hours are kept as long as those of apps.
  package struct Departed: Hashable, Sendable, Saved {
    package let name: String
    package let ownerUserID: UInt32?
    let at: Instant
  }

  package init() {}

  /// Without a comparison of all of it where hours are kept, as of nearly every app.
  package var isNothing: Bool { hours.isEmpty && self == AppConsumption() }

  /// Since when the app has run off screen without a pause; `nil`: it does not.
  package var runBegan: Instant? { booked.runBegan }

  /// Up to where the counters of a launch are booked; `nil`: its next reading only says where counting begins.
  package func bookedUsage(of launch: LaunchIdentifier) -> ResourceUsage? {
    guard booked.launch == launch else { return ResourceUsage() }
    return booked.skipsReading == true ? nil : booked.usage
  }

  /// Where the app stood when its counters were booked last.
  package var place: UsePlace { booked.place }

  /// How many hours and runs are kept of it.
  var rows: Int { hours.reduce(0) { $0 + $1.rows } }

  // MARK: Hours

  /// Adds evenly over a stretch of time, hour by hour; what falls to hours that are kept no more is lost.
  mutating func add(
    _ used: Consumption,
    from begin: Instant,
    to end: Instant,
    in grid: HourGrid,
    _ change: (inout ConsumptionHour, Consumption) -> Void
  ) {
    guard !used.isZero else { return }
    let begin = min(begin, end)
    let whole = (end - begin).nanoseconds
    var hour = grid.begin(of: max(begin, grid.oldestKept(at: end)))
    repeat {
      let next = hour + .hours(1)
      let from = (max(hour, begin) - begin).nanoseconds
      let to = (min(next, end) - begin).nanoseconds
      let part = used.part(from: from, to: to, of: whole)
      self.change(hour) { change(&$0, part) }
      hour = next
    } while hour < end
  }

  /// Changes the hour that begins then, which is there or is added.
  mutating func change(_ begin: Instant, _ change: (inout ConsumptionHour) -> Void) {
    var index = hours.count
    while index > 0, hours[index - 1].begin > begin { index -= 1 }
    if index > 0, hours[index - 1].begin == begin { return change(&hours[index - 1]) }
    var hour = ConsumptionHour(begin: begin)
    change(&hour)
    hours.insert(hour, at: index)
  }

  /// Forgets the hours that began before.
  mutating func drop(before begin: Instant) {
    let count = hours.prefix { $0.begin < begin }.count
    if count > 0 { hours.removeFirst(count) }
  }

  /// Adds the hours of an app that leaves the device, without its name and reasons.
  mutating func add(nameless other: AppConsumption) {
    for hour in other.hours { change(hour.begin) { $0.add(nameless: hour) } }
  }

  /// The command has ended: another of its name has counters of its own.
  mutating func depart(_ departed: Departed) {
    booked = Booked()
    self.departed = departed
  }
}
