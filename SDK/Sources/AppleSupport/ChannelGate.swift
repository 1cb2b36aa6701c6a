internal import Dispatch
package import Torpor

/// Holds what happens on a channel of push to talk until the app has made its manager.
///
/// An app that was launched for a push makes it in its launch, or in a `Task` that begins there; what the system tells before
/// that waits, and with it what is told behind it.
@MainActor
package final class ChannelGate: ChannelManagerDelegate {
  /// Held here, since the client library holds its delegates weakly.
  private static var current: ChannelGate?
  /// How long it waits for a manager: a third of the time that such a push gives the app; our choice.
  static let secondsMax = 10

  private var isOpen = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  private init() {}

  /// The app is about to be launched.
  package static func begin(_ application: Application) {
    current?.open()
    let gate = ChannelGate()
    current = gate
    application.channelManager.delegate = gate
  }

  /// The app has made its manager, which is the delegate by now.
  package static func open() { current?.open() }

  private func open() {
    isOpen = true
    let held = waiting
    waiting = []
    for continuation in held { continuation.resume() }
  }

  /// Returns the manager's delegate once there is one; `nil` where the app has made none in time.
  private func delegate(of manager: ChannelManager) async -> (any ChannelManagerDelegate)? {
    if !isOpen {
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(Self.secondsMax)) { [weak self] in
        MainActor.assumeIsolated { self?.giveUp() }
      }
      await withUnsafeContinuation { waiting.append($0) }
    }
    let delegate = manager.delegate
    return delegate === self ? nil : delegate
  }

  private func giveUp() {
    guard !isOpen else { return }
    ErrorStream.write(
      "torpor: something has happened on the app's channel, and no PTChannelManager was made within \(Self.secondsMax) s of "
        + "it. Make it in application(_:didFinishLaunchingWithOptions:).\n"
    )
    open()
  }

  // MARK: What happens

  package func incomingPushResult(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload
  ) async -> ChannelPushResult {
    guard let delegate = await delegate(of: channelManager) else { return .leaveChannel }
    return await delegate.incomingPushResult(
      channelManager: channelManager,
      channel: channel,
      pushPayload: pushPayload
    )
  }

  package func channelManager(
    _ channelManager: ChannelManager,
    didRestoreChannel channel: String
  ) async {
    await delegate(of: channelManager)?.channelManager(channelManager, didRestoreChannel: channel)
  }

  package func channelManager(
    _ channelManager: ChannelManager,
    didLeaveChannel channel: String
  ) async {
    await delegate(of: channelManager)?.channelManager(channelManager, didLeaveChannel: channel)
  }

  package func channelManager(
    _ channelManager: ChannelManager,
    didActivateAudioSessionOf channel: String
  ) async {
    await delegate(of: channelManager)?
      .channelManager(channelManager, didActivateAudioSessionOf: channel)
  }

  package func channelManager(
    _ channelManager: ChannelManager,
    didDeactivateAudioSessionOf channel: String
  ) async {
    await delegate(of: channelManager)?
      .channelManager(channelManager, didDeactivateAudioSessionOf: channel)
  }

  package func incomingServiceUpdatePush(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload,
    isHighPriority: Bool,
    remainingHighPriorityBudget: Int
  ) async {
    await delegate(of: channelManager)?.incomingServiceUpdatePush(
      channelManager: channelManager,
      channel: channel,
      pushPayload: pushPayload,
      isHighPriority: isHighPriority,
      remainingHighPriorityBudget: remainingHighPriorityBudget
    )
  }
}
