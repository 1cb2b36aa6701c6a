import TorporModel
package import TorporWire

/// The figures of a row of the battery page: of an app on screen and off it together, or of all apps.
package struct BatterySums: Sendable {
  package let onScreen: Duration
  package let offScreen: Duration
  package let wakes: Int
  package let processor: Duration
  package let networkBytes: Int64
  package let nanojoules: Int64
  /// Its share of the energy of all: "37 %".
  package let share: String

  package init(_ app: BatteryApp) {
    let used = BatteryReceipt(sumOf: [app.onScreen, app.offScreen])
    (onScreen, offScreen) = (app.onScreen.time, app.offScreen.time)
    wakes = app.wakeCount
    (processor, networkBytes) = (used.processor, used.networkBytes)
    nanojoules = used.nanojoules
    share = BatteryWords.share(of: app)
  }

  fileprivate init(all battery: BatteryStatus) {
    onScreen = battery.apps.reduce(.zero) { $0 + $1.onScreen.time }
    offScreen = battery.apps.reduce(.zero) { $0 + $1.offScreen.time }
    wakes = battery.apps.reduce(0) { $0 + $1.wakeCount }
    (processor, networkBytes) = (battery.total.processor, battery.total.networkBytes)
    nanojoules = battery.total.nanojoules
    share = nanojoules > 0 ? "100 %" : "0 %"
  }
}

extension BatteryStatus {
  /// What all apps have used together.
  package var sums: BatterySums { BatterySums(all: self) }

  /// How many apps are shown at once: 40, a screen or two; our choice.
  ///
  /// Commands that have ended have rows, too.
  package static let appsShown = 40
}
