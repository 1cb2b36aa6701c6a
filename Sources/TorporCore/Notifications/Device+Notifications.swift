import TorporModel

// Local notifications (§9).

extension Device {
  mutating func handle(
    _ request: NotificationCenterRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    .done
  }

  mutating func noticesFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {}

  mutating func bootNotices(in turn: inout Turn) {}

  mutating func removeNotices(of app: AppIdentifier, in turn: inout Turn) {}

  mutating func restartNotices(in turn: inout Turn) {}

  /// The time of `notices.nextLook` has come, or the wall clock or the time zone has changed.
  mutating func reviewNotices(in turn: inout Turn) {}

  /// A region that triggers a notification was entered or left.
  mutating func regionCrossed(
    _ identifier: String,
    of app: AppIdentifier,
    entered: Bool,
    in turn: inout Turn
  ) {}

  /// A push that the user sees.
  mutating func show(_ push: Push, in turn: inout Turn) {}

  /// The user taps a notification, answers it, or dismisses it.
  mutating func respond(
    _ response: NotificationResponse,
    of app: AppIdentifier,
    in turn: inout Turn
  ) -> Reply {
    .done
  }
}
