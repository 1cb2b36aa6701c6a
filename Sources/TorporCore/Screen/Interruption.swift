package import TorporModel

/// A cause for which the apps on screen get no input for a while (§1.2 T5).
package struct Interruption: Hashable, Sendable, Saved {
  package enum Kind: Hashable, Sendable, Saved {
    /// A call rings that this app has reported.
    case call(AppIdentifier)
    /// The system asks the user something about this app.
    case question(AppIdentifier, name: String)
    case machine(MachineInterruption)
  }

  package let kind: Kind
  /// When it ends by itself; `nil`: its end is reported.
  let until: Instant?

  /// How long an unanswered question of the system makes the app inactive: 60 s, as long as a call rings.
  ///
  /// On a phone it does for as long as it stands. Here it is a notification, which leaves the screen after some
  /// seconds, and whose app can be used. Our choice.
  static let questionLength = AppPushes.ringTime

  /// Whether it lies over the app: a call lies over all but its own app; a question over the one that it is
  /// about, where the screen has room for others.
  func covers(_ app: AppIdentifier, hasSingleScreen: Bool) -> Bool {
    switch kind {
    case .call(let caller): app != caller
    case .question(let subject, _): hasSingleScreen || app == subject
    case .machine: true
    }
  }
}

/// An interruption by the machine, between the user and the apps on screen.
package enum MachineInterruption: String, Hashable, Sendable, Saved, CaseIterable {
  /// It is about to sleep.
  case sleep
  /// The screen saver has started, but the screen is not locked.
  case screenSaver
}
