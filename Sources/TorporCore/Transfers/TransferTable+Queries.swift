import TorporModel

// Queries of the table about hosts, times and sessions; this code is read-only.

extension TransferTable {
  /// How many attempts go to the host of a transfer, for its owner.
  func runningToHost(of record: TransferRecord) -> Int { runningOfHost[host(of: record)] ?? 0 }

  /// How many attempts an owner has.
  func runningCount(of owner: TransferOwner) -> Int {
    sessions(of: owner).reduce(0) { $0 + $1.runningCount }
  }

  func host(of record: TransferRecord) -> HostBackoffs.Key {
    HostBackoffs.Key(owner: session(record.session)?.owner, hostKey: record.hostKey)
  }

  /// How the host of a transfer is left alone; `nil`: it is not.
  func backoff(of record: TransferRecord) -> HostBackoffs.Backoff? {
    backoffs.isEmpty ? nil : backoffs[host(of: record)]
  }

  /// Whether the service may have died of some transfer, or of some host.
  var hasSuspects: Bool { suspectCount > 0 || backoffs.haveDeaths }

  /// Every transfer that waits for a moment, by number.
  var gated: [TransferRecord] {
    timed.transfers.compactMap { pages[$0] }.filter {
      if case .gated = $0.phase { true } else { false }
    }.sorted { $0.transfer < $1.transfer }
  }

  /// Whether some wait for room on the disk.
  var waitForStorage: Bool {
    gated.contains {
      if case .gated(_, .storage) = $0.phase { true } else { false }
    }
  }

  /// Every session, by number.
  var sessions: [TransferSession] { sessionTable.all }

  package func session(_ number: UInt32) -> TransferSession? { sessionTable[number] }

  /// The sessions of an owner, in the order in which they were made.
  package func sessions(of owner: TransferOwner) -> [TransferSession] { sessionTable.of(owner) }

  func hasSessions(of app: AppIdentifier) -> Bool { sessionTable.hasAny(of: .app(app)) }

  package func session(named name: String, of owner: TransferOwner) -> TransferSession? {
    sessions(of: owner).first { $0.configuration.identifier == name }
  }
}
