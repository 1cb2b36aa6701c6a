public import AVFAudio
public import Foundation

/// The events of an app's channel; called on the main thread.
@preconcurrency
public protocol PTChannelManagerDelegate: NSObjectProtocol {
  /// The app has joined a channel, or an earlier process has.
  func channelManager(
    _ channelManager: PTChannelManager,
    didJoinChannel channelUUID: UUID,
    reason: PTChannelJoinReason
  )
  /// The app has left the channel.
  func channelManager(
    _ channelManager: PTChannelManager,
    didLeaveChannel channelUUID: UUID,
    reason: PTChannelLeaveReason
  )
  /// The app may record and transmit.
  func channelManager(
    _ channelManager: PTChannelManager,
    channelUUID: UUID,
    didBeginTransmittingFrom source: PTChannelTransmitRequestSource
  )
  /// The app no longer transmits.
  func channelManager(
    _ channelManager: PTChannelManager,
    channelUUID: UUID,
    didEndTransmittingFrom source: PTChannelTransmitRequestSource
  )
  /// The token under which senders reach the channel, while it is joined.
  func channelManager(
    _ channelManager: PTChannelManager,
    receivedEphemeralPushToken pushToken: Data
  )
  /// A push of the channel has arrived; the result says who is speaking.
  func incomingPushResult(
    channelManager: PTChannelManager,
    channelUUID: UUID,
    pushPayload: [String: Any]
  ) -> PTPushResult
  /// The system has activated the audio session, to play or to record.
  func channelManager(
    _ channelManager: PTChannelManager,
    didActivate audioSession: AVAudioSession
  )
  /// No participant is speaking any more.
  func channelManager(
    _ channelManager: PTChannelManager,
    didDeactivate audioSession: AVAudioSession
  )
  /// The app could not join the channel.
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToJoinChannel channelUUID: UUID,
    error: any Error
  )
  /// The app could not leave the channel.
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToLeaveChannel channelUUID: UUID,
    error: any Error
  )
  /// The app may not transmit.
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToBeginTransmittingInChannel channelUUID: UUID,
    error: any Error
  )
  /// There is no transmission to stop.
  func channelManager(
    _ channelManager: PTChannelManager,
    failedToStopTransmittingInChannel channelUUID: UUID,
    error: any Error
  )
  /// A push with information about the service has arrived; call the handler when it has been handled.
  func incomingServiceUpdatePush(
    channelManager: PTChannelManager,
    channelUUID: UUID,
    pushPayload: [String: Any],
    isHighPriority: Bool,
    remainingHighPriorityBudget: Int,
    withCompletionHandler completion: @escaping @Sendable () -> Void
  )
}

extension PTChannelManagerDelegate {
  /// Does nothing.
  public func channelManager(
    _ channelManager: PTChannelManager,
    failedToJoinChannel channelUUID: UUID,
    error: any Error
  ) {}
  /// Does nothing.
  public func channelManager(
    _ channelManager: PTChannelManager,
    failedToLeaveChannel channelUUID: UUID,
    error: any Error
  ) {}
  /// Does nothing.
  public func channelManager(
    _ channelManager: PTChannelManager,
    failedToBeginTransmittingInChannel channelUUID: UUID,
    error: any Error
  ) {}
  /// Does nothing.
  public func channelManager(
    _ channelManager: PTChannelManager,
    failedToStopTransmittingInChannel channelUUID: UUID,
    error: any Error
  ) {}
  /// Calls the handler.
  public func incomingServiceUpdatePush(
    channelManager: PTChannelManager,
    channelUUID: UUID,
    pushPayload: [String: Any],
    isHighPriority: Bool,
    remainingHighPriorityBudget: Int,
    withCompletionHandler completion: @escaping @Sendable () -> Void
  ) { completion() }
}

/// The app's description of a channel that an earlier process has joined.
@preconcurrency
public protocol PTChannelRestorationDelegate: NSObjectProtocol {
  /// Returns the description of the channel; called first in a process that was launched for one of its pushes.
  func channelDescriptor(restoredChannelUUID channelUUID: UUID) -> PTChannelDescriptor
}
