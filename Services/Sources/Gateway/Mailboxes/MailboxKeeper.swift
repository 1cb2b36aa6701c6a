import TorporPush
import TorporSQLite

/// What is decided about pushes, with the store; belongs to the thread of `Mailboxes`, which calls it with one batch
/// of orders after the other.
///
/// In memory are only the connections, what devices say of their power, and the buckets of tokens that senders use
/// just now. Everything else is in the store, so that a process that is killed has forgotten nothing that it
/// answered.
final class MailboxKeeper {
  let store: MailboxStore
  private let metrics: Metrics
  private(set) var links: [Mailbox: Connected] = [:]
  /// Of devices that take not everything; kept while they are away, so that one that comes back is not flooded
  /// before it has said so again.
  private var rules: [Mailbox: DeliveryRule] = [:]
  private var buckets: [[UInt8]: RequestBucket] = [:]
  /// The connections as they were before the batch, where it has changed them.
  private var formerLinks: [Mailbox: Connected?] = [:]
  /// What is done once the batch is on the disk.
  private var afterwards: [() -> Void] = []
  /// What is done instead where it cannot be written.
  private var otherwise: [() -> Void] = []

  struct Connected {
    let port: LinkPort
    var window = HandoverWindow()
    var messages = MessageState()
  }

  /// The apps of one device: our choice, ten times what a full phone has.
  static let registrationsMax: Int64 = 2000
  /// How long a token lives without its device: 180 days, our choice (410 `ExpiredToken`).
  static let tokenLifeMilliseconds: Int64 = 180 * 86_400 * 1000
  /// The channels of Web Push of one device, beside its apps: as many as its daemon registers.
  static let channelsMax: Int64 = 1024
  /// From so many buckets on, full ones are removed.
  private static let bucketsMax = 100_000

  init(_ store: MailboxStore, _ metrics: Metrics) {
    (self.store, self.metrics) = (store, metrics)
  }

  /// Carries out all orders, and gives the answers when that is on the disk.
  func perform(_ orders: [Order], at now: Int64) {
    if commit(orders, at: now) { return }
    // One that cannot be written must not keep the others from it, least of all those that free something.
    for order in orders where !commit([order], at: now) {
      for fail in otherwise { fail() }
    }
  }

  private func commit(_ orders: [Order], at now: Int64) -> Bool {
    (afterwards, otherwise, formerLinks) = ([], [], [:])
    do throws(SQLiteError) {
      try store.transaction { () throws(SQLiteError) in
        for order in orders { try perform(order, at: now) }
      }
    } catch {
      metrics.noteStoreFailure("\(error)")
      for (mailbox, link) in formerLinks { links[mailbox] = link }
      return false
    }
    for act in afterwards { act() }
    if buckets.count > Self.bucketsMax { buckets = buckets.filter { !$0.value.isFull(at: now) } }
    return true
  }

  /// Changes what is known of a connection, and can undo it.
  func change(_ mailbox: Mailbox, _ change: (inout Connected?) -> Void) {
    if formerLinks[mailbox] == nil { formerLinks.updateValue(links[mailbox], forKey: mailbox) }
    change(&links[mailbox])
  }

