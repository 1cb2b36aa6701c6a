import Logging
import NIOCore

/// Carries out the orders of a fleet: for each device one after the other, and for many devices at once.
///
/// A turn of a lane reads the document, decides about all waiting orders, and writes the document if it has changed;
/// only then are answers given and pushes handed over. If another gateway has written in the meantime, the turn starts
/// again.
///
/// Concurrency: used on the event loop of its client.
final class MailboxLanes {
  private let store: FleetStore
  let exchange: NodeExchange
  let metrics: Metrics
  private let clock: GatewayClock
  let loop: any EventLoop
  let presence = Presence()
  var lanes: [Mailbox: Lane] = [:]
  /// Gateways that have not answered, with the time until which they are not asked again.
  var silentUntil: [String: NIODeadline] = [:]
  /// The time since which no order has been carried out.
  var failingSince: NIODeadline?

  /// The maximum number of orders of one device that are carried out with one write.
  static let turnMax = 64
  /// The time for which a gateway that did not answer is not asked: 5 s.
  static let silence = TimeAmount.seconds(5)
  /// The pauses between attempts while the engine has no leader, which takes a few seconds.
  private static let pauseMin = TimeAmount.milliseconds(25)
  private static let pauseMax = TimeAmount.milliseconds(400)

  init(
    _ store: FleetStore,
    _ exchange: NodeExchange,
    _ metrics: Metrics,
    _ clock: GatewayClock,
    on loop: any EventLoop
  ) {
    (self.store, self.exchange, self.metrics) = (store, exchange, metrics)
    (self.clock, self.loop) = (clock, loop)
    exchange.whenAsked = { [self] in serve($0, $1) }
  }

  var isIdle: Bool { lanes.isEmpty }

  /// Returns the time that an order waits for an engine that does not answer: a sender is soon told to try again, and
  /// an order that frees something is tried for long.
  private static func patience(_ order: Order) -> TimeAmount {
    switch order {
    case .push: .seconds(2)
    case .connect, .register, .unregister: .seconds(5)
    case .acknowledge, .power, .beat, .launched, .disconnect, .look, .sweep, .count: .seconds(60)
    }
  }

  /// Takes an order about one device.
  func take(_ order: Order, fence: Int64? = nil) {
    guard let mailbox = order.mailbox else { return }
    let entry = Entry(
      order: order,
      deadline: .now() + (fence == nil ? Self.patience(order) : NodeExchange.queuePatience),
      fence: fence
    )
    if let lane = lanes[mailbox] {
      lane.queue.append(entry)
    } else {
      let lane = Lane(mailbox)
      lane.queue = [entry]
      lanes[mailbox] = lane
      work(lane)
    }
  }

  /// Reads the stored pushes of every device that is connected here: messages about some may have been lost.
  func lookAtAll() {
    for mailbox in presence.links.keys { take(.look(mailbox)) }
  }

  // MARK: A turn

  /// Answers orders that have waited too long, in every lane; called a few times a second.
  func failLate() {
    for lane in lanes.values { failLate(lane) }
  }

  /// The number of waiting bytes.
  var waitingBytes: Int {
    lanes.values.reduce(0) { $0 + $1.queue.reduce(0) { $0 + $1.order.byteCount } }
  }

  private func failLate(_ lane: Lane) {
    let now = NIODeadline.now()
    let late = lane.queue.dropFirst(lane.turnCount).filter { $0.isLate(at: now) }
    guard !late.isEmpty else { return }
    lane.queue =
      lane.queue.prefix(lane.turnCount)
      + lane.queue.dropFirst(lane.turnCount).filter { !$0.isLate(at: now) }
    lane.isToLook = true
    for entry in late { fail(entry, .serviceUnavailable, lane) }
  }

  private func fail(_ entry: Entry, _ reason: Refusal.Reason, _ lane: Lane) {
    switch entry.order {
    case .disconnect(let id, _): disconnect(id, lane)
    case .acknowledge:
      presence.sendAway(lane.mailbox)
      metrics.set(connectedDevices: presence.links.count)
    default: break
    }
    entry.order.fail(reason)
  }

  /// Ends a connection, which needs no document.
  private func disconnect(_ id: LinkPort.ID, _ lane: Lane) {
    guard presence.links[lane.mailbox]?.port.id == id else { return }
    presence.links[lane.mailbox] = nil
    store.forget(lane.mailbox)
    metrics.set(connectedDevices: presence.links.count)
  }

