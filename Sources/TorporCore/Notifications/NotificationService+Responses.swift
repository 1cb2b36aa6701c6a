import TorporModel

// The user's responses to a notification (LN1, LN8).

extension NotificationService {
  /// Handles that the user taps a notification, answers it, or dismisses it.
  ///
  /// A tap on one that is no longer in the list opens the app without a callback; an answer to it is
  /// refused, as is one with an action that it does not have. An action that requires it waits until
  /// the device is unlocked, as does, before the first unlock, every action except a tap, which
  /// unlocks it.
  ///
  /// - Returns: The reply to the user, unless the app is opened: then the result of opening it.
  mutating func respond(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let slot = device.apps.slot(of: app) else { return .refused(device.unknown(app)) }
    let isTap = response.action == NotificationResponse.defaultAction
    let notice = table[app]?.delivered.first {
      $0.notification.identifier == response.notification
    }
    guard let notice else {
      guard isTap else {
        return .refused(.service(.notification(.notDelivered(response.notification))))
      }
      out.open(app)
      return .done
    }
    let category = category(of: notice)
    if isTap { return take(response, to: notice, opensApp: true, device, &out) }
    let conditionContext = device.conditionContext
    let rule = RelaunchRule.row(.notificationResponse, in: device.profile)
    let outcome = device.apps.read(slot: slot) { $0.outcome(of: rule, on: conditionContext) }
    if outcome == .waits {
      return keep(response, of: app, until: Condition(.beforeFirstUnlock, holds: false), &out)
    }
    if response.action == NotificationResponse.dismissAction {
      guard category?.tellsOfDismissal == true else {
        withdraw(notice, &out)
        return .done
      }
      return take(response, to: notice, opensApp: false, device, &out)
    }
    guard let action = category?.actions.first(where: { $0.identifier == response.action }) else {
      let refusal = NotificationRefusal.unknownAction(
        response.action,
        notification: response.notification,
        known: category?.actions.map(\.identifier) ?? []
      )
      return .refused(.service(.notification(refusal)))
    }
    if action.needsAuthentication, device.screen.isLocked {
      return keep(response, of: app, until: Condition(.deviceLocked, holds: false), &out)
    }
    return take(response, to: notice, opensApp: action.opensApp, device, &out)
  }

  /// Keeps the user's answer until the device is unlocked.
  private mutating func keep(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    until unlock: Condition,
    _ out: inout Outbox
  ) -> Reply {
    table.update(app) { $0.keep(response) }
    out.record(.wake(.notificationResponse), of: app, verdict: .waiting, because: [unlock])
    return .done
  }

  /// Delivers the answer to the app: in the foreground, or for a few seconds off screen (LN8).
  ///
  /// An app that is not running is started for it, also after a force-quit: the user requests it (`RelaunchRule`).
  private mutating func take(
    _ response: NotificationResponse,
    to notice: DeliveredNotification,
    opensApp: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    withdraw(notice, &out)
    if opensApp { out.open(notice.app) }
    let event = PendingEvent(
      reason: .notificationResponse,
      callback: callback(for: response, to: notice, device.profile)
    )
    out.wake(notice.app, for: event)
    return .done
  }

  /// Returns the callback; before iOS 10, a tap is reported as the notification itself.
  private func callback(
    for response: NotificationResponse,
    to notice: DeliveredNotification,
    _ profile: Profile
  ) -> Callback {
    let isTap = response.action == NotificationResponse.defaultAction
    guard isTap, !profile.asksAppInFront else {
      return .service(.notifications(.didReceiveResponse(response)))
    }
    return notice.payload.map { .didReceiveRemoteNotification(payload: $0) }
      ?? .service(.notifications(.didReceiveLocal(notice.notification)))
  }

  private mutating func withdraw(_ notice: DeliveredNotification, _ out: inout Outbox) {
    let name = notice.notification.identifier
    _ = table.update(notice.app) { $0.removeDelivered([name]) }
    out.order(.service(.withdraw(notice.key)))
  }
}
