/// What an app asks about live updates and the sessions that let it have them off screen
/// (`CLLocationUpdate`, `CLBackgroundActivitySession`, `CLServiceSession`).
@usableFromInline package enum LiveRequest: Hashable, Sendable, Saved {
  /// `CLLocationUpdate.liveUpdates(_:)`: told until `stop`, or until the process ends.
  case start(LiveConfiguration)
  /// The app does not await updates any more.
  case stop
  /// `CLBackgroundActivitySession()`: begun on screen, or taken up again by a process that was launched
  /// while it stood (LO7).
  case beginBackgroundActivity
  /// `invalidate()`.
  case endBackgroundActivity
  /// `CLServiceSession(authorization: .always)`: begun on screen, or taken up again (LO8).
  case holdServiceSession
  /// `invalidate()`.
  case endServiceSession
}
