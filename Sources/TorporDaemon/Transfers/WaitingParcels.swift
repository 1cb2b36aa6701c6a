import TorporCore
import TorporModel

/// Attempts that a service has not been told of, in order.
struct WaitingParcels {
  private var parcels: [TransferIdentifier: TransferParcel] = [:]
  /// The numbers from `first` on, those of parcels that were taken out among them.
  private var order: [TransferIdentifier] = []
  private var first = 0

  var isEmpty: Bool { parcels.isEmpty }

  func contains(_ transfer: TransferIdentifier) -> Bool { parcels[transfer] != nil }

  mutating func append(_ parcel: TransferParcel) {
    let transfer = parcel.order.transfer
    if parcels.updateValue(parcel, forKey: transfer) == nil { order.append(transfer) }
  }

  /// Takes one out; whether it was there.
  mutating func remove(_ transfer: TransferIdentifier) -> Bool {
    parcels.removeValue(forKey: transfer) != nil
  }

  /// Takes out everything, in order.
  mutating func removeAll() -> [TransferParcel] {
    var all: [TransferParcel] = []
    while let parcel = removeFirst() { all.append(parcel) }
    return all
  }

  /// Takes out the first ones, at most so many, and one at least where there is any, until their
  /// contents have so many bytes.
  mutating func removeFirst(countMax: Int, bytesMax: Int) -> [TransferParcel] {
    var batch: [TransferParcel] = []
    var bytes = 0
    while batch.count < countMax, let next = peek() {
      bytes += next.stored.content.byteCount
      guard batch.isEmpty || bytes <= bytesMax else { break }
      if let parcel = removeFirst() { batch.append(parcel) }
    }
    return batch
  }

  private mutating func peek() -> TransferParcel? {
    while first < order.count {
      if let parcel = parcels[order[first]] { return parcel }
      first += 1
    }
    order.removeAll()
    first = 0
    return nil
  }

  private mutating func removeFirst() -> TransferParcel? {
    guard let parcel = peek() else { return nil }
    first += 1
    parcels[parcel.order.transfer] = nil
    return parcel
  }
}
