import TorporModel

// Notifications as they reach the user, or the app in front (§9, LN2).

extension Device {
  /// The time of a notification has come.
  ///
  /// Before the first unlock it is kept until then (§10); no process is needed (LN1).
  mutating func fire(_ notice: Notice, in turn: inout Turn) {
    guard let slot = apps.slot(of: notice.app),
      let isAllowed = apps.read(slot: slot, { $0.settings.allowsNotifications })
    else { return }
    guard isAllowed else {
      return withhold(notice, because: Condition(.notificationsOff, holds: false), in: &turn)
    }
    let device = surroundings(at: turn.now)
    switch apps.read(slot: slot, { $0.outcome(of: .shownNotification, on: device) }) ?? .passes {
    case .shows, .runs, .runsCoarser, .showsWithoutContent: break
    case .waits, .waitsIfDiscretionary, .waitsForPower:
      notices.hold(notice)
      let unlock = Condition(.beforeFirstUnlock, holds: false)
      return turn.record(
        .show(notification: notice.notification.identifier),
        of: notice.app,
        verdict: .waiting,
        because: [unlock]
      )
    case .passes, .ends:
      return withhold(notice, because: Condition(.notLaunchedForThis, holds: false), in: &turn)
    }
    if apps.read(slot: slot, { $0.process.phase == .onScreen && $0.facts.speaks }) == true {
      tellInFront(notice, slot: slot, in: &turn)
    } else {
      show(notice, .all, in: &turn)
    }
  }

  /// The app is in front: it is told quietly, or asked what the user is to see (LN2).
  private mutating func tellInFront(_ notice: Notice, slot: Int, in turn: inout Turn) {
    guard profile.asksAppInFront else {
      withhold(notice, because: Condition(.inFront, holds: false), in: &turn)
      // A push is told by its own callback.
      guard notice.payload == nil else { return }
      let callback = NotificationCallback.didReceiveLocal(notice.notification)
      return update(slot: slot, in: &turn) { $0.call(.mode(.notifications(callback)), in: &$1) }
    }
    guard notices.canAsk(notice.app) else {
      return withhold(notice, because: Condition(.inFront, holds: false), in: &turn)
    }
    let callback = NotificationCallback.willPresent(notice.notification)
    var token: CallbackToken?
    update(slot: slot, in: &turn) { token = $0.call(.mode(.notifications(callback)), in: &$1) }
    guard let token else { return }
    notices.ask(
      AskedNotice(token: token, notice: notice, until: turn.now + AskedNotice.timeLimit)
    )
    lookAtNotices(at: turn.now)
  }

