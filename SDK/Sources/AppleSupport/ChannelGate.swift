internal import Dispatch
package import Torpor

/// Holds the events of a push-to-talk channel until the app has created its manager.
///
/// An app that was launched for a push creates the manager during its launch, or in a `Task` that begins there. The
/// answer to a push is waited for; all other events are kept without delaying later ones.
@MainActor
package final class ChannelGate: ChannelManagerDelegate {
  private typealias News = @MainActor (any ChannelManagerDelegate) async -> Void

  /// Held here, because the client library holds its delegates weakly.
  private static var current: ChannelGate?
  /// The time that a push waits for a manager: a third of the time that it gives the app; our choice.
  static let secondsMax = 10
  /// The maximum number of events that are kept; our choice.
  private static let newsMax = 64

  private let application: Application
  private var target: (any ChannelManagerDelegate)?
  private var news: [News] = []
  private var isTelling = false
  private var hasGivenUp = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  private init(_ application: Application) { self.application = application }

  /// Begins to hold events, before the app is launched.
  package static func begin(_ application: Application) {
    current?.letGo()
    let gate = ChannelGate(application)
    current = gate
    application.channelManager.delegate = gate
  }

  /// Ends the wait when the app has created its manager: the manager receives the kept events and then new ones.
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

  /// Delivers an event in its turn, or keeps it if there is no manager yet.
  private func pass(_ one: @escaping News) {
    if news.count < Self.newsMax { news.append(one) }
    tellNews()
  }

  private func giveUp() {
    guard target == nil, !waiting.isEmpty else { return }
    hasGivenUp = true
    // The channel has been left.
    news = []
    ErrorStream.write(
      "torpor: a push of the app's channel has waited \(Self.secondsMax) s for a PTChannelManager. Make it in "
        + "application(_:didFinishLaunchingWithOptions:).\n"
    )
    letGo()
  }

  // MARK: Events

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
