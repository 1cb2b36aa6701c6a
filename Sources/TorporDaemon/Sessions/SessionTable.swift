package import TorporCore
package import TorporModel
import TorporWire

/// Every connection of an app or a program: bytes become submissions, replies become bytes.
///
/// It owns who is connected, which call waits for which reply, and who follows the ledger. What a
/// call means for the device is decided by the core; what a peer may ask is in `Permission`.
/// Lives on the driver's thread.
package final class SessionTable: SessionPort {
  // Shape: one table for each way in which a connection can wait for an answer; a session ends in all of them at once.
  /// One connection.
  struct Client {
    let peer: Peer
    var session: WireSession
  }

  /// A call that waits for the core's reply.
  struct Pending {
    let connection: ConnectionIdentifier
    let call: WireSession.CallIdentifier
    let shape: Shape

    enum Shape {
      /// A call, with what its reply is made of.
      case call((Reply) throws(WireError) -> any WireReply)
      /// An answer to a challenge; the credential is used once the core has accepted it.
      case challenge(TransferIdentifier, TransferCredential)
      case steering(SteeringCall)
      /// An app asks for a token, which a gateway may have to give first.
      case token(PushTokenKind, LaunchIdentifier, (Reply) throws(WireError) -> any WireReply)
      /// An app opens or invalidates a background session, which then is or is no longer of the process.
      case session(SessionChange, (Reply) throws(WireError) -> any WireReply)
      /// An app subscribes to a broadcast channel, or ends that; the link answers for it.
      case broadcast(LaunchIdentifier, channel: String, isSubscribed: Bool)
    }
  }

  /// A process opens or invalidates a background session.
  struct SessionChange {
    let launch: LaunchIdentifier
    let session: String
    let processID: Int32
    let isOpening: Bool
  }

  /// A call that is answered when something happens.
  struct Waiting {
    let connection: ConnectionIdentifier
    let call: WireSession.CallIdentifier
  }

  /// Answers a call from what is saved.
  typealias Query = () throws(WireError) -> Void

  /// A client that reads the ledger as it grows.
  struct Follower {
    let connection: ConnectionIdentifier
    let call: WireSession.CallIdentifier
    let app: AppIdentifier?
    let permission: Permission
  }

  unowned let driver: Driver
  let facts: DaemonFacts
  let bridges: Bridges
  private let connections: any ConnectionPort
  let processes: any ProcessPort
  private(set) var clients: [ConnectionIdentifier: Client] = [:]
  var attachedConnection: [LaunchIdentifier: ConnectionIdentifier] = [:]
  /// Which process of an app has opened a background session, by its identifier.
  var sessionHolders: [LaunchIdentifier: [String: Int32]] = [:]
  var pending: [RequestIdentifier: Pending] = [:]
  private var queries: [(waiting: Waiting, answer: Query)] = []
  private var waitingForEnd: [LaunchIdentifier: [Waiting]] = [:]
  var followers: [Follower] = []
  var watchers: [Watcher] = []
  var recentEnds = RecentEnds()
  /// Identifiers given out in this turn, which the device does not know yet, with their users.
  var namesOfTurn: [AppIdentifier: UInt32] = [:]
  /// Bytes of transfers accepted in this turn, which the journal does not know yet, by user.
  var transferBytesOfTurn: [UInt32: Int] = [:]
  /// Pushes of this turn, until their senders are told what was decided because of them.
  var sentPushes: [SentPush] = []
  /// The link to a push gateway, and who waits for it.
  var gatewayLink = GatewayLink()
  private var lastRequest: UInt64 = 0

  package init(
    driver: Driver,
    connections: any ConnectionPort,
    processes: any ProcessPort,
    bridges: Bridges? = nil,
    facts: DaemonFacts
  ) {
    self.driver = driver
    self.connections = connections
    self.processes = processes
    self.facts = facts
    self.bridges =
      bridges ?? Bridges(machine: MachineFacts(to: driver), processes: processes)
    connectBridges()
  }

  // MARK: From peers

  package func submissions(for event: HostEvent) -> [Submission] {
    switch event {
    case .connected(let connection, let peer):
      let information = ServiceInformation(version: facts.version.version)
      clients[connection] = Client(peer: peer, session: WireSession(information: information))
      return []
    case .received(let connection, let bytes, let descriptors):
      return receive(bytes, descriptors, on: connection)
    case .closed(let connection):
      let left = launchesLeft(by: connection)
      forget(connection)
      return left.map { Submission(.process(launch: $0, event: .callerLeft)) }
    case .input, .stopRequested, .transfers: return []
    }
  }

  private func receive(
    _ bytes: [UInt8],
    _ descriptors: [Int32],
    on connection: ConnectionIdentifier
  ) -> [Submission] {
    guard var client = clients.removeValue(forKey: connection) else {
      processes.discard(descriptors)
      return []
    }
    let output = client.session.receive(bytes, descriptors: descriptors)
    let peer = client.peer
    clients[connection] = client
    send(output, on: connection)
    return output.calls.flatMap { run($0, of: peer, on: connection) }
  }

  private func run(
    _ call: WireSession.Call,
    of peer: Peer,
    on connection: ConnectionIdentifier
  ) -> [Submission] {
    switch call.method {
    case .app(let appCall):
      return run(appCall, call, of: peer, on: connection)
    case .control(let controlCall):
      return run(controlCall, call, of: peer, on: connection)
    case .bridge(let bridgeCall):
      return run(bridgeCall, call.id, of: peer, on: connection)
    }
  }

  /// Commands that only this connection waits for.
  private func launchesLeft(by connection: ConnectionIdentifier) -> [LaunchIdentifier] {
    waitingForEnd.filter {
      !$0.value.isEmpty && $0.value.allSatisfy { $0.connection == connection }
    }
    .keys.sorted()
  }

  private func forget(_ connection: ConnectionIdentifier) {
    guard var client = clients.removeValue(forKey: connection) else { return }
    processes.discard(client.session.abandon())
    if let launch = client.peer.launch, attachedConnection[launch] == connection {
      attachedConnection[launch] = nil
    }
    pending = pending.filter { $0.value.connection != connection }
    followers.removeAll { $0.connection == connection }
    watchers.removeAll { $0.calls.connection == connection }
    for (launch, waiting) in waitingForEnd {
      waitingForEnd[launch] = waiting.filter { $0.connection != connection }
    }
    queries.removeAll { $0.waiting.connection == connection }
    bridges.forget(connection, at: driver.now())
    sentPushes.removeAll { $0.waiting.connection == connection }
    gatewayLink.forget(connection)
    bridges.messages.forget(connection)
  }

  // MARK: Requests

  func makeRequest(
    _ shape: Pending.Shape,
    for call: WireSession.CallIdentifier,
    on connection: ConnectionIdentifier
  ) -> RequestIdentifier {
    lastRequest += 1
    let id = RequestIdentifier(rawValue: lastRequest)
    pending[id] = Pending(connection: connection, call: call, shape: shape)
    return id
  }

  /// Answers the query when the inputs of the turn are decided.
  func ask(_ waiting: Waiting, _ answer: @escaping Query) { queries.append((waiting, answer)) }

  func awaitEnd(of launch: LaunchIdentifier, _ waiting: Waiting) {
    waitingForEnd[launch, default: []].append(waiting)
  }

  // MARK: From the driver

  package func deliver(_ delivery: Delivery, to launch: LaunchIdentifier) {
    let detail = detail(of: delivery.callback)
    tell(launch) { $0.deliver(delivery, detail: detail) }
  }

  func report(_ progress: SessionProgress, to launch: LaunchIdentifier) {
    tell(launch) { $0.report(progress) }
  }

  private func tell(
    _ launch: LaunchIdentifier,
    _ change: (inout WireSession) -> WireSession.Output?
  ) {
    guard let connection = attachedConnection[launch] else { return }
    var output: WireSession.Output?
    clients[connection]?.session.mutate { output = change(&$0) }
    if let output { send(output, on: connection) }
  }

  package func note(_ decision: Decision, entry: LedgerEntry?) {
    if let entry { tellFollowers(decision, entry) }
    bridges.note(decision)
    noteForPushes(decision, entry)
    if decision.isSleep {
      gatewayLink.sleeps += 1
      gatewayLink.broadcasts.renew(at: driver.clock.now())
    }
    guard let launch = decision.launch, let record = ExitRecord(decision) else { return }
    // What is left of an app whose command has ended can still be asked for, by its own record.
    if record.remaining == nil {
      recentEnds.add(record, of: decision.app)
      attachedConnection[launch] = nil
      sessionHolders[launch] = nil
    }
    for waiting in waitingForEnd.removeValue(forKey: launch) ?? [] {
      answer(Control.Wait.Reply(exit: record), waiting)
    }
  }

  package func noteSaved(_ decision: Decision, entry: LedgerEntry) {
    tellFollowers(decision, entry)
  }

  private func tellFollowers(_ decision: Decision, _ entry: LedgerEntry) {
    let logged = LoggedDecision(
      sequence: entry.sequence,
      wallMicroseconds: entry.wallNanoseconds / 1000,
      decision: decision
    )
    for follower in followers where follower.permission.mayRead(decision) {
      guard follower.app == nil || follower.app == decision.app || decision.isSleep else {
        continue
      }
      answer(on: follower.connection) {
        $0.answer(follower.call, Control.Log.Reply(decisions: [logged]), continues: true)
      }
    }
  }

  package var nextDeadline: Instant? { gatewayLink.broadcasts.nextDeadline }

  package func turnEnded() -> Bool {
    namesOfTurn.removeAll()
    transferBytesOfTurn.removeAll()
    bridges.turnEnded(in: driver.device)
    tellWatchers()
    answerLeftBroadcasts()
    tellLink()
    answerAwaitedTokens()
    for index in sentPushes.indices { sentPushes[index].isOfTurn = false }
    var served: Set<ConnectionIdentifier> = []
    var rest: [(Waiting, Query)] = []
    for (waiting, query) in queries {
      // Each peer has one answer a turn, so that none of them keeps the others waiting.
      if served.count < SessionTable.queriesPerTurn, served.insert(waiting.connection).inserted {
        do throws(WireError) {
          try query()
        } catch {
          refuse(waiting.call, error, on: waiting.connection)
        }
      } else {
        rest.append((waiting, query))
      }
    }
    queries = rest
    return !rest.isEmpty
  }

  /// How many queries are answered before other events have their turn; our choice: a page of the
  /// ledger takes about a millisecond.
  private static let queriesPerTurn = 8

  // MARK: Answers

  func answer(_ reply: any WireReply, _ waiting: Waiting, beside descriptors: [Int32] = []) {
    answer(on: waiting.connection, beside: descriptors) { $0.answer(waiting.call, reply) }
  }

  /// Answers a call to which more answers follow.
  func proceed(_ reply: any WireReply, _ waiting: Waiting) {
    answer(on: waiting.connection) { $0.answer(waiting.call, reply, continues: true) }
  }

  func refuse(
    _ call: WireSession.CallIdentifier,
    _ error: WireError,
    on connection: ConnectionIdentifier
  ) {
    answer(on: connection) { $0.refuse(call, error) }
  }

  func answer(
    on connection: ConnectionIdentifier,
    beside descriptors: [Int32] = [],
    _ change: (inout WireSession) -> WireSession.Output
  ) {
    var output: WireSession.Output?
    clients[connection]?.session.mutate { output = change(&$0) }
    if let output { send(output, beside: descriptors, on: connection) }
  }

  private func send(
    _ output: WireSession.Output,
    beside descriptors: [Int32] = [],
    on connection: ConnectionIdentifier
  ) {
    if !output.bytes.isEmpty {
      connections.send(output.bytes, beside: descriptors, on: connection)
    }
    if !output.unwantedDescriptors.isEmpty { processes.discard(output.unwantedDescriptors) }
    if output.mustClose { connections.close(connection) }
  }
}

extension ExitRecord {
  /// The end that a decision tells of: that of a command, or of all of an app.
  init?(_ decision: Decision) {
    guard let launch = decision.launch, decision.verdict == .done else { return nil }
    switch decision.action {
    case .end(let reason): self.init(launch: launch, at: decision.at, reason: reason)
    case .endCommand(let reason, let remaining):
      self.init(launch: launch, at: decision.at, reason: reason, remaining: remaining)
    default: return nil
    }
  }
}

extension WireSession {
  fileprivate mutating func mutate(_ change: (inout WireSession) -> Void) { change(&self) }
}
