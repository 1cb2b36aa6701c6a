import TorporModel

extension ScriptAction {
  /// What happens, for people.
  package var sentence: String {
    switch self {
    case .launch(let app): "launch \(app)"
    case .home: "home"
    case .lock: "lock"
    case .unlock: "unlock"
    case .interrupt: "interrupt"
    case .endInterrupt: "end of the interruption"
    case .forceQuit(let app): "force-quit \(app)"
    case .crash(let app): "crash of \(app)"
    case .kill(let app): "kill \(app)"
    case .reboot: "reboot"
    case .update(let app): "update \(app)"
    case .uninstall(let app): "uninstall \(app)"
    case .offload(let app): "offload \(app)"
    case .battery(let percent): "battery at \(percent)%"
    case .charging(let isCharging): isCharging ? "charger connected" : "charger disconnected"
    case .network(let network): "network: \(network.rawValue)"
    case .lowData(let isOn): "Low Data Mode \(isOn ? "on" : "off")"
    case .thermal(let state): "thermal state: \(state.rawValue)"
    case .lowPowerMode(let isOn): "Low Power Mode \(isOn ? "on" : "off")"
    case .backgroundRefresh(let app, let setting):
      "Background App Refresh\(app.map { " of \($0)" } ?? ""): \(setting.rawValue)"
    case .allow(let app, let allowances):
      "the user allows\(app.map { " \($0)" } ?? ""): \(allowances.sentence)"
    case .restrict([]): "the administrator fixes no settings any more"
    case .restrict(let lines): "the administrator fixes: " + lines.joined(separator: ", ")
    case .memoryPressure(let isCritical, _):
      "memory pressure: \(isCritical ? "critical" : "warning")"
    case .needMemory(let bytes): "the system needs \(bytes / 1_000_000) MB"
    case .needSwap(let bytes): "others fill \(bytes / 1_000_000) MB of swap"
    case .storage(let bytes): "free storage: \(bytes / 1_000_000) MB"
    case .push(let push): "push to \(push.app)"
    case .location(let latitude, let longitude): "location: \(latitude), \(longitude)"
    case .accessory(let traffic): "accessory \(traffic.sentence)"
    case .peripheral(let traffic): "peripheral \(traffic.sentence)"
    case .centralRequest(let app): "request of a central to \(app)"
    case .socketData(let app): "data on the socket of \(app)"
    case .tapNotification(let name): "tap on the notification \(name)"
    case .answerNotification(let name, let action): "answer the notification \(name): \(action)"
    case .dismissNotification(let name): "the notification \(name) dismissed"
    case .server(let condition): "servers \(condition.rawValue)"
    case .wallClock(let jump): "the wall clock jumps by \(DurationText.short(jump))"
    case .windows(let windows):
      windows.isEmpty
        ? "no desktop reports windows"
        : "windows: " + windows.map(\.sentence).joined(separator: ", ")
    case .screenSaver(let isOn): "screen saver \(isOn ? "on" : "off")"
    case .prepareForSleep(let isStarting):
      isStarting ? "the machine is about to sleep" : "the machine stays awake"
    case .input(let isThere):
      isThere ? "a person uses the device" : "the person has stopped using the device"
    case .sleep(let length): "the machine sleeps for \(DurationText.short(length))"
    case .simulateLaunch(let identifier): "simulated launch of \(identifier)"
    case .simulateExpiration(let identifier): "simulated expiration of \(identifier)"
    case .cancelTask(let identifier): "task \(identifier) cancelled"
    case .daemonCrash: "the daemon dies and is started again"
    }
  }

  /// The app that it is done to, by its alias.
  package var app: String? {
    switch self {
    case .launch(let app), .forceQuit(let app), .crash(let app), .kill(let app), .update(let app),
      .uninstall(let app), .offload(let app), .centralRequest(let app), .socketData(let app):
      app
    case .backgroundRefresh(let app, _), .allow(let app, _): app
    case .push(let push): push.app
    default: nil
    }
  }
}

extension ScenarioWindow {
  fileprivate var sentence: String { "\(app) \(visibility?.rawValue ?? "closed")" }
}

extension DeviceTraffic {
  fileprivate var sentence: String {
    switch self {
    case .connect(let name): "\(name) connected"
    case .disconnect(let name): "\(name) disconnected"
    case .data(let name): "\(name) sends data"
    }
  }
}
