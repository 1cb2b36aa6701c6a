import TorporModel
import TorporWire

/// Every transfer that was ordered and has not ended.
struct TransferTable {
  /// One of them.
  enum Entry {
    /// Behind a reference, so that the table itself is small however many wait.
    indirect case waiting(TransferStart)
    /// `lane`: as long as it takes one of its places.
    case begun(Transfer, lane: Lanes.Key?)
  }

  private var entries: [TransferIdentifier: Entry] = [:]

  /// How many orders are held: 4,096, some 4 MiB with long URLs; the daemon sends 512 at once.
  ///
  /// Our choice.
  static let countMax = 4096

  var isFull: Bool { entries.count >= TransferTable.countMax }

  subscript(transfer: TransferIdentifier) -> Entry? {
    get { entries[transfer] }
    set { entries[transfer] = newValue }
  }

  /// Those that have begun.
  var begun: [Transfer] {
    entries.values.compactMap { entry in
      if case .begun(let transfer, _) = entry { transfer } else { nil }
    }
  }
}
