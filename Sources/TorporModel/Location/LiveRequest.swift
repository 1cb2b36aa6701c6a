/// A request of an app about live updates and the sessions that allow it to receive them off screen
/// (`CLLocationUpdate`, `CLBackgroundActivitySession`, `CLServiceSession`).
@usableFromInline package enum LiveRequest: Hashable, Sendable, Saved {
  /// `CLLocationUpdate.liveUpdates(_:)`: reported until `stop`, or until the process ends.
  case start(LiveConfiguration)
  /// The app no longer awaits updates.
  case stop
  /// `CLBackgroundActivitySession()`: begun on screen, or resumed by a process that was launched while
  /// the session existed (LO7).
  case beginBackgroundActivity
  /// `invalidate()`.
  case endBackgroundActivity
  /// `CLServiceSession(authorization: .always)`: begun on screen, or resumed (LO8).
  case holdServiceSession
  /// `invalidate()`.
  case endServiceSession
}
