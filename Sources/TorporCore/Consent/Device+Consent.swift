package import TorporModel

// Apps ask the user.

extension Device {
  /// What the user has to decide about a new app; `nil`: nothing, because a program that knows nothing of the system
  /// cannot ask.
  package func permissionsToDecide(about manifest: AppManifest) -> [Permission]? {
    manifest.isCooperative ? profile.permissionsAsked : nil
  }

  /// An app asks what the user allows, or asks the user.
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

  /// Asks the user, while the app is in front (as on iOS), about what they have not decided.
  mutating func ask(
    _ permission: Permission,
    wantsAlways: Bool,
    for app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app), let record = apps[app],
      let kind = question(about: permission, wantsAlways: wantsAlways, for: record),
      record.persistentState.consent?.asked.contains(permission) != true
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
    // So that the app is told the answer, and "once" ends with its use.
    if permission == .location { announce(.location(.permissionAsked(app)), in: &turn) }
    show(prompt(kind, about: permission), for: record, in: &turn)
    turn.record(
      .show(notification: ConsentPrompt.identifier(of: permission)),
      of: app,
      because: [Condition(.userDecides)]
    )
  }

  func show(_ prompt: ConsentPrompt, for record: AppRecord, in turn: inout Turn) {
    let name = ConsentPrompt.identifier(of: prompt.permission)
    let shown = ShownNotification(
      key: NotificationKey(app: record.identifier, identifier: name),
      appName: record.manifest.name,
      content: prompt.content(for: record.manifest.name),
      actions: prompt.actions
    )
    turn.order(.service(.show(shown)))
  }

  func prompt(_ kind: ConsentPrompt.Kind, about permission: Permission) -> ConsentPrompt {
    ConsentPrompt(
      permission: permission,
      kind: kind,
      hasReducedAccuracy: profile.hasReducedAccuracy
    )
  }

  /// What there is to ask; `nil`: the user has decided.
  func question(
    about permission: Permission,
    wantsAlways: Bool,
    for record: AppRecord
  ) -> ConsentPrompt.Kind? {
    if record.isUndecided(permission) {
      guard permission == .location else { return .first }
      return profile.asksForAlwaysLater ? .first : .once(wantsAlways: wantsAlways)
    }
    if permission == .notifications, record.hasProvisionalNotifications { return .first }
    guard permission == .location, wantsAlways, profile.asksForAlwaysLater,
      record.settings.location == .whenInUse, let consent = record.persistentState.consent,
      !consent.hasAnsweredAlways, !consent.isLocationForOnce
    else { return nil }
    return .always
  }

  /// Notifications are delivered quietly until the user decides; nobody is asked (`.provisional`).
  private mutating func beginProvisionalNotifications(
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app), apps[app]?.isUndecided(.notifications) == true else {
      return
    }
    // The app that asks gets it as the reply; others read it where it counts.
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
