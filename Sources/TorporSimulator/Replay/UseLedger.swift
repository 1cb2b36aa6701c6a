import TorporCore
import TorporModel

/// What the ledger of consumption holds at a moment, hour by hour.
struct UseLedger {
  typealias Hours = [Instant: UseTable.Use]

  private var apps: [AppIdentifier: Hours] = [:]
  private var removed: Hours = [:]
  /// The first hour that is kept.
  private let begin: Instant
  /// When the next hour begins, in which the ledger forgets.
  let nextHour: Instant

  /// With everything until `moment`, also what is not booked yet.
  init(_ device: Device, at moment: Instant) {
    let question = BatteryQuestion(
      hours: HourGrid.hoursKept,
      at: moment,
      isFitted: false,
      showsApp: { _ in true },
      showsOwner: { _ in true }
    )
    let report = device.batteryReport(question) { _ in nil }
    begin = report.begin
    nextHour = report.begin + .hours(HourGrid.hoursKept)
    for app in report.apps { apps[app.app] = Hours(app.hours) }
    removed = Hours(report.removed)
  }

  /// What has come since then; what was forgotten meanwhile is no loss.
  ///
  /// The hours of an app that has left the device are those of the removed ones now, and count once.
  func increase(since earlier: UseLedger, on device: Device) -> UseTable {
    var increase = UseTable()
    for (app, hours) in apps {
      let use = hours.increase(since: earlier.apps[app] ?? [:]).atLeastZero
      if use != UseTable.Use() { increase.apps[app] = use }
    }
    var moved = UseTable.Use()
    for (app, hours) in earlier.apps where apps[app] == nil && device.apps.slot(of: app) == nil {
      for (hour, use) in hours where removed[hour] != nil { moved += use }
    }
    increase.removed = (removed.increase(since: earlier.removed) - moved).atLeastZero
    return increase
  }
}

extension UseLedger.Hours {
  fileprivate init(_ hours: [ConsumptionHour]) {
    self.init()
    for hour in hours { self[hour.begin, default: UseTable.Use()] += UseTable.Use(hour) }
  }

  /// Of the hours that are still there.
  fileprivate func increase(since earlier: Self) -> UseTable.Use {
    reduce(UseTable.Use()) { $0 + ($1.value - (earlier[$1.key] ?? UseTable.Use())) }
  }
}

extension UseTable.Use {
  fileprivate init(_ hour: ConsumptionHour) {
    self.init()
    let offScreen = hour.offScreen
    let total = hour.onScreen + offScreen
    let moved = total.transferred
    processorMicroseconds = total.processorMicroseconds
    networkBytes = total.receivedBytes + total.sentBytes + moved.wired + moved.wifi + moved.cellular
    nanojoules = total.nanojoules
    offScreenMicroseconds = offScreen.timeMicroseconds
  }
}

/// Adds up what a device uses, also where its ledger forgets hours meanwhile.
///
/// The ledger forgets where an hour begins, and moves hours where an app leaves: it is read before and after those
/// inputs.
struct UseMeter {
  private(set) var sum = UseTable()
  private var last: UseLedger
  private var isBetween = false

  init(_ device: Device) { last = UseLedger(device, at: device.now) }

  /// The device is about to take an input.
  mutating func begin(_ input: Input, _ device: Device, at now: Instant) {
    isBetween = now >= last.nextHour || input.movesHours
    if isBetween { read(device, at: device.now) }
  }

  /// It has taken it.
  mutating func end(_ device: Device) {
    if isBetween { read(device, at: device.now) }
    isBetween = false
  }

  mutating func read(_ device: Device, at moment: Instant) {
    let ledger = UseLedger(device, at: moment)
    sum += ledger.increase(since: last, on: device)
    last = ledger
  }

  /// Another device follows, which has used what it has used.
  mutating func restart(with device: Device) {
    last = UseLedger(device, at: device.now)
  }
}

extension Input {
  /// Whether apps come or leave by it.
  fileprivate var movesHours: Bool {
    if case .user(.install, _) = self { return true }
    if case .user(.uninstall, _) = self { return true }
    return false
  }
}
