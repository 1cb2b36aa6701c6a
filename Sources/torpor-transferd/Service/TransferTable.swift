import TorporModel
import TorporWire

/// Every transfer that was ordered and has not ended.
struct TransferTable {
  /// One of them.
  enum Entry {
    /// A reference type, so that the table itself is small however many transfers wait.
    indirect case waiting(TransferStart)
    /// `lane`: set as long as it has one of the lane's places.
    case begun(Transfer, lane: Lanes.Key?)
  }

  private var entries: [TransferIdentifier: Entry] = [:]

  /// The maximum number of stored orders: 4,096, about 4 MiB with long URLs; the daemon sends 512 at once.
  ///
  /// Our choice.
  static let countMax = 4096

  var isFull: Bool { entries.count >= TransferTable.countMax }

  subscript(transfer: TransferIdentifier) -> Entry? {
    get { entries[transfer] }
    set { entries[transfer] = newValue }
  }

  /// The transfers that have begun.
  var begun: [Transfer] {
    entries.values.compactMap { entry in
      if case .begun(let transfer, _) = entry { transfer } else { nil }
    }
  }
}
