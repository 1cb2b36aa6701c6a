/// A request of an app about its audio session (`AVAudioSession`, §7.1).
@usableFromInline package enum AudioRequest: Hashable, Sendable, Saved {
  /// `setActive(true)` with the session's category and options.
  case activate(AudioSession)
  /// `setActive(false)`; with `notifiesOthers`, other apps are notified that they may continue.
  case deactivate(notifiesOthers: Bool)
}
