import TorporModel

// Notifications that wait for a time or a region.

extension NotificationService {
  mutating func add(
    _ notification: LocalNotification,
    of app: AppIdentifier,
    _ isAllowed: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    let isImpossible = Condition(.impossibleTrigger, holds: false)
    // Before iOS 10, a past time means now, and no interval is refused (`UILocalNotification`).
    if let refusal = notification.trigger?.refusal, device.profile.refusesShortIntervals {
      deny(notification, of: app, because: isImpossible, &out)
      return .refused(.service(.notification(refusal)))
    }
    guard isAllowed else {
      let obstacle =
        device.apps[app]?.obstacle(to: .notifications) ?? Condition(.notificationsOff, holds: false)
      deny(notification, of: app, because: obstacle, &out)
      return .refused(.service(.notification(.notAllowed)))
    }
    let number = table.makeNumber()
    let pending = PendingNotification(
      notification,
      number: number,
      clock: device.clock,
      at: device.now
    )
    guard pending != nil || isShownAtOnce(notification, device) else {
      deny(notification, of: app, because: isImpossible, &out)
      return .refused(.service(.notification(.impossibleDate)))
    }
    // One of the same name is replaced (LN6); a shown one, when the new one is shown.
    removePending([notification.identifier], of: app, &out)
    var dropped: [String] = []
    if let pending {
      dropped = schedule(pending, of: app, device, &out)
    } else {
      fire(DeliveredNotification(app: app, notification, dueAt: device.now), device, &out)
    }
    plan(device)
    return dropped.isEmpty ? .done : .service(.notificationsDropped(dropped))
  }

  /// Replaces a sound file that cannot be played by the default sound (LN7); the ledger says why.
  func replaceSound(
    of notification: inout LocalNotification,
    because fault: SoundFault,
    _ app: AppIdentifier,
    _ out: inout Outbox
  ) {
    guard case .named(let file) = notification.content.sound else { return }
    notification.content.sound = .standard
    out.record(
      .schedule(notification: notification.identifier),
      of: app,
      because: [Condition(.soundFile, holds: false, subject: "'\(file)': \(fault.text)")]
    )
  }

  /// Returns whether it is shown at once: it has no trigger, or a past date in a profile with only
  /// `UILocalNotification.fireDate`.
  private func isShownAtOnce(_ notification: LocalNotification, _ device: DeviceState) -> Bool {
    guard case .calendar(let match, _) = notification.trigger else {
      return notification.trigger == nil
    }
    return !device.profile.asksAppInFront
      && match.next(afterWallNanoseconds: -1, in: device.clock.zone) != nil
  }

  /// Schedules a notification; returns the identifiers of those that were dropped, including the new
  /// one if it is due last.
  private mutating func schedule(
    _ pending: PendingNotification,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> [String] {
    let countMax = device.profile.notificationsMax
    let dropped = table.update(app) { $0.add(pending, countMax: countMax) }
    if !dropped.contains(pending) {
      recordScheduling(of: pending, app, device, &out)
      // A region that cannot be watched never shows anything; the ledger says why.
      if case .region(let region, _) = pending.notification.trigger {
        out.post(.location(.watch(region, for: pending.notification, of: app)))
      }
    }
    let limit = Condition(.tooManyNotifications, holds: false, subject: "\(countMax)")
    for other in dropped { deny(other.notification, of: app, because: limit, &out) }
    return dropped.map(\.notification.identifier)
  }

  /// Records the result, also if it waits for a region that the profile does not watch, or repeats
  /// less often than requested.
  private func recordScheduling(
    of pending: PendingNotification,
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    if pending.waitsForPlace, let missing = device.profile.missing(of: .regionNotifications) {
      out.deny(missing, to: app)
    }
    var conditions = [Condition(.plannedMoment, until: pending.due)]
    if pending.repeatsLessOften { conditions.append(Condition(.repeatInterval, holds: false)) }
    out.record(
      .schedule(notification: pending.notification.identifier),
      of: app,
      because: conditions
    )
  }

  func deny(
    _ notification: LocalNotification,
    of app: AppIdentifier,
    because condition: Condition,
    _ out: inout Outbox
  ) {
    out.record(
      .schedule(notification: notification.identifier),
      of: app,
      verdict: .denied,
      because: [condition]
    )
  }

  mutating func removePending(
    _ identifiers: [String]?,
    of app: AppIdentifier,
    _ out: inout Outbox
  ) {
    let removed = table.update(app) { $0.removePending(identifiers) }
    stopWatching(regionsOf: removed, of: app, &out)
  }

  /// Stops watching the regions of notifications that no longer wait; another may wait for the same one.
  private func stopWatching(
    regionsOf removed: [PendingNotification],
    of app: AppIdentifier,
    _ out: inout Outbox
  ) {
    for notification in removed.map(\.notification) {
      guard case .region(let region, _) = notification.trigger,
        table[app]?.waiting(forRegion: region.identifier).isEmpty ?? true
      else { continue }
      out.post(.location(.stopWatching(region: region.identifier, of: app)))
    }
  }

  /// Handles that a region that triggers a notification was entered or left.
  mutating func regionCrossed(
    _ identifier: String,
    of app: AppIdentifier,
    entered: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    for pending in table[app]?.waiting(forRegion: identifier) ?? [] {
      guard case .region(let region, let repeats) = pending.notification.trigger,
        entered ? region.notifyOnEntry : region.notifyOnExit
      else { continue }
      if !repeats { removePending([pending.notification.identifier], of: app, &out) }
      fire(DeliveredNotification(app: app, pending.notification, dueAt: device.now), device, &out)
    }
    plan(device)
  }
}
