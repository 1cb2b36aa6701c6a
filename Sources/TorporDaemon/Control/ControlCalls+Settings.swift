import TorporCore
import TorporModel
import TorporWire

// Settings, exemptions, and what is known of an app's habits and its background work.

extension ControlCalls {
  func getSettings(_ call: Incoming<Control.GetSettings>) -> [Submission] {
    ask(call) { () throws(WireError) in
      guard let app = try resolve(call.app) else {
        let device = driver.device
        return Control.GetSettings.Reply(device.heldSettings, device.conditions.settings)
      }
      return Control.GetSettings.Reply(driver.device.apps[app]?.settings ?? AppSettings())
    }
  }

  func changeSetting(_ call: Incoming<Control.ChangeSetting>) throws(WireError) -> [Submission] {
    if let app = try resolve(call.app) {
      let changes = call.call.settingsOfApp
      if let refusal = driver.device.restriction(againstAny: changes, of: app) {
        throw .refused(refusal)
      }
      let settings = call.call.applied(to: driver.device.apps[app]?.settings ?? AppSettings())
      let decided = call.call.decidedPermissions
      guard decided.isEmpty else {
        return act(.decide(app: app, permissions: decided, settings: settings), call)
      }
      return act(.change(setting: .appSettings(app: app, settings: settings)), call)
    }
    let settings = call.call.settingsOfDevice
    // All of them or none: only the last would be answered.
    if let refusal = driver.device.restriction(againstAny: settings) { throw .refused(refusal) }
    if settings.isEmpty { answer(call, NoReply()) }
    // One call, one reply: the last of the settings carries it.
    return settings.enumerated().map { index, setting in
      let isLast = index == settings.count - 1
      let id = isLast ? request(call) { _ in NoReply() } : nil
      return Submission(.user(action: .change(setting: setting), id: id))
    }
  }

  func getRestrictions(_ call: Incoming<Control.GetRestrictions>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let fixed = driver.device.restrictedSettings(of: try resolve(call.app))
      return Control.GetRestrictions.Reply(
        settings: fixed?.names ?? [],
        file: fixed?.file,
        mistakes: table.facts.restrictionMistakes()
      )
    }
  }

  func exempt(_ call: Incoming<Control.Exempt>) throws(WireError) -> [Submission] {
    act(.exempt(app: try resolve(call.app), lasting: call.lasting), call)
  }

  func endExemption(_ call: Incoming<Control.EndExemption>) throws(WireError) -> [Submission] {
    act(.endExemption(app: try resolve(call.app)), call)
  }

  func simulateLaunch(_ call: Incoming<Control.SimulateLaunch>) throws(WireError) -> [Submission] {
    let app = try developed(call.app, task: call.task)
    return act(.simulateLaunch(app: app, task: call.task), call)
  }

  func simulateExpiration(
    _ call: Incoming<Control.SimulateExpiration>
  ) throws(WireError) -> [Submission] {
    let app = try developed(call.app, task: call.task)
    return act(.simulateExpiration(app: app, task: call.task), call)
  }

  func cancelTask(_ call: Incoming<Control.CancelTask>) throws(WireError) -> [Submission] {
    let app = try developed(call.app, task: call.task)
    return act(.cancelTask(app: app, task: call.task), call)
  }

  /// The app whose task the user or a developer means; without a name the first of theirs that has such a task.
  ///
  /// `nil` leaves the search to the device, for a client that speaks for all of it.
  private func developed(
    _ name: String?,
    task: String
  ) throws(WireError) -> AppIdentifier? {
    if let name { return try resolve(name) }
    if permission.mayChangeDevice { return nil }
    let found = driver.device.activities(at: driver.now()).first { status in
      status.activity == .task(identifier: task) && status.app.map(permission.covers) ?? false
    }
    guard let app = found?.app else { throw .refused(.noSuchTask(identifier: task)) }
    return app
  }

  func forgetUsage(_ call: Incoming<Control.ForgetUsage>) throws(WireError) -> [Submission] {
    act(.forgetUsage(app: try resolve(call.app)), call)
  }

  func listActivities(_ call: Incoming<Control.ListActivities>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let app = try call.app.map { name throws(WireError) in try status(named: name).app }
      return Control.ListActivities.Reply(
        activities: driver.device.activities(at: driver.now()).filter { status in
          (app == nil || status.app == app) && permission.mayRead(status)
        }
      )
    }
  }

  func describeUsage(_ call: Incoming<Control.DescribeUsage>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let app = try resolve(call.app)
      return Control.DescribeUsage.Reply(
        usage: driver.device.state.usageStatus(of: app, at: driver.now())
      )
    }
  }
}

extension Control.ChangeSetting {
  /// The permissions that it decides about, also where it says what is so already.
  fileprivate var decidedPermissions: [TorporAppModel.Permission] {
    var decided: [TorporAppModel.Permission] = []
    if location != nil, location != .notDetermined { decided.append(.location) }
    if allowsMicrophone != nil { decided.append(.microphone) }
    if allowsNotifications != nil { decided.append(.notifications) }
    if allowsBluetooth != nil { decided.append(.bluetooth) }
    if allowsAccessories != nil { decided.append(.accessories) }
    return decided
  }
}
