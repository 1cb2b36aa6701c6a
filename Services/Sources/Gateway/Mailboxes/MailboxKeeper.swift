import TorporPush
import TorporSQLite

/// What is decided about pushes, with the store; belongs to the thread of `Mailboxes`, which calls it with one batch
/// of orders after the other.
///
/// In memory are only the connections, what devices say of their power, and the buckets of tokens that senders use
/// just now. Everything else is in the store, so that a process that is killed has forgotten nothing that it
/// answered.
final class MailboxKeeper {
  private let store: MailboxStore
  private let metrics: Metrics
  private var links: [Mailbox: LinkPort] = [:]
  /// Of devices that take not everything; kept while they are away, so that one that comes back is not flooded
  /// before it has said so again.
  private var rules: [Mailbox: DeliveryRule] = [:]
  private var buckets: [[UInt8]: RequestBucket] = [:]
  /// What is done once the batch is on the disk.
  private var afterwards: [() -> Void] = []
  /// What is done instead where it cannot be written.
  private var otherwise: [() -> Void] = []

  /// The apps of one device: our choice, ten times what a full phone has.
  static let registrationsMax: Int64 = 2000
  /// How long a token lives without its device: 180 days, our choice (410 `ExpiredToken`).
  static let tokenLifeMilliseconds: Int64 = 180 * 86_400 * 1000
  /// From so many buckets on, full ones are removed.
  private static let bucketsMax = 100_000

  init(_ store: MailboxStore, _ metrics: Metrics) {
    (self.store, self.metrics) = (store, metrics)
  }

  /// Carries out all orders, and gives the answers when that is on the disk.
  func perform(_ orders: [Order], at now: Int64) {
    (afterwards, otherwise) = ([], [])
    do throws(SQLiteError) {
      try store.transaction { () throws(SQLiteError) in
        for order in orders { try perform(order, at: now) }
      }
    } catch {
      metrics.noteStoreFailure("\(error)")
      for fail in otherwise { fail() }
      return
    }
    for act in afterwards { act() }
    if buckets.count > Self.bucketsMax { buckets = buckets.filter { !$0.value.isFull(at: now) } }
  }

  private func perform(_ order: Order, at now: Int64) throws(SQLiteError) {
    switch order {
    case .push(let push, let token, let answer):
      otherwise.append { answer(.failure(Refusal(.internalServerError))) }
      let result: Result<Order.Outcome, Refusal> =
        if let refusal = try refusal(of: push, to: token, at: now) {
          .failure(refusal)
        } else {
          .success(try accept(push, token, at: now))
        }
      afterwards.append { answer(result) }
    case .connect(let link, let key, let answer):
      otherwise.append { answer(false) }
      try connect(link, key: key, at: now, answer)
    case .disconnect(let id, let mailbox):
      if links[mailbox]?.id == id { links[mailbox] = nil }
      metrics.set(connectedDevices: links.count)
    case .register(let mailbox, let topic, let environment, let answer):
      otherwise.append { answer(.failed) }
      let result = try register(mailbox, topic, environment, at: now)
      afterwards.append { answer(result) }
    case .unregister(let mailbox, let topic, let environment, let answer):
      otherwise.append { answer(false) }
      try store.unregister(mailbox, topic, environment, at: now)
      afterwards.append { answer(true) }
    case .acknowledge(let mailbox, let updates):
      for update in updates { try acknowledge(update, mailbox, at: now) }
    case .power(let mailbox, let rule):
      rules[mailbox] = rule == DeliveryRule() ? nil : rule
      try flush(mailbox, .arrival, at: now)
    case .beat(let id, let mailbox, let answer):
      afterwards.append(answer)
      if links[mailbox]?.id == id { try flush(mailbox, .contact, at: now) }
    case .launched(let mailbox, let topic):
      try flush(mailbox, .launch, onlyTopic: topic, at: now)
    case .count(let answer):
      otherwise.append { answer(nil) }
      let counts = try store.counts()
      afterwards.append {
        answer(
          StoreCounts(
            devices: counts.devices,
            registrations: counts.registrations,
            pushes: counts.pushes
          )
        )
      }
    }
  }

  // MARK: Pushes

  private func refusal(
    of push: Push,
    to token: DeviceToken,
    at now: Int64
  ) throws(SQLiteError) -> Refusal? {
    var bucket = buckets[token.bytes] ?? RequestBucket(at: now)
    let isFree = bucket.take(at: now)
    buckets[token.bytes] = bucket
    guard isFree else { return Refusal(.tooManyRequests) }
    // A token that was made here and is not known has died before the store was made anew.
    guard let registration = try store.registration(of: token.bytes) else {
      return Refusal(.unregistered, deadSinceMilliseconds: now)
    }
    if let died = registration.diedMilliseconds {
      return Refusal(.unregistered, deadSinceMilliseconds: died)
    }
    let end = registration.renewedMilliseconds + Self.tokenLifeMilliseconds
    if end <= now, links[token.mailbox] == nil {
      return Refusal(.expiredToken, deadSinceMilliseconds: end)
    }
    return registration.topic == push.topic ? nil : Refusal(.deviceTokenNotForTopic)
  }

