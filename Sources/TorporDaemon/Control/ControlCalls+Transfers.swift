import TorporCore
import TorporModel
import TorporWire

// What people ask about transfers: their own and those of their apps, or, for a client that speaks for the
// device, all.

extension ControlCalls {
  func submitTransfers(
    _ call: Incoming<Control.SubmitTransfers>
  ) throws(WireError) -> [Submission] {
    // By the kernel, whatever the message says.
    let umask = facts.launchContext(peer)?.umask
    let stored = call.submission.contents.map { content in
      var content = content
      content.destination?.umask = umask
      return StoredTransfer(content: content, userID: peer.userID, groupID: peer.groupID)
    }
    try table.checkRoom(for: stored, ofUser: peer.userID)
    let action = TransferAction.start(
      call.submission.requests,
      ownerUserID: peer.userID,
      configuration: call.submission.configuration
    )
    let id = request(call) { (reply) throws(WireError) in
      guard case .transfersAccepted(let first, let count) = reply else { throw call.unanswered }
      return Control.SubmitTransfers.Reply(first: first, count: count)
    }
    return [Submission(.user(action: .transfer(action), id: id), transfers: stored)]
  }

  func pauseTransfers(_ call: Incoming<Control.PauseTransfers>) throws(WireError) -> [Submission] {
    try steer(call.transfers, call) { .pause($0) }
  }

  func resumeTransfers(
    _ call: Incoming<Control.ResumeTransfers>
  ) throws(WireError) -> [Submission] {
    try steer(call.transfers, call) { .resume($0) }
  }

  func cancelTransfers(
    _ call: Incoming<Control.CancelTransfers>
  ) throws(WireError) -> [Submission] {
    try steer(call.transfers, call) { .cancel($0) }
  }

  func retryTransfers(_ call: Incoming<Control.RetryTransfers>) throws(WireError) -> [Submission] {
    try steer(call.transfers, call) { .retry($0) }
  }

  func removeTransfers(
    _ call: Incoming<Control.RemoveTransfers>
  ) throws(WireError) -> [Submission] {
    try steer(call.transfers, call) { .remove($0) }
  }

  /// Several transfers at once: the caller is answered when all of them are done with.
  private func steer<Call>(
    _ transfers: [TransferIdentifier],
    _ call: Incoming<Call>,
    _ action: (TransferIdentifier) -> TransferAction
  ) throws(WireError) -> [Submission] {
    for transfer in transfers {
      guard let owner = driver.device.services.transfers.owner(of: transfer),
        permission.covers(owner)
      else {
        throw .refused(.transfer(.unknownTransfer(transfer)))
      }
    }
    let steering = SteeringCall(count: transfers.count)
    return transfers.map {
      let id = table.makeRequest(.steering(steering), for: call.id, on: connection)
      return Submission(.user(action: .transfer(action($0)), id: id))
    }
  }

  func listTransfers(_ call: Incoming<Control.ListTransfers>) -> [Submission] {
    ask(call) { () throws(WireError) in
      let now = driver.now()
      if let transfer = call.transfer {
        guard let owner = driver.device.services.transfers.owner(of: transfer),
          permission.covers(owner),
          let status = driver.device.transferStatus(of: transfer, at: now)
        else { throw .refused(.transfer(.unknownTransfer(transfer))) }
        return Control.ListTransfers.Reply(transfers: rows(forPeople: [status]))
      }
      let statuses = driver.device.services.transfers.statuses(
        of: permission.mayChangeDevice ? nil : visibleOwners,
        after: call.after,
        includesOver: call.includesOver,
        // One more, which tells whether there is another page.
        countMax: TransferRow.countMax + 1,
        on: driver.device.state,
        at: now
      )
      let page = TransferRow.page(
        of: rows(forPeople: Array(statuses.prefix(TransferRow.countMax)))
      )
      return Control.ListTransfers.Reply(
        transfers: page,
        next: page.count < statuses.count ? page.last?.status.transfer : nil
      )
    }
  }

  private var visibleOwners: Set<TransferOwner> {
    var owners: Set<TransferOwner> = [.user(peer.userID)]
    for record in driver.device.apps.records where permission.covers(record.identifier) {
      owners.insert(.app(record.identifier))
    }
    return owners
  }

  /// What is known of transfers, and of each that has no connection yet that it waits for one.
  ///
  /// To an app its transfer runs from its begin on, as a task of a `URLSession` does.
  private func rows(forPeople statuses: [TransferStatus]) -> [TransferRow] {
    table.rows(of: statuses).map { row in
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

extension Permission {
  /// Whether the peer may see and steer the transfers of that owner.
  func covers(_ owner: TransferOwner) -> Bool {
    switch owner {
    case .app(let app): covers(app)
    case .user(let userID): mayChangeDevice || userID == peer.userID
    }
  }
}
