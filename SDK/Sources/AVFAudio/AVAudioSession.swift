internal import AppleSupport
public import Foundation
internal import Torpor

/// The sound that the app plays and records alongside that of other apps.
///
/// The system decides who may play, interrupts, and keeps an app with the mode `audio` running; the sound itself goes through
/// PipeWire or ALSA, as in any program.
open class AVAudioSession: NSObject, @unchecked Sendable {
  private static let theOne = AVAudioSession()

  /// State that any thread sets, within `lock`.
  private struct State {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
  }

  private let lock = NSLock()
  private var state = State()
  /// Held here, because the client library holds its delegates weakly.
  private let bridge = AudioBridge()

  override private init() {}

  /// Returns the app's session.
  open class func sharedInstance() -> AVAudioSession {
    AppleSystem.attempt { application throws(TorporError) in
      application.audioSession.delegate = theOne.bridge
    }
    return theOne
  }

  /// Resets the session to that of a new process.
  package static func forget() { theOne.lock.withLock { theOne.state = State() } }

  // MARK: The purpose of the sound

  /// The purpose of the sound.
  open var category: Category { lock.withLock { state.category } }
  /// The purpose of the sound in more detail; it has no effect here.
  open var mode: Mode { lock.withLock { state.mode } }
  /// The options set with the category.
  open var categoryOptions: CategoryOptions { lock.withLock { state.options } }

  /// Sets the purpose of the sound; it takes effect at the next activation.
  ///
  /// - Throws: An error with the number of `AVAudioSession.ErrorCode.badParam` if there is no such category.
  open func setCategory(
    _ category: Category,
    mode: Mode = .default,
    options: CategoryOptions = []
  ) throws {
    guard let known = category.known else {
      throw NSError(
        domain: NSOSStatusErrorDomain,
        code: ErrorCode.badParam.rawValue,
        userInfo: [NSLocalizedDescriptionKey: "There is no category '\(category.rawValue)'."]
      )
    }
    lock.withLock {
      (state.category, state.mode, state.options) = (category, mode, options)
    }
    AppleSystem.attempt { application throws(TorporError) in
      application.audioSession.setCategory(
        known,
        options: options.contains(.mixWithOthers) ? .mixWithOthers : []
      )
    }
  }

  /// Sets the purpose of the sound in more detail; it has no effect here.
  open func setMode(_ mode: Mode) throws { lock.withLock { state.mode = mode } }

  // MARK: Activation

  /// Activates or deactivates the session; blocks the thread until the system answers.
  ///
  /// - Throws: An error with Apple's number: during a call, off screen, or if the user does not let the app record.
  open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
    do throws(TorporError) {
      let session = try AppleSystem.application().audioSession
      session.delegate = bridge
      try session.setActive(
        active,
        options: options.contains(.notifyOthersOnDeactivation) ? .notifyOthersOnDeactivation : []
      )
    } catch {
      throw Self.error(error)
    }
  }

  /// Returns an error with Apple's number, if there is one for the cause.
  private static func error(_ error: TorporError) -> NSError {
    let code: ErrorCode
    switch error.code {
    case .insufficientPriority: code = .insufficientPriority
    case .cannotInterruptOthers: code = .cannotInterruptOthers
    case .recordingNotPermitted: code = .cannotStartRecording
    case .notPermittedInBackground: code = .cannotStartPlaying
    default: return AppleSystem.error(error)
    }
    return NSError(
      domain: NSOSStatusErrorDomain,
      code: code.rawValue,
      userInfo: [NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error]
    )
  }

  /// Whether other apps are playing: unknown here, so false.
  open var isOtherAudioPlaying: Bool { false }
  /// Whether secondary sound should be silent: unknown here, so false.
  open var secondaryAudioShouldBeSilencedHint: Bool { false }
  /// The volume of the device: unknown here, so 1.
  open var outputVolume: Float { 1 }

  // MARK: The microphone

  /// Whether the user lets the app record.
  open var recordPermission: RecordPermission {
    let status = AppleSystem.attempt { application throws(TorporError) in
      try application.audioSession.currentRecordPermission()
    }
    return switch status {
    case .authorized, .authorizedAlways, .authorizedWhenInUse, .provisional: .granted
    case .denied: .denied
    case .notDetermined, nil: .undetermined
    }
  }

  /// Asks the user, unless they have decided already; the handler is called with the decision.
  open func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
    CallbackQueue.call(response) {
      await AppleSystem.attempt { application async throws(TorporError) in
        try await application.audioSession.requestRecordPermission()
      } ?? false
    }
  }
}

/// Posts interruptions as Apple's framework does, on the main thread.
@MainActor
private final class AudioBridge: Torpor.AudioSessionDelegate {
  nonisolated init() {}

  func audioSession(
    _: AudioSession,
    interruptionBeganWithReason reason: AudioSession.InterruptionReason
  ) async {
    let reason: AVAudioSession.InterruptionReason =
      reason == .appWasSuspended ? .appWasSuspended : .default
    post([
      AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.began.rawValue,
      AVAudioSessionInterruptionReasonKey: reason.rawValue,
      AVAudioSessionInterruptionWasSuspendedKey: reason == .appWasSuspended,
    ])
  }

  func audioSession(
    _: AudioSession,
    interruptionEndedWithOptions options: AudioSession.InterruptionOptions
  ) async {
    let resumes: AVAudioSession.InterruptionOptions =
      options.contains(.shouldResume) ? .shouldResume : []
    post([
      AVAudioSessionInterruptionTypeKey: AVAudioSession.InterruptionType.ended.rawValue,
      AVAudioSessionInterruptionOptionKey: resumes.rawValue,
    ])
  }

  private func post(_ information: [AnyHashable: Any]) {
    NotificationCenter.default.post(
      name: AVAudioSession.interruptionNotification,
      object: AVAudioSession.sharedInstance(),
      userInfo: information
    )
  }
}
