import TorporCore
import TorporDaemon
import TorporModel
import TorporText

/// Carries out what the script says, on the machine from outside.
final class ScriptStage {
  private let machine: SimulatedMachine
  private let scenario: Scenario

  init(_ machine: SimulatedMachine, _ scenario: Scenario) {
    self.machine = machine
    self.scenario = scenario
  }

  func perform(_ entry: ScriptEntry) {
    machine.recorder.record(.script(entry.action.sentence), of: entry.action.app)
    switch entry.action {
    case .launch, .home, .lock, .unlock, .interrupt, .endInterrupt, .forceQuit, .update,
      .uninstall, .offload, .lowPowerMode, .backgroundRefresh, .allow:
      user(entry)
    case .crash(let app): end(app, by: SimulatedProcess.signalAbort)
    case .kill(let app): end(app, by: 9)  // SIGKILL on every Linux.
    case .restrict(let lines): restrict(lines)
    case .reboot: machine.reboot()
    case .daemonCrash: machine.crashDaemon()
    case .battery(let percent): machine.change { $0.batteryPercent = percent }
    case .charging(let isCharging): machine.change { $0.isCharging = isCharging }
    case .network(let network): machine.change { $0.network = network }
    case .lowData(let isOn): machine.change { $0.isLowData = isOn }
    case .thermal(let state): machine.change { $0.thermal = state }
    case .storage(let bytes): machine.change { $0.storageBytes = bytes }
    case .memoryPressure(let isCritical, let figures):
      machine.memory.report(isCritical ? .critical : .warning, figures)
    case .needMemory(let bytes): machine.memory.takeForSystem(bytes)
    case .needSwap(let bytes): machine.takeSwap(bytes)
    case .wallClock(let jump): machine.jumpWallClock(by: jump)
    case .windows(let windows): report(windows)
    case .screenSaver(let isOn): tell(.interruption(by: .screenSaver, begins: isOn))
    case .prepareForSleep(let isStarting): tell(.interruption(by: .sleep, begins: isStarting))
    case .input(let isThere):
      tell(.hearsInput(true))
      tell(.userIdle(since: isThere ? nil : machine.clock.now()))
    case .sleep(let length): machine.sleep(for: length)
    case .simulateLaunch(let identifier):
      machine.daemon.user(.simulateLaunch(app: nil, task: identifier))
    case .simulateExpiration(let identifier):
      machine.daemon.user(.simulateExpiration(app: nil, task: identifier))
    case .cancelTask(let identifier):
      machine.daemon.user(.cancelTask(app: nil, task: identifier))
    case .push(let push): send(push, line: entry.line)
    case .server(let condition): machine.transfers.setServer(condition)
    case .location(let latitude, let longitude):
      machine.desktop.receiver.move(to: Coordinate(latitude: latitude, longitude: longitude))
    case .accessory, .peripheral, .centralRequest, .socketData: traffic(entry.action)
    case .tapNotification(let name): answer(name, isDismissal: false)
    case .dismissNotification(let name): answer(name, isDismissal: true)
    case .answerNotification(let name, let action):
      machine.desktop.notifications.answer(name, with: action)
    }
  }

  private func user(_ entry: ScriptEntry) {
    switch entry.action {
    case .launch(let alias): onApp(alias) { .open(app: $0.identifier) }
    case .home: machine.daemon.user(.home(app: nil))
    case .lock: machine.daemon.user(.lock)
    case .unlock: machine.daemon.user(.unlock)
    case .interrupt: machine.daemon.user(.interrupt)
    case .endInterrupt: machine.daemon.user(.endInterrupt)
    case .forceQuit(let alias): onApp(alias) { .forceQuit(app: $0.identifier) }
    case .update(let alias): onApp(alias) { .update(app: $0.identifier) }
    case .uninstall(let alias): uninstall(alias)
    case .offload(let alias): onApp(alias) { .offload(app: $0.identifier) }
    case .lowPowerMode(let isOn):
      machine.daemon.user(.change(setting: .lowPowerMode(isOn)))
    case .backgroundRefresh(nil, let setting):
      machine.daemon.user(.change(setting: .backgroundRefresh(setting)))
    case .backgroundRefresh(let alias?, let setting):
      changeSettings(of: alias) { $0.backgroundRefresh = setting }
    case .allow(nil, let allowances):
      for setting in allowances.ofDevice {
        machine.daemon.user(.change(setting: .kept(setting)))
      }
    case .allow(let alias?, let allowances):
      changeSettings(of: alias) { $0 = allowances.applied(to: $0) }
    default: break
    }
  }

