package import TorporModel

/// The use of apps off screen since the user's day began, as booked in the ledger.
///
/// It is derived from the ledger, and kept beside it while the user has set an allowance, so that
/// conditions can read it.
package struct DayUse: Hashable, Sendable {
  package struct Sum: KeptPerApp, Hashable, Sendable {
    /// Bytes transferred over networks.
    package internal(set) var bytes: Int64 = 0
    /// The energy according to the ledger's model.
    package internal(set) var nanojoules: Int64 = 0

    package init() {}

    /// Sums the use off screen in these hours.
    init(_ hours: some Sequence<ConsumptionHour>) {
      let used = hours.reduce(Consumption()) { $0 + $1.offScreen }
      // Each byte is counted once: the transfer service is not a process of the app.
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
  /// The sum of all apps, including removed ones.
  package private(set) var total = Sum()

  /// Makes an empty account of the day that has begun on the user's clocks.
  init(at now: Instant, by clock: WallClock) {
    let day = LocalSecond(clock.localSecond(at: now)).day
    func midnight(_ day: Int64) -> Instant {
      clock.instant(localSecond: day * LocalSecond.secondsEachDay)
    }
    begin = midnight(day)
    refillsAt = max(midnight(day + 1), now + .seconds(1))
  }

  package subscript(app: AppIdentifier) -> Sum { apps[app] ?? Sum() }

  /// Returns whether an hour belongs to the day, that is, begins in it.
  ///
  /// If hours do not begin at midnight, for example after a jump of the clock, use in the rest of the
  /// hour that began before midnight counts for no day, so that no work waits because of use on the
  /// day before. A clock step of less than 2 s, as made by NTP, does not move an hour to another day.
  private func has(hourBeginning moment: Instant) -> Bool { moment + .seconds(2) >= begin }

  /// Adds the use of an app that is on the device.
  mutating func add(_ app: AppIdentifier, _ hours: [ConsumptionHour]) {
    let sum = sum(hours)
    apps.change(app) { $0 = sum }
    total += sum
  }

  /// Adds the use of an app that is no longer on the device.
  mutating func addRemoved(_ hours: [ConsumptionHour]) { total += sum(hours) }

  private func sum(_ hours: [ConsumptionHour]) -> Sum {
    Sum(hours.reversed().prefix { has(hourBeginning: $0.begin) })
  }
}

/// The user's allowances for use off screen in a day; 0: unlimited.
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

  /// Returns the allowances that are used up.
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
