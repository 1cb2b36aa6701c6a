import TorporCore
import TorporModel
import TorporWire

/// What apps want of broadcast channels, until the link to the gateway has answered for it.
///
/// The link keeps the subscriptions: the daemon has none of its own, and a change that a restart loses was not answered.
struct AwaitedBroadcasts {
  private struct Awaited {
    let change: BroadcastChange
    /// Who is answered; nobody where the app has ended meanwhile.
    var waiting: [SessionTable.Waiting]
  }

  private var all: [Awaited] = []

  /// Changes at once: our choice, as many as a device may have subscriptions.
  static let countMax = 256

  var isEmpty: Bool { all.isEmpty }

  /// What the link is told.
  var changes: [BroadcastChange] { all.map(\.change) }

  /// Adds a change, which takes the place of another one of the same channel; gives who waited for that, and whether
  /// there was room.
  mutating func add(
    _ change: BroadcastChange,
    _ waiting: SessionTable.Waiting
  ) -> (overtaken: [SessionTable.Waiting], isTaken: Bool) {
    let index = all.firstIndex {
      $0.change.topic == change.topic && $0.change.channel == change.channel
    }
    guard let index else {
      guard all.count < Self.countMax else { return ([], false) }
      all.append(Awaited(change: change, waiting: [waiting]))
      return ([], true)
    }
    guard all[index].change != change else {
      all[index].waiting.append(waiting)
      return ([], true)
    }
    let overtaken = all[index].waiting
    all[index] = Awaited(change: change, waiting: [waiting])
    return (overtaken, true)
  }

  /// Takes a change out that is answered for, and gives who waits for it.
  mutating func take(_ change: BroadcastChange) -> [SessionTable.Waiting] {
    guard let index = all.firstIndex(where: { $0.change == change }) else { return [] }
    return all.remove(at: index).waiting
  }

  /// All of them, with who waits.
  mutating func takeAll() -> [(change: BroadcastChange, waiting: [SessionTable.Waiting])] {
    defer { all = [] }
    return all.map { ($0.change, $0.waiting) }
  }

  mutating func forget(_ connection: ConnectionIdentifier) {
    for index in all.indices { all[index].waiting.removeAll { $0.connection == connection } }
  }
}

extension SessionTable {
  /// An app's change has had its turn; the link is told of it at its end.
  func awaitBroadcast(
    _ channel: String,
    isSubscribed: Bool,
    of launch: LaunchIdentifier,
    _ waiting: Waiting
  ) {
    let apps = driver.device.apps
    guard let app = apps.slot(of: launch).flatMap({ apps.identifier(inSlot: $0) }) else { return }
    let topic = PushTopicName(app: app, kind: .remote).text
    let change = BroadcastChange(topic: topic, channel: channel, isSubscribed: isSubscribed)
    let (overtaken, isTaken) = gatewayLink.broadcasts.add(change, waiting)
    for one in overtaken { answer(NoReply(), one) }
    if !isTaken {
      refuse(waiting, change, "too many changes wait for the link to the gateway; try again later")
    }
  }

  /// The link has answered for a change.
  func answerBroadcast(_ change: BroadcastChange, cause: String?) {
    for waiting in gatewayLink.broadcasts.take(change) {
      if let cause { refuse(waiting, change, cause) } else { answer(NoReply(), waiting) }
    }
  }

  /// Answers those for whom no link will: there is none.
  func answerLeftBroadcasts() {
    guard gatewayLink.attached == nil, !gatewayLink.broadcasts.isEmpty else { return }
    let cause = "no torpor-pushd runs that would connect to a gateway; start one and try again"
    for (change, waiting) in gatewayLink.broadcasts.takeAll() {
      for one in waiting { refuse(one, change, cause) }
    }
  }

  private func refuse(_ waiting: Waiting, _ change: BroadcastChange, _ cause: String) {
    let error = WireError.broadcastsFailed(channel: change.channel, cause: cause)
    refuse(waiting.call, error, on: waiting.connection)
  }
}
