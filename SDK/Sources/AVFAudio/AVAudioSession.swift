internal import AppleSupport
public import Foundation
internal import Torpor

/// What the app plays and records, beside the sound of others.
///
/// The system decides who may play, interrupts, and keeps an app with the mode `audio` running; the sound itself goes through
/// PipeWire or ALSA, as in any program.
open class AVAudioSession: NSObject, @unchecked Sendable {
  private static let theOne = AVAudioSession()

  /// What is set by any thread, within `lock`.
  private struct State {
    var category = Category.soloAmbient
    var mode = Mode.default
    var options: CategoryOptions = []
  }

  private let lock = NSLock()
  private var state = State()
  /// Held here, since the client library holds its delegates weakly.
  private let bridge = AudioBridge()

  override private init() {}

  /// The app's session.
  open class func sharedInstance() -> AVAudioSession {
    AppleSystem.attempt { application throws(TorporError) in
      application.audioSession.delegate = theOne.bridge
    }
    return theOne
  }

  /// As a process that has set nothing.
  package static func forget() { theOne.lock.withLock { theOne.state = State() } }

  // MARK: What the sound is for

  /// What the sound is for.
  open var category: Category { lock.withLock { state.category } }
  /// What it is for in more detail; without effect here.
  open var mode: Mode { lock.withLock { state.mode } }
  /// What was set with the category.
  open var categoryOptions: CategoryOptions { lock.withLock { state.options } }

  /// Sets what the sound is for; it counts from the next activation.
  ///
  /// - Throws: An error with the number of `AVAudioSession.ErrorCode.badParam` where there is no such category.
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

  /// Sets what the sound is for in more detail; without effect here.
  open func setMode(_ mode: Mode) throws { lock.withLock { state.mode = mode } }

  // MARK: Activation

  /// Activates the session, or deactivates it; the thread waits for the system's answer.
  ///
  /// - Throws: An error with Apple's number: during a call, off screen, or where the user does not let the app record.
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

  /// With Apple's number, where it has one for the cause.
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

  /// Whether others play: not known, and false.
  open var isOtherAudioPlaying: Bool { false }
  /// Whether sound beside that of others should be silent: not known, and false.
  open var secondaryAudioShouldBeSilencedHint: Bool { false }
  /// How loud the device is: not known, and 1.
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

  /// Asks the user, unless they have decided already; the handler is called with what they decide.
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
