import TorporModel

// Booking of what the policy itself counts: time, wakes, the planner's energy, and the bytes of transfers.

extension AppConsumption {
  /// The ledger begins at the present counters: earlier use was not booked.
  init(beginningAt totals: AppTotals, _ launch: LaunchIdentifier?, now: Instant) {
    self.init()
    take(totals, at: now)
    booked.isUsageOnScreen = totals.state.isForeground
    booked.launch = launch
    // A suspended process has used resources before, too.
    if launch != nil { booked.skipsReading = true }
    booked.wakes = totals.wakes
    booked.wakeNanojoules = totals.wakeNanojoules
    if totals.place == .offScreen { beginRun(at: now) }
  }

  /// Returns the times since the last booking, in microseconds.
  func unbooked(_ totals: AppTotals) -> (onScreen: Int64, offScreen: Int64) {
    (
      totals.onScreenMicroseconds - booked.onScreenMicroseconds,
      totals.offScreenMicroseconds - booked.offScreenMicroseconds
    )
  }

  private mutating func beginRun(at now: Instant) {
    booked.runBegan = now
    booked.lastRunBegan = now
  }

  /// Books the use until now to the app's previous place; its place changes now.
  ///
  /// `awakeUntil`: when a sleep of the machine that lasted until now began; `nil`: it was awake.
  mutating func book(
    _ totals: AppTotals,
    at now: Instant,
    awakeUntil: Instant? = nil,
    in grid: HourGrid
  ) {
    let since = unbooked(totals)
    let until = awakeUntil ?? now
    var onScreen = Consumption()
    onScreen.timeMicroseconds = max(0, since.onScreen)
    add(onScreen, from: booked.at, to: until, in: grid) { $0.onScreen += $1 }
    bookRun(max(0, since.offScreen), until: until, in: grid)
    let isRunning = totals.place == .offScreen
    if isRunning, booked.runBegan == nil {
      beginRun(at: now)
      takeCharge(at: now, in: grid)
    }
    bookWakes(totals, at: now, in: grid)
    if !isRunning { booked.runBegan = nil }
    if let awakeUntil { moveRunningTime(by: now - awakeUntil, now) }
    take(totals, at: now)
  }

  private mutating func bookRun(_ microseconds: Int64, until end: Instant, in grid: HourGrid) {
    guard microseconds > 0 else { return }
    var used = Consumption()
    used.timeMicroseconds = microseconds
    if booked.holds.contains(.locationUpdates) {
      used.nanojoules = EnergyModel.nanojoules(positioningMicroseconds: microseconds)
    }
    let (began, holds) = (booked.runBegan ?? booked.at, booked.holds)
    add(used, from: booked.at, to: end, in: grid) { hour, part in
      hour.changeRun(began: began) {
        $0.used += part
        $0.note(holds)
      }
    }
  }

  /// Accounts for a sleep of the machine of that length: it does not prolong a run, and the next
  /// counts were not used in it.
  private mutating func moveRunningTime(by length: Duration, _ now: Instant) {
    booked.runBegan = booked.runBegan.map { min(now, $0 + length) }
    booked.lastRunBegan = booked.lastRunBegan.map { min(now, $0 + length) }
    booked.usageAt = min(now, booked.usageAt + length)
  }

  private mutating func take(_ totals: AppTotals, at now: Instant) {
    // Of what stands still it is kept since when.
    if booked.place != .still || totals.place != .still { booked.at = now }
    booked.place = totals.place
    booked.onScreenMicroseconds = totals.onScreenMicroseconds
    booked.offScreenMicroseconds = totals.offScreenMicroseconds
    booked.holds = totals.holds
  }

  // MARK: Wakes and what they cost

  /// Books wakes to the run that they began or prolonged; those of an app that is not running wait for its next run.
  private mutating func bookWakes(_ totals: AppTotals, at now: Instant, in grid: HourGrid) {
    // Usually there were none, and comparing the counts is comparing one array.
    guard let began = booked.runBegan, totals.wakes != booked.wakes else { return }
    let wakes = totals.wakes.since(booked.wakes)
    guard !wakes.isEmpty else { return }
    change(grid.begin(of: now)) { hour in hour.changeRun(began: began) { $0.wakes += wakes } }
    booked.wakes = totals.wakes
  }

  /// Books the planner's charge: to the app's present run, or to its place.
  ///
  /// A wake for work is charged before its run begins, and belongs to that run; a notification does not run a process.
  mutating func bookCharge(
    _ totals: AppTotals,
    for label: BatteryLabel,
    at now: Instant,
    in grid: HourGrid
  ) {
    var used = Consumption()
    used.nanojoules = totals.wakeNanojoules - booked.wakeNanojoules
    guard used.nanojoules > 0 else { return }
    booked.wakeNanojoules = totals.wakeNanojoules
    let begin = grid.begin(of: now)
    if totals.state.isForeground {
      change(begin) { $0.onScreen += used }
    } else if let began = booked.runBegan {
      change(begin) { hour in hour.changeRun(began: began) { $0.used += used } }
    } else {
      change(begin) { $0.addApart(used, for: label) }
      guard label == .backgroundActivity else { return }
      let waiting = booked.charge.flatMap { charge in
        now - charge.at <= Charge.lifetime && grid.begin(of: charge.at) == begin
          ? charge.nanojoules : nil
      }
      booked.charge = Charge(at: now, nanojoules: (waiting ?? 0) + used.nanojoules)
    }
  }

  /// Moves the charge made just before a run began into that run's receipt.
  private mutating func takeCharge(at now: Instant, in grid: HourGrid) {
    guard let charge = booked.charge, let began = booked.runBegan else { return }
    booked.charge = nil
    let begin = grid.begin(of: charge.at)
    guard now - charge.at <= Charge.lifetime,
      let index = hours.lastIndex(where: { $0.begin == begin }),
      hours[index].takeApart(charge.nanojoules)
    else { return }
    if hours[index].isEmpty { hours.remove(at: index) }
    var used = Consumption()
    used.nanojoules = charge.nanojoules
    change(grid.begin(of: now)) { hour in hour.changeRun(began: began) { $0.used += used } }
  }

  // MARK: Transfers

  /// Adds bytes that the transfer service moved for the app over that link, on or off screen; `none`:
  /// within the machine.
  mutating func addTransferred(
    _ bytes: Int64,
    _ direction: TransferDirection,
    on link: NetworkLink,
    isOnScreen: Bool,
    at now: Instant,
    in grid: HourGrid
  ) {
    var used = Consumption()
    switch link {
    case .none: used.loopbackBytes = bytes
    case .wired: used.transferred.wired = bytes
    case .wifi: used.transferred.wifi = bytes
    case .cellular: used.transferred.cellular = bytes
    }
    used.nanojoules = EnergyModel.nanojoules(
      received: direction == .download ? bytes : 0,
      sent: direction == .upload ? bytes : 0,
      on: link
    )
    change(grid.begin(of: now)) {
      if isOnScreen { $0.onScreen += used } else { $0.addApart(used, for: .transfers) }
    }
  }
}
