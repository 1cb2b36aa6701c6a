internal import AppleSupport
public import Foundation
internal import Torpor

/// Whom a call is with.
open class CXHandle: NSObject, @unchecked Sendable {
  /// How people are named.
  public enum HandleType: Int, Sendable {
    /// By the app.
    case generic = 1
    /// By a telephone number.
    case phoneNumber = 2
    /// By an address of electronic mail.
    case emailAddress = 3
  }
  /// How the name is meant.
  public let type: HandleType
  /// The name.
  public let value: String
  /// Makes one.
  public init(type: HandleType, value: String) { (self.type, self.value) = (type, value) }
}

/// What is known of a call; it is not shown here.
open class CXCallUpdate: NSObject, @unchecked Sendable {
  /// Whom it is with.
  open var remoteHandle: CXHandle?
  /// Their name for people.
  open var localizedCallerName: String?
  /// Whether it can be held.
  open var supportsHolding = true
  /// Whether it can be joined with another one.
  open var supportsGrouping = true
  /// Whether it can leave others.
  open var supportsUngrouping = true
  /// Whether keys can be pressed in it.
  open var supportsDTMF = true
  /// Whether there is a picture.
  open var hasVideo = false
  /// Makes one.
  public override init() {}
}

/// How an app's calls are shown; kept, and without effect.
open class CXProviderConfiguration: NSObject, @unchecked Sendable {
  /// The app's name for people.
  public let localizedName: String?
  /// The sound of a call.
  open var ringtoneSound: String?
  /// The picture of the app.
  open var iconTemplateImageData: Data?
  /// How many groups of calls there are at most.
  open var maximumCallGroups = 2
  /// How many calls are in a group at most.
  open var maximumCallsPerCallGroup = 5
  /// Whether calls have pictures.
  open var supportsVideo = false
  /// Whether calls are listed.
  open var includesCallsInRecents = true
  /// How people may be named.
  open var supportedHandleTypes: Set<CXHandle.HandleType> = []
  /// Makes one.
  public override init() { localizedName = nil }
  /// Makes one of the app's name.
  public init(localizedName: String) { self.localizedName = localizedName }
}

/// Why a call has ended.
public enum CXCallEndedReason: Int, Sendable {
  /// With an error.
  case failed = 1
  /// By the other side.
  case remoteEnded = 2
  /// Nobody has answered.
  case unanswered = 3
  /// On another device.
  case answeredElsewhere = 4
  /// By another device.
  case declinedElsewhere = 5
}

/// The calls of an app, as far as the system manages them: it is told that there is one, which is the answer to a VoIP push.
///
/// No window rings: the app shows its call by a notification, and the user answers there.
open class CXProvider: NSObject, @unchecked Sendable {
  /// How its calls are shown.
  open var configuration: CXProviderConfiguration {
    get { lock.withLock { settings } }
    set { lock.withLock { settings = newValue } }
  }
  private let lock = NSLock()
  private var settings: CXProviderConfiguration
  private weak var delegate: (any CXProviderDelegate)?

  /// Makes a provider.
  public init(configuration: CXProviderConfiguration) { settings = configuration }

  /// Keeps a delegate, of which nothing is asked here.
  open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
    lock.withLock { self.delegate = delegate }
  }

  /// Tells the system of a call; the thread waits for its answer.
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

  /// Tells the system of a call.
  open func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws {
    do throws(TorporError) {
      try await AppleSystem.application().callProvider.reportNewIncomingCall()
    } catch {
      throw AppleSystem.error(error)
    }
  }

  /// Changes what is known of a call; it is not shown here.
  open func reportCall(with UUID: UUID, updated update: CXCallUpdate) {}

  /// Tells the system that a call has ended; the thread waits for its answer.
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

/// What an app does with its calls; nothing asks for it here.
@preconcurrency
public protocol CXProviderDelegate: NSObjectProtocol {
  /// All calls are to end.
  func providerDidReset(_ provider: CXProvider)
}
