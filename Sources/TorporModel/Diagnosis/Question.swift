/// A question that developers often ask about background work, in the order of `ios-semantics` §14.
///
/// The raw value is the name on the command line and on the wire.
package enum Question: String, Hashable, Sendable, CaseIterable {
  // The task scheduler.
  case refreshNeverRan, onlyWithDebugger, ranOnce, submitUnavailable, submitRejected
  case handlerNotRegistered, processingOnlyAtNight, killedAfterThirtySeconds, runsTooSeldom

  // Pushes, and what a charger changes.
  case pushLostAfterForceQuit, onlySomePushes, onlyOnTheCable, pushComesLate

  // Time in the background.
  case killedForAssertions, remainingTimeIsHuge, lessTimeThanBefore, killedForFileLock

  // Transfers.
  case downloadsStop, uploadIsSlow, transferDelegateNotCalled, transfersCancelled
  case downloadedFileGone

  // Wakes of other kinds.
  case startedByItself, locationStops, regionIsLate, bluetoothNotRelaunched, voipPushStopped

  // The rest.
  case timersStop, notificationsDropped, continuedTaskExpired, runEveryFewMinutes, neverSleeps

  /// The number in the list, from 1.
  package var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

  /// The number as it is cited: "Q14".
  package var label: String { "Q\(number)" }

  /// Finds the question by name or number ("killedForAssertions", "Q14", "14"), ignoring case; `nil` if there is none.
  package init?(named text: String) {
    let word = text.lowercased()
    let digits = word.first == "q" ? word.dropFirst() : word[...]
    let match = Self.allCases.first {
      $0.rawValue.lowercased() == word || String($0.number) == digits
    }
    guard let match else { return nil }
    self = match
  }
}
