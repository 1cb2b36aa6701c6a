/// What an app asks of its audio session (`AVAudioSession`, §7.1).
@usableFromInline package enum AudioRequest: Hashable, Sendable, Saved {
  /// `setActive(true)` with the session's category and options.
  case activate(AudioSession)
  /// `setActive(false)`; others are told that they may go on where `notifiesOthers`.
  case deactivate(notifiesOthers: Bool)
}
