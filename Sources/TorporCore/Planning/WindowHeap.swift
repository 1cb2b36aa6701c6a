import TorporModel

/// Slots in the order of a moment each, with the earliest at hand.
///
/// A binary heap with an index. Unlike `IndexedHeap` it shows its first few entries in order
/// without being taken apart (`children(of:)`), and equal moments come in the order of their owners'
/// keys, which outlive a snapshot, and not of their slots, which do not.
struct WindowHeap: Sendable {
  struct Entry: Sendable {
    let moment: Instant
    let key: UInt64
    let slot: Int

    func isBefore(_ other: Entry) -> Bool {
      moment == other.moment ? key < other.key : moment < other.moment
    }
  }

  private var entries: [Entry] = []
  /// Where each slot stands in the heap; -1: nowhere.
  private var positions: [Int32] = []

  var first: Entry? { entries.first }
  var count: Int { entries.count }

  /// The entry at a position; 0 is the first.
  subscript(position: Int) -> Entry { entries[position] }

  /// The positions whose entries come after the entry at `position` and before no others.
  func children(of position: Int) -> Range<Int> {
    min(2 * position + 1, entries.count)..<min(2 * position + 3, entries.count)
  }

  mutating func insert(_ entry: Entry) {
    while positions.count <= entry.slot { positions.append(-1) }
    entries.append(entry)
    siftUp(entry, from: entries.count - 1)
  }

  /// Takes the slot out, where it is in.
  mutating func remove(slot: Int) {
    guard slot < positions.count, case let position = Int(positions[slot]), position >= 0 else {
      return
    }
    positions[slot] = -1
    let last = entries.removeLast()
    guard position < entries.count else { return }
    if position > 0, last.isBefore(entries[(position - 1) / 2]) {
      siftUp(last, from: position)
    } else {
      siftDown(last, from: position)
    }
  }

  private mutating func siftUp(_ entry: Entry, from start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard entry.isBefore(entries[parent]) else { break }
      place(entries[parent], at: position)
      position = parent
    }
    place(entry, at: position)
  }

  private mutating func siftDown(_ entry: Entry, from start: Int) {
    var position = start
    while case var child = 2 * position + 1, child < entries.count {
      if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
      guard entries[child].isBefore(entry) else { break }
      place(entries[child], at: position)
      position = child
    }
    place(entry, at: position)
  }

  private mutating func place(_ entry: Entry, at position: Int) {
    entries[position] = entry
    positions[entry.slot] = Int32(position)
  }
}