  private func perform(_ order: Order, at now: Int64) throws(SQLiteError) {
    switch order {
    case .push(var push, let token, let answer):
      otherwise.append { answer(.failure(Refusal(.internalServerError))) }
      if push.environment == .web { push = try addressed(push, token) }
      let result: Result<Order.Outcome, Refusal> =
        if let refusal = try refusal(of: push, to: token, at: now) {
          .failure(refusal)
        } else {
          .success(try accept(push, token, at: now))
        }
      afterwards.append { answer(result) }
    case .connect(let link, let key, let answer):
      otherwise.append { answer(.failed) }
      try connect(link, key: key, at: now, answer)
    case .disconnect(let id, let mailbox):
      if links[mailbox]?.port.id == id { change(mailbox) { $0 = nil } }
      noteLinkCount()
    case .register(let mailbox, let topic, let environment, let answer):
      otherwise.append { answer(.failed) }
      let result = try register(mailbox, topic, environment, at: now)
      afterwards.append { answer(result) }
      guard environment == .web, case .token = result else { break }
      change(mailbox) { _ = $0?.messages.channels.insert(topic) }
      try flush(channel: topic, mailbox, at: now)
    case .unregister(let mailbox, let topic, let environment, let answer):
      otherwise.append { answer(false) }
      try store.unregister(mailbox, topic, environment, at: now)
      if environment == .web { change(mailbox) { $0?.messages.rest(topic) } }
      afterwards.append { answer(true) }
    case .acknowledge(let mailbox, let updates, let answer):
      answerInAnyCase(answer)
      try acknowledge(updates, mailbox, at: now)
    case .power(let mailbox, let rule, let answer):
      answerInAnyCase(answer)
      rules[mailbox] = rule == DeliveryRule() ? nil : rule
      try flush(mailbox, .arrival, at: now)
      try flushHeldMessages(mailbox, at: now)
    case .beat(let id, let mailbox, let answer):
      guard links[mailbox]?.port.id == id else { break }
      afterwards.append(answer)
      try flush(mailbox, .contact, at: now)
    case .launched(let mailbox, let topic, let answer):
      answerInAnyCase(answer)
      try flush(mailbox, .launch, onlyTopic: topic, at: now)
    case .sweep: try store.sweep(at: now)
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

  private func answerInAnyCase(_ answer: @escaping @Sendable () -> Void) {
    afterwards.append(answer)
    otherwise.append(answer)
  }

  private func noteLinkCount() {
    afterwards.append { [self] in metrics.set(connectedDevices: links.count) }
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
    if push.environment == .web { return try fullQueue(of: push, token.mailbox, at: now) }
    return registration.topic == push.topic ? nil : Refusal(.deviceTokenNotForTopic)
  }

  private func accept(
    _ push: Push,
    _ token: DeviceToken,
    at now: Int64
  ) throws(SQLiteError) -> Order.Outcome {
    let mailbox = token.mailbox
    if push.environment == .web { return try accept(message: push, mailbox, at: now) }
    if push.isStored, push.endMilliseconds(acceptedMilliseconds: now) <= now { return .discarded }
    var throttle = push.isSilent ? try self.throttle(of: token.bytes) : PushThrottle()
    var hold: DeliveryRule.Hold? = .offline
    if let link = links[mailbox] {
      hold = rule(of: mailbox).hold(push, on: .arrival, throttle, at: now)
      if hold == nil, push.isStored, !link.window.hasRoom(for: push.app) { hold = .window }
    }
    if let hold {
      guard push.isStored else { return .discarded }
      // What waits for acknowledgements is a queue: the device is there, and gets all of it.
      let displaces = hold != .window
      _ = try store.store(push, mailbox, isUnderWay: false, displaces: displaces, at: now)
      if hold == .window { change(mailbox) { $0?.window.isBehind = true } }
      return .held(hold)
    }
    let version =
      push.isStored
      ? try store.store(push, mailbox, isUnderWay: true, displaces: true, at: now) : 0
    handOver(push, version, acceptedMilliseconds: now, mailbox)
    if push.isSilent { try note(&throttle, of: token.bytes, at: now) }
    // What waits for the hour to pass comes along with what is shown (PN4).
    if !push.isSilent { try flush(mailbox, .contact, at: now) }
    return .handedOver
  }

  func rule(of mailbox: Mailbox) -> DeliveryRule { rules[mailbox] ?? DeliveryRule() }

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

  func handOver(
    _ push: Push,
    _ version: Int64,
    acceptedMilliseconds: Int64,
    _ mailbox: Mailbox
  ) {
    guard let link = links[mailbox] else { return }
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

  /// Hands over what waits for the device and may go on this occasion, oldest first, as far as there is room.
  ///
  /// Where all is looked at, this is also what another connection was handed and did not acknowledge.
  private func flush(
    _ mailbox: Mailbox,
    _ occasion: DeliveryRule.Occasion,
    onlyTopic: String? = nil,
    lookingAtAll: Bool = false,
    at now: Int64
  ) throws(SQLiteError) {
    guard links[mailbox] != nil else { return }
    for row in try store.rows(of: mailbox, onlyWaiting: !lookingAtAll) {
      guard let window = links[mailbox]?.window, !window.contains(row.version) else { continue }
      if let onlyTopic, row.push.topic != onlyTopic { continue }
      if row.push.endMilliseconds(acceptedMilliseconds: row.acceptedMilliseconds) <= now {
        try store.remove(row.version, row.push.id, of: mailbox)
        continue
      }
      guard window.hasRoom(for: row.push.app) else {
        change(mailbox) { $0?.window.isBehind = true }
        if window.isFull { return }
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
    _ answer: @escaping @Sendable (Order.Admission) -> Void
  ) throws(SQLiteError) {
    guard try store.admit(link.mailbox, key: key, at: now) else {
      afterwards.append { answer(.refused) }
      return
    }
    if let former = links[link.mailbox] { afterwards.append { former.port.replace() } }
    change(link.mailbox) { $0 = Connected(port: link) }
    noteLinkCount()
    afterwards.append { answer(.admitted) }
    try flush(link.mailbox, .arrival, lookingAtAll: true, at: now)
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
    let most = environment == .web ? Self.channelsMax : Self.registrationsMax
    guard try store.registrationCount(of: mailbox, environment) < most else { return .full }
    let token = DeviceToken(mailbox, environment, store.secret)
    try store.register(token, mailbox, topic, environment, at: now)
    return .token(token.text)
  }

  private func acknowledge(
    _ updates: [Order.Acknowledgement],
    _ mailbox: Mailbox,
    at now: Int64
  ) throws(SQLiteError) {
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
      } else {
        try store.remove(update.version, update.id, of: mailbox)
      }
      if links[mailbox]?.messages.window.contains(update.version) == true {
        change(mailbox) { _ = $0?.messages.window.giveBack(update.version) }
      }
      change(mailbox) {
        if $0?.window.giveBack(update.version) == true { isTimeToLook = true }
      }
    }
    try flushMessagesBehind(mailbox, at: now)
    guard isTimeToLook else { return }
    change(mailbox) { $0?.window.isBehind = false }
    try flush(mailbox, .arrival, lookingAtAll: true, at: now)
  }
}
