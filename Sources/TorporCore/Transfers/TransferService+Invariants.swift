import TorporModel

extension TransferService {
  /// Returns every broken rule about transfers, as sentences; empty if all is well.
  package func brokenInvariants(on device: DeviceState) -> [String] {
    guard !table.isEmpty else { return [] }
    var broken: [String] = []
    var unfinished: [UInt32: Int] = [:]
    var counts: [UInt32: Int] = [:]
    var running: [TransferIdentifier] = []
    var hasSuspect = false
    let queued = Set(table.lanes.flatMap(\.waiting))
    let told = Set(table.sessions.flatMap(\.untold))
    // Read once: many records are of the same few sessions.
    let standings = Dictionary(
      uniqueKeysWithValues: table.sessions.map { ($0.number, standing(of: $0, device)) }
    )
    table.pages.forEach { record in
      counts[record.session, default: 0] += 1
      if record.outcome == nil { unfinished[record.session, default: 0] += 1 }
      if record.phase == .running { running.append(record.transfer) }
      if record.isSuspect { hasSuspect = true }
      if record.phase == .ready, !queued.contains(record.transfer.rawValue) {
        broken.append("transfer \(record.transfer) is ready and stands in no queue")
      }
      if record.outcome == nil, record.deadline <= device.now {
        broken.append("transfer \(record.transfer) continues after its time")
      }
      if let sentence = brokenInvariant(of: record, standings[record.session], told) {
        broken.append(sentence)
      }
    }
    if running != table.running {
      broken.append("transfers run that are not counted: \(running) and \(table.running)")
    }
    if table.hasSuspects != (hasSuspect || table.backoffs.haveDeaths) {
      broken.append("suspected transfers are counted wrongly")
    }
    for session in table.sessions {
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

  /// What the rules ask of the owner of a session.
  private enum Standing {
    case user
    case app
    case missing
  }

  private func standing(of session: TransferSession, _ device: DeviceState) -> Standing {
    guard let app = session.app else { return .user }
    return device.apps.slot(of: app) == nil ? .missing : .app
  }

  private func brokenInvariant(
    of record: TransferRecord,
    _ standing: Standing?,
    _ told: Set<TransferSession.News>
  ) -> String? {
    switch standing {
    case nil: return "transfer \(record.transfer) belongs to no session"
    case .user: return nil
    case .missing: return "transfer \(record.transfer) belongs to an app that is not there"
    case .app:
      if record.outcome != nil, !told.contains(.over(record.transfer)) {
        return "transfer \(record.transfer) has ended and its app will never be notified"
      }
      return nil
    }
  }
}
