package import TorporModel

// Local notifications (§9): what apps ask, and when the device looks at them.

extension Device {
  mutating func handle(
    _ request: NotificationCenterRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let record = apps[slot: slot] else { return .done }
    let app = record.identifier
    switch request {
    case .add(let notification): return add(notification, of: record, in: &turn)
    case .removePending(let identifiers):
      removePending(identifiers, of: app, in: &turn)
      lookAtNotices(at: turn.now)
    case .removeDelivered(let identifiers):
      let removed = notices.update(app) { $0.removeDelivered(identifiers) }
      for notice in removed { turn.order(.mode(.withdraw(notice.key))) }
      lookAtNotices(at: turn.now)
    case .pending:
      return .mode(.notifications(notices[app]?.pending.map(\.notification) ?? []))
    case .delivered:
      return .mode(.notifications(notices[app]?.delivered.map(\.notification) ?? []))
    case .setCategories(let categories): notices.update(app) { $0.categories = categories }
    case .setBadge(let count): setBadge(count, of: app, in: &turn)
    case .present(let callback, let options):
      guard let notice = notices.takeAsked(callback, of: app) else {
        return .refused(.mode(.notification(.notAsked(callback))))
      }
      show(notice, options, in: &turn)
      lookAtNotices(at: turn.now)
    case .settings: return .mode(.notificationsAllowed(record.settings.allowsNotifications))
    }
    return .done
  }

  // MARK: Scheduling

  private mutating func add(
    _ notification: LocalNotification,
    of record: AppRecord,
    in turn: inout Turn
  ) -> Reply {
    let app = record.identifier
    if let refusal = notification.trigger?.refusal, mayRefuse(notification) {
      deny(notification, of: app, because: Condition(.impossibleTrigger, holds: false), in: &turn)
      return .refused(.mode(.notification(refusal)))
    }
    guard record.settings.allowsNotifications else {
      deny(notification, of: app, because: Condition(.notificationsOff, holds: false), in: &turn)
      return .refused(.mode(.notification(.notAllowed)))
    }
    let number = notices.makeNumber()
    let pending = PendingNotification(notification, number: number, clock: clock, at: turn.now)
    guard pending != nil || isShownAtOnce(notification) else {
      deny(notification, of: app, because: Condition(.impossibleTrigger, holds: false), in: &turn)
      return .refused(.mode(.notification(.impossibleDate)))
    }
    // One of the name takes its place (LN6); that which was shown, when the new one is.
    removePending([notification.identifier], of: app, in: &turn)
    if let pending {
      schedule(pending, of: app, in: &turn)
    } else {
      fire(Notice(app: app, notification, dueAt: turn.now), in: &turn)
    }
    lookAtNotices(at: turn.now)
    return .done
  }

  /// Before iOS 10 a moment that has passed is now (`UILocalNotification.fireDate`).
  private func mayRefuse(_ notification: LocalNotification) -> Bool {
    profile.asksAppInFront || notification.trigger?.repeats == true
  }

  /// Whether it needs no time: it has no trigger, or a date that has passed in a profile that knows no
  /// other (`UILocalNotification.fireDate`).
  private func isShownAtOnce(_ notification: LocalNotification) -> Bool {
    guard case .calendar(let match, _) = notification.trigger else {
      return notification.trigger == nil
    }
    return !profile.asksAppInFront && match.next(afterWallNanoseconds: -1, in: clock.zone) != nil
  }

  private mutating func schedule(
    _ pending: PendingNotification,
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    let countMax = profile.notificationsMax
    let dropped = notices.update(app) { $0.add(pending, countMax: countMax) }
    if !dropped.contains(pending) {
      turn.record(
        .schedule(notification: pending.notification.identifier),
        of: app,
        because: [Condition(.plannedMoment, until: pending.due)]
      )
      if case .region(let region, _) = pending.notification.trigger {
        watchRegion(region, of: pending.notification, for: app, in: &turn)
      }
    }
    let limit = Condition(.tooManyNotifications, holds: false, subject: "\(countMax)")
    for other in dropped { deny(other.notification, of: app, because: limit, in: &turn) }
  }

  /// A place that cannot be watched shows nothing; the ledger says why.
  private mutating func watchRegion(
    _ region: CircularRegion,
    of notification: LocalNotification,
    for app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let error = monitorForNotification(region, of: app, in: &turn) else { return }
    let obstacle = Condition(
      error == .regionMonitoringDenied ? .notPermitted : .tooManyNotifications,
      holds: false,
      subject: error == .regionMonitoringDenied ? "location" : "\(RegionWatch.countMax) regions"
    )
    deny(notification, of: app, because: obstacle, in: &turn)
  }

