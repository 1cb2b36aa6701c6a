/// The purpose of an app's sound, and how it mixes with the sound of other apps.
@usableFromInline package struct AudioSession: Hashable, Sendable, Saved {
  /// The purpose of the sound.
  @usableFromInline package var category: AudioCategory
  /// `mixWithOthers`: neither interrupts others nor is interrupted by them.
  @usableFromInline package var mixesWithOthers: Bool

  /// Makes a session.
  @usableFromInline package init(category: AudioCategory, mixesWithOthers: Bool = false) {
    self.category = category
    self.mixesWithOthers = mixesWithOthers
  }
}

/// `AVAudioSession.Category` (AU2).
public enum AudioCategory: String, Hashable, Sendable, Saved, CaseIterable {
  case ambient, soloAmbient, playback, record, playAndRecord, multiRoute

  /// Whether it continues in the background, with the mode (AU2: the last four).
  public var continuesInBackground: Bool {
    switch self {
    case .ambient, .soloAmbient: false
    case .playback, .record, .playAndRecord, .multiRoute: true
    }
  }

  /// Whether the microphone is used.
  public var records: Bool {
    switch self {
    case .record, .playAndRecord: true
    case .ambient, .soloAmbient, .playback, .multiRoute: false
    }
  }
}

/// A callback of the audio session to an app (`AVAudioSession.interruptionNotification`, AU4).
@usableFromInline package enum AudioCallback: Hashable, Sendable, Saved {
  /// The session is already inactive.
  case interruptionBegan(InterruptionReason)
  /// The interruption ended; this callback is not guaranteed.
  case interruptionEnded(shouldResume: Bool)

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .interruptionBegan: "interruptionBegan"
    case .interruptionEnded: "interruptionEnded"
    }
  }
}

/// The reason why a session was interrupted (`AVAudioSession.InterruptionReason`).
public enum InterruptionReason: String, Hashable, Sendable, Saved, CaseIterable {
  /// Another session was activated, or a call arrived.
  case `default`
  /// The process was suspended; reported when it runs again (AU5).
  case appWasSuspended
}

/// The reason why a session cannot be activated (`AVAudioSession.ErrorCode`).
@usableFromInline package enum AudioError: String, Hashable, Sendable, CaseIterable, Error {
  /// A call is in progress (AU3).
  case insufficientPriority
  /// From the background, while another app plays (AU6).
  case cannotInterruptOthers
  /// The user does not allow the app to record.
  case recordingNotPermitted
  /// In the background, without the mode or with a category that does not continue there.
  case notPermittedInBackground
}
