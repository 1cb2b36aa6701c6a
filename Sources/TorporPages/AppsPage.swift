import TorporModel
import TorporText
import TorporWire

// The apps as they stand.

extension PageQuestion {
  /// Every app and the device, and again whenever anything of them changes: the daemon sends, and is not asked.
  public static var apps: PageQuestion {
    PageQuestion(Control.Watch(follows: true)) { (reply) throws(WireError) in
      let clock = WallClock(device: reply.device)
      return .object([
        "device": DeviceFacts.json(reply.device),
        "apps": .array(reply.apps.map { AppFacts.json($0, clock) }),
      ])
    }
  }
}

extension WallClock {
  /// The clock of a device as it says.
  init(device: DeviceStatus) {
    self.init(
      now: device.at,
      wallMicroseconds: device.wallMicroseconds,
      calendar: CalendarTime.local
    )
  }

  /// A moment in milliseconds since 1970, as pages count.
  func milliseconds(of moment: Instant) -> Int64 {
    (wallMicroseconds + (moment - now).microseconds) / 1000
  }
}

/// An app for a page: facts, and the words for them.
enum AppFacts {
  static func json(_ app: AppStatus, _ clock: WallClock) -> JSON {
    .object(optional: [
      ("app", .string(app.app.text)),
      ("name", .string(Printable.line(app.name))),
      ("state", .string(app.state.rawValue)),
      ("since", .integer(clock.milliseconds(of: app.since))),
      ("pid", app.processID.map { .integer(Int64($0)) }),
      ("reasons", .array(reasons(app, clock))),
      ("memoryBytes", app.footprintBytes.map { .integer($0) }),
      ("processorMilliseconds", app.processorTime.map { .integer($0.nanoseconds / 1_000_000) }),
      ("foregroundSeconds", .integer(app.foregroundTime.nanoseconds / 1_000_000_000)),
      ("backgroundSeconds", .integer(app.backgroundTime.nanoseconds / 1_000_000_000)),
      ("badge", app.badge.map { .integer(Int64($0)) }),
      ("isCooperative", .bool(app.isCooperative)),
    ])
  }

  /// What holds it, with the time at which that ends; of an app without a process, how the last ended.
  private static func reasons(_ app: AppStatus, _ clock: WallClock) -> [JSON] {
    let held = app.heldBy.map { condition in
      JSON.object(optional: [
        ("text", .string(Printable.line(condition.label))),
        ("until", condition.until.map { .integer(clock.milliseconds(of: $0)) }),
      ])
    }
    guard held.isEmpty, app.state == .notRunning, let exit = app.lastExit else { return held }
    return [.object(["text": .string(Printable.line(exit.reason.label))])]
  }
}

/// The device for a page.
enum DeviceFacts {
  static func json(_ device: DeviceStatus) -> JSON {
    .object(optional: [
      ("now", .integer(device.wallMicroseconds / 1000)),
      ("profile", .string(device.profile.rawValue)),
      ("isLocked", .bool(device.isLocked)),
      ("lowPowerMode", .bool(device.lowPowerMode)),
      ("isOnExternalPower", device.isOnExternalPower.map { .bool($0) }),
      ("batteryPercent", device.batteryPercent.map { .integer(Int64($0)) }),
      ("network", device.network.map { .string($0.rawValue) }),
      ("thermal", device.thermal.map { .string($0.rawValue) }),
      ("memoryLevel", device.memoryLevel.map { .string($0.rawValue) }),
      ("memoryAvailableBytes", device.memoryAvailableBytes.map { .integer($0) }),
      ("memoryTotalBytes", device.memoryTotalBytes.map { .integer($0) }),
    ])
  }
}
