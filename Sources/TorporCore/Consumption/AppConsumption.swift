package import TorporModel

/// What one app used, hour by hour, and up to where its counters are booked.
///
/// All that is booked are differences of counters that only grow: those of the record of the app, and those of the
/// kernel for its launch.
package struct AppConsumption: Hashable, Sendable, Saved {
  /// The hours in which there was anything, oldest first.
  package private(set) var hours: [ConsumptionHour] = []
  private var booked = Booked()

  /// Up to where each counter is booked.
  fileprivate struct Booked: Hashable, Sendable, Saved {
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
    var launch: LaunchIdentifier?
    /// Whether the first reading of the launch only says where counting begins; `nil`: no.
    var skipsReading: Bool?
    var usage = ResourceUsage()
    var usageAt = Instant.zero
    /// Whether what the kernel has counted since its last reading was used on screen.
    var isUsageOnScreen = false
  }

  package init() {}

  /// Since when the app has run off screen without a pause; `nil`: it does not.
  package var runBegan: Instant? { booked.runBegan }

  /// Where the app stood when its counters were booked last.
  package var place: UsePlace { booked.place }

  var bookedAt: Instant { booked.at }

  /// What has come since the last booking, in microseconds.
  func unbooked(_ totals: AppTotals) -> (onScreen: Int64, offScreen: Int64) {
    (
      totals.onScreenMicroseconds - booked.onScreenMicroseconds,
      totals.offScreenMicroseconds - booked.offScreenMicroseconds
    )
  }

  /// The counters as they stand are where the ledger begins: what lies before was booked nowhere.
  init(beginningAt totals: AppTotals, now: Instant) {
    take(totals, at: now)
    booked.isUsageOnScreen = totals.state.isForeground
    if totals.place != .still { booked.skipsReading = true }
    booked.wakes = totals.wakes
    booked.wakeNanojoules = totals.wakeNanojoules
    if totals.place == .offScreen { beginRun(at: now) }
  }

  private mutating func beginRun(at now: Instant) {
    booked.runBegan = now
    booked.lastRunBegan = now
  }

  // MARK: Booking

  /// Books what has come until now to where the app stood; it stands elsewhere from now on.
  ///
  /// `awakeUntil`: since when the machine was asleep until now; `nil`: it was not.
  mutating func book(
    _ totals: AppTotals,
    at now: Instant,
    awakeUntil: Instant? = nil,
    in hours: HourGrid
  ) {
    var onScreen = Consumption()
    onScreen.timeMicroseconds = max(0, totals.onScreenMicroseconds - booked.onScreenMicroseconds)
    var offScreen = Consumption()
    offScreen.timeMicroseconds = max(
      0,
      totals.offScreenMicroseconds - booked.offScreenMicroseconds
    )
    let until = awakeUntil ?? now
    add(onScreen, from: booked.at, to: until, in: hours) { $0.onScreen += $1 }
    if offScreen.timeMicroseconds > 0 {
      if booked.holds.contains(.locationUpdates) {
        offScreen.nanojoules = EnergyModel.nanojoules(
          positioningMicroseconds: offScreen.timeMicroseconds
        )
      }
      let (began, holds) = (booked.runBegan ?? booked.at, booked.holds)
      add(offScreen, from: booked.at, to: until, in: hours) { hour, part in
        hour.changeRun(began: began) {
          $0.used += part
          $0.note(holds)
        }
      }
    }
    let isRunning = totals.place == .offScreen
    if isRunning, booked.runBegan == nil { beginRun(at: now) }
    bookWakes(totals, at: now, in: hours)
    if !isRunning { booked.runBegan = nil }
    if let awakeUntil { moveRunningTime(by: now - awakeUntil) }
    take(totals, at: now)
  }

  /// The machine was asleep for that long: a run is no longer for it, and what is counted next was not used in it.
  private mutating func moveRunningTime(by length: Duration) {
    booked.runBegan = booked.runBegan.map { $0 + length }
    booked.lastRunBegan = booked.lastRunBegan.map { $0 + length }
    booked.usageAt = booked.usageAt + length
  }

  /// Wakes, and what the planner charges for them, belong to the run that they began or prolonged; what is charged
  /// to an app that does not run waits for its next run.
  private mutating func bookWakes(_ totals: AppTotals, at now: Instant, in hours: HourGrid) {
    let wakes = totals.wakes.since(booked.wakes)
    let nanojoules = totals.wakeNanojoules - booked.wakeNanojoules
    guard let began = booked.runBegan, !wakes.isEmpty || nanojoules > 0 else { return }
    var used = Consumption()
    used.nanojoules = nanojoules
    change(hours.begin(of: now)) { hour in
      hour.changeRun(began: began) {
        $0.used += used
        $0.wakes += wakes
      }
    }
    booked.wakes = totals.wakes
    booked.wakeNanojoules = totals.wakeNanojoules
  }

  private mutating func take(_ totals: AppTotals, at now: Instant) {
    booked.at = now
    booked.place = totals.place
    booked.onScreenMicroseconds = totals.onScreenMicroseconds
    booked.offScreenMicroseconds = totals.offScreenMicroseconds
    booked.holds = totals.holds
  }

  /// The kernel's counters of a launch, as they stood at that moment.
  mutating func measure(
    _ usage: ResourceUsage,
    of launch: LaunchIdentifier,
    _ totals: AppTotals,
    at now: Instant,
    on link: NetworkLink,
    in hours: HourGrid
  ) {
    book(totals, at: now, in: hours)
    if booked.skipsReading == true {
      booked.launch = launch
      booked.usage = usage
    } else if booked.launch != launch {
      begin(launch, at: now)
    }
    booked.skipsReading = nil
    let used = usage.since(booked.usage, on: link)
    let began = booked.runBegan ?? booked.lastRunBegan ?? booked.at
    let isOnScreen = booked.isUsageOnScreen
    add(used, from: max(booked.usageAt, launchBegan ?? .zero), to: now, in: hours) { hour, part in
      if isOnScreen {
        hour.onScreen += part
      } else if !part.isZero {
        hour.changeRun(began: began) { $0.used += part }
      }
    }
    booked.usage = usage
    booked.usageAt = now
    booked.isUsageOnScreen = totals.state.isForeground
  }

  /// Off screen, a run that began later than the last reading used all that came since.
  private var launchBegan: Instant? { booked.isUsageOnScreen ? nil : booked.runBegan }

  /// A new launch has counters of its own.
  mutating func begin(_ launch: LaunchIdentifier, at now: Instant) {
    booked.launch = launch
    booked.usage = ResourceUsage()
    booked.usageAt = now
  }

  /// What the kernel counts from now on is used there; a process that stood still has used nothing.
  mutating func usageMoves(toScreen isOnScreen: Bool, of launch: LaunchIdentifier, at now: Instant)
  {
    if booked.launch != launch, booked.skipsReading != true { begin(launch, at: now) }
    booked.usageAt = now
    booked.isUsageOnScreen = isOnScreen
  }

  /// What the transfer service has moved for the app, on screen or not.
  mutating func addTransferred(
    _ bytes: Int64,
    _ direction: TransferDirection,
    on link: NetworkLink,
    isOnScreen: Bool,
    at now: Instant,
    in hours: HourGrid
  ) {
    var used = Consumption()
    switch link {
    case .wired, .none: used.transferred.wired = bytes
    case .wifi: used.transferred.wifi = bytes
    case .cellular: used.transferred.cellular = bytes
    }
    used.nanojoules = EnergyModel.nanojoules(
      received: direction == .download ? bytes : 0,
      sent: direction == .upload ? bytes : 0,
      on: link
    )
    change(hours.begin(of: now)) {
      if isOnScreen { $0.onScreen += used } else { $0.apart += used }
    }
  }

  /// What the planner charges to an app for something that runs no process of it.
  mutating func addCharge(_ totals: AppTotals, at now: Instant, in hours: HourGrid) {
    var used = Consumption()
    used.nanojoules = totals.wakeNanojoules - booked.wakeNanojoules
    guard used.nanojoules > 0 else { return }
    change(hours.begin(of: now)) {
      if totals.state.isForeground { $0.onScreen += used } else { $0.apart += used }
    }
    booked.wakeNanojoules = totals.wakeNanojoules
  }

  // MARK: Hours

  /// Adds evenly over a stretch of time, hour by hour.
  private mutating func add(
    _ used: Consumption,
    from begin: Instant,
    to end: Instant,
    in grid: HourGrid,
    _ change: (inout ConsumptionHour, Consumption) -> Void
  ) {
    guard !used.isZero else { return }
    let end = max(begin, end)
    let begin = max(begin, grid.oldestKept(at: end))
    let whole = (end - begin).nanoseconds
    var hour = grid.begin(of: begin)
    repeat {
      let next = hour + .hours(1)
      let from = (max(hour, begin) - begin).nanoseconds
      let to = (min(next, end) - begin).nanoseconds
      let part = used.part(from: from, to: to, of: whole)
      self.change(hour) { change(&$0, part) }
      hour = next
    } while hour < end
  }

  private mutating func change(_ begin: Instant, _ change: (inout ConsumptionHour) -> Void) {
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

  var rows: Int { hours.reduce(0) { $0 + $1.rows } }
}

/// Where an app can use anything.
package enum UsePlace: String, Hashable, Sendable, Saved {
  case onScreen, offScreen
  /// It is suspended, or has no process.
  case still
}

/// The counters of an app's record, and what keeps it running.
package struct AppTotals: Hashable, Sendable {
  let state: ApplicationState
  let onScreenMicroseconds: Int64
  let offScreenMicroseconds: Int64
  let wakeNanojoules: Int64
  let wakes: WakeCounts
  let holds: [Reason]

  var place: UsePlace {
    switch state {
    case .active, .inactive: .onScreen
    case .background: .offScreen
    case .suspended, .notRunning: .still
    }
  }

  init(_ record: AppRecord, at now: Instant) {
    state = record.usage.state
    onScreenMicroseconds = record.usage.foregroundTime(at: now).microseconds
    offScreenMicroseconds = record.usage.backgroundTime(at: now).microseconds
    wakeNanojoules = record.usage.wakeNanojoules
    wakes = record.usage.wakes ?? WakeCounts()
    holds = state == .background ? record.heldBy(at: now).map(\.reason) : []
  }
}

/// Where hours begin: at those of the user's clock when the ledger began, and 3,600 s apart on the device's time line,
/// so that a jump of the wall clock makes no hour longer.
package struct HourGrid: Hashable, Sendable, Saved {
  /// By how much the beginning of an hour lies behind a multiple of 3,600 s.
  private let offset: Duration

  init(on clock: WallClock, at now: Instant) {
    let second = clock.localSecond(at: now)
    let begin = now - .seconds(second - second / 3600 * 3600)
    offset = .nanoseconds(begin.nanoseconds - Self.floor(begin.nanoseconds))
  }

  package func begin(of moment: Instant) -> Instant {
    let shifted = moment.nanoseconds - offset.nanoseconds
    return Instant(nanoseconds: Self.floor(shifted) + offset.nanoseconds)
  }

  /// The beginning of the first hour that is kept: of 240, with the one that has begun.
  package func oldestKept(at now: Instant) -> Instant {
    begin(of: now) - .hours(Self.hoursKept - 1)
  }

  /// Ten days, as the battery page of a phone shows.
  package static let hoursKept = 240

  private static let hourNanoseconds: Int64 = 3_600_000_000_000

  private static func floor(_ nanoseconds: Int64) -> Int64 {
    let (count, rest) = nanoseconds.quotientAndRemainder(dividingBy: hourNanoseconds)
    return (rest < 0 ? count - 1 : count) * hourNanoseconds
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension AppConsumption {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("booked")
    booked.write(to: &writer)
    writer.key("hours")
    hours.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("booked")
    booked = try AppConsumption.Booked(from: &reader)
    try reader.key("hours")
    hours = try [ConsumptionHour](from: &reader)
    try reader.endObject()
  }
}

extension AppConsumption.Booked {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("at")
    at.write(to: &writer)
    writer.key("holds")
    holds.write(to: &writer)
    writer.key("isUsageOnScreen")
    isUsageOnScreen.write(to: &writer)
    if let lastRunBegan {
      writer.key("lastRunBegan")
      lastRunBegan.write(to: &writer)
    }
    if let launch {
      writer.key("launch")
      launch.write(to: &writer)
    }
    writer.key("offScreenMicroseconds")
    offScreenMicroseconds.write(to: &writer)
    writer.key("onScreenMicroseconds")
    onScreenMicroseconds.write(to: &writer)
    writer.key("place")
    place.write(to: &writer)
    if let runBegan {
      writer.key("runBegan")
      runBegan.write(to: &writer)
    }
    if let skipsReading {
      writer.key("skipsReading")
      skipsReading.write(to: &writer)
    }
    writer.key("usage")
    usage.write(to: &writer)
    writer.key("usageAt")
    usageAt.write(to: &writer)
    writer.key("wakeNanojoules")
    wakeNanojoules.write(to: &writer)
    writer.key("wakes")
    wakes.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("at")
    at = try Instant(from: &reader)
    try reader.key("holds")
    holds = try [Reason](from: &reader)
    try reader.key("isUsageOnScreen")
    isUsageOnScreen = try Bool(from: &reader)
    lastRunBegan = try reader.hasKey("lastRunBegan") ? Instant(from: &reader) : nil
    launch = try reader.hasKey("launch") ? LaunchIdentifier(from: &reader) : nil
    try reader.key("offScreenMicroseconds")
    offScreenMicroseconds = try Int64(from: &reader)
    try reader.key("onScreenMicroseconds")
    onScreenMicroseconds = try Int64(from: &reader)
    try reader.key("place")
    place = try UsePlace(from: &reader)
    runBegan = try reader.hasKey("runBegan") ? Instant(from: &reader) : nil
    skipsReading = try reader.hasKey("skipsReading") ? Bool(from: &reader) : nil
    try reader.key("usage")
    usage = try ResourceUsage(from: &reader)
    try reader.key("usageAt")
    usageAt = try Instant(from: &reader)
    try reader.key("wakeNanojoules")
    wakeNanojoules = try Int64(from: &reader)
    try reader.key("wakes")
    wakes = try WakeCounts(from: &reader)
    try reader.endObject()
  }
}

extension HourGrid {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("offset")
    offset.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("offset")
    offset = try Duration(from: &reader)
    try reader.endObject()
  }
}
