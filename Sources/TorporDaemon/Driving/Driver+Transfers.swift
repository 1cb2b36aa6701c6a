package import TorporCore
package import TorporModel

// What the driver does about transfers: it brings together what was decided with what is carried.

extension Driver {
  /// Does what was decided about a transfer; attempts are begun by `begin`, many at once.
  func run(_ effect: TransferEffect) {
    switch effect {
    case .start, .remove: break
    case .stop(let transfer, let owner, let discards):
      guard let owner = recipeOwner(of: owner) else { return }
      services?.stop(transfer, of: owner, discards: discards)
    case .withdraw(let transfer, let owner, let attempt):
      guard let owner = recipeOwner(of: owner) else { return }
      services?.withdraw(transfer, of: owner, attempt: attempt)
    case .forget(let transfer, let owner, let removesFile):
      guard let owner = recipeOwner(of: owner) else { return }
      services?.forget(transfer, of: owner, removesFile: removesFile)
    }
  }

  /// Begins the attempts that were decided, in order, and empties the list.
  func begin(_ orders: inout [TransferOrder]) {
    defer { orders.removeAll() }
    guard !orders.isEmpty, let services else { return }
    var parcels: [TransferParcel] = []
    var lost: [TransferReport] = []
    for (order, stored) in zip(orders, storedTransfers(orders.map(\.transfer))) {
      if let stored {
        parcels.append(TransferParcel(order: order, stored: stored))
      } else {
        // Nothing says where it leads, as after a journal from elsewhere.
        let event = TransferEvent.failed(.badURL, status: 0, retryAfter: nil)
        lost.append(
          TransferReport(transfer: order.transfer, attempt: order.attempt, event: event)
        )
      }
    }
    if !lost.isEmpty { post(.transfers(lost, details: [:])) }
    services.start(parcels)
  }

  /// How far a transfer is that runs; `nil`: nothing is known.
  package func progress(of transfer: TransferIdentifier) -> TransferProgress? {
    services?.progress(of: transfer)
  }

  /// Whether a transfer that was begun has no connection yet.
  package func waitsForConnection(_ transfer: TransferIdentifier) -> Bool {
    services?.waitsForConnection(transfer) ?? false
  }

  /// Gives a credential to a transfer whose app was asked for one; `nil`: it goes on without.
  package func useCredential(
    _ credential: TransferPassword?,
    for transfer: TransferIdentifier
  ) {
    services?.useCredential(credential, for: transfer)
  }
}
