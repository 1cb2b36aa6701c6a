public import Foundation
internal import Torpor

extension AVAudioSession {
  /// What the sound is for.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a category of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that does not matter, beside that of others.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// Sound that does not matter, without that of others.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Sound that the app is there for.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recording.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Both.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several outputs at once.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

    /// The system's word for it.
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

  /// What the sound is for in more detail; without effect here.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a mode of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing more.
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
    /// Speech, which does not continue under other speech.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Short sentences under other sound.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// What can be set with a category; only `mixWithOthers` has an effect here.
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes a set of options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The session does not interrupt others, and is not interrupted by them.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// Others are quieter; they are not here.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// Telephones' headsets may be used.
    public static let allowBluetooth = CategoryOptions(rawValue: 4)
    /// The loudspeaker is used.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// Others' speech is interrupted; it is not here.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// Headphones may be used.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// Loudspeakers in the network may be used.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
  }

  /// What can be set when a session is deactivated.
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

  /// What the end of an interruption says.
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
    /// By another session, or by a call.
    case `default` = 0
    /// The process was suspended.
    case appWasSuspended = 1
    /// The microphone was turned off; never here.
    case builtInMicMuted = 2
  }

  /// Whether the user lets the app record.
  public enum RecordPermission: UInt, Sendable {
    /// They have not been asked, or have not answered.
    case undetermined = 0x756e_6474
    /// They do not.
    case denied = 0x6465_6e79
    /// They do.
    case granted = 0x6772_6e74
  }

  /// Why a session cannot do what it was asked for, by Apple's numbers.
  public enum ErrorCode: Int, Sendable {
    /// Nothing has failed.
    case none = 0
    /// What was asked for means nothing.
    case badParam = -50
    /// Others cannot be interrupted from off screen.
    case cannotInterruptOthers = 560_557_684
    /// A call is under way.
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
  /// Another output or input is used; never posted here.
  public static let routeChangeNotification = NSNotification.Name(
    "AVAudioSessionRouteChangeNotification"
  )
  /// The system's sound has ended; never posted here.
  public static let mediaServicesWereLostNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereLostNotification"
  )
  /// The system's sound has begun anew; never posted here.
  public static let mediaServicesWereResetNotification = NSNotification.Name(
    "AVAudioSessionMediaServicesWereResetNotification"
  )
  /// Sound beside that of others should be silent, or may be heard; never posted here.
  public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification"
  )
}

/// Whether an interruption begins or ends, as the raw value of an `InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// What the end of an interruption says, as the raw value of `InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Why a session was interrupted, as the raw value of an `InterruptionReason`.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Whether the process was suspended.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