  /// Shows as much of a notification as the options say.
  mutating func show(_ notice: Notice, _ options: PresentationOptions, in turn: inout Turn) {
    guard let slot = apps.slot(of: notice.app),
      let appName = apps.read(slot: slot, { $0.manifest.name })
    else { return }
    guard !options.isEmpty else {
      return withhold(notice, because: Condition(.inFront, holds: false), in: &turn)
    }
    // What the system itself asks the user is nobody else's to say.
    guard PlaceQuestion(identifier: notice.notification.identifier) == nil else {
      let name = notice.notification.identifier
      let taken = Condition(.notPermitted, holds: false, subject: name)
      return withhold(notice, because: taken, in: &turn)
    }
    var content = notice.notification.content
    content.sound = content.sound.playable
    if options.contains(.list) {
      for old in notices.update(notice.app, { $0.deliver(notice) }) {
        turn.order(.mode(.withdraw(old.key)))
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
      turn.order(.mode(.show(shown)))
    }
    if options.contains(.badge), let badge = content.badge {
      setBadge(badge, of: notice.app, in: &turn)
    }
    bookShowing(to: notice.app)
    turn.record(
      .show(notification: notice.notification.identifier),
      of: notice.app,
      because: notice.payload == nil ? [Condition(.notBefore, since: notice.dueAt)] : []
    )
  }

  /// The host says whether the user sees a notification that was delivered.
  func told(
    of name: String,
    of app: AppIdentifier,
    isShown: Bool,
    in turn: inout Turn
  ) {
    guard notices[app]?.delivered.contains(where: { $0.notification.identifier == name }) == true
    else { return }
    turn.record(
      .show(notification: name),
      of: app,
      verdict: isShown ? .done : .waiting,
      because: [Condition(.notificationServer, holds: isShown)]
    )
  }

  /// A notification is not shown, and will not be.
  func withhold(_ notice: Notice, because condition: Condition, in turn: inout Turn) {
    turn.record(
      .show(notification: notice.notification.identifier),
      of: notice.app,
      verdict: .denied,
      because: [condition]
    )
  }

  /// Showing one wakes a device that nobody uses, which its app answers for (LN11).
  private mutating func bookShowing(to app: AppIdentifier) {
    guard idleSince != nil, let slot = apps.slot(of: app) else { return }
    let nanojoules = planner.costs.nanojoules(of: .processor)
    apps.update(slot: slot) { $0.usage.noteEnergy(nanojoules: nanojoules) }
  }

  mutating func setBadge(_ count: Int, of app: AppIdentifier, in turn: inout Turn) {
    let count = max(0, count)
    guard notices[app]?.badge ?? 0 != count else { return }
    notices.update(app) { $0.badge = count }
    turn.order(.mode(.badge(app: app, count: count)))
  }

  /// What the user can answer to a notification.
  func category(of notice: Notice) -> NotificationCategory? {
    guard let name = notice.notification.content.category else { return nil }
    return notices[notice.app]?.categories.first { $0.identifier == name }
  }

  // MARK: Pushes and places

  /// A push that the user sees.
  ///
  /// It takes the place of an earlier one of its collapse identifier. Before the first unlock it is
  /// seen without what it says (§10).
  mutating func show(_ push: Push, in turn: inout Turn) {
    guard let slot = apps.slot(of: push.app),
      let isAllowed = apps.read(slot: slot, { $0.settings.allowsNotifications })
    else { return }
    let name = push.collapseIdentifier ?? "push \(notices.makeNumber())"
    let notification = LocalNotification(
      identifier: name,
      content: push.alert ?? NotificationContent()
    )
    let notice = Notice(app: push.app, notification, payload: push.payload, dueAt: turn.now)
    let device = surroundings(at: turn.now)
    let wasInFront = apps.process(inSlot: slot)?.phase == .onScreen
    switch apps.read(slot: slot, { $0.outcome(of: .shownPush, on: device) }) ?? .passes {
    case .showsWithoutContent where isAllowed:
      return show(notice.withoutPreview, .all, in: &turn)
    case .passes, .ends: return
    case .shows, .showsWithoutContent, .runs, .runsCoarser, .waits, .waitsIfDiscretionary,
      .waitsForPower:
      fire(notice, in: &turn)
    }
    guard wasInFront, !profile.asksAppInFront, !push.hasContent else { return }
    let event = PendingEvent(
      reason: .visiblePush,
      callback: .didReceiveRemoteNotification(payload: push.payload)
    )
    update(slot: slot, in: &turn) { $0.wake(for: event, on: device, in: &$1) }
  }

  /// A region that triggers a notification was entered or left.
  mutating func regionCrossed(
    _ identifier: String,
    of app: AppIdentifier,
    entered: Bool,
    in turn: inout Turn
  ) {
    for pending in notices[app]?.waiting(forRegion: identifier) ?? [] {
      guard case .region(let region, let repeats) = pending.notification.trigger,
        entered ? region.notifyOnEntry : region.notifyOnExit
      else { continue }
      if !repeats {
        let removed = notices.update(app) {
          $0.removePending([pending.notification.identifier])
        }
        stopWatching(regionsOf: removed, of: app, in: &turn)
      }
      fire(Notice(app: app, pending.notification, dueAt: turn.now), in: &turn)
    }
    lookAtNotices(at: turn.now)
  }
}
