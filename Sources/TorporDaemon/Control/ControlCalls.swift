import TorporCore
import TorporModel
import TorporWire

/// The calls of one program, with who makes them: each either becomes submissions, or is answered from what
/// is saved.
struct ControlCalls: ControlHandler {
  // Shape: one method for each call of io.torpor.Control; the generated protocol asks for them.
  unowned let table: SessionTable
  let connection: ConnectionIdentifier
  let permission: Permission
  /// What came beside the call.
  let descriptors: [Int32]

  var driver: Driver { table.driver }
  var facts: DaemonFacts { table.facts }
  var peer: Peer { permission.peer }

  // MARK: How a call is answered

  func waiting<Call>(_ call: Incoming<Call>) -> SessionTable.Waiting {
    SessionTable.Waiting(connection: connection, call: call.id)
  }

  func answer<Call>(_ call: Incoming<Call>, _ reply: Call.Reply) {
    table.answer(reply, waiting(call))
  }

  /// Answers when the inputs of the turn are decided, from what is saved.
  func ask<Call>(
    _ call: Incoming<Call>,
    _ reply: @escaping () throws(WireError) -> Call.Reply
  ) -> [Submission] {
    let waiting = waiting(call)
    table.ask(waiting) { [table] () throws(WireError) in table.answer(try reply(), waiting) }
    return []
  }

  /// A request whose reply becomes that of the call.
  func request<Call>(
    _ call: Incoming<Call>,
    _ reply: @escaping (Reply) throws(WireError) -> Call.Reply
  ) -> RequestIdentifier {
    table.makeRequest(
      .call { (core) throws(WireError) in try reply(core) },
      for: call.id,
      on: connection
    )
  }

  /// An action of the user; the call is answered when it is done.
  func act<Call>(_ action: UserAction, _ call: Incoming<Call>) -> [Submission]
  where Call.Reply == NoReply {
    [Submission(.user(action: action, id: request(call) { _ in NoReply() }))]
  }

  // MARK: Names

  /// The app that a person means, among those the peer may ask for.
  func resolve(_ name: String) throws(WireError) -> AppIdentifier {
    switch driver.device.apps.match(name, among: permission.covers) {
    case .found(let app): return app
    case .ambiguous(let apps): throw .refused(.ambiguousApp(name: name, apps: apps))
    case .unknown(let similar):
      let wanted = name.first == AppIdentifier.exactMark ? String(name.dropFirst()) : name
      throw .refused(.unknownApp(name: wanted, similar: similar))
    }
  }

  /// The app, where one is named.
  func resolve(_ name: String?) throws(WireError) -> AppIdentifier? {
    guard let name else { return nil }
    return try resolve(name)
  }
}

extension SessionTable {
  /// Takes a call of a program that may make it.
  func run(
    _ controlCall: ControlCall,
    _ call: WireSession.Call,
    of peer: Peer,
    on connection: ConnectionIdentifier
  ) -> [Submission] {
    do throws(WireError) {
      let permission = permission(of: peer)
      try permission.check(controlCall.call.permission, isLocked: driver.device.screen.isLocked)
      let calls = ControlCalls(
        table: self,
        connection: connection,
        permission: permission,
        descriptors: call.descriptors
      )
      return try controlCall.handle(by: calls, as: call.id)
    } catch {
      driver.discard(call.descriptors)
      refuse(call.id, error, on: connection)
      return []
    }
  }

  func permission(of peer: Peer) -> Permission {
    Permission(
      peer: peer,
      daemonUserID: facts.userID,
      linkUserID: facts.linkUserID
    ) { [driver] app in driver.owner(of: app) }
  }
}
