/// The reason why the notification centre refused a request.
@usableFromInline package enum NotificationRefusal: Hashable, Sendable, Error {
  /// An interval that is not positive, or below 60 s if it repeats (LN5); it ends the app.
  case intervalTooShort(Duration, least: Duration)
  /// No date matches: a part is out of range, or the parts contradict each other.
  case impossibleDate
  /// The user does not let the app show notifications (`UNErrorCode.notificationsNotAllowed`).
  case notAllowed
  /// No notification of that callback waits for an answer.
  case notAsked(CallbackToken)
  /// The notification has no such action; `known`: its actions.
  case unknownAction(String, notification: String, known: [String])
  /// No notification of the app with that identifier is on the screen or in the list.
  case notDelivered(String)
}
