/// The priority of each of many things, with the least at hand.
///
/// A binary heap with an index, so that changing one priority costs the logarithm of their number.
/// Equal priorities come in the order of their keys: the order never depends on history.
struct IndexedHeap<Priority: Comparable & Sendable>: Sendable {
  private var heap: ContiguousArray<(priority: Priority, key: Int)> = []
  /// Where each key stands in the heap; -1: nowhere.
  private var positions: ContiguousArray<Int> = []

  /// The least priority and whose it is.
  var first: (priority: Priority, key: Int)? { heap.first }

  /// The priority of a key.
  subscript(key: Int) -> Priority? {
    guard key < positions.count, positions[key] >= 0 else { return nil }
    return heap[positions[key]].priority
  }

  /// Sets, changes or removes the priority of a key (0, 1, 2, …: keys are dense).
  mutating func set(_ priority: Priority?, for key: Int) {
    while positions.count <= key { positions.append(-1) }
    let position = positions[key]
    switch (priority, position) {
    case (nil, -1): return
    case (nil, _): remove(at: position)
    case (let priority?, -1):
      heap.append((priority, key))
      positions[key] = heap.count - 1
      siftUp(heap.count - 1)
    case (let priority?, _):
      guard heap[position].priority != priority else { return }
      heap[position].priority = priority
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

  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    let (left, right) = (heap[one], heap[other])
    return left.priority == right.priority
      ? left.key < right.key : left.priority < right.priority
  }

  @discardableResult
  private mutating func siftUp(_ start: Int) -> Int {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard isBefore(position, parent) else { break }
      exchange(position, parent)
      position = parent
    }
    return position
  }

  private mutating func siftDown(_ start: Int) {
    var position = start
    while true {
      let (left, right) = (2 * position + 1, 2 * position + 2)
      guard left < heap.count else { return }
      let child = right < heap.count && isBefore(right, left) ? right : left
      guard isBefore(child, position) else { return }
      exchange(position, child)
      position = child
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    positions[heap[one].key] = one
    positions[heap[other].key] = other
  }
}
