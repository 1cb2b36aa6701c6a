package import TorporModel

/// What apps have used off screen since the user's day began, as the ledger has booked it.
///
/// It follows from the ledger, and is kept beside it while the user has set an allowance, so that conditions can read
/// it.
package struct DayUse: Hashable, Sendable {
  package struct Sum: KeptPerApp, Hashable, Sendable {
    /// Bytes that went over networks.
    package internal(set) var bytes: Int64 = 0
    /// By the model of the ledger.
    package internal(set) var nanojoules: Int64 = 0

    package init() {}

    /// What was used in these hours off screen.
    init(_ hours: some Sequence<ConsumptionHour>) {
      let used = hours.reduce(Consumption()) { $0 + $1.offScreen }
      // Each byte is counted once: the transfer service is no process of the app.
      bytes = used.transferred.total + used.receivedBytes + used.sentBytes
      nanojoules = used.nanojoules
    }

    static func += (sum: inout Sum, other: Sum) {
      sum.bytes += other.bytes
      sum.nanojoules += other.nanojoules
    }
  }

  /// When the day began on the clocks of the user.
  let begin: Instant
  /// When the next one begins.
  package let refillsAt: Instant
  private var apps = PerApp<Sum>()
  /// Of all apps, those that were removed among them.
  package private(set) var total = Sum()

  /// Nothing was used yet on the day that has begun on the user's clocks.
  init(at now: Instant, by clock: WallClock) {
    let day = LocalSecond(clock.localSecond(at: now)).day
    func midnight(_ day: Int64) -> Instant {
      clock.instant(localSecond: day * LocalSecond.secondsEachDay)
    }
    begin = midnight(day)
    refillsAt = max(midnight(day + 1), now + .seconds(1))
  }

  package subscript(app: AppIdentifier) -> Sum { apps[app] ?? Sum() }

  /// Whether an hour belongs to the day, in which it begins.
  ///
  /// Where hours do not begin at midnight, as after a jump of the clock, what is used in the rest of the hour that
  /// began before it counts for no day: so nothing waits for what was used the day before. A step of the clock of less
  /// than 2 s, as NTP makes them, moves no hour to another day.
  private func has(hourBeginning moment: Instant) -> Bool { moment + .seconds(2) >= begin }

  /// What an app that is on the device has used.
  mutating func add(_ app: AppIdentifier, _ hours: [ConsumptionHour]) {
    let sum = sum(hours)
    apps.change(app) { $0 = sum }
    total += sum
  }

  /// What an app has used that is not on the device any more.
  mutating func addRemoved(_ hours: [ConsumptionHour]) { total += sum(hours) }

  private func sum(_ hours: [ConsumptionHour]) -> Sum {
    Sum(hours.reversed().prefix { has(hourBeginning: $0.begin) })
  }
}

/// What the user lets apps use off screen in a day; 0: as much as they like.
struct Allowances: Hashable, Sendable {
  let joules: Int
  let bytes: Int64

  var areNone: Bool { joules == 0 && bytes == 0 }

  func dataUse(_ sum: DayUse.Sum) -> AllowanceUse? {
    bytes > 0 ? AllowanceUse(used: sum.bytes, allowed: bytes) : nil
  }

  /// In millijoules.
  func energyUse(_ sum: DayUse.Sum) -> AllowanceUse? {
    joules > 0
      ? AllowanceUse(used: sum.nanojoules / 1_000_000, allowed: Int64(joules) * 1000) : nil
  }

  /// Which of them are used up.
  func usedUp(by sum: DayUse.Sum) -> [Reason] {
    var reasons: [Reason] = []
    if let use = dataUse(sum), use.isUsedUp { reasons.append(.dataAllowance) }
    if let use = energyUse(sum), use.isUsedUp { reasons.append(.energyAllowance) }
    return reasons
  }
}

extension AllowanceUse {
  /// Whether background work waits.
  var isUsedUp: Bool { used >= allowed }
}

extension AppSettings {
  var allowances: Allowances {
    Allowances(joules: energyAllowanceJoules, bytes: dataAllowanceBytes)
  }
}

extension DeviceSettings {
  var allowances: Allowances {
    Allowances(joules: energyAllowanceJoules, bytes: dataAllowanceBytes)
  }
}
