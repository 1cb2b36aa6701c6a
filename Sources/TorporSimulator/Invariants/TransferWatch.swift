import TorporCore
import TorporModel

/// Follows the transfers of all apps from look to look, and says which rule a change breaks.
///
/// A transfer that is over stays over, its app is told once, and none runs without a network or for an
/// app that the user has quit. It owns what it saw last and nothing else.
final class TransferWatch {
  /// Every transfer as it was last seen; one that went before its end counts as cancelled.
  private(set) var seen: [TransferIdentifier: TransferStatus] = [:]
  /// Transfers whose end an app was told of, and the device knows that it was.
  private var told: Set<TransferIdentifier> = []
  private var complaints: [String] = []

  /// The device knows that an app was told how a transfer ended.
  func wasTold(of transfer: TransferIdentifier) {
    guard !told.insert(transfer).inserted else { return }
    complaints.append("transfer \(transfer): its app was told twice of its end")
  }

  /// The machine lost its power, and the device what was not on the disk: what failed, and who knows.
  func machineRestarted() {
    told.removeAll()
    seen = seen.filter { $0.value.state != .failed }
  }

  /// Looks at everything; returns the rules that were broken since the last look, as sentences.
  func broken(_ machine: SimulatedMachine) -> [String] {
    guard let device = machine.daemon.device else { return [] }
    defer { complaints.removeAll() }
    let now = machine.clock.now()
    var broken = complaints
    var present: Set<TransferIdentifier> = []
    for app in machine.apps {
      let isForceQuit = device.apps[app.identifier]?.standing.isForceQuit ?? false
      for status in Self.transfers(of: app, on: device, at: now) {
        present.insert(status.transfer)
        broken += changes(to: status)
        if isForceQuit, !status.state.isFinal {
          broken.append("transfer \(status.transfer): it is \(status.state) and its app was quit")
        }
        broken += moves(status, machine)
        seen[status.transfer] = status
      }
    }
    for (transfer, status) in seen where !present.contains(transfer) && !status.state.isFinal {
      seen[transfer]?.state = .cancelled
    }
    return broken
  }

  private func changes(to status: TransferStatus) -> [String] {
    guard let before = seen[status.transfer], before.state.isFinal else { return [] }
    guard before.state != status.state || before.outcome != status.outcome else { return [] }
    return ["transfer \(status.transfer): it was \(before.state) and is \(status.state)"]
  }

  /// The device and the service agree on what moves bytes.
  private func moves(_ status: TransferStatus, _ machine: SimulatedMachine) -> [String] {
    // Reports wait for the journal; until then the service is ahead.
    guard machine.daemon.journalOutage == nil else { return [] }
    let isRunning = status.state == .running
    var broken: [String] = []
    if isRunning, machine.device.network == .none {
      broken.append("transfer \(status.transfer): it runs without a network")
    }
    if isRunning != machine.transfers.isRunning(status.transfer) {
      broken.append(
        isRunning
          ? "transfer \(status.transfer): it is called running and no bytes are moved"
          : "transfer \(status.transfer): its bytes are moved while it is \(status.state)"
      )
    }
    return broken
  }

  private static func transfers(
    of app: AppDefinition,
    on device: Device,
    at now: Instant
  ) -> [TransferStatus] {
    var found: [TransferStatus] = []
    while true {
      let page = device.transferStatuses(
        of: .app(app.identifier),
        after: found.last?.transfer,
        countMax: pageLength,
        at: now
      )
      found += page
      if page.count < pageLength { return found }
    }
  }

  /// How many transfers are asked for at once: 256, more than any scenario has (our choice).
  private static let pageLength = 256
}
