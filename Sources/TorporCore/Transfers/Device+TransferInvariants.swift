import TorporModel

extension Device {
  /// Every rule about transfers that does not hold, as sentences; empty in health.
  func brokenTransferInvariants() -> [String] {
    guard !transfers.isEmpty else { return [] }
    var broken: [String] = []
    var unfinished: [UInt32: Int] = [:]
    var counts: [UInt32: Int] = [:]
    var running: [TransferIdentifier] = []
    let queued = Set(transfers.lanes.flatMap(\.waiting))
    let told = Set(transfers.sessions.flatMap(\.untold))
    for record in transfers.records {
      counts[record.session, default: 0] += 1
      if record.outcome == nil { unfinished[record.session, default: 0] += 1 }
      if record.phase == .running { running.append(record.transfer) }
      if record.phase == .ready, !queued.contains(record.transfer.rawValue) {
        broken.append("transfer \(record.transfer) is ready and stands in no queue")
      }
      if record.outcome == nil, record.deadline <= now {
        broken.append("transfer \(record.transfer) goes on after its time")
      }
      broken += brokenInvariants(of: record, told)
    }
    if running != transfers.running {
      broken.append("transfers run that are not counted: \(running) and \(transfers.running)")
    }
    for session in transfers.sessions {
      if session.unfinishedCount != unfinished[session.number, default: 0]
        || session.count != counts[session.number, default: 0]
      {
        broken.append("session \(session.number) counts its transfers wrongly")
      }
      if session.tellingCount > session.untold.count {
        broken.append("session \(session.number) tells more than there is")
      }
    }
    return broken
  }

  private func brokenInvariants(
    of record: TransferRecord,
    _ told: Set<TransferSession.News>
  ) -> [String] {
    guard let session = transfers.session(record.session) else {
      return ["transfer \(record.transfer) belongs to no session"]
    }
    guard let app = session.app else { return [] }
    guard let owner = apps[app] else {
      return ["transfer \(record.transfer) belongs to an app that is not there"]
    }
    if owner.standing.isForceQuit, record.outcome == nil {
      return ["transfer \(record.transfer) goes on although the user removed its app"]
    }
    if record.outcome != nil, !told.contains(.over(record.transfer)) {
      return ["transfer \(record.transfer) is over and its app will never hear of it"]
    }
    return []
  }
}
