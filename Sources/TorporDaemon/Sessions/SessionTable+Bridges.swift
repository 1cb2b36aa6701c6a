import TorporCore
import TorporModel
import TorporWire

// What desktop bridges call, and what they are told.

extension SessionTable {
  /// Takes a call of a desktop bridge.
  func run(
    _ bridgeCall: BridgeCall,
    _ call: WireSession.CallIdentifier,
    of peer: Peer,
    on connection: ConnectionIdentifier
  ) -> [Submission] {
    do throws(WireError) {
      let permission = permission(of: peer)
      try permission.check(bridgeCall.call.permission, isLocked: driver.device.screen.isLocked)
      let calls = BridgeCalls(table: self, connection: connection, permission: permission)
      return try bridgeCall.handle(by: calls, as: call)
    } catch {
      refuse(call, error, on: connection)
      return []
    }
  }

  /// What the machine has and lacks, the desktops of the peer among it.
  func capabilities(_ permission: Permission) -> [Capability] {
    facts.capabilities() + journalTrouble + unknownPrograms(permission)
      + gatewayLink.capabilities(in: driver.device)
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
          + "requests of apps are refused"
          + (failure.isDiskFull
            ? "; within a minute of space being freed on its disk, they are accepted again" : "")
      )
    ]
  }

  /// The running programs that the journal does not contain, for a peer that may end them.
  private func unknownPrograms(_ permission: Permission) -> [Capability] {
    guard permission.mayChangeDevice else { return [] }
    return driver.unknownPrograms.map { program in
      let pids = program.processIDs.map(String.init)
      return Capability(
        name: "unknownProgram",
        isAvailable: false,
        text:
          "\(program.app) runs and is not in the journal, as after a backup was restored, so it is "
          + "neither frozen nor ended. Let it finish, or end it: kill \(pids.joined(separator: " "))"
      )
    }
  }

  func connectBridges() {
    connectMessages()
    bridges.send = { [weak self] stream, orders in
      self?.answer(on: stream.connection) {
        $0.answer(stream.call, Bridge.Attach.Reply(orders: orders), continues: true)
      }
    }
    bridges.ownerOfApp = { [weak driver] app in driver?.owner(of: app) }
    bridges.isAdopted = { [weak driver] launch in
      guard let apps = driver?.device.apps, let slot = apps.slot(of: launch) else { return false }
      return apps[slot: slot]?.isAdopted == true
    }
    bridges.soundFile = { [weak driver] sound, app in try? driver?.soundFile(of: sound, app) }
    bridges.badges = { [weak driver] in
      driver?.device.notifications.badges ?? []
    }
  }
}
