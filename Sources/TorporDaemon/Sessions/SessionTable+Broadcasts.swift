import TorporCore
import TorporModel
import TorporWire

/// What apps want of broadcast channels, until the link to the gateway has answered for it.
///
/// The link keeps the subscriptions: the daemon has none of its own, and a change that a restart loses was not answered.
struct AwaitedBroadcasts {
  private struct Awaited {
    let change: BroadcastChange
    /// Until when the link may answer.
    var deadline: Instant
    /// Who is answered; nobody where the app has ended meanwhile.
    var waiting: [SessionTable.Waiting]
  }

  private var all: [Awaited] = []

  /// Changes at once: our choice, as many as a device may have subscriptions.
  static let countMax = 256
  /// How long the link may take to answer.
  ///
  /// 10 s: twice what it gives the gateway. An app that asks in a callback has its watchdog behind it, and is to be told
  /// why nothing comes. Our choice.
  static let patience = Duration.seconds(10)

  var isEmpty: Bool { all.isEmpty }

  /// When the first of them is overdue.
  var nextDeadline: Instant? { all.map(\.deadline).min() }

  /// What the link is told.
  var changes: [BroadcastChange] { all.map(\.change) }

  /// Adds a change, which takes the place of another one of the same channel; gives who waited for that, and whether
  /// there was room.
  mutating func add(
    _ change: BroadcastChange,
    _ waiting: SessionTable.Waiting,
    at now: Instant
  ) -> (overtaken: [SessionTable.Waiting], isTaken: Bool) {
    let index = all.firstIndex {
      $0.change.topic == change.topic && $0.change.channel == change.channel
    }
    guard let index else {
      guard all.count < Self.countMax else { return ([], false) }
      all.append(Awaited(change: change, deadline: now + Self.patience, waiting: [waiting]))
      return ([], true)
    }
    guard all[index].change != change else {
      all[index].waiting.append(waiting)
      return ([], true)
    }
    let overtaken = all[index].waiting
    all[index] = Awaited(change: change, deadline: now + Self.patience, waiting: [waiting])
    return (overtaken, true)
  }

  /// Takes a change out that is answered for, and gives who waits for it; `nil`: it has been refused, or overtaken.
  mutating func take(_ change: BroadcastChange) -> [SessionTable.Waiting]? {
    guard let index = all.firstIndex(where: { $0.change == change }) else { return nil }
    return all.remove(at: index).waiting
  }

  /// Takes out those that are overdue.
  mutating func takeLate(
    at now: Instant
  ) -> [(change: BroadcastChange, waiting: [SessionTable.Waiting])] {
    let late = all.filter { $0.deadline <= now }
    all.removeAll { $0.deadline <= now }
    return late.map { ($0.change, $0.waiting) }
  }

  /// The machine has slept, in which the link could not answer: all have their time anew.
  mutating func renew(at now: Instant) {
    for index in all.indices { all[index].deadline = now + Self.patience }
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
    let (overtaken, isTaken) = gatewayLink.broadcasts.add(
      change,
      waiting,
      at: driver.clock.now()
    )
    for one in overtaken { answer(NoReply(), one) }
    if !isTaken {
      refuse(waiting, change, "too many changes wait for the link to the gateway; try again later")
    }
  }

  /// The link has answered for a change; whether the change is still wanted.
  ///
  /// It is, too, where the app has ended meanwhile: nobody was told that it failed.
  func answerBroadcast(_ change: BroadcastChange, cause: String?) -> Bool {
    guard let all = gatewayLink.broadcasts.take(change) else { return false }
    for waiting in all {
      if let cause { refuse(waiting, change, cause) } else { answer(NoReply(), waiting) }
    }
    return true
  }

  /// Answers those for whom no link will: there is none, it knows nothing of broadcast channels, or it is overdue.
  func answerLeftBroadcasts() {
    guard !gatewayLink.broadcasts.isEmpty else { return }
    guard let link = gatewayLink.attached else {
      let cause = "no torpor-pushd runs that would connect to a gateway; start one and try again"
      return refuse(gatewayLink.broadcasts.takeAll(), cause)
    }
    guard link.knowsBroadcasts else {
      let cause =
        "the torpor-pushd that runs is older than broadcast channels; restart "
        + "torpor-pushd, so that both are of one version, and try again"
      return refuse(gatewayLink.broadcasts.takeAll(), cause)
    }
    let late = gatewayLink.broadcasts.takeLate(at: driver.clock.now())
    let seconds = AwaitedBroadcasts.patience.components.seconds
    refuse(
      late,
      "torpor-pushd has not answered for \(seconds) s; restart torpor-pushd and try again"
    )
  }

  private func refuse(
    _ left: [(change: BroadcastChange, waiting: [Waiting])],
    _ cause: String
  ) {
    for (change, waiting) in left {
      for one in waiting { refuse(one, change, cause) }
    }
  }

  private func refuse(_ waiting: Waiting, _ change: BroadcastChange, _ cause: String) {
    let error = WireError.broadcastsFailed(channel: change.channel, cause: cause)
    refuse(waiting.call, error, on: waiting.connection)
  }
}
