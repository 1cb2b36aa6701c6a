import TorporCore
import TorporModel
import TorporWire

/// The calls of one desktop bridge, with whose it is.
struct BridgeCalls: BridgeHandler {
  unowned let table: SessionTable
  let connection: ConnectionIdentifier
  let permission: Permission

  private var driver: Driver { table.driver }
  private var peer: Peer { permission.peer }

  /// Answered with orders, for as long as the connection lasts.
  func attach(_ call: Incoming<Bridge.Attach>) -> [Submission] {
    let frozen = driver.device.apps.records.compactMap { record -> LaunchIdentifier? in
      guard case .suspended(let launch) = record.process.state,
        driver.owner(of: record.identifier) == peer.userID
      else { return nil }
      return launch
    }
    let replaced = table.bridges.attach(
      DesktopBridge.Stream(connection: connection, call: call.id),
      userID: peer.userID,
      processID: peer.processID,
      mayChangeDevice: permission.mayChangeDevice,
      frozen: frozen,
      at: driver.now()
    )
    if let replaced { table.refuse(replaced.call, .bridgeReplaced, on: replaced.connection) }
    return []
  }

  func report(_ call: Incoming<Bridge.Report>) throws(WireError) -> [Submission] {
    guard let user = table.bridges.user(of: connection) else { throw .permissionDenied }
    table.answer(NoReply(), SessionTable.Waiting(connection: connection, call: call.id))
    return table.bridges.take(call.facts, ofUser: user, in: driver.device, at: driver.now())
      .filter(mayTake)
      .map { Submission($0) }
  }

  /// A user answers the notifications of their own apps.
  private func mayTake(_ input: Input) -> Bool {
    guard case .user(.respond(let app, _), _) = input else { return true }
    return driver.owner(of: app) != nil && permission.covers(app)
  }
}
