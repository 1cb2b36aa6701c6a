internal import AppleSupport
public import Foundation
internal import Torpor
public import UIKit

/// The description of a channel.
open class PTChannelDescriptor: NSObject, @unchecked Sendable {
  /// Its name.
  public let name: String
  /// Its picture; shown nowhere.
  public let image: UIImage?

  /// Makes a descriptor.
  public init(name: String, image: UIImage?) { (self.name, self.image) = (name, image) }
}

/// A participant who speaks on a channel.
open class PTParticipant: NSObject, @unchecked Sendable {
  /// The person's name, by which the system identifies the participant.
  public let name: String
  /// A picture; shown nowhere.
  public let image: UIImage?

  /// Makes a participant.
  public init(name: String, image: UIImage?) { (self.name, self.image) = (name, image) }
}

/// An app's answer to a push of its channel.
open class PTPushResult: NSObject, @unchecked Sendable {
  /// The participant who is speaking; `nil`: the app leaves.
  let participant: PTParticipant?

  private init(_ participant: PTParticipant?) { self.participant = participant }

  /// The app leaves the channel.
  open class var leaveChannel: PTPushResult { PTPushResult(nil) }
  /// The participant is speaking: the app runs, and plays the sound that it receives.
  open class func activeRemoteParticipant(_ participant: PTParticipant) -> PTPushResult {
    PTPushResult(participant)
  }
}

/// Why an app has joined a channel.
public enum PTChannelJoinReason: Int, Sendable {
  /// The app has requested it.
  case developerRequest = 0
  /// An earlier process has joined it.
  case channelRestoration = 1
}

/// Why an app has left a channel.
public enum PTChannelLeaveReason: Int, Sendable {
  /// The reason is unknown.
  case unknown = 0
  /// The user has left it; never used here.
  case userRequest = 1
  /// The app has requested it.
  case developerRequest = 2
  /// A push was not answered.
  case systemPolicy = 3
}

/// The origin of a request to transmit or to stop.
public enum PTChannelTransmitRequestSource: Int, Sendable {
  /// The origin is unknown.
  case unknown = 0
  /// The user, in the system's interface; never used here.
  case userRequest = 1
  /// The app.
  case developerRequest = 2
  /// A button of an accessory; never used here.
  case handsfreeButton = 3
}

/// Whether the app's service can be reached.
public enum PTServiceStatus: Int, Sendable {
  /// It can be reached.
  case ready = 0
  /// It may soon be reachable.
  case connecting = 1
  /// It cannot be reached.
  case unavailable = 2
}

/// Who may speak at the same time.
public enum PTTransmissionMode: Int, Sendable {
  /// All participants.
  case fullDuplex = 0
  /// One participant at a time.
  case halfDuplex = 1
  /// Only the other participants.
  case listenOnly = 2
}

/// The domain of `PTChannelError`.
public let PTChannelErrorDomain = "PTChannelErrorDomain"

/// The cause of a refused channel operation.
public struct PTChannelError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The cause, with Apple's number.
  public enum Code: Int, Sendable {
    /// Another cause.
    case unknown = 0
    /// The app has not joined the channel.
    case channelNotFound = 1
    /// The device has already joined a channel.
    case channelLimitReached = 2
    /// A call is active.
    case callActive = 3
    /// The app is transmitting.
    case transmissionInProgress = 4
    /// The app is not transmitting.
    case transmissionNotFound = 5
    /// The app is not on screen.
    case appNotForeground = 6
    /// An administrator does not allow it; never used here.
    case deviceManagementRestriction = 7
    /// Screen Time does not allow it; never used here.
    case screenTimeRestriction = 8
    /// Another participant is speaking.
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
