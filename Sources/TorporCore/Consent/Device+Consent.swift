import TorporModel

// Questions of apps to the user.

extension Device {
  /// Handles an app's query about permissions, or its request to ask the user.
  mutating func handle(
    _ request: PermissionRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let app = apps.identifier(inSlot: slot) else { return .done }
    switch request {
    case .status: break
    case .request(.notifications, _, isProvisional: true):
      beginProvisionalNotifications(of: app, in: &turn)
    case .request(let permission, let wantsAlways, _):
      ask(permission, wantsAlways: wantsAlways, for: app, in: &turn)
    }
    let permission = request.permission
    guard let record = apps[app] else { return .done }
    let isAsked = record.persistentState.consent?.asked.contains(permission) ?? false
    return .service(.permission(record.status(of: permission), isAsked: isAsked))
  }

  /// Asks the user about an undecided permission, while the app is in the foreground (as on iOS).
  mutating func ask(
    _ permission: Permission,
    wantsAlways: Bool,
    for app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app), let record = apps[app],
      let prompt = ConsentPrompt(
        about: permission,
        wantsAlways: wantsAlways,
        of: record,
        under: profile
      ),
      record.persistentState.consent?.asked.contains(permission) != true,
      // An administrator has decided.
      !state.isFixed(permission, of: app)
    else { return }
    guard record.process.isOnScreen else {
      return turn.record(
        .show(notification: ConsentPrompt.identifier(of: permission)),
        of: app,
        verdict: .denied,
        because: [Condition(.onScreen, holds: false)]
      )
    }
    apps.update(slot: slot) { record in
      var consent = record.persistentState.consent ?? AppConsent(undecided: [])
      consent.asked.append(permission)
      if permission == .location { consent.isAskedForAlways = wantsAlways }
      record.persistentState.consent = consent
    }
    // So that the app is notified of the answer, and "once" ends with its use.
    if permission == .location { announce(.location(.permissionAsked(app)), in: &turn) }
    turn.order(.service(.show(prompt.notification(of: record))))
    turn.record(
      .show(notification: ConsentPrompt.identifier(of: permission)),
      of: app,
      because: [Condition(.userDecides)]
    )
  }

  /// Begins quiet delivery of notifications until the user decides; there is no question (`.provisional`).
  private mutating func beginProvisionalNotifications(
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app), apps[app]?.isUndecided(.notifications) == true else {
      return
    }
    // The requesting app gets it as the reply; others read it when needed.
    apps.update(slot: slot) { record in
      record.settings.allowsNotifications = true
      record.persistentState.consent?.decide(.notifications)
      record.persistentState.consent?.hasProvisionalNotifications = true
    }
  }
}

extension PermissionRequest {
  var permission: Permission {
    switch self {
    case .status(let permission), .request(let permission, _, _): permission
    }
  }
}
