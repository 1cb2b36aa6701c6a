internal import AppleSupport
public import Foundation
internal import Torpor
public import UIKit

/// What a channel is called.
open class PTChannelDescriptor: NSObject, @unchecked Sendable {
  /// Its name.
  public let name: String
  /// Its picture; shown nowhere.
  public let image: UIImage?

  /// Makes a descriptor.
  public init(name: String, image: UIImage?) { (self.name, self.image) = (name, image) }
}

/// Who speaks on a channel.
open class PTParticipant: NSObject, @unchecked Sendable {
  /// The person's name, under which the system has the participant.
  public let name: String
  /// A picture; shown nowhere.
  public let image: UIImage?

  /// Makes a participant.
  public init(name: String, image: UIImage?) { (self.name, self.image) = (name, image) }
}

/// What an app answers to a push of its channel.
open class PTPushResult: NSObject, @unchecked Sendable {
  /// Who speaks; `nil`: the app leaves.
  let participant: PTParticipant?

  private init(_ participant: PTParticipant?) { self.participant = participant }

  /// The app leaves the channel.
  open class var leaveChannel: PTPushResult { PTPushResult(nil) }
  /// The participant speaks: the app runs, and plays what it receives.
  open class func activeRemoteParticipant(_ participant: PTParticipant) -> PTPushResult {
    PTPushResult(participant)
  }
}

/// Why an app has joined a channel.
public enum PTChannelJoinReason: Int, Sendable {
  /// It has asked for that.
  case developerRequest = 0
  /// An earlier process has joined it.
  case channelRestoration = 1
}

/// Why an app has left a channel.
public enum PTChannelLeaveReason: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// The user has left it; never here.
  case userRequest = 1
  /// The app has asked for that.
  case developerRequest = 2
  /// A push was not answered.
  case systemPolicy = 3
}

/// Who has let the app transmit, or stop.
public enum PTChannelTransmitRequestSource: Int, Sendable {
  /// Not known.
  case unknown = 0
  /// The user, in the system's interface; never here.
  case userRequest = 1
  /// The app.
  case developerRequest = 2
  /// A button of an accessory; never here.
  case handsfreeButton = 3
}

/// Whether the app's service can be reached.
public enum PTServiceStatus: Int, Sendable {
  /// It can.
  case ready = 0
  /// It may be soon.
  case connecting = 1
  /// It cannot.
  case unavailable = 2
}

/// Who may speak while others do.
public enum PTTransmissionMode: Int, Sendable {
  /// Everybody.
  case fullDuplex = 0
  /// One at a time.
  case halfDuplex = 1
  /// Others alone.
  case listenOnly = 2
}

/// The domain of `PTChannelError`.
public let PTChannelErrorDomain = "PTChannelErrorDomain"

/// Why the system has refused something about a channel.
public struct PTChannelError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The cause, with Apple's number.
  public enum Code: Int, Sendable {
    /// None of the others.
    case unknown = 0
    /// The app has not joined the channel.
    case channelNotFound = 1
    /// The device has joined a channel.
    case channelLimitReached = 2
    /// There is a call.
    case callActive = 3
    /// The app transmits.
    case transmissionInProgress = 4
    /// The app does not transmit.
    case transmissionNotFound = 5
    /// The app is not on screen.
    case appNotForeground = 6
    /// An administrator does not allow it; never here.
    case deviceManagementRestriction = 7
    /// Screen Time does not allow it; never here.
    case screenTimeRestriction = 8
    /// Another participant speaks.
    case transmissionNotAllowed = 9
  }

  /// The cause.
  public let code: Code
  /// What failed, why, and what to do.
  public let errorDescription: String?

  init(_ error: TorporError) {
    let number = error.appleCode.flatMap { $0.domain == PTChannelErrorDomain ? $0.code : nil }
    code = number.flatMap(Code.init(rawValue:)) ?? .unknown
    errorDescription = error.description
  }

  /// `PTChannelErrorDomain`.
  public static var errorDomain: String { PTChannelErrorDomain }
  /// Apple's number.
  public var errorCode: Int { code.rawValue }
}
