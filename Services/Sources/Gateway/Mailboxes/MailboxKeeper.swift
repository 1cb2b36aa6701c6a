import TorporPush

/// The decisions about pushes, with the store; used on the mailboxes' thread, which calls it with one batch of orders
/// after the other.
///
/// Only `Presence` is in memory. Everything else is in the store, so that a process that is killed loses nothing that
/// it has confirmed.
final class MailboxKeeper<Store: MailboxRecords> {
  // Shape: one method for each order about a mailbox; a batch that cannot be written is undone as a whole.
  let store: Store
  let presence: Presence
  let metrics: Metrics
  /// The connections before the batch, if it has changed them.
  private var formerLinks: [Mailbox: Presence.Link?] = [:]
  /// The buckets before the batch, if it has changed them.
  private var formerBuckets: [[UInt8]: RequestBucket?] = [:]
  /// The work to do once the batch is on the disk.
  private var afterwards: [() -> Void] = []
  /// Acknowledgements that could not be written, by device and version, and the time of the next attempt.
  var unwritten: [Mailbox: [Int64: Order.Acknowledgement]] = [:]
  var unwrittenTriedMilliseconds: Int64 = 0

  /// The lifetime of a token without its device: 180 days, our choice (410 `ExpiredToken`).
  static var tokenLifeMilliseconds: Int64 { 180 * 86_400 * 1000 }

  init(_ store: Store, _ presence: Presence, _ metrics: Metrics) {
    (self.store, self.presence, self.metrics) = (store, presence, metrics)
  }

  /// Decides about a batch of orders, and changes the store; all other effects wait for `finish`.
  func begin(_ orders: [Order], at now: Int64) throws(Store.Failure) {
    for order in orders { try perform(order, at: now) }
  }

  /// Gives the answers and hands over pushes, because the batch is written.
  func finish(at now: Int64) {
    for act in afterwards { act() }
    endBatch()
    presence.forgetFullBuckets(at: now)
  }

  /// Reverts the batch's changes in memory, because it cannot be written.
  func undo() {
    for (mailbox, link) in formerLinks { presence.links[mailbox] = link }
    for (token, bucket) in formerBuckets { presence.buckets[token] = bucket }
    endBatch()
  }

  /// Clears the batch's records: the next one may fail before it has begun.
  private func endBatch() { (afterwards, formerLinks, formerBuckets) = ([], [:], [:]) }

  /// Changes the state of a connection so that the change can be undone.
  func change(_ mailbox: Mailbox, _ change: (inout Presence.Link?) -> Void) {
    if formerLinks[mailbox] == nil {
      formerLinks.updateValue(presence.links[mailbox], forKey: mailbox)
    }
    change(&presence.links[mailbox])
  }

  private func perform(_ order: Order, at now: Int64) throws(Store.Failure) {
    switch order {
    case .push(var push, let token, let answer):
      if push.environment == .web { push = try addressed(push, token) }
      let result: Result<Order.Outcome, Refusal> =
        if let refusal = try refusal(of: push, to: token, at: now) {
          .failure(refusal)
        } else {
          .success(try accept(push, token, at: now))
        }
      afterwards.append { answer(result) }
    case .connect(let link, let key, let answer):
      try connect(link, key: key, at: now, answer)
    case .disconnect(let id, let mailbox):
      if presence.links[mailbox]?.port.id == id { change(mailbox) { $0 = nil } }
      noteLinkCount()
    case .register(let mailbox, let topic, let environment, let answer):
      let result = try register(mailbox, topic, environment, at: now)
      afterwards.append { answer(result) }
      guard environment == .web, case .token = result else { break }
      change(mailbox) { _ = $0?.messages.channels.insert(topic) }
      try flush(channel: topic, mailbox, at: now)
    case .unregister(let mailbox, let topic, let environment, let answer):
      try store.unregister(mailbox, topic, environment, at: now)
      if environment == .web { change(mailbox) { $0?.messages.rest(topic) } }
      afterwards.append { answer(true) }
    case .acknowledge(let mailbox, let updates, let answer):
      afterwards.append(answer)
      try acknowledge(updates, mailbox, at: now)
    case .power(let mailbox, let rule, let answer):
      afterwards.append(answer)
      presence.rules[mailbox] = rule == DeliveryRule() ? nil : rule
      try flush(mailbox, .arrival, at: now)
      try flushHeldMessages(mailbox, at: now)
    case .beat(let id, let mailbox, let answer):
      guard presence.links[mailbox]?.port.id == id else { break }
      afterwards.append(answer)
      try flush(mailbox, .contact, at: now)
    case .launched(let mailbox, let topic, let answer):
      afterwards.append(answer)
      try flush(mailbox, .launch, onlyTopic: topic, at: now)
    case .look(let mailbox): try flush(mailbox, .arrival, lookingAtAll: true, at: now)
    case .sweep: try store.sweep(at: now)
    case .count(let answer):
      let counts = try store.counts()
      afterwards.append {
        answer(
          StoreCounts(
            devices: counts?.devices,
            registrations: counts?.registrations,
            pushes: counts?.pushes
          )
        )
      }
    }
  }

