import TorporModel

@testable import TorporCore

/// One row of the relaunch table, played: an app that asks for something, and the event that answers.
struct RelaunchScene: Sendable {
  /// As the row is called in the expectations.
  let name: String
  var profile = ProfileName.ios26
  var modes: [BackgroundMode] = []
  var tasks: [String] = []
  /// What the app does in its callbacks.
  var requests: [String: [AppRequest]] = [:]
  /// Whether the device hangs on its charger while it happens.
  var isCharged = true
  /// What the app asks for, on screen.
  var prepare: @Sendable (inout TestDevice) -> Void = { _ in }
  /// What happens to the app when it is off screen and the device is locked.
  let event: @Sendable (inout TestDevice) -> Void
  /// What follows by itself, once the event is there.
  var settle: @Sendable (inout TestDevice) -> Void = { $0.pass(.minutes(2)) }
  /// How often the app was run for it, or the user has seen it.
  let heard: @Sendable (TestDevice) -> Int

  static let app = "app"

  /// A device on which the app has asked, was left, and is suspended, or goes on off screen.
  func device() -> TestDevice {
    var device = TestDevice(profile)
    device.setWallClock(to: TestDevice.mondayEvening)
    device.tell(.power(PowerState(isOnExternalPower: isCharged, batteryPercent: 75)))
    device.tell(.network(NetworkState(link: .wifi)))
    device.requests = requests
    device.install(Self.app, modes: modes, tasks: tasks)
    device.open(Self.app)
    prepare(&device)
    device.home()
    device.user(.lock)
    device.pass(.seconds(20))
    return device
  }

  /// What comes of the event under the cause, or with none: the letter of the cell.
  ///
  /// `Y` it runs the app, `P` as soon as the cause has passed, `N` not, but its next event does then, `X`
  /// no later one either; `S` the user sees it, `s` without what it says.
  func outcome(under cause: RelaunchCause?) -> (letter: String, device: TestDevice) {
    var device = device()
    let before = heard(device)
    let unread = device.unreadable
    if let cause { device.befall(Self.app, cause) }
    event(&device)
    settle(&device)
    if heard(device) > before {
      // How far a continued task is, the system shows by itself.
      let shown = device.shown.filter { $0.percent == nil }
      if shown.isEmpty || name.hasPrefix("Answer") { return ("Y", device) }
      return (device.unreadable > unread ? "s" : "S", device)
    }
    if let cause { device.passes(Self.app, cause) }
    settle(&device)
    if heard(device) > before { return ("P", device) }
    event(&device)
    settle(&device)
    return (heard(device) > before ? "N" : "X", device)
  }
}

extension TestDevice {
  /// How many notifications the user saw without what they say.
  var unreadable: Int { shown.count { $0.content.body == "Notification" } }

  /// How often the app was launched off screen.
  func launches(_ name: String) -> Int {
    count {
      guard case .launch(let order) = $0, order.app == app(name) else { return false }
      return !order.destination.isForeground
    }
  }

  /// A column of the table comes about for an app off screen.
  mutating func befall(_ name: String, _ cause: RelaunchCause) {
    switch cause {
    case .crash: report(name, .exited(status: .signalled(signal: 11)))
    case .jetsam: removeForMemory(name)
    case .forceQuit: user(.forceQuit(app: app(name)))
    case .restartLocked: tell(.booted)
    case .restart:
      tell(.booted)
      user(.unlock)
      user(.lock)
    case .update:
      guard let manifest = device.apps[app(name)]?.manifest else { return }
      user(.install(manifest: manifest, settings: AppSettings(), replaces: true))
    case .refreshOff: user(.change(setting: .backgroundRefresh(.off)))
    case .lowPower: user(.change(setting: .lowPowerMode(true)))
    }
    pass(.seconds(1))
  }

  /// It is over: the user opens the app again, unlocks the device, moves the switch.
  mutating func passes(_ name: String, _ cause: RelaunchCause) {
    switch cause {
    case .crash, .jetsam, .forceQuit, .restart, .update:
      open(name)
      pass(.seconds(1))
      home()
      user(.lock)
    case .restartLocked:
      user(.unlock)
      user(.lock)
    case .refreshOff: user(.change(setting: .backgroundRefresh(.on)))
    case .lowPower: user(.change(setting: .lowPowerMode(false)))
    }
  }

  /// Memory is short until the app was removed for it.
  private mutating func removeForMemory(_ name: String) {
    for _ in 1...8 where device.apps[app(name)]?.process.launch != nil {
      tell(.memory(MemoryReport(level: .critical, availableBytes: -1, totalBytes: 1 << 30)))
      pass(.milliseconds(100))
    }
    tell(.memory(MemoryReport(level: .normal, availableBytes: 1 << 29, totalBytes: 1 << 30)))
  }
}
