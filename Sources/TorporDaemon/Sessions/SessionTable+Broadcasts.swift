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
    /// Whether a link has been told, which may have made the change since.
    var isTold = false
  }

  private var all: [Awaited] = []
  /// Changes that a link may have made, and of which apps were told that they failed: the last of them, oldest first.
  private var failed: [BroadcastChange] = []

  /// Changes at once: our choice, as many as a device may have subscriptions.
  static let countMax = 256
  /// Of how many that failed a link is told that asks: our choice, as many as can wait at once.
  static let failedMax = 256
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
    // What comes of it now is what counts.
    failed.removeAll { $0.topic == change.topic && $0.channel == change.channel }
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

  /// Notes that the link has been told all of them.
  mutating func noteTold() {
    for index in all.indices { all[index].isTold = true }
  }

  /// Whether apps were told of a change that it failed, so that a link that has made it is to revert it.
  func hasFailed(_ change: BroadcastChange) -> Bool { failed.contains(change) }

  /// Takes out those that are overdue.
  mutating func takeLate(
    at now: Instant
  ) -> [(change: BroadcastChange, waiting: [SessionTable.Waiting])] {
    takeFailed { $0.deadline <= now }
  }

  /// The machine has slept, in which the link could not answer: all have their time anew.
  mutating func renew(at now: Instant) {
    for index in all.indices { all[index].deadline = now + Self.patience }
  }

  /// All of them, with who waits.
  mutating func takeAll() -> [(change: BroadcastChange, waiting: [SessionTable.Waiting])] {
    takeFailed { _ in true }
  }

  private mutating func takeFailed(
    _ isMeant: (Awaited) -> Bool
  ) -> [(change: BroadcastChange, waiting: [SessionTable.Waiting])] {
    let taken = all.filter(isMeant)
    all.removeAll(where: isMeant)
    failed += taken.filter(\.isTold).map(\.change)
    failed.removeFirst(max(0, failed.count - Self.failedMax))
    return taken.map { ($0.change, $0.waiting) }
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

  /// The link has answered for a change; whether that was too late: apps have been told that it failed.
  ///
  /// A link answers again for what it, or the one before it, has heard nothing of. Where an app has ended meanwhile, nobody
  /// was told that it failed, and nothing is known of what an earlier daemon has told.
  func answerBroadcast(_ change: BroadcastChange, cause: String?) -> Bool {
    guard let all = gatewayLink.broadcasts.take(change) else {
      return gatewayLink.broadcasts.hasFailed(change)
    }
    for waiting in all {
      if let cause { refuse(waiting, change, cause) } else { answer(NoReply(), waiting) }
    }
    return false
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
