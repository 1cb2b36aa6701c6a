package import TorporModel

/// The consumption of one app, hour by hour, and the point up to which its counters are booked.
///
/// Bookings are differences of counters that only grow: those of the app's record, and those of the
/// kernel for its launch.
package struct AppConsumption: KeptPerApp, Hashable, Sendable, Saved {
  // Shape: the hours of one app, and one method for each kind of use that is booked to them.
  /// The hours with any use, oldest first.
  package internal(set) var hours: [ConsumptionHour] = []
  var booked = Booked()
  /// The data of a command that has ended; `nil`: the app is on the device.
  package internal(set) var departed: Departed?

  /// The point up to which each counter is booked.
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
    /// When its present uninterrupted run off screen began; `nil`: there is none.
    var runBegan: Instant?
    /// When the last such run began; counts at its end belong to it.
    var lastRunBegan: Instant?
    /// The planner's charge since then, which belongs to the next run; `nil`: none.
    var charge: Charge?
    var launch: LaunchIdentifier?
    /// Whether the first reading of the launch is only the beginning of counting; `nil`: no.
    var skipsReading: Bool?
    var usage = ResourceUsage()
    var usageAt = Instant.zero
    /// Whether the kernel's counts since the last reading were used on screen.
    var isUsageOnScreen = false
  }

  /// Energy booked in an hour, without a run.
  struct Charge: Hashable, Sendable, Saved {
    let at: Instant
    let nanojoules: Int64

    /// The maximum time until the run that it was made for begins: a minute, three times the limit of
    /// a launch; our choice.
    static let lifetime = Duration.minutes(1)
  }

  /// A command that has ended: its hours are kept as long as those of apps.
  package struct Departed: Hashable, Sendable, Saved {
    package let name: String
    package let ownerUserID: UInt32?
    let at: Instant
  }

  package init() {}

  /// Whether it is empty; does not compare everything if hours are kept, as for nearly every app.
  package var isNothing: Bool { hours.isEmpty && self == AppConsumption() }

  /// When the app's present uninterrupted run off screen began; `nil`: there is none.
  package var runBegan: Instant? { booked.runBegan }

  /// Returns the booked counters of a launch; `nil`: its next reading is only the beginning of counting.
  package func bookedUsage(of launch: LaunchIdentifier) -> ResourceUsage? {
    guard booked.launch == launch else { return ResourceUsage() }
    return booked.skipsReading == true ? nil : booked.usage
  }

  /// Where the app stood when its counters were booked last.
  package var place: UsePlace { booked.place }

  /// The number of hours and runs kept.
  var rows: Int { hours.reduce(0) { $0 + $1.rows } }

  // MARK: Hours

  /// Adds evenly over a period, hour by hour; parts for hours that are no longer kept are lost.
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

  /// Changes the hour that begins then; adds it if needed.
  mutating func change(_ begin: Instant, _ change: (inout ConsumptionHour) -> Void) {
    var index = hours.count
    while index > 0, hours[index - 1].begin > begin { index -= 1 }
    if index > 0, hours[index - 1].begin == begin { return change(&hours[index - 1]) }
    var hour = ConsumptionHour(begin: begin)
    change(&hour)
    hours.insert(hour, at: index)
  }

  /// Removes the hours that began before.
  mutating func drop(before begin: Instant) {
    let count = hours.prefix { $0.begin < begin }.count
    if count > 0 { hours.removeFirst(count) }
  }

  /// Adds the hours of an app that leaves the device, without its name and reasons.
  mutating func add(nameless other: AppConsumption) {
    for hour in other.hours { change(hour.begin) { $0.add(nameless: hour) } }
  }

  /// Marks that the command has ended: another one of its name has its own counters.
  mutating func depart(_ departed: Departed) {
    booked = Booked()
    self.departed = departed
  }
}