  private func restrict(_ lines: [String]) {
    let file = RestrictionsFile(lines.joined(separator: "\n"), path: Self.administratorsFile)
    tell(.restrictions(Restrictions(file, path: Self.administratorsFile)))
  }

  /// Where the daemon has it.
  private static let administratorsFile = "/etc/torpor/restrictions.conf"

  private func changeSettings(of alias: String, _ change: (inout AppSettings) -> Void) {
    onApp(alias) { app in
      let record = machine.daemon.records.first { $0.identifier == app.identifier }
      var settings = record?.settings ?? app.settings
      change(&settings)
      return .change(setting: .appSettings(app: app.identifier, settings: settings))
    }
  }

  /// What accessories, peripherals and sockets do.
  private func traffic(_ action: ScriptAction) {
    switch action {
    case .accessory(.connect(let name)): tell(.accessory(.connected(Accessory(name: name))))
    case .accessory(.disconnect(let name)): tell(.accessory(.disconnected(accessory: name)))
    case .accessory(.data(let name)): tell(.accessory(.data(accessory: name)))
    case .peripheral(.connect(let name)): tell(.bluetooth(.connected(peripheral: name)))
    case .peripheral(.disconnect(let name)): tell(.bluetooth(.disconnected(peripheral: name)))
    case .peripheral(.data(let name)): tell(.bluetooth(.data(peripheral: name)))
    case .centralRequest(let alias):
      if let app = scenario.app(named: alias) {
        tell(.bluetooth(.centralRequest(app: app.identifier)))
      }
    case .socketData(let alias): socketData(to: alias)
    default: break
    }
  }

  /// A desktop reports what can be seen of apps that run.
  private func report(_ windows: [ScenarioWindow]) {
    let reported = windows.compactMap { window -> LaunchWindows? in
      scenario.app(named: window.app).flatMap { machine.processes.process(of: $0.identifier) }.map {
        LaunchWindows(launch: $0.launch, visibility: window.visibility)
      }
    }
    tell(.windows(reported.sorted { $0.launch < $1.launch }))
  }

  private func tell(_ event: DeviceEvent) { machine.daemon.device(event) }

  /// The daemon hears of it where it polls for the app; an app that runs reads by itself.
  private func socketData(to alias: String) {
    guard let app = scenario.app(named: alias),
      !machine.desktop.links.receive(for: app.identifier),
      let process = machine.processes.process(of: app.identifier), process.canRun
    else { return }
    process.readSocket()
  }

  /// The user taps a notification, or dismisses it.
  private func answer(_ notification: String, isDismissal: Bool) {
    machine.desktop.notifications.answer(
      notification,
      with: isDismissal
        ? NotificationResponse.dismissAction : NotificationResponse.defaultAction
    )
  }

  private func onApp(_ alias: String, _ action: (AppDefinition) -> UserAction) {
    guard let app = scenario.app(named: alias) else { return }
    machine.daemon.user(action(app))
  }

  private func uninstall(_ alias: String) {
    guard let app = scenario.app(named: alias) else { return }
    machine.storage(of: app.identifier)?.isRegisteredForPush = false
    machine.storage(of: app.identifier)?.isRegisteredForVoIP = false
    machine.storage(of: app.identifier)?.saved.removeAll()
    machine.noteRemoval(of: app.identifier)
    machine.daemon.user(.uninstall(app: app.identifier))
  }

  private func end(_ alias: String, by signal: Int32) {
    guard let app = scenario.app(named: alias),
      let process = machine.processes.process(of: app.identifier)
    else { return }
    machine.processes.end(process.launch, .signalled(signal: signal))
  }

  private func send(_ push: PushDefinition, line: Int) {
    guard let app = scenario.app(named: push.app),
      let storage = machine.storage(of: app.identifier),
      push.kind == .voip ? storage.isRegisteredForVoIP : storage.isRegisteredForPush
    else { return }  // Its sender has no token for it.
    machine.daemon.device(
      .push(
        Push(
          app: app.identifier,
          payload: push.payload,
          isVisible: push.isVisible,
          hasContent: push.hasContent,
          kind: PushKind(rawValue: push.kind.rawValue),
          priority: PushPriority(rawValue: push.priority),
          collapseIdentifier: push.collapseIdentifier,
          lifetime: push.expiration
        )
      )
    )
  }
}