  private func accept(
    _ push: Push,
    _ token: DeviceToken,
    at now: Int64
  ) throws(SQLiteError) -> Order.Outcome {
    let mailbox = token.mailbox
    if push.isStored, push.endMilliseconds(acceptedMilliseconds: now) <= now { return .discarded }
    var throttle = push.isSilent ? try self.throttle(of: token.bytes) : PushThrottle()
    guard
      let hold = links[mailbox] == nil
        ? .offline : rule(of: mailbox).hold(push, on: .arrival, throttle, at: now)
    else {
      let version =
        push.isStored ? try store.store(push, mailbox, isUnderWay: true, at: now) : 0
      try handOver(push, version, acceptedMilliseconds: now, mailbox)
      if push.isSilent { try note(&throttle, of: token.bytes, at: now) }
      // What waits for the hour to pass comes along with what is shown (PN4).
      if !push.isSilent { try flush(mailbox, .contact, at: now) }
      return .handedOver
    }
    guard push.isStored else { return .discarded }
    _ = try store.store(push, mailbox, isUnderWay: false, at: now)
    return .held(hold)
  }

  private func rule(of mailbox: Mailbox) -> DeliveryRule { rules[mailbox] ?? DeliveryRule() }

  private func throttle(of token: [UInt8]) throws(SQLiteError) -> PushThrottle {
    PushThrottle(
      handedOverMilliseconds: try store.registration(of: token)?.silentMilliseconds ?? []
    )
  }

  private func note(
    _ throttle: inout PushThrottle,
    of token: [UInt8],
    at now: Int64
  ) throws(SQLiteError) {
    throttle.note(at: now)
    try store.note(silentMilliseconds: throttle.handedOverMilliseconds, of: token)
  }

  private func handOver(
    _ push: Push,
    _ version: Int64,
    acceptedMilliseconds: Int64,
    _ mailbox: Mailbox
  ) throws(SQLiteError) {
    guard let link = links[mailbox] else { return }
    let message = LinkMessage.push(push, version, acceptedMilliseconds: acceptedMilliseconds)
    metrics.noteHandedOver()
    afterwards.append { link.send(message) }
  }

  /// Hands over what waits for the device and may go on this occasion, oldest first.
  private func flush(
    _ mailbox: Mailbox,
    _ occasion: DeliveryRule.Occasion,
    onlyTopic: String? = nil,
    resendingUnacknowledged: Bool = false,
    at now: Int64
  ) throws(SQLiteError) {
    guard links[mailbox] != nil else { return }
    for row in try store.rows(of: mailbox, onlyWaiting: !resendingUnacknowledged) {
      if let onlyTopic, row.push.topic != onlyTopic { continue }
      if row.push.endMilliseconds(acceptedMilliseconds: row.acceptedMilliseconds) <= now {
        try store.remove(row.version, of: mailbox)
        continue
      }
      if !row.isUnderWay {
        guard try mayGo(row.push, mailbox, occasion, at: now) else { continue }
        try store.markUnderWay(row.version)
      }
      try handOver(
        row.push,
        row.version,
        acceptedMilliseconds: row.acceptedMilliseconds,
        mailbox
      )
    }
  }

  /// Whether a push that waits may go; then it counts.
  private func mayGo(
    _ push: Push,
    _ mailbox: Mailbox,
    _ occasion: DeliveryRule.Occasion,
    at now: Int64
  ) throws(SQLiteError) -> Bool {
    guard
      let registration = try store.liveRegistration(mailbox, push.topic, push.environment)
    else { return false }
    var throttle = PushThrottle(handedOverMilliseconds: registration.silentMilliseconds)
    guard rule(of: mailbox).hold(push, on: occasion, throttle, at: now) == nil else { return false }
    if push.isSilent { try note(&throttle, of: registration.token, at: now) }
    return true
  }

  // MARK: Devices

  private func connect(
    _ link: LinkPort,
    key: [UInt8],
    at now: Int64,
    _ answer: @escaping @Sendable (Bool) -> Void
  ) throws(SQLiteError) {
    guard try store.admit(link.mailbox, key: key, at: now) else {
      afterwards.append { answer(false) }
      return
    }
    if let former = links.updateValue(link, forKey: link.mailbox) {
      afterwards.append { former.replace() }
    }
    metrics.set(connectedDevices: links.count)
    afterwards.append { answer(true) }
    try flush(link.mailbox, .arrival, resendingUnacknowledged: true, at: now)
  }

  private func register(
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) throws(SQLiteError) -> Order.RegisterAnswer {
    if let live = try store.liveRegistration(mailbox, topic, environment),
      let token = DeviceToken(known: live.token)
    {
      return .token(token.text)
    }
    guard try store.registrationCount(of: mailbox) < Self.registrationsMax else { return .full }
    let token = DeviceToken(mailbox, environment, store.secret)
    try store.register(token, mailbox, topic, environment, at: now)
    return .token(token.text)
  }

  private func acknowledge(
    _ update: Order.Acknowledgement,
    _ mailbox: Mailbox,
    at now: Int64
  ) throws(SQLiteError) {
    metrics.noteAcknowledged(update.code)
    if update.code == .appIsGone,
      let app = try store.topic(ofVersion: update.version, of: mailbox)
    {
      try store.unregister(mailbox, app.topic, app.environment, at: now)
    }
    try store.remove(update.version, of: mailbox)
  }
}
