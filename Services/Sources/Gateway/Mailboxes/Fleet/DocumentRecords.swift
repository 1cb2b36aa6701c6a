/// One device's document, in the form that the keeper uses; it is changed here, and written as a whole by its owner.
final class DocumentRecords: MailboxRecords {
  // Shape: one method for each requirement of MailboxRecords; its state is one document.
  typealias Failure = Never

  let secret: [UInt8]
  private(set) var document: MailboxDocument
  /// Whether it differs from the document that was read by more than the removal of expired data.
  private(set) var isChanged = false
  /// The ids of pushes that may have been written by an attempt without an answer.
  private let attempted: Set<String>
  private let node: String

  /// A fleet stores less for one device than a file does: all of it is written with each change.
  static var registrationsMax: Int64 { 500 }
  static var channelsMax: Int64 { 250 }
  /// The interval at which the device's presence is recorded.
  private static let seenMilliseconds: Int64 = 86_400_000

  init(
    _ document: MailboxDocument,
    secret: [UInt8],
    node: String,
    attempted: Set<String>,
    at now: Int64
  ) {
    (self.document, self.secret, self.node, self.attempted) = (document, secret, node, attempted)
    self.document.prune(at: now)
  }

  func admit(_ mailbox: Mailbox, key: [UInt8], at now: Int64) -> Bool {
    if !document.key.isEmpty, document.key != key { return false }
    isChanged = true
    document.key = key
    document.seenMilliseconds = now
    document.node = node
    document.connection += 1
    return true
  }

  func registrationCount(of mailbox: Mailbox, _ environment: Environment) -> Int64 {
    // A document without space for another app is also full.
    if document.byteCount > MailboxDocument.byteCountMax - 1024 { return Self.registrationsMax }
    return Int64(
      document.apps.count {
        $0.diedMilliseconds == nil && ($0.environment == .web) == (environment == .web)
      }
    )
  }

  func registration(of token: [UInt8]) -> MailboxStore.Registration? {
    document.apps.first { $0.token == token }.map { registration($0) }
  }

  func liveRegistration(_ mailbox: Mailbox, _ topic: String, _ environment: Environment)
    -> MailboxStore.Registration?
  {
    live(topic, environment).map { registration(document.apps[$0]) }
  }

  private func live(_ topic: String, _ environment: Environment) -> Int? {
    document.apps.firstIndex {
      $0.topic == topic && $0.environment == environment && $0.diedMilliseconds == nil
    }
  }

  private func registration(_ app: MailboxDocument.App) -> MailboxStore.Registration {
    MailboxStore.Registration(
      token: app.token,
      mailbox: Mailbox(bytes: Array(app.token.prefix(Mailbox.byteCount))),
      topic: app.topic,
      environment: app.environment,
      renewedMilliseconds: max(app.madeMilliseconds, document.seenMilliseconds),
      diedMilliseconds: app.diedMilliseconds,
      silentMilliseconds: app.silentMilliseconds
    )
  }

  func register(
    _ token: DeviceToken,
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) {
    isChanged = true
    // Ended registrations are distinguished from unknown ones for a while, but not indefinitely.
    if document.apps.count >= Int(Self.registrationsMax),
      let oldest = document.apps.firstIndex(where: { $0.diedMilliseconds != nil })
    {
      document.apps.remove(at: oldest)
    }
    document.apps.append(
      MailboxDocument.App(
        token: token.bytes,
        topic: topic,
        environment: environment,
        madeMilliseconds: now
      )
    )
  }

  func unregister(
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) {
    guard let index = live(topic, environment) else { return }
    isChanged = true
    document.apps[index].diedMilliseconds = now
    document.pushes.removeAll { $0.push.topic == topic && $0.push.environment == environment }
  }

  func note(silentMilliseconds: [Int64], of token: [UInt8]) {
    guard let index = document.apps.firstIndex(where: { $0.token == token }) else { return }
    isChanged = true
    document.apps[index].silentMilliseconds = silentMilliseconds
  }

