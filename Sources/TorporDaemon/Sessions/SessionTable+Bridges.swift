import TorporCore
import TorporModel
import TorporWire

// What desktop bridges call.

extension SessionTable {
  func run(
    _ bridgeCall: BridgeCall,
    _ call: WireSession.CallIdentifier,
    of peer: Peer,
    on connection: ConnectionIdentifier
  ) -> [Submission] {
    // An app speaks for itself, and not for a desktop.
    guard peer.launch == nil else {
      refuse(call, .permissionDenied, on: connection)
      return []
    }
    switch bridgeCall {
    case .attach:
      attach(DesktopBridge.Stream(connection: connection, call: call), of: peer)
      return []
    case .report(let facts):
      guard let user = bridges.user(of: connection) else {
        refuse(call, .permissionDenied, on: connection)
        return []
      }
      answer(on: connection) { $0.finish(call) }
      return bridges.take(facts, ofUser: user, in: driver.device, at: driver.now())
        .filter { mayTake($0, from: peer) }
        .map { Submission($0) }
    }
  }

  private func attach(_ stream: DesktopBridge.Stream, of peer: Peer) {
    let permission = permission(of: peer)
    let frozen = driver.device.apps.records.compactMap { record -> LaunchIdentifier? in
      guard case .suspended(let launch) = record.process.state,
        driver.owner(of: record.identifier) == peer.userID
      else { return nil }
      return launch
    }
    let replaced = bridges.attach(
      stream,
      userID: peer.userID,
      mayChangeDevice: permission.mayChangeDevice,
      frozen: frozen,
      at: driver.now()
    )
    if let replaced { refuse(replaced.call, .bridgeReplaced, on: replaced.connection) }
  }

  /// A user answers the notifications of their own apps.
  private func mayTake(_ input: Input, from peer: Peer) -> Bool {
    guard case .user(.respond(let app, _), _) = input else { return true }
    return driver.owner(of: app) != nil && permission(of: peer).covers(app)
  }

  /// What the machine has and lacks, the desktops of the peer among it.
  func capabilities(_ permission: Permission) -> [Capability] {
    facts.capabilities() + journalTrouble
      + bridges.capabilities { permission.mayChangeDevice || permission.peer.userID == $0 }
  }

  /// That the journal cannot be written, while it cannot: all that must be remembered is refused then.
  private var journalTrouble: [Capability] {
    guard let failure = driver.journalOutage else { return [] }
    return [
      Capability(
        name: "journal",
        isAvailable: false,
        text: "\(failure.path) cannot be written (\(failure.cause)), so new jobs, transfers and "
          + "requests of apps are refused; make room on its disk, and all is taken again within a minute"
      )
    ]
  }

  func connectBridges() {
    bridges.send = { [weak self] stream, orders in
      self?.answer(on: stream.connection) { $0.answer(stream.call, BridgeOrders(orders)) }
    }
    bridges.ownerOfApp = { [weak driver] app in driver?.owner(of: app) }
  }
}
