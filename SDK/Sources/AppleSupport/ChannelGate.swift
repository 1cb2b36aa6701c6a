internal import Dispatch
package import Torpor

/// Holds what happens on a channel of push to talk until the app has made its manager.
///
/// An app that was launched for a push makes it in its launch, or in a `Task` that begins there. The answer to a push is waited
/// for; all else is kept without holding up what follows.
@MainActor
package final class ChannelGate: ChannelManagerDelegate {
  private typealias News = @MainActor (any ChannelManagerDelegate) async -> Void

  /// Held here, since the client library holds its delegates weakly.
  private static var current: ChannelGate?
  /// How long a push waits for a manager: a third of the time that it gives the app; our choice.
  static let secondsMax = 10
  /// The most news that are kept; our choice.
  private static let newsMax = 64

  private let application: Application
  private var target: (any ChannelManagerDelegate)?
  private var news: [News] = []
  private var isTelling = false
  private var hasGivenUp = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  private init(_ application: Application) { self.application = application }

  /// The app is about to be launched.
  package static func begin(_ application: Application) {
    current?.letGo()
    let gate = ChannelGate(application)
    current = gate
    application.channelManager.delegate = gate
  }

  /// The app has made its manager: it is told what was kept, and then what happens.
  package static func open(_ application: Application, to delegate: any ChannelManagerDelegate) {
    guard let gate = current, gate.application === application else {
      application.channelManager.delegate = delegate
      return
    }
    gate.target = delegate
    gate.tellNews()
  }

  private func tellNews() {
    guard let target, !isTelling else { return }
    guard !news.isEmpty else { return handOver(target) }
    isTelling = true
    Task {
      while !news.isEmpty { await news.removeFirst()(target) }
      isTelling = false
      handOver(target)
    }
  }

  private func handOver(_ target: any ChannelManagerDelegate) {
    application.channelManager.delegate = target
    letGo()
  }

  private func letGo() {
    let held = waiting
    waiting = []
    for continuation in held { continuation.resume() }
  }

  /// Tells it in its turn, and keeps it where nobody is there yet.
  private func pass(_ one: @escaping News) {
    if news.count < Self.newsMax { news.append(one) }
    tellNews()
  }

  private func giveUp() {
    guard target == nil, !waiting.isEmpty else { return }
    hasGivenUp = true
    // The channel is left.
    news = []
    ErrorStream.write(
      "torpor: a push of the app's channel has waited \(Self.secondsMax) s for a PTChannelManager. Make it in "
        + "application(_:didFinishLaunchingWithOptions:).\n"
    )
    letGo()
  }

  // MARK: What happens

  package func incomingPushResult(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload
  ) async -> ChannelPushResult {
    if target == nil || isTelling, !hasGivenUp {
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(Self.secondsMax)) { [weak self] in
        MainActor.assumeIsolated { self?.giveUp() }
      }
      await withUnsafeContinuation { waiting.append($0) }
    }
    guard let target else { return .leaveChannel }
    return await target.incomingPushResult(
      channelManager: channelManager,
      channel: channel,
      pushPayload: pushPayload
    )
  }

  package func channelManager(
    _ channelManager: ChannelManager,
    didRestoreChannel channel: String
  ) async {
    pass { await $0.channelManager(channelManager, didRestoreChannel: channel) }
  }

  package func channelManager(
    _ channelManager: ChannelManager,
    didLeaveChannel channel: String
  ) async {
    pass { await $0.channelManager(channelManager, didLeaveChannel: channel) }
  }

  package func channelManager(
    _ channelManager: ChannelManager,
    didActivateAudioSessionOf channel: String
  ) async {
    pass { await $0.channelManager(channelManager, didActivateAudioSessionOf: channel) }
  }

  package func channelManager(
    _ channelManager: ChannelManager,
    didDeactivateAudioSessionOf channel: String
  ) async {
    pass { await $0.channelManager(channelManager, didDeactivateAudioSessionOf: channel) }
  }

  package func incomingServiceUpdatePush(
    channelManager: ChannelManager,
    channel: String,
    pushPayload: Payload,
    isHighPriority: Bool,
    remainingHighPriorityBudget: Int
  ) async {
    pass {
      await $0.incomingServiceUpdatePush(
        channelManager: channelManager,
        channel: channel,
        pushPayload: pushPayload,
        isHighPriority: isHighPriority,
        remainingHighPriorityBudget: remainingHighPriorityBudget
      )
    }
  }
}
