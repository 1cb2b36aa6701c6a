import TorporCore
import TorporModel
import TorporWire

// What people ask about transfers: their own and those of their apps, or, for whoever speaks for the
// device, all.

extension SessionTable {
  func submit(
    _ wish: TransferSubmission,
    _ permission: Permission,
    id: () -> RequestIdentifier
  ) throws(WireError) -> [Submission] {
    let peer = permission.peer
    // By the kernel, whatever the message says.
    let umask = facts.launchContext(peer)?.umask
    let stored = wish.contents.map { content in
      var content = content
      content.destination?.umask = umask
      return StoredTransfer(content: content, userID: peer.userID, groupID: peer.groupID)
    }
    try checkRoom(for: stored, ofUser: peer.userID)
    let action = TransferAction.start(
      wish.requests,
      ownerUserID: peer.userID,
      configuration: wish.configuration
    )
    return [Submission(.user(action: .transfer(action), id: id()), transfers: stored)]
  }

  /// No user may fill the disk with what transfers carry.
  func checkRoom(for stored: [StoredTransfer], ofUser userID: UInt32) throws(WireError) {
    let bytes = stored.reduce(0) { $0 + $1.byteCount }
    let kept = driver.transferBytes(ofUser: userID) + transferBytesOfTurn[userID, default: 0]
    guard kept + bytes <= SessionTable.transferBytesOfUserMax else {
      throw .refused(
        .transfer(.tooManyTransferBytes(bytesMax: SessionTable.transferBytesOfUserMax))
      )
    }
    transferBytesOfTurn[userID, default: 0] += bytes
  }

  /// 64 MiB of URLs, headers and paths of one user: 150,000 transfers with 400 bytes each.
  ///
  /// Our choice.
  private static let transferBytesOfUserMax = 64 << 20

  // MARK: Steering

  /// Several transfers at once: the caller is answered when all of them are done with.
  func steer(
    _ transfers: [TransferIdentifier],
    _ steering: TransferSteering,
    _ permission: Permission,
    id: (SteeringCall) -> RequestIdentifier
  ) throws(WireError) -> [Submission] {
    let known = driver.device.services.transfers
    for transfer in transfers {
      guard let owner = known.owner(of: transfer), permission.covers(owner) else {
        throw .refused(.transfer(.unknownTransfer(transfer)))
      }
    }
    let call = SteeringCall(count: transfers.count)
    return transfers.map {
      Submission(.user(action: .transfer(steering.action(on: $0)), id: id(call)))
    }
  }

  // MARK: Questions

  func transfers(
    _ query: TransferQuery,
    _ permission: Permission
  ) throws(WireError) -> ControlResult {
    let (now, device) = (driver.now(), driver.device)
    let known = device.services.transfers
    if let transfer = query.transfer {
      guard let owner = known.owner(of: transfer), permission.covers(owner),
        let status = device.transferStatus(of: transfer, at: now)
      else { throw .refused(.transfer(.unknownTransfer(transfer))) }
      return .transfers(rows(forPeople: [status]), next: nil)
    }
    let statuses = known.statuses(
      of: permission.mayChangeDevice ? nil : visibleOwners(permission),
      after: query.after,
      includesOver: query.includesOver,
      // One more, which tells whether there is another page.
      countMax: TransferRow.countMax + 1,
      on: device.state,
      at: now
    )
    let page = TransferRow.page(of: rows(forPeople: Array(statuses.prefix(TransferRow.countMax))))
    return .transfers(
      page,
      next: page.count < statuses.count ? page.last?.status.transfer : nil
    )
  }

  private func visibleOwners(_ permission: Permission) -> Set<TransferOwner> {
    var owners: Set<TransferOwner> = [.user(permission.peer.userID)]
    for record in driver.device.apps.records where permission.covers(record.identifier) {
      owners.insert(.app(record.identifier))
    }
    return owners
  }

  /// What is known of transfers, and of each that has no connection yet that it waits for one.
  ///
  /// To an app its transfer runs from its begin on, as a task of a `URLSession` does.
  private func rows(forPeople statuses: [TransferStatus]) -> [TransferRow] {
    rows(of: statuses).map { row in
      guard row.status.state == .running, driver.waitsForConnection(row.status.transfer) else {
        return row
      }
      var row = row
      let hasBegun = row.status.attempts > 1 || (row.progress?.bytes ?? row.status.bytes) > 0
      row.status.state = hasBegun ? .waiting : .queued
      row.status.blockers = [.connectionTaken]
      return row
    }
  }

  /// What is known of transfers: of the device, of the journal, and of their service.
  func rows(of statuses: [TransferStatus]) -> [TransferRow] {
    zip(statuses, driver.storedTransfers(statuses.map(\.transfer))).map { status, stored in
      TransferRow(
        status: status,
        content: stored?.content,
        detail: stored?.detail ?? TransferDetail(),
        progress: status.state == .running ? driver.progress(of: status.transfer) : nil
      )
    }
  }
}

/// One call that steers several transfers, until each of them was answered.
final class SteeringCall {
  private var openCount: Int
  private var refusal: Refusal?

  init(count: Int) { openCount = count }

  /// Takes the reply about one of them; the reply to the call, once it is the last.
  func take(_ reply: Reply) -> Reply? {
    openCount -= 1
    // Of several that are refused the first says why.
    if case .refused(let because) = reply, refusal == nil { refusal = because }
    guard openCount == 0 else { return nil }
    return refusal.map { .refused($0) } ?? .done
  }
}

extension TransferSteering {
  fileprivate func action(on transfer: TransferIdentifier) -> TransferAction {
    switch self {
    case .pause: .pause(transfer)
    case .resume: .resume(transfer)
    case .cancel: .cancel(transfer)
    case .retry: .retry(transfer)
    case .remove: .remove(transfer)
    }
  }
}

extension Permission {
  /// Whether the peer may see and steer the transfers of that owner.
  func covers(_ owner: TransferOwner) -> Bool {
    switch owner {
    case .app(let app): covers(app)
    case .user(let userID): mayChangeDevice || userID == peer.userID
    }
  }
}