  func work(_ lane: Lane) {
    lane.turnCount = 0
    failLate(lane)
    while case .disconnect(let id, _)? = lane.queue.first?.order {
      lane.queue.removeFirst()
      disconnect(id, lane)
    }
    if lane.queue.isEmpty, lane.isToLook, presence.links[lane.mailbox] != nil {
      lane.isToLook = false
      let deadline = NIODeadline.now() + Self.patience(.look(lane.mailbox))
      lane.queue = [Entry(order: .look(lane.mailbox), deadline: deadline, fence: nil)]
    }
    guard !lane.queue.isEmpty else {
      lanes[lane.mailbox] = nil
      return
    }
    if lane.queue.contains(where: { $0.order.wantsFreshDocument }) { store.forget(lane.mailbox) }
    store.load(lane.mailbox, unless: { lane.queue.isEmpty }) { [self] result in
      // A late order was answered; carrying it out now could displace a later push of its sender.
      failLate(lane)
      guard let first = lane.queue.first else { return work(lane) }
      switch result {
      case .failure(let failure): failed(lane, failure)
      case .success(let stored):
        if !stored.isCached { failingSince = nil }
        if stored.isCached, !knowsAll(lane, stored.document) {
          store.forget(lane.mailbox)
          return work(lane)
        }
        endStaleLink(of: lane, stored.document)
        if let holder = holder(lane, stored.document), first.isForwardable {
          forward(lane, to: holder, fence: stored.document.fence)
        } else {
          decide(lane, stored)
        }
      }
    }
  }

  /// Returns whether the document has the app of each push, and is no older than orders forwarded by other gateways: a
  /// sender that is told that its token is unknown discards it, so this answer requires a document that was just read.
  private func knowsAll(_ lane: Lane, _ document: MailboxDocument) -> Bool {
    lane.queue.prefix(Self.turnMax).allSatisfy { entry in
      guard case .push(let push, let token, _) = entry.order else { return true }
      if let fence = entry.fence, fence != document.fence { return false }
      return document.apps.contains {
        $0.token == token.bytes && $0.topic == push.topic && $0.diedMilliseconds == nil
      }
    }
  }

  /// Ends the link here, because the device has connected to another gateway.
  private func endStaleLink(of lane: Lane, _ document: MailboxDocument) {
    guard let link = presence.links[lane.mailbox], document.connection > link.connection else {
      return
    }
    presence.links[lane.mailbox] = nil
    metrics.set(connectedDevices: presence.links.count)
    link.port.replace()
  }

  /// Returns the gateway that has the device, if it is known and not this one.
  private func holder(_ lane: Lane, _ document: MailboxDocument) -> Holder? {
    guard presence.links[lane.mailbox] == nil, let node = document.node, node != exchange.node
    else { return nil }
    let holder = Holder(node: node, connection: document.connection)
    if lane.gone.contains(holder) || lane.silent.contains(holder) { return nil }
    if let end = silentUntil[node], end > .now() {
      lane.silent.insert(holder)
      return nil
    }
    return holder
  }

