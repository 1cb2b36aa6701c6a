import TorporModel

/// Times at which transfers are due, the earliest first.
///
/// A binary heap that is never corrected: an entry is stale if its transfer now has another time,
/// which is noticed when it is removed. Equal times are in the order of numbers.
struct TimedTransfers: Sendable {
  struct Entry: Hashable, Sendable {
    let at: Instant
    let transfer: TransferIdentifier

    func isBefore(_ other: Entry) -> Bool { (at, transfer) < (other.at, other.transfer) }
  }

  private var heap: [Entry] = []

  var first: Entry? { heap.first }

  var count: Int { heap.count }

  /// Every transfer that an entry is about, perhaps a stale one; each once, by number.
  var transfers: [TransferIdentifier] { Set(heap.map(\.transfer)).sorted() }

  mutating func set(_ transfer: TransferIdentifier, at moment: Instant) {
    heap.append(Entry(at: moment, transfer: transfer))
    var position = heap.count - 1
    while position > 0 {
      let parent = (position - 1) / 2
      guard heap[position].isBefore(heap[parent]) else { break }
      heap.swapAt(position, parent)
      position = parent
    }
  }

  mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    var position = 0
    while true {
      var smallest = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < heap.count && heap[child].isBefore(heap[smallest]) { smallest = child }
      guard smallest != position else { return }
      heap.swapAt(position, smallest)
      position = smallest
    }
  }
}
