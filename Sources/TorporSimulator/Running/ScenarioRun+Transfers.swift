import TorporCore
import TorporModel

// What expectations ask about transfers, which scenarios know by the names of their steps.

extension ScenarioRun {
  /// A state of a transfer at a moment.
  ///
  /// What has not begun is queued, and what something stands in the way of is waiting, begun or not;
  /// so one transfer can be both. All other states are exact.
  func failure(
    ofTransfer name: String,
    _ state: TransferState,
    _ at: Duration,
    _ line: Int
  ) -> ExpectationFailure? {
    guard let sample = samples[.at(at)] else {
      return ended(line, "the transfer \(name) at \(DurationText.short(at))")
    }
    let status = sample.transfers[name]
    guard status?.satisfies(state) != true else { return nil }
    let app = scenario.apps.first { $0.identifier == status?.app }
    return ExpectationFailure(
      line: line,
      expected: "at \(DurationText.short(at)) the transfer \(name) is \(state.rawValue)",
      seen: status.map { "it is \($0.words)" } ?? "it was not requested",
      rows: app.map { rows(of: $0.alias, around: .at(at)) } ?? []
    )
  }
}

extension SimulatedMachine {
  /// The newest transfer that a step has given the name, of any app.
  func transfer(named name: String) -> TransferIdentifier? {
    apps.compactMap { storage(of: $0.identifier)?.transfers[name] }.max()
  }

  /// The newest transfer of an app that a step has given the name.
  func transfer(named name: String, of app: AppIdentifier) -> TransferIdentifier? {
    storage(of: app)?.transfers[name]
  }

  /// A transfer as it stands, or as it was last seen where the device has forgotten it.
  func status(of transfer: TransferIdentifier) -> TransferStatus? {
    daemon.device?.transferStatus(of: transfer, at: clock.now()) ?? transferWatch.seen[transfer]
  }
}

extension TransferStatus {
  fileprivate func satisfies(_ wanted: TransferState) -> Bool {
    guard !state.isFinal else { return state == wanted }
    return switch wanted {
    case .queued: state == .queued || state == .waiting && attempts == 0
    case .waiting: state == .waiting || state == .queued && !blockers.isEmpty
    case .running, .suspended, .completed, .failed, .cancelled: state == wanted
    }
  }

  fileprivate var words: String {
    let reasons = blockers.map(\.reason.rawValue).joined(separator: ", ")
    return reasons.isEmpty ? state.rawValue : "\(state.rawValue), blocked by \(reasons)"
  }
}
