internal import AppleSupport
public import Foundation
internal import Torpor

/// The other party of a call.
open class CXHandle: NSObject, @unchecked Sendable {
  /// How the other party is identified.
  public enum HandleType: Int, Sendable {
    /// By an identifier of the app.
    case generic = 1
    /// By a telephone number.
    case phoneNumber = 2
    /// By an email address.
    case emailAddress = 3
  }
  /// The kind of identifier.
  public let type: HandleType
  /// The identifier.
  public let value: String
  /// Makes a handle.
  public init(type: HandleType, value: String) { (self.type, self.value) = (type, value) }
}

/// The details of a call; they are not shown here.
open class CXCallUpdate: NSObject, @unchecked Sendable {
  /// The other party.
  open var remoteHandle: CXHandle?
  /// The other party's name for display.
  open var localizedCallerName: String?
  /// Whether it can be put on hold.
  open var supportsHolding = true
  /// Whether it can be grouped with another one.
  open var supportsGrouping = true
  /// Whether it can be removed from a group.
  open var supportsUngrouping = true
  /// Whether it can send touch tones.
  open var supportsDTMF = true
  /// Whether it has video.
  open var hasVideo = false
  /// Makes an empty update.
  public override init() {}
}

/// The presentation of an app's calls; stored, and without effect.
open class CXProviderConfiguration: NSObject, @unchecked Sendable {
  /// The app's name for display.
  public let localizedName: String?
  /// The ringtone.
  open var ringtoneSound: String?
  /// The app's icon.
  open var iconTemplateImageData: Data?
  /// The maximum number of groups of calls.
  open var maximumCallGroups = 2
  /// The maximum number of calls in a group.
  open var maximumCallsPerCallGroup = 5
  /// Whether calls can have video.
  open var supportsVideo = false
  /// Whether calls appear in the list of recent calls.
  open var includesCallsInRecents = true
  /// The supported kinds of identifiers.
  open var supportedHandleTypes: Set<CXHandle.HandleType> = []
  /// Makes a configuration.
  public override init() { localizedName = nil }
  /// Makes a configuration with the app's name.
  public init(localizedName: String) { self.localizedName = localizedName }
}

/// Why a call has ended.
public enum CXCallEndedReason: Int, Sendable {
  /// An error occurred.
  case failed = 1
  /// The other side ended it.
  case remoteEnded = 2
  /// It was not answered.
  case unanswered = 3
  /// It was answered on another device.
  case answeredElsewhere = 4
  /// It was declined on another device.
  case declinedElsewhere = 5
}

/// The calls of an app, to the extent that the system manages them: it is notified of a call, which is the answer to a
/// VoIP push.
///
/// No window rings: the app shows its call as a notification, and the user answers there.
open class CXProvider: NSObject, @unchecked Sendable {
  /// The presentation of its calls.
  open var configuration: CXProviderConfiguration {
    get { lock.withLock { settings } }
    set { lock.withLock { settings = newValue } }
  }
  private let lock = NSLock()
  private var settings: CXProviderConfiguration
  private weak var delegate: (any CXProviderDelegate)?

  /// Makes a provider.
  public init(configuration: CXProviderConfiguration) { settings = configuration }

  /// Keeps a delegate, which is never called here.
  open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
    lock.withLock { self.delegate = delegate }
  }

  /// Reports a call to the system; blocks the thread until the system answers.
  open func reportNewIncomingCall(
    with UUID: UUID,
    update: CXCallUpdate,
    completion: @escaping ((any Error)?) -> Void
  ) {
    let error: (any Error)?
    do throws(TorporError) {
      try AppleSystem.application().callProvider.reportNewIncomingCall()
      error = nil
    } catch let reason {
      AppleSystem.report(reason)
      error = AppleSystem.error(reason)
    }
    CallbackQueue.call(completion, with: error)
  }

  /// Reports a call to the system.
  open func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
    do throws(TorporError) {
      try await AppleSystem.application().callProvider.reportNewIncomingCall()
    } catch {
      throw AppleSystem.error(error)
    }
  }

  /// Changes the details of a call; they are not shown here.
  open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {}

  /// Reports to the system that a call has ended; blocks the thread until the system answers.
  open func reportCall(
    with UUID: UUID,
    endedAt dateEnded: Date?,
    reason endedReason: CXCallEndedReason
  ) {
    AppleSystem.attempt { application throws(TorporError) in
      try application.callProvider.reportCallEnded()
    }
  }

  /// Ends the provider.
  open func invalidate() {}
}

/// The actions for an app's calls; none are requested here.
@preconcurrency
public protocol CXProviderDelegate: NSObjectProtocol {
  /// All calls must end.
  func providerDidReset(_ provider: CXProvider)
}
