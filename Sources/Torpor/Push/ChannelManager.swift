internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

/// The push-to-talk channel (`PTChannelManager`); a device can join only one.
///
/// It needs `push-to-talk` in `UIBackgroundModes`. The channel outlives the app, the daemon and a restart of the
/// machine, and ends with a force quit.
public struct ChannelManager: Sendable {
  let application: Application

  /// Receives events of the channel; held weakly.
  public var delegate: (any ChannelManagerDelegate)? {
    get { application.delegates.channel }
    nonmutating set { application.changing.withLock { $0.delegates.channel = newValue } }
  }

  /// Joins a channel, only while the app is on screen; returns the token under which senders reach it.
  ///
  /// The token is valid as long as the channel is joined. A later process of the app gets it by joining again, on
  /// screen or not.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared`, `appNotForeground`, `channelLimitReached` or
  ///   `callActive`; `stopped` after `stop()`.
  public func requestJoinChannel(_ channel: String) async throws(TorporError) -> String {
    try await application.call(App.JoinChannel(channel: channel), subject: channel).token
  }

  /// Leaves the channel.
  ///
  /// - Throws: `TorporError`: `channelNotFound`, or `stopped` after `stop()`.
  public func leaveChannel(_ channel: String) async throws(TorporError) {
    try await application.call(App.LeaveChannel(channel: channel), subject: channel)
  }

  /// Sets the participant who is speaking; with `nil`, none is, and the channel no longer keeps the app running.
  ///
  /// - Throws: `TorporError`: `channelNotFound`, `transmissionInProgress` while the app transmits, or
  ///   `stopped` after `stop()`.
  public func setActiveRemoteParticipant(
    _ participant: String?,
    channel: String
  ) async throws(TorporError) {
    try await application.call(
      App.SetActiveParticipant(channel: channel, participant: participant),
      subject: channel
    )
  }

  /// Begins transmitting, only while the app is on screen.
  ///
  /// - Throws: `TorporError`: `channelNotFound`, `appNotForeground`, `transmissionNotAllowed` while
  ///   another participant speaks, `callActive`, `recordingNotPermitted`, or `stopped` after `stop()`.
  public func requestBeginTransmitting(channel: String) async throws(TorporError) {
    try await application.call(App.BeginTransmitting(channel: channel), subject: channel)
  }

  /// Stops transmitting.
  ///
  /// - Throws: `TorporError`: `channelNotFound`, `transmissionNotFound`, or `stopped` after `stop()`.
  public func stopTransmitting(channel: String) async throws(TorporError) {
    try await application.call(App.StopTransmitting(channel: channel), subject: channel)
  }
}

/// An app's answer to a push of its channel (`PTPushResult`).
public enum ChannelPushResult: Hashable, Sendable {
  /// The participant is speaking: the app runs and plays the sound that it receives.
  case activeRemoteParticipant(String)
  /// The app leaves the channel.
  case leaveChannel
}

/// The events of an app's channel (`PTChannelManagerDelegate`, `PTChannelRestorationDelegate`).
///
/// The methods are called on the main actor, in order with all other callbacks. In a process that was launched for a
/// push, `channelManager(_:didRestoreChannel:)` is called first. All except `incomingPushResult` have a default that
/// does nothing.
@MainActor
public protocol ChannelManagerDelegate: AnyObject, Sendable {
  /// A push of the channel has arrived; the result says who is speaking.
  func incomingPushResult(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload
  ) async -> ChannelPushResult
  /// The channel that an earlier process joined is still joined.
  func channelManager(_ channelManager: ChannelManager, didRestoreChannel channel: String) async
  /// The system has left the channel, because a push was not answered.
  func channelManager(_ channelManager: ChannelManager, didLeaveChannel channel: String) async
  /// The system has activated the audio session, to play or to record.
  func channelManager(
    _ channelManager: ChannelManager,
    didActivateAudioSessionOf channel: String
  ) async
  /// No participant is speaking any more: the audio session is inactive.
  func channelManager(
    _ channelManager: ChannelManager,
    didDeactivateAudioSessionOf channel: String
  ) async
  /// A push with information about the service has arrived; it needs no answer.
  ///
  /// `remainingHighPriorityBudget`: the number of further high-priority pushes that will be delivered within the hour.
  func incomingServiceUpdatePush(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload,
    isHighPriority: Bool,
    remainingHighPriorityBudget: Int
  ) async
}

extension ChannelManagerDelegate {
  /// Does nothing.
  public func channelManager(
    _ channelManager: ChannelManager,
    didRestoreChannel channel: String
  ) async {}
  /// Does nothing.
  public func channelManager(
    _ channelManager: ChannelManager,
    didLeaveChannel channel: String
  ) async {}
  /// Does nothing.
  public func channelManager(
    _ channelManager: ChannelManager,
    didActivateAudioSessionOf channel: String
  ) async {}
  /// Does nothing.
  public func channelManager(
    _ channelManager: ChannelManager,
    didDeactivateAudioSessionOf channel: String
  ) async {}
  /// Does nothing.
  public func incomingServiceUpdatePush(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload,
    isHighPriority: Bool,
    remainingHighPriorityBudget: Int
  ) async {}
}

extension Application {
  /// The push-to-talk channel.
  public var channelManager: ChannelManager { ChannelManager(application: self) }

  @MainActor
  func handle(_ callback: PushToTalkCallback) async {
    guard let delegate = delegates.channel else { return }
    let manager = channelManager
    switch callback {
    case .didRestore(let channel):
      await delegate.channelManager(manager, didRestoreChannel: channel)
    case .didLeave(let channel): await delegate.channelManager(manager, didLeaveChannel: channel)
    case .incomingPush(let channel, let payload):
      let result = await delegate.incomingPushResult(
        channelManager: manager,
        channel: channel,
        pushPayload: Payload(json: payload)
      )
      // Requests are answered in order, so the answer takes effect before the callback has returned.
      switch result {
      case .activeRemoteParticipant(let name):
        connection.tell(App.SetActiveParticipant(channel: channel, participant: name))
      case .leaveChannel: connection.tell(App.LeaveChannel(channel: channel))
      }
    case .serviceUpdate(let channel, let payload, let isHighPriority, let remaining):
      await delegate.incomingServiceUpdatePush(
        channelManager: manager,
        channel: channel,
        pushPayload: Payload(json: payload),
        isHighPriority: isHighPriority,
        remainingHighPriorityBudget: remaining
      )
    case .didActivateAudio(let channel):
      await delegate.channelManager(manager, didActivateAudioSessionOf: channel)
    case .didDeactivateAudio(let channel):
      await delegate.channelManager(manager, didDeactivateAudioSessionOf: channel)
    }
  }
}
