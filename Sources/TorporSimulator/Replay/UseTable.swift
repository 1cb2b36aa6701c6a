import TorporCore
package import TorporModel

/// What apps have used by the ledger of consumption, from the hour in which a recording begins.
package struct UseTable: Hashable, Sendable {
  /// The first hour that counts.
  package let begin: Instant
  package private(set) var apps: [AppIdentifier: Use] = [:]
  /// Of apps that were removed, together.
  package private(set) var removed = Use()

  package struct Use: Hashable, Sendable {
    package var processorMicroseconds: Int64 = 0
    package var networkBytes: Int64 = 0
    package var nanojoules: Int64 = 0
    package var offScreenMicroseconds: Int64 = 0

    package init() {}

    init(_ hours: [ConsumptionHour]) {
      let total = hours.total
      processorMicroseconds = total.processorMicroseconds
      let moved = total.transferred
      networkBytes =
        total.receivedBytes + total.sentBytes + moved.wired + moved.wifi + moved.cellular
      nanojoules = total.nanojoules
      offScreenMicroseconds = hours.offScreen.timeMicroseconds
    }

    package static func += (sum: inout Use, other: Use) {
      sum.processorMicroseconds += other.processorMicroseconds
      sum.networkBytes += other.networkBytes
      sum.nanojoules += other.nanojoules
      sum.offScreenMicroseconds += other.offScreenMicroseconds
    }

    static func - (left: Use, right: Use) -> Use {
      var rest = left
      rest.processorMicroseconds -= right.processorMicroseconds
      rest.networkBytes -= right.networkBytes
      rest.nanojoules -= right.nanojoules
      rest.offScreenMicroseconds -= right.offScreenMicroseconds
      return rest
    }
  }

  /// What counts begins with that hour; `nil`: with the one that has begun.
  init(_ device: Device, since begin: Instant?) {
    let question = BatteryQuestion(
      hours: begin == nil ? 1 : .max,
      at: device.now,
      showsApp: { _ in true },
      showsOwner: { _ in true }
    )
    let report = device.batteryReport(question) { _ in nil }
    let first = begin ?? report.begin
    self.begin = first
    for app in report.apps {
      apps[app.app] = Use(app.hours.filter { $0.begin >= first })
    }
    removed = Use(report.removed.filter { $0.begin >= first })
  }

  package init(begin: Instant) { self.begin = begin }

  func increase(since earlier: UseTable) -> UseTable {
    var increase = self
    for (app, use) in apps { increase.apps[app] = use - (earlier.apps[app] ?? Use()) }
    // What a removed app had used moves from its row to that of the removed ones.
    var moved = Use()
    for (app, use) in earlier.apps where apps[app] == nil { moved += use }
    increase.apps = increase.apps.filter { $0.value != Use() }
    increase.removed = removed - earlier.removed - moved
    return increase
  }

  package var total: Use {
    var sum = removed
    for use in apps.values { sum += use }
    return sum
  }

  static func += (sum: inout UseTable, other: UseTable) {
    for (app, use) in other.apps { sum.apps[app, default: Use()] += use }
    sum.removed += other.removed
  }
}