  private func noteLinkCount() {
    afterwards.append { [self] in metrics.set(connectedDevices: presence.links.count) }
  }

  // MARK: Pushes

  private func refusal(
    of push: Push,
    to token: DeviceToken,
    at now: Int64
  ) throws(Store.Failure) -> Refusal? {
    let former = presence.buckets[token.bytes]
    if formerBuckets[token.bytes] == nil { formerBuckets.updateValue(former, forKey: token.bytes) }
    var bucket = former ?? RequestBucket(at: now)
    let isFree = bucket.take(at: now)
    presence.buckets[token.bytes] = bucket
    guard isFree else { return Refusal(.tooManyRequests) }
    // A token that was created here and is unknown was deleted before the store was recreated.
    guard let registration = try store.registration(of: token.bytes) else {
      return Refusal(.unregistered, deadSinceMilliseconds: now)
    }
    if let died = registration.diedMilliseconds {
      return Refusal(.unregistered, deadSinceMilliseconds: died)
    }
    let end = registration.renewedMilliseconds + Self.tokenLifeMilliseconds
    if end <= now, presence.links[token.mailbox] == nil {
      return Refusal(.expiredToken, deadSinceMilliseconds: end)
    }
    if push.environment == .web {
      if let refusal = try fullQueue(of: push, token.mailbox, at: now) { return refusal }
    } else if registration.topic != push.topic {
      return Refusal(.deviceTokenNotForTopic)
    }
    // No accepted push is dropped for it: the sender tries again.
    return try store.hasRoom(for: push, token.mailbox, at: now) ? nil : Refusal(.tooManyRequests)
  }

  private func accept(
    _ push: Push,
    _ token: DeviceToken,
    at now: Int64
  ) throws(Store.Failure) -> Order.Outcome {
    let mailbox = token.mailbox
    if push.environment == .web { return try accept(message: push, mailbox, at: now) }
    if push.isStored, push.endMilliseconds(acceptedMilliseconds: now) <= now { return .discarded }
    if let version = try store.version(of: push, mailbox) {
      // It was written before, and the answer was lost.
      try flush(mailbox, .arrival, lookingAtAll: true, at: now)
      let isHandedOver = presence.links[mailbox]?.window.contains(version) == true
      return isHandedOver ? .handedOver : .held(.offline)
    }
    var throttle =
      push.isSilent
      ? self.throttle(of: try store.registration(of: token.bytes), at: now)
      : PushThrottle()
    var hold: DeliveryRule.Hold? = .offline
    var isBehind = false
    if let link = presence.links[mailbox] {
      isBehind = link.window.isBehind(push.app)
      hold = rule(of: mailbox).hold(push, on: .arrival, throttle, at: now)
      // Behind pushes that wait for space, even if some has been freed in the meantime; otherwise it would displace
      // them.
      if hold == nil, push.isStored, isBehind || !link.window.hasRoom(for: push.app) {
        hold = .window
      }
    }
    if let hold {
      guard push.isStored else { return .discarded }
      // Pushes that wait for acknowledgements form a queue: the device is connected, and receives all of them.
      let displaces = hold != .window && !isBehind
      _ = try store.store(push, mailbox, isUnderWay: false, displaces: displaces, at: now)
      if hold == .window { change(mailbox) { $0?.window.noteBehind(push.app) } }
      return .held(hold)
    }
    // Pushes that wait for the hour to pass are handed over with a visible push (PN4), and before it: the device has
    // the same rule, and releases them when it shows a later one.
    if !push.isSilent { try flush(mailbox, .contact, at: now) }
    // That may have taken the space.
    if push.isStored, let window = presence.links[mailbox]?.window,
      window.isBehind(push.app) || !window.hasRoom(for: push.app)
    {
      _ = try store.store(push, mailbox, isUnderWay: false, displaces: false, at: now)
      change(mailbox) { $0?.window.noteBehind(push.app) }
      return .held(.window)
    }
    let version =
      push.isStored
      ? try store.store(push, mailbox, isUnderWay: true, displaces: true, at: now) : 0
    handOver(push, version, acceptedMilliseconds: now, mailbox)
    if push.isSilent { try note(&throttle, of: token.bytes, at: now) }
    return .handedOver
  }

  func rule(of mailbox: Mailbox) -> DeliveryRule {
    presence.rules[mailbox] ?? DeliveryRule()
  }

  private func throttle(
    of registration: MailboxStore.Registration?,
    at now: Int64
  ) -> PushThrottle {
    // Future times were recorded before the clock was set back, and would delay an app for just as long.
    let past = registration?.silentMilliseconds.filter { $0 <= now } ?? []
    return PushThrottle(handedOverMilliseconds: past)
  }

  private func note(
    _ throttle: inout PushThrottle,
    of token: [UInt8],
    at now: Int64
  ) throws(Store.Failure) {
    throttle.note(at: now)
    try store.note(silentMilliseconds: throttle.handedOverMilliseconds, of: token)
  }

