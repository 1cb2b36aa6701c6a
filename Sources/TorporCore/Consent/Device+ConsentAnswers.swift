import TorporModel

// The user's answers to questions of apps: by a button, or by the setting.

extension Device {
  /// Handles the user's answer to a question; `nil`: it is not about a pending one.
  mutating func respondToConsent(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    in turn: inout Turn
  ) -> Reply? {
    guard let permission = ConsentPrompt.permission(ofNotification: response.notification),
      let record = apps[app],
      let consent = record.persistentState.consent, consent.asked.contains(permission)
    else { return nil }
    let wantsAlways = consent.isAskedForAlways
    let question = ConsentPrompt(
      about: permission,
      wantsAlways: wantsAlways,
      of: record,
      under: profile
    )
    guard let prompt = question else { return .done }
    switch response.action {
    // A tap on the text means neither yes nor no, and notification servers remove the notification.
    case NotificationResponse.defaultAction:
      turn.order(.service(.show(prompt.notification(of: record))))
      return .done
    case NotificationResponse.dismissAction:
      // It may be asked again; an app that waits for the answer is notified that there is none.
      withdraw(permission, of: app, in: &turn)
      tell(app, of: permission, record.status(of: permission), in: &turn)
      return .done
    default: break
    }
    guard let answer = ConsentPrompt.Answer(rawValue: response.action),
      prompt.answers.contains(answer)
    else {
      let refusal = NotificationRefusal.unknownAction(
        response.action,
        notification: response.notification,
        known: prompt.answers.map(\.rawValue)
      )
      return .refused(.service(.notification(refusal)))
    }
    return take(answer, to: prompt, of: record, in: &turn)
  }

  private mutating func take(
    _ answer: ConsentPrompt.Answer,
    to prompt: ConsentPrompt,
    of record: AppRecord,
    in turn: inout Turn
  ) -> Reply {
    var settings = record.settings.with(answer, to: prompt.permission)
    let wantsAlways = record.persistentState.consent?.isAskedForAlways ?? false
    let isProvisionalAlways =
      prompt.isFirstOfLocation && wantsAlways && settings.location == .whenInUse
      && answer != .allowOnce
    if isProvisionalAlways { settings.location = .always }
    let reply = decide([prompt.permission], of: record.identifier, settings, in: &turn)
    guard prompt.permission == .location, let slot = apps.slot(of: record.identifier) else {
      return reply
    }
    apps.update(slot: slot) { record in
      record.persistentState.consent?.isLocationForOnce = answer == .allowOnce
      record.persistentState.consent?.hasProvisionalAlways = isProvisionalAlways
      if prompt.kind == .always { record.persistentState.consent?.hasAnsweredAlways = true }
    }
    return reply
  }

  /// Handles the user's decisions in the settings, even if the values are unchanged.
  mutating func decide(
    _ permissions: [Permission],
    of app: AppIdentifier,
    _ settings: AppSettings,
    in turn: inout Turn
  ) -> Reply {
    guard let slot = apps.slot(of: app), let before = apps[app] else {
      return .refused(state.unknown(app))
    }
    apps.update(slot: slot) { record in
      for permission in permissions { record.persistentState.consent?.decide(permission) }
    }
    let reply = change(settings, of: before, in: &turn)
    for permission in permissions { withdraw(permission, of: app, in: &turn) }
    return reply
  }

  /// Removes questions about decided permissions, notifies the app, and ends uses that are no longer allowed.
  mutating func settleConsent(since before: AppRecord, in turn: inout Turn) {
    let app = before.identifier
    for permission in Permission.allCases {
      guard let record = apps[app] else { return }
      let status = record.status(of: permission)
      guard status != before.status(of: permission) else { continue }
      withdraw(permission, of: app, in: &turn)
      if !record.isAllowed(permission) { endUse(of: permission, by: app, in: &turn) }
      if before.persistentState.consent != nil { tell(app, of: permission, status, in: &turn) }
    }
  }

  private mutating func tell(
    _ app: AppIdentifier,
    of permission: Permission,
    _ status: PermissionStatus,
    in turn: inout Turn
  ) {
    // The location service has a callback of its own.
    guard permission != .location else { return }
    update(app, in: &turn) { record, turn in
      guard record.process.launch != nil, !record.process.isEnding else { return }
      record.call(.service(.didDecide(permission, status)), in: &turn)
    }
  }

  private mutating func endUse(
    of permission: Permission,
    by app: AppIdentifier,
    in turn: inout Turn
  ) {
    switch permission {
    case .bluetooth: announce(.bluetooth(.revoked(app)), in: &turn)
    case .accessories: announce(.accessory(.revoked(app)), in: &turn)
    // Their services read the settings themselves.
    case .location, .microphone, .notifications: break
    }
  }

  mutating func withdraw(
    _ permission: Permission,
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app),
      apps[app]?.persistentState.consent?.asked.contains(permission) == true
    else { return }
    apps.update(slot: slot) { $0.persistentState.consent?.asked.removeAll { $0 == permission } }
    let name = ConsentPrompt.identifier(of: permission)
    turn.order(.service(.withdraw(NotificationKey(app: app, identifier: name))))
  }
}
