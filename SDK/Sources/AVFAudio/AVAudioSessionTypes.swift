public import Foundation
internal import Torpor

extension AVAudioSession {
  /// The purpose of the sound.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a category from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that is not essential and mixes with that of other apps.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// Sound that is not essential and silences that of other apps.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Sound that is central to the app.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Playback and recording.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several outputs at once.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

    /// The system's equivalent.
    var known: AudioSession.Category? {
      switch self {
      case .ambient: .ambient
      case .soloAmbient: .soloAmbient
      case .playback: .playback
      case .record: .record
      case .playAndRecord: .playAndRecord
      case .multiRoute: .multiRoute
      default: nil
      }
    }
  }

  /// The purpose of the sound in more detail; it has no effect here.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a mode from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No further detail.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// A call over the network.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// A call with pictures.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Recording a film.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// Measuring sound.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// Playing a film.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// Speech, which pauses while other speech is played.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Short prompts over other sound.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// Options that can be set with a category; only `mixWithOthers` has an effect here.
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The session does not interrupt others, and is not interrupted by them.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// Other sound is played more quietly; not supported here.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// Bluetooth hands-free headsets may be used.
    public static let allowBluetooth = CategoryOptions(rawValue: 4)
    /// The loudspeaker is used.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// Other apps' speech is interrupted; not supported here.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// Headphones may be used.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// Network loudspeakers may be used.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
  }

  /// Options for the deactivation of a session.
  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The session that was interrupted may continue.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// Whether an interruption begins or ends.
  public enum InterruptionType: UInt, Sendable {
    /// It ends.
    case ended = 0
    /// It begins.
    case began = 1
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

  /// Why a session was interrupted.
  public enum InterruptionReason: UInt, Sendable {
    /// Another session, or a call.
    case `default` = 0
    /// The process was suspended.
    case appWasSuspended = 1
    /// The microphone was turned off; never used here.
    case builtInMicMuted = 2
  }

  /// Whether the user lets the app record.
  public enum RecordPermission: UInt, Sendable {
    /// They have not been asked, or have not answered.
    case undetermined = 0x756e_6474
    /// They do not allow it.
    case denied = 0x6465_6e79
    /// They allow it.
    case granted = 0x6772_6e74
  }

  /// Why a session cannot carry out a request, by Apple's numbers.
  public enum ErrorCode: Int, Sendable {
    /// No error.
    case none = 0
    /// A parameter is invalid.
    case badParam = -50
    /// Other sessions cannot be interrupted from off screen.
    case cannotInterruptOthers = 560_557_684
    /// A call is active.
    case insufficientPriority = 561_017_449
    /// The app may not play or record.
    case cannotStartPlaying = 561_015_905
    /// The app may not record.
    case cannotStartRecording = 561_145_187
  }

  /// The session was interrupted, or an interruption has ended.
  public static let interruptionNotification = NSNotification.Name(
    "AVAudioSessionInterruptionNotification"
  )
  /// The output or input has changed; never posted here.
  public static let routeChangeNotification = NSNotification.Name(
    "AVAudioSessionRouteChangeNotification"
  )
  /// The system's media services have ended; never posted here.
  public static let mediaServicesWereLostNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereLostNotification"
  )
  /// The system's media services have restarted; never posted here.
  public static let mediaServicesWereResetNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification"
  )
  /// Secondary sound should be silent, or may be audible again; never posted here.
  public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification"
  )
}

/// Whether an interruption begins or ends, as the raw value of an `InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The options at the end of an interruption, as the raw value of `InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Why a session was interrupted, as the raw value of an `InterruptionReason`.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Whether the process was suspended.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
