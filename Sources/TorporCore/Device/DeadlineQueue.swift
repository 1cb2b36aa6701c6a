package import TorporModel

/// The next deadline of each of many things, with the earliest at hand.
///
/// A binary heap with an index, so that changing one deadline costs the logarithm of their number.
/// Equal deadlines come in the order of their keys: the order never depends on history or hashing.
package struct DeadlineQueue: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let at: Instant
    let key: Int

    func isBefore(_ other: Entry) -> Bool {
      at == other.at ? key < other.key : at < other.at
    }
  }

  private var heap: [Entry] = []
  /// Where each key stands in the heap; -1: nowhere.
  private var positions: [Int] = []

  package init() {}

  package var isEmpty: Bool { heap.isEmpty }

  /// The earliest deadline and whose it is.
  package var first: (at: Instant, key: Int)? { heap.first.map { ($0.at, $0.key) } }

  /// Sets, changes or removes the deadline of a key (0, 1, 2, …: keys are dense).
  package mutating func set(_ moment: Instant?, for key: Int) {
    while positions.count <= key { positions.append(-1) }
    let position = positions[key]
    switch (moment, position) {
    case (nil, -1): return
    case (nil, _): remove(at: position)
    case (let moment?, -1):
      heap.append(Entry(at: moment, key: key))
      positions[key] = heap.count - 1
      siftUp(heap.count - 1)
    case (let moment?, _):
      guard heap[position].at != moment else { return }
      heap[position] = Entry(at: moment, key: key)
      siftDown(siftUp(position))
    }
  }

  private mutating func remove(at position: Int) {
    positions[heap[position].key] = -1
    let last = heap.removeLast()
    guard position < heap.count else { return }
    heap[position] = last
    positions[last.key] = position
    siftDown(siftUp(position))
  }

  @discardableResult
  private mutating func siftUp(_ start: Int) -> Int {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard heap[position].isBefore(heap[parent]) else { break }
      exchange(position, parent)
      position = parent
    }
    return position
  }

  private mutating func siftDown(_ start: Int) {
    var position = start
    while true {
      let left = 2 * position + 1
      guard left < heap.count else { return }
      var smallest = heap[left].isBefore(heap[position]) ? left : position
      let right = left + 1
      if right < heap.count, heap[right].isBefore(heap[smallest]) { smallest = right }
      guard smallest != position else { return }
      exchange(position, smallest)
      position = smallest
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    positions[heap[one].key] = one
    positions[heap[other].key] = other
  }
}