  func handOver(
    _ push: Push,
    _ version: Int64,
    acceptedMilliseconds: Int64,
    _ mailbox: Mailbox
  ) {
    guard let link = presence.links[mailbox] else { return }
    if version != 0 {
      change(mailbox) {
        if push.environment == .web {
          $0?.messages.window.take(version, push.app)
        } else {
          $0?.window.take(version, push.app)
        }
      }
    }
    let message = LinkMessage.push(push, version, acceptedMilliseconds: acceptedMilliseconds)
    afterwards.append { [metrics] in
      metrics.noteHandedOver()
      link.port.send(message)
    }
  }

  /// Hands over the device's waiting pushes that this occasion releases, oldest first, as far as there is space.
  ///
  /// If all are examined, this includes pushes that another connection was handed and did not acknowledge.
  private func flush(
    _ mailbox: Mailbox,
    _ occasion: DeliveryRule.Occasion,
    onlyTopic: String? = nil,
    lookingAtAll: Bool = false,
    at now: Int64
  ) throws(Store.Failure) {
    guard presence.links[mailbox] != nil else { return }
    for row in try store.rows(of: mailbox, onlyWaiting: !lookingAtAll) {
      guard let window = presence.links[mailbox]?.window, !window.contains(row.version) else {
        continue
      }
      if let onlyTopic, row.push.topic != onlyTopic { continue }
      if row.push.endMilliseconds(acceptedMilliseconds: row.acceptedMilliseconds) <= now {
        try store.remove(row.version, row.push.id, of: mailbox)
        continue
      }
      guard window.hasRoom(for: row.push.app) else {
        change(mailbox) { $0?.window.noteBehind(row.push.app) }
        continue
      }
      if !row.isUnderWay {
        guard try mayGo(row.push, mailbox, occasion, at: now) else { continue }
        try store.markUnderWay(row.version)
      }
      handOver(
        row.push,
        row.version,
        acceptedMilliseconds: row.acceptedMilliseconds,
        mailbox
      )
    }
  }

  /// Returns whether a waiting push may be handed over; it then counts.
  private func mayGo(
    _ push: Push,
    _ mailbox: Mailbox,
    _ occasion: DeliveryRule.Occasion,
    at now: Int64
  ) throws(Store.Failure) -> Bool {
    guard
      let registration = try store.liveRegistration(mailbox, push.topic, push.environment)
    else { return false }
    var throttle = throttle(of: registration, at: now)
    guard rule(of: mailbox).hold(push, on: occasion, throttle, at: now) == nil else { return false }
    if push.isSilent { try note(&throttle, of: registration.token, at: now) }
    return true
  }

  // MARK: Devices

  private func connect(
    _ link: LinkPort,
    key: [UInt8],
    at now: Int64,
    _ answer: @escaping @Sendable (Order.Admission) -> Void
  ) throws(Store.Failure) {
    guard try store.admit(link.mailbox, key: key, at: now) else {
      afterwards.append { answer(.refused) }
      return
    }
    if let former = presence.links[link.mailbox] { afterwards.append { former.port.replace() } }
    change(link.mailbox) { $0 = Presence.Link(port: link) }
    noteLinkCount()
    afterwards.append { answer(.admitted) }
    try flush(link.mailbox, .arrival, lookingAtAll: true, at: now)
  }

  private func register(
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) throws(Store.Failure) -> Order.RegisterAnswer {
    if let live = try store.liveRegistration(mailbox, topic, environment),
      let token = DeviceToken(known: live.token)
    {
      return .token(token.text)
    }
    let most = environment == .web ? Store.channelsMax : Store.registrationsMax
    guard try store.registrationCount(of: mailbox, environment) < most else { return .full }
    let token = DeviceToken(mailbox, environment, store.secret)
    try store.register(token, mailbox, topic, environment, at: now)
    return .token(token.text)
  }

  private func acknowledge(
    _ updates: [Order.Acknowledgement],
    _ mailbox: Mailbox,
    at now: Int64
  ) throws(Store.Failure) {
    var isTimeToLook = false
    for update in updates {
      afterwards.append { [metrics] in metrics.noteAcknowledged(update.code) }
      if update.code == .appIsGone,
        let app = try store.topic(ofVersion: update.version, of: mailbox)
      {
        try store.unregister(mailbox, app.topic, app.environment, at: now)
      }
      if update.code == .later {
        let channel = try store.topic(ofVersion: update.version, of: mailbox)?.topic
        change(mailbox) { if let channel { $0?.messages.rest(channel) } }
      } else if try !store.remove(update.version, update.id, of: mailbox),
        try store.topic(ofVersion: update.version, of: mailbox) != nil
      {
        // With another id, it is not the push that was handed over, which remains stored and keeps its place.
        continue
      }
      if presence.links[mailbox]?.messages.window.contains(update.version) == true {
        change(mailbox) { _ = $0?.messages.window.giveBack(update.version) }
      } else {
        change(mailbox) {
          if $0?.window.giveBack(update.version) == true { isTimeToLook = true }
        }
      }
    }
    try flushMessagesBehind(mailbox, at: now)
    guard isTimeToLook else { return }
    change(mailbox) { $0?.window.forgetBehind() }
    try flush(mailbox, .arrival, lookingAtAll: true, at: now)
  }
}