  func decide(_ lane: Lane, _ stored: FleetStore.Stored) {
    let mailbox = lane.mailbox
    let isElsewhere = holder(lane, stored.document) != nil
    // Pushes that were forwarded before another gateway has written here are out of date: their sender got another
    // answer.
    let fence = stored.document.fence
    for entry in lane.queue where entry.isForwarded && entry.fence != fence {
      entry.order.fail(.serviceUnavailable)
    }
    lane.queue.removeAll { $0.isForwarded && $0.fence != fence }
    guard !lane.queue.isEmpty else { return work(lane) }
    var count = min(lane.queue.count, Self.turnMax)
    // Orders meant for the other gateway are not carried out here, unless the device has connected here first.
    if isElsewhere { count = lane.queue.prefix(count).prefix { !$0.isForwardable }.count }
    let orders = lane.queue.prefix(count).map { $0.order }
    let now = clock.nowMilliseconds()
    let records = DocumentRecords(
      stored.document,
      secret: store.secret,
      node: exchange.node,
      attempted: lane.attempted,
      at: now
    )
    let rule = stored.document.rule
    presence.rules[mailbox] = rule == DeliveryRule() ? nil : rule
    let keeper = MailboxKeeper(records, presence, metrics)
    let former = presence.links[mailbox]?.port.id
    keeper.begin(orders, at: now)
    records.set(presence.rules.removeValue(forKey: mailbox) ?? DeliveryRule())
    let isConnected = presence.links[mailbox] != nil
    if let link = presence.links[mailbox], link.port.id == former {
      records.noteSeen(at: now)
      // Another gateway has assumed that this one had ended, although it was only cut off.
      if link.connection == stored.document.connection { records.claim() }
    }
    if presence.links[mailbox]?.port.id != former {
      presence.links[mailbox]?.connection = records.document.connection
    }
    guard records.isChanged else {
      if !isConnected { store.forget(mailbox) }
      keeper.finish(at: now)
      return done(lane, count)
    }
    if !isConnected, let node = stored.document.node, node != exchange.node {
      let holder = Holder(node: node, connection: stored.document.connection)
      records.pass(node: node, isGone: lane.gone.contains(holder))
    }
    let document = records.document
    if document.connection > stored.document.connection, lane.former == nil,
      let node = stored.document.node, node != exchange.node
    {
      lane.former = Holder(node: node, connection: stored.document.connection)
    }
    lane.turnCount = count
    store.save(document, mailbox, over: stored.revision, isKept: isConnected) { [self] result in
      switch result {
      case .success:
        failingSince = nil
        keeper.finish(at: now)
        tellOthers(lane, document)
        done(lane, count)
      case .failure(let failure):
        keeper.undo()
        // It may have been written nevertheless: pushes that it marked as handed over were not.
        if failure != .conflict { lane.isToLook = true }
        for case .push(let push, _, _) in orders { lane.attempted.insert(push.id) }
        failed(lane, failure)
      }
    }
  }

  /// After a write: notifies the gateway that has or had the device.
  private func tellOthers(_ lane: Lane, _ document: MailboxDocument) {
    if let former = lane.former {
      exchange.tell(former.node, .replaced(lane.mailbox, connection: former.connection))
      lane.former = nil
    } else if let node = document.node, node != exchange.node {
      exchange.tell(node, .look(lane.mailbox))
    }
  }

  func done(_ lane: Lane, _ count: Int) {
    lane.queue.removeFirst(count)
    (lane.attempts, lane.attempted, lane.gone, lane.silent) = (0, [], [], [])
    work(lane)
  }

  /// Starts again: at once if the document has changed, otherwise a little later.
  func failed(_ lane: Lane, _ failure: NATSFailure) {
    store.forget(lane.mailbox)
    lane.attempts += 1
    lane.turnCount = 0
    // An order forwarded by another gateway is tried once: that gateway tries again. It could have ended in the
    // meantime, and its sender have found another way; a late attempt of this gateway would displace later pushes.
    for entry in lane.queue where entry.isForwarded {
      lane.isToLook = true
      entry.order.fail(.serviceUnavailable)
    }
    lane.queue.removeAll { $0.isForwarded }
    guard failure.isPassing else {
      metrics.noteStoreFailure("\(failure)")
      let count = min(lane.queue.count, Self.turnMax)
      // A document of a later build is read again once this gateway is of that build, too.
      let reason = failure.isGarbled ? Refusal.Reason.serviceUnavailable : .internalServerError
      for entry in lane.queue.prefix(count) { fail(entry, reason, lane) }
      return done(lane, count)
    }
    if failure == .conflict, lane.attempts < 8 { return work(lane) }
    if failure != .conflict, failingSince == nil {
      failingSince = .now()
      metrics.noteStoreFailure("\(failure)")
    }
    let doubled = Self.pauseMin * (1 << min(lane.attempts, 4))
    let bound = NIOLoopBound((self, lane), eventLoop: loop)
    loop.scheduleTask(in: min(doubled, Self.pauseMax)) {
      let (lanes, lane) = bound.value
      lanes.work(lane)
    }
  }
}

extension Order {
  /// Whether later writes of other gateways must not be missed: this applies to occasional orders, not to each push.
  fileprivate var wantsFreshDocument: Bool {
    switch self {
    case .connect, .beat, .look: true
    case .push, .disconnect, .register, .unregister, .acknowledge, .power, .launched, .sweep,
      .count:
      false
    }
  }
}
