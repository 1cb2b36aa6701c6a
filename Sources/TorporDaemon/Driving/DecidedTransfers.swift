import TorporCore
import TorporModel

/// What a turn changes in what is kept of transfers beside the device.
struct DecidedTransfers {
  private(set) var accepted: [(transfer: TransferIdentifier, stored: StoredTransfer)] = []
  /// Contents that an app has put in the place of others, before they were ever used.
  private(set) var replaced: [(transfer: TransferIdentifier, stored: StoredTransfer)] = []
  private(set) var details: [(transfer: TransferIdentifier, detail: TransferDetail)] = []
  private(set) var removed: [TransferIdentifier] = []

  /// Takes in what one submission has caused.
  mutating func note(_ submission: Submission, _ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .reply(_, .transfersAccepted(let first, let count))
      where count == submission.transfers.count:
        for (offset, stored) in submission.transfers.enumerated() {
          let transfer = TransferIdentifier(rawValue: first.rawValue + UInt64(offset))
          accepted.append((transfer, stored.received(as: transfer, in: submission.folder)))
        }
      case .reply(_, .done):
        guard let transfer = submission.input.replacedTransfer,
          let stored = submission.transfers.first
        else { continue }
        replaced.append((transfer, stored.received(as: transfer, in: submission.folder)))
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

extension StoredTransfer {
  /// What is received goes into a folder, under the transfer's number; that is known only now.
  fileprivate func received(
    as transfer: TransferIdentifier,
    in folder: TransferFile?
  ) -> StoredTransfer {
    // The answer to an upload is of use to no app.
    guard let folder, content.source == nil else { return self }
    var stored = self
    stored.content.destination = TransferDestination(
      file: TransferFile(root: folder.root, path: "\(folder.path)/\(transfer)"),
      // One of a device that lost its journal.
      replaces: true,
      makesFolders: true
    )
    return stored
  }
}

extension Input {
  /// The transfer whose contents the input replaces.
  fileprivate var replacedTransfer: TransferIdentifier? {
    switch self {
    case .app(_, .session(.answerDelayedRequest(let transfer, .useNewRequest)), _),
      .app(_, .session(.begin(let transfer, _)), _):
      transfer
    default: nil
    }
  }
}
