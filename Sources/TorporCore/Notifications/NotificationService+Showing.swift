import TorporModel

// Delivery of notifications to the user, or to the app in the foreground (§9, LN2).

extension NotificationService {
  /// Handles a notification that is due.
  ///
  /// Before the first unlock, it is kept until then (§10); no process is needed (LN1).
  mutating func fire(_ notice: DeliveredNotification, _ device: DeviceState, _ out: inout Outbox) {
    guard let slot = device.apps.slot(of: notice.app),
      let isAllowed = device.apps.read(slot: slot, { $0.settings.allowsNotifications })
    else { return }
    guard isAllowed else {
      let obstacle = device.apps.read(slot: slot) { $0.obstacle(to: .notifications) }
      return withhold(notice, because: obstacle ?? Condition(.notificationsOff, holds: false), &out)
    }
    switch outcome(of: .shownNotification, slot, device) {
    case .shows, .runs, .runsCoarser, .showsWithoutContent: break
    case .waits, .waitsIfDiscretionary, .waitsForPower:
      table.hold(notice)
      let unlock = Condition(.beforeFirstUnlock, holds: false)
      return out.record(
        .show(notification: notice.notification.identifier),
        of: notice.app,
        verdict: .waiting,
        because: [unlock]
      )
    case .passes, .ends:
      return withhold(notice, because: Condition(.notLaunchedForThis, holds: false), &out)
    }
    let isInFront = device.apps.read(slot: slot) { record in
      record.process.phase == .onScreen && record.facts.speaks
    }
    if isInFront == true {
      tellInFront(notice, device, &out)
    } else {
      show(notice, .all, device, &out)
    }
  }

  private func outcome(
    of rule: RelaunchRule,
    _ slot: Int,
    _ device: DeviceState
  ) -> RelaunchOutcome {
    let conditionContext = device.conditionContext
    return device.apps.read(slot: slot) { $0.outcome(of: rule, on: conditionContext) } ?? .passes
  }

  /// Notifies the app in the foreground quietly, or asks it for the presentation (LN2).
  private func tellInFront(
    _ notice: DeliveredNotification,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard device.profile.asksAppInFront else {
      withhold(notice, because: Condition(.inFront, holds: false), &out)
      // A push has its own callback.
      guard notice.payload == nil else { return }
      let callback = NotificationCallback.didReceiveLocal(notice.notification)
      return out.callLater(notice.app, .service(.notifications(callback)))
    }
    out.post(.notification(.inFront(notice)))
  }

  /// Shows as much of a notification as the options say.
  mutating func show(
    _ notice: DeliveredNotification,
    _ options: PresentationOptions,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let slot = device.apps.slot(of: notice.app),
      let appName = device.apps.read(slot: slot, { $0.manifest.name }),
      let isQuiet = device.apps.read(slot: slot, { $0.hasProvisionalNotifications })
    else { return }
    // Provisional notifications appear only in the list, without sound or interruption (§9, `.provisional`).
    let options = isQuiet ? options.intersection(.list) : options
    guard !options.isEmpty else {
      return withhold(notice, because: Condition(.inFront, holds: false), &out)
    }
    // Only the system may show its own questions to the user.
    guard !notice.isNamedAsTheSystems else {
      let name = notice.notification.identifier
      let taken = Condition(.notPermitted, holds: false, subject: name)
      return withhold(notice, because: taken, &out)
    }
    var content = notice.notification.content
    content.sound = content.sound.playable
    if options.contains(.list) {
      for old in table.update(notice.app, { $0.deliver(notice) }) {
        out.order(.service(.withdraw(old.key)))
      }
    }
    if options != .badge {
      let shown = ShownNotification(
        key: notice.key,
        appName: appName,
        content: content,
        actions: category(of: notice)?.actions ?? [],
        options: options
      )
      out.order(.service(.show(shown)))
    }
    if options.contains(.badge), let badge = content.badge {
      setBadge(badge, of: notice.app, &out)
    }
    // Showing one wakes a device that is not in use, which is charged to its app (LN11).
    if device.idleSince != nil { out.bookEnergy(of: .processor, to: notice.app) }
    out.record(
      .show(notification: notice.notification.identifier),
      of: notice.app,
      because: notice.payload == nil ? [Condition(.notBefore, since: notice.dueAt)] : []
    )
  }

  /// Records the host's report whether the user sees a delivered notification.
  func recordPresentation(
    of name: String,
    _ app: AppIdentifier,
    isShown: Bool,
    _ out: inout Outbox
  ) {
    guard table[app]?.delivered.contains(where: { $0.notification.identifier == name }) == true
    else { return }
    out.record(
      .show(notification: name),
      of: app,
      verdict: isShown ? .done : .waiting,
      because: [Condition(.notificationServer, holds: isShown)]
    )
  }

  /// Records that a notification is not shown, and will not be.
  func withhold(_ notice: DeliveredNotification, because condition: Condition, _ out: inout Outbox)
  {
    out.record(
      .show(notification: notice.notification.identifier),
      of: notice.app,
      verdict: .denied,
      because: [condition]
    )
  }

  mutating func setBadge(_ count: Int, of app: AppIdentifier, _ out: inout Outbox) {
    let count = max(0, count)
    guard table[app]?.badge ?? 0 != count else { return }
    table.update(app) { $0.badge = count }
    out.order(.service(.badge(app: app, count: count)))
  }

  /// Returns the category with the possible answers to a notification.
  func category(of notice: DeliveredNotification) -> NotificationCategory? {
    guard let name = notice.notification.content.category else { return nil }
    return table[notice.app]?.categories.first { $0.identifier == name }
  }

  /// Shows a visible push.
  ///
  /// It replaces an earlier one with the same collapse identifier. Before the first unlock, it is
  /// shown without its text (§10).
  mutating func show(_ push: Push, _ device: DeviceState, _ out: inout Outbox) {
    guard let slot = device.apps.slot(of: push.app),
      let isAllowed = device.apps.read(slot: slot, { $0.settings.allowsNotifications })
    else { return }
    let name = push.collapseIdentifier ?? "push \(table.makeNumber())"
    let notification = LocalNotification(
      identifier: name,
      content: push.alert ?? NotificationContent()
    )
    let notice = DeliveredNotification(
      app: push.app,
      notification,
      payload: push.payload,
      dueAt: device.now
    )
    switch outcome(of: .shownPush, slot, device) {
    case .showsWithoutContent where isAllowed:
      return show(notice.withoutPreview, .all, device, &out)
    case .passes, .ends: return
    case .shows, .showsWithoutContent, .runs, .runsCoarser, .waits, .waitsIfDiscretionary,
      .waitsForPower:
      fire(notice, device, &out)
    }
    guard device.apps.process(inSlot: slot)?.phase == .onScreen, !device.profile.asksAppInFront,
      !push.hasContent
    else { return }
    let event = PendingEvent(
      reason: .visiblePush,
      callback: .didReceiveRemoteNotification(payload: push.payload)
    )
    out.wake(push.app, for: event, from: push.source)
  }
}