  func hasRoom(for push: Push, _ mailbox: Mailbox, at now: Int64) -> Bool {
    let displaced = document.pushes.filter { isDisplaced($0, by: push) }
    let freed = displaced.reduce(0) { $0 + MailboxDocument.byteCount(of: $1.push) }
    return document.byteCount - freed + MailboxDocument.byteCount(of: push)
      <= MailboxDocument.byteCountMax
  }

  private func isDisplaced(_ row: MailboxStore.Row, by push: Push) -> Bool {
    !row.isUnderWay && isAtPlace(row, of: push)
  }

  private func isAtPlace(_ row: MailboxStore.Row, of push: Push) -> Bool {
    row.push.topic == push.topic && row.push.environment == push.environment
      && row.push.slot == push.slot
  }

  func version(of push: Push, _ mailbox: Mailbox) -> Int64? {
    guard attempted.contains(push.id) else { return nil }
    return document.pushes.first { $0.push == push }?.version
  }

  func store(
    _ push: Push,
    _ mailbox: Mailbox,
    isUnderWay: Bool,
    displaces: Bool,
    at now: Int64
  ) -> Int64 {
    isChanged = true
    if displaces { document.pushes.removeAll { isDisplaced($0, by: push) } }
    document.versions += 1
    document.pushes.append(
      MailboxStore.Row(
        version: document.versions,
        push: push,
        acceptedMilliseconds: now,
        isUnderWay: isUnderWay
      )
    )
    let place = document.pushes.filter { isAtPlace($0, of: push) }
    for row in place.dropLast(MailboxStore.placeMax) {
      document.pushes.removeAll { $0.version == row.version }
    }
    return document.versions
  }

  func rows(of mailbox: Mailbox, onlyWaiting: Bool) -> [MailboxStore.Row] {
    document.pushes.filter { $0.push.environment != .web && !(onlyWaiting && $0.isUnderWay) }
  }

  func rows(of mailbox: Mailbox, _ app: HandoverWindow.App) -> [MailboxStore.Row] {
    document.pushes.filter { $0.push.app == app }
  }

  func messageCount(of push: Push, _ mailbox: Mailbox, at now: Int64) -> Int64 {
    Int64(
      document.pushes.count {
        $0.push.app == push.app && !(push.displaces && $0.push.slot == push.slot)
      }
    )
  }

  func markUnderWay(_ version: Int64) {
    guard let index = document.pushes.firstIndex(where: { $0.version == version }) else { return }
    isChanged = true
    document.pushes[index].isUnderWay = true
  }

  @discardableResult
  func remove(_ version: Int64, _ id: String, of mailbox: Mailbox) -> Bool {
    let index = document.pushes.firstIndex { $0.version == version && $0.push.id == id }
    guard let index else { return false }
    isChanged = true
    document.pushes.remove(at: index)
    return true
  }

  func topic(ofVersion version: Int64, of mailbox: Mailbox) -> (
    topic: String, environment: Environment
  )? {
    document.pushes.first { $0.version == version }.map { ($0.push.topic, $0.push.environment) }
  }

  /// Does nothing: a document is swept whenever it is written; one that is not written expires by its age.
  func sweep(at now: Int64) {}

  func counts() -> (devices: Int64, registrations: Int64, pushes: Int64)? { nil }

  /// Records once a day that the device is connected, so that its document does not expire.
  func noteSeen(at now: Int64) {
    guard now - document.seenMilliseconds >= Self.seenMilliseconds else { return }
    isChanged = true
    document.seenMilliseconds = now
  }

  /// Records that this gateway has the device, whatever other gateways have assumed.
  func claim() {
    guard document.node != node else { return }
    isChanged = true
    document.node = node
  }

  /// Records that this is written without the gateway that the document names; `isGone`: that gateway does not have the
  /// device.
  func pass(node: String, isGone: Bool) {
    document.fence += 1
    if isGone, document.node == node { document.node = nil }
  }

  /// Records the pushes that the device currently accepts.
  func set(_ rule: DeliveryRule) {
    if rule != document.rule { isChanged = true }
    document.rule = rule
  }
}
