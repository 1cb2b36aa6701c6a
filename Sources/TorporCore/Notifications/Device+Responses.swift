import TorporModel

// What the user does with a notification (LN1, LN8).

extension Device {
  /// The user taps a notification, answers it, or dismisses it.
  ///
  /// A tap on one that is no longer in the list opens the app, which is told nothing; an answer to it is
  /// refused, as is one with an action that it does not have. An action that asks for it waits until
  /// the device is unlocked, and every one but a tap, which unlocks it, before it was unlocked for the
  /// first time.
  mutating func respond(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    in turn: inout Turn
  ) -> Reply {
    guard apps.slot(of: app) != nil else { return .refused(unknown(app)) }
    if answer(response, of: app, in: &turn) { return .done }
    let isTap = response.action == NotificationResponse.defaultAction
    let notice = notices[app]?.delivered.first {
      $0.notification.identifier == response.notification
    }
    guard let notice else {
      guard !isTap else { return open(app, in: &turn) }
      return .refused(.mode(.notification(.notDelivered(response.notification))))
    }
    let category = category(of: notice)
    if isTap { return take(response, to: notice, opensApp: true, in: &turn) }
    let outcome = apps[app]?.outcome(
      of: .row(.notificationResponse, in: profile),
      on: surroundings(at: turn.now)
    )
    if outcome == .waits {
      return keep(response, of: app, until: Condition(.beforeFirstUnlock, holds: false), in: &turn)
    }
    if response.action == NotificationResponse.dismissAction {
      guard category?.tellsOfDismissal == true else {
        withdraw(notice, in: &turn)
        return .done
      }
      return take(response, to: notice, opensApp: false, in: &turn)
    }
    guard let action = category?.actions.first(where: { $0.identifier == response.action }) else {
      let refusal = NotificationRefusal.unknownAction(
        response.action,
        notification: response.notification,
        known: category?.actions.map(\.identifier) ?? []
      )
      return .refused(.mode(.notification(refusal)))
    }
    if action.needsAuthentication, screen.isLocked {
      return keep(response, of: app, until: Condition(.deviceLocked, holds: false), in: &turn)
    }
    return take(response, to: notice, opensApp: action.opensApp, in: &turn)
  }

  /// Keeps what the user has answered until the device is unlocked.
  private mutating func keep(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    until unlock: Condition,
    in turn: inout Turn
  ) -> Reply {
    notices.update(app) { $0.keep(response) }
    turn.record(.wake(.notificationResponse), of: app, verdict: .waiting, because: [unlock])
    return .done
  }

  /// Hands the answer to the app: in front, or for a few seconds off screen (LN8).
  ///
  /// A dead app is started for it, also after a force-quit: it is the user who asks (`RelaunchRule`).
  private mutating func take(
    _ response: NotificationResponse,
    to notice: Notice,
    opensApp: Bool,
    in turn: inout Turn
  ) -> Reply {
    withdraw(notice, in: &turn)
    let reply = opensApp ? open(notice.app, in: &turn) : .done
    let event = PendingEvent(
      reason: .notificationResponse,
      callback: callback(for: response, to: notice)
    )
    let device = surroundings(at: turn.now)
    update(notice.app, in: &turn) { $0.wake(for: event, on: device, in: &$1) }
    return reply
  }

  /// Before iOS 10 a tap is told as the notification itself.
  private func callback(for response: NotificationResponse, to notice: Notice) -> Callback {
    let isTap = response.action == NotificationResponse.defaultAction
    guard isTap, !profile.asksAppInFront else {
      return .mode(.notifications(.didReceiveResponse(response)))
    }
    return notice.payload.map { .didReceiveRemoteNotification(payload: $0) }
      ?? .mode(.notifications(.didReceiveLocal(notice.notification)))
  }

  private mutating func withdraw(_ notice: Notice, in turn: inout Turn) {
    let name = notice.notification.identifier
    _ = notices.update(notice.app) { $0.removeDelivered([name]) }
    turn.order(.mode(.withdraw(notice.key)))
  }
}
