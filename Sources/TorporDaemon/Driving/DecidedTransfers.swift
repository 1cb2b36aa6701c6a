import TorporCore
import TorporModel

/// What a turn changes in what is kept of transfers beside the device.
struct DecidedTransfers {
  private(set) var accepted: [(transfer: TransferIdentifier, stored: StoredTransfer)] = []
  private(set) var details: [(transfer: TransferIdentifier, detail: TransferDetail)] = []
  private(set) var removed: [TransferIdentifier] = []

  /// Takes in what one submission has caused.
  mutating func note(_ submission: Submission, _ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .reply(_, .transfersAccepted(let first, let count))
      where count == submission.transfers.count:
        for (offset, stored) in submission.transfers.enumerated() {
          accepted.append((TransferIdentifier(rawValue: first.rawValue + UInt64(offset)), stored))
        }
      case .transfer(.remove(let transfer)): removed.append(transfer)
      default: break
      }
    }
    // In the order of their numbers: a dictionary has none that is the same twice.
    for (transfer, detail) in submission.details.sorted(by: { $0.key < $1.key }) {
      details.append((transfer, detail))
    }
  }
}
