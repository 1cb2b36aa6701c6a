internal import AVFAudio
internal import AppleSupport
internal import Foundation
internal import Torpor

extension Payload {
  /// The payload as Foundation reads JSON; empty if it is not an object.
  var object: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:]
  }
}

/// Passes the events of the channel to the app's manager.
@MainActor
final class ChannelBridge: ChannelManagerDelegate {
  nonisolated(unsafe) weak var manager: PTChannelManager?

  nonisolated init() {}

  func incomingPushResult(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload
  ) async -> ChannelPushResult {
    guard let manager, let channel = UUID(uuidString: channel) else { return .leaveChannel }
    guard let participant = manager.pushResult(channel, pushPayload).participant else {
      manager.left(channel, .developerRequest)
      return .leaveChannel
    }
    return .activeRemoteParticipant(participant.name)
  }

  func channelManager(_ channelManager: ChannelManager, didRestoreChannel channel: String) async {
    if let channel = UUID(uuidString: channel) { manager?.restored(channel) }
  }

  func channelManager(_ channelManager: ChannelManager, didLeaveChannel channel: String) async {
    guard let channel = UUID(uuidString: channel) else { return }
    await manager?.requestsAreTold()
    manager?.left(channel, .systemPolicy)
  }

  func channelManager(
    _ channelManager: ChannelManager,
    didActivateAudioSessionOf channel: String
  ) async {
    await manager?.requestsAreTold()
    guard let manager else { return }
    manager.tell { $0.channelManager(manager, didActivate: .sharedInstance()) }
  }

  func channelManager(
    _ channelManager: ChannelManager,
    didDeactivateAudioSessionOf channel: String
  ) async {
    await manager?.requestsAreTold()
    guard let manager else { return }
    manager.tell { $0.channelManager(manager, didDeactivate: .sharedInstance()) }
  }

  func incomingServiceUpdatePush(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload,
    isHighPriority: Bool,
    remainingHighPriorityBudget: Int
  ) async {
    guard let manager, let channel = UUID(uuidString: channel) else { return }
    await withUnsafeContinuation { continuation in
      let completion = Completion<Void> { continuation.resume() }
      var isTold = false
      manager.tell { delegate in
        isTold = true
        delegate.incomingServiceUpdatePush(
          channelManager: manager,
          channelUUID: channel,
          pushPayload: pushPayload.object,
          isHighPriority: isHighPriority,
          remainingHighPriorityBudget: remainingHighPriorityBudget
        ) { completion.call(()) }
      }
      if !isTold { completion.call(()) }
    }
  }
}