  private func deny(
    _ notification: LocalNotification,
    of app: AppIdentifier,
    because condition: Condition,
    in turn: inout Turn
  ) {
    turn.record(
      .schedule(notification: notification.identifier),
      of: app,
      verdict: .denied,
      because: [condition]
    )
  }

  private mutating func removePending(
    _ identifiers: [String]?,
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    let removed = notices.update(app) { $0.removePending(identifiers) }
    stopWatching(regionsOf: removed, of: app, in: &turn)
  }

  /// The places of notifications that wait no longer; another may wait for the same one.
  mutating func stopWatching(
    regionsOf removed: [PendingNotification],
    of app: AppIdentifier,
    in turn: inout Turn
  ) {
    for notification in removed.map(\.notification) {
      guard case .region(let region, _) = notification.trigger,
        notices[app]?.waiting(forRegion: region.identifier).isEmpty ?? true
      else { continue }
      stopMonitoringForNotification(region.identifier, of: app, in: &turn)
    }
  }

  // MARK: When to look

  /// Sets the deadline of the next thing to do.
  mutating func lookAtNotices(at now: Instant) {
    notices.nextLook = notices.look(
      at: now,
      isLocked: screen.isLocked,
      mayShow: showsNotifications
    )
    setDeadline(notices.nextLook, for: .notices)
  }

  /// Whether notifications are shown now, or kept until the first unlock.
  var showsNotifications: Bool {
    screen.wasUnlockedSinceBoot || RelaunchRule.shownNotification[.restartLocked] == .shows
  }

  /// The time of `notices.nextLook` has come, or the lock has changed.
  mutating func reviewNotices(in turn: inout Turn) {
    for notice in notices.takeUnanswered(at: turn.now) {
      withhold(notice, because: Condition(.inFront, holds: false), in: &turn)
    }
    if showsNotifications {
      for notice in notices.takeHeld() { fire(notice, in: &turn) }
      var hasFired = false
      while let notice = notices.takeDue(by: clock, at: turn.now) {
        fire(notice, in: &turn)
        hasFired = true
      }
      // The machine is awake for it (LN11); whatever needs no more than that goes along.
      if hasFired { rideAlong(at: .processor, in: &turn) }
    }
    if !screen.isLocked {
      for (app, answer) in notices.takeAnswers() { _ = respond(answer, of: app, in: &turn) }
    }
    lookAtNotices(at: turn.now)
  }

  /// The wall clock or the time zone has changed: dates come earlier or later.
  mutating func noticesClockChanged(in turn: inout Turn) {
    notices.follow(clock, at: turn.now)
    lookAtNotices(at: turn.now)
  }

  // MARK: Apps and machines come and go

  /// An app that left the screen before it answered is not in front any more.
  mutating func noticesFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {
    guard before == .onScreen, let app = apps.identifier(inSlot: slot) else { return }
    let unanswered = notices.takeAsked(of: app)
    guard !unanswered.isEmpty else { return }
    for notice in unanswered { fire(notice, in: &turn) }
    lookAtNotices(at: turn.now)
  }

  /// Dates and intervals went on while the machine was off; what fell due is shown once, late.
  mutating func bootNotices(in turn: inout Turn) { lookAtNotices(at: turn.now) }

  /// The app leaves the device, and with it all of its notifications (LN10).
  mutating func removeNotices(of app: AppIdentifier, in turn: inout Turn) {
    for notice in notices.remove(app) { turn.order(.mode(.withdraw(notice.key))) }
    lookAtNotices(at: turn.now)
  }

  /// Whoever was asked could not answer meanwhile.
  mutating func restartNotices(in turn: inout Turn) {
    notices.postpone(until: turn.now + AppRecord.reconnectTime)
    lookAtNotices(at: turn.now)
  }
}

extension NotificationTrigger {
  /// The shortest interval of a notification that repeats (LN5).
  package static let repeatedIntervalMin = Duration.seconds(60)

  /// What is wrong with the interval; `nil` where nothing is.
  ///
  /// One that does not repeat must be above zero.
  var refusal: NotificationRefusal? {
    guard case .interval(let length, let repeats) = self else { return nil }
    let least = repeats ? Self.repeatedIntervalMin : .zero
    let isLongEnough = repeats ? length >= least : length > least
    return isLongEnough ? nil : .intervalTooShort(length, least: least)
  }
}
