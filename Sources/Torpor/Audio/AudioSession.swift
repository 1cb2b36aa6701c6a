internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// The sound that the app plays and records (`AVAudioSession`).
///
/// The system decides who may play, interrupts, and keeps an app with the mode `audio` running; the sound
/// itself goes through PipeWire or ALSA, as in any program.
public struct AudioSession: Sendable {
  /// The purpose of the sound.
  public typealias Category = AudioCategory
  /// Why a session was interrupted.
  public typealias InterruptionReason = TorporAppModel.InterruptionReason

  /// The options that can be set with a category.
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The session does not interrupt others, and is not interrupted by them.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
  }

  /// The options for deactivating a session.
  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The session that was interrupted may continue.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// The options at the end of an interruption.
  public struct InterruptionOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app may activate its session and continue.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  let application: Application

  /// Receives interruptions; held weakly.
  public var delegate: (any AudioSessionDelegate)? {
    get { application.delegates.audio }
    nonmutating set { application.changing.withLock { $0.delegates.audio = newValue } }
  }

  /// The purpose of the sound; `soloAmbient` until it is set.
  public var category: Category { application.changing.withLock { $0.audioSession.category } }

  /// Sets the purpose of the sound; takes effect at the next `setActive(true)`.
  public func setCategory(_ category: Category, options: CategoryOptions = []) {
    application.changing.withLock {
      $0.audioSession = TorporAppModel.AudioSession(
        category: category,
        mixesWithOthers: options.contains(.mixWithOthers)
      )
    }
  }

  /// Whether the user lets the app record (`AVAudioApplication.recordPermission`).
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public var recordPermission: PermissionStatus {
    get async throws(TorporError) {
      try await application.authorizationStatus(of: .microphone)
    }
  }

  /// Asks the user to let the app record, unless they have decided already, and waits for the answer
  /// (`AVAudioApplication.requestRecordPermission()`).
  ///
  /// The app must be in front. The first session that records asks as well.
  ///
  /// - Throws: The same errors as `recordPermission`.
  public func requestRecordPermission() async throws(TorporError) -> Bool {
    try await application.requestAuthorization(.microphone) == .authorized
  }

  /// Activates or deactivates the session; activation interrupts other sessions unless it mixes with them.
  ///
  /// - Throws: `TorporError`: `insufficientPriority` during a call, `cannotInterruptOthers` or
  ///   `notPermittedInBackground` off screen, `recordingNotPermitted`, or `stopped` after `stop()`.
  public func setActive(
    _ active: Bool,
    options: SetActiveOptions = []
  ) async throws(TorporError) {
    if active {
      let session = application.changing.withLock { $0.audioSession }
      try await application.call(
        App.ActivateAudioSession(
          category: session.category,
          mixesWithOthers: session.mixesWithOthers
        ),
        subject: "the audio session"
      )
    } else {
      try await application.call(
        App.DeactivateAudioSession(
          notifiesOthers: options.contains(.notifyOthersOnDeactivation)
        ),
        subject: "the audio session"
      )
    }
  }
}

/// The interruptions of an audio session (`AVAudioSession.interruptionNotification`).
///
/// Both methods have a default that does nothing, and run on the main actor, in order with all other callbacks.
@MainActor
public protocol AudioSessionDelegate: AnyObject, Sendable {
  /// The session was interrupted, and is already inactive.
  func audioSession(
    _ session: AudioSession,
    interruptionBeganWithReason reason: AudioSession.InterruptionReason
  ) async
  /// An interruption has ended; not every interruption has an end.
  func audioSession(
    _ session: AudioSession,
    interruptionEndedWithOptions options: AudioSession.InterruptionOptions
  ) async
}

extension AudioSessionDelegate {
  /// Does nothing.
  public func audioSession(
    _ session: AudioSession,
    interruptionBeganWithReason reason: AudioSession.InterruptionReason
  ) async {}
  /// Does nothing.
  public func audioSession(
    _ session: AudioSession,
    interruptionEndedWithOptions options: AudioSession.InterruptionOptions
  ) async {}
}

extension Application {
  /// The sound that the app plays and records.
  public var audioSession: AudioSession { AudioSession(application: self) }

  @MainActor
  func handle(_ callback: AudioCallback) async {
    guard let delegate = delegates.audio else { return }
    switch callback {
    case .interruptionBegan(let reason):
      await delegate.audioSession(audioSession, interruptionBeganWithReason: reason)
    case .interruptionEnded(let shouldResume):
      await delegate.audioSession(
        audioSession,
        interruptionEndedWithOptions: shouldResume ? .shouldResume : []
      )
    }
  }
}
