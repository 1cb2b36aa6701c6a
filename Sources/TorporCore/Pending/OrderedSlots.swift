/// A set of slots in one order of their work, sorted at its front alone.
///
/// A list of leaves, each a range of places: the front leaf is sorted, all others are heaps of slots
/// without order, so that most work is never compared with anything but the bounds of the leaves.
/// Leaves lie from the last to the first, and so do the slots of the front leaf: taking the first is
/// taking the end of an array. A slot costs 4 bytes and the air in its leaf; what it is ordered by
/// stays in its record.
struct OrderedSlots: Sendable {
  private let order: PendingOrder
  private(set) var count = 0
  /// The least place that belongs into each leaf, falling; the front's is the least of all.
  private var bounds: ContiguousArray<PendingPlace> = []
  private var leaves: ContiguousArray<ContiguousArray<UInt32>> = []

  init(_ order: PendingOrder) { self.order = order }

  /// Our choice by measurement: a leaf of 512 bytes is split and sorted in 1 to 4 µs, and a
  /// million slots make 12,000 bounds to search and shift.
  static let leafCountMax = 128
  /// A leaf with less than this joins a neighbour, so that cancelling leaves no trail of air.
  private static let leafCountMin = leafCountMax / 4

  var isEmpty: Bool { count == 0 }

  /// The slot with the least place.
  var first: UInt32? { leaves.last?.last }

  /// All slots, in no order that means anything.
  func forEach(_ body: (UInt32) -> Void) {
    for leaf in leaves { leaf.forEach(body) }
  }

  private var front: Int { leaves.count - 1 }

  /// The leaf that a place belongs into.
  private func leaf(for place: PendingPlace) -> Int {
    var (low, high) = (0, front)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] <= place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  mutating func insert(_ slot: UInt32, in records: RecordPages) {
    count += 1
    guard !leaves.isEmpty else {
      bounds.append(.least)
      leaves.append([slot])
      return
    }
    let place = order.place(of: slot, in: records)
    let index = leaf(for: place)
    if index == front {
      leaves[index].insert(slot, at: frontPosition(of: place, in: records))
    } else {
      leaves[index].append(slot)
    }
    if leaves[index].count > OrderedSlots.leafCountMax { split(index, in: records) }
  }

  /// How many slots of the front leaf come after a place.
  private func frontPosition(
    of place: PendingPlace,
    in records: RecordPages
  ) -> Int {
    var (low, high) = (0, leaves[front].count)
    while low < high {
      let middle = (low + high) / 2
      if order.place(of: leaves[front][middle], in: records) <= place {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// Removes a slot that is in the set, while its record is still what it was.
  mutating func remove(_ slot: UInt32, in records: RecordPages) {
    let place = order.place(of: slot, in: records)
    let index = leaf(for: place)
    count -= 1
    if index == front {
      let position = frontPosition(of: place, in: records)
      precondition(leaves[index][position] == slot, "the slot is in the set")
      leaves[index].remove(at: position)
      if leaves[index].isEmpty { dropFront(in: records) }
      return
    }
    guard let position = leaves[index].firstIndex(of: slot) else {
      preconditionFailure("the slot is in the set")
    }
    let last = leaves[index].removeLast()
    if position < leaves[index].count { leaves[index][position] = last }
    if leaves[index].count < OrderedSlots.leafCountMin { join(index) }
  }

  /// Takes the slot with the least place.
  mutating func removeFirst(in records: RecordPages) {
    count -= 1
    leaves[front].removeLast()
    if leaves[front].isEmpty { dropFront(in: records) }
  }

  private mutating func dropFront(in records: RecordPages) {
    leaves.removeLast()
    bounds.removeLast()
    guard !leaves.isEmpty else {
      // Most sets of most classes are empty, and should cost nothing.
      (leaves, bounds) = ([], [])
      return
    }
    bounds[front] = .least
    var sorted = placed(front, in: records)
    sorted.sort { $0.place > $1.place }
    for (position, item) in sorted.enumerated() { leaves[front][position] = item.slot }
  }

  private func placed(
    _ index: Int,
    in records: RecordPages
  ) -> ContiguousArray<(place: PendingPlace, slot: UInt32)> {
    ContiguousArray(leaves[index].map { (order.place(of: $0, in: records), $0) })
  }

  /// Makes two leaves of one that is too full.
  private mutating func split(_ index: Int, in records: RecordPages) {
    var above: ContiguousArray<UInt32> = []
    var below: ContiguousArray<UInt32> = []
    above.reserveCapacity(OrderedSlots.leafCountMax + 1)
    below.reserveCapacity(OrderedSlots.leafCountMax + 1)
    let bound: PendingPlace
    if index == front {
      let half = leaves[index].count / 2
      above.append(contentsOf: leaves[index][..<half])
      below.append(contentsOf: leaves[index][half...])
      bound = order.place(of: leaves[index][half - 1], in: records)
    } else {
      let items = placed(index, in: records)
      bound = OrderedSlots.middle(of: items)
      for item in items {
        if item.place < bound { below.append(item.slot) } else { above.append(item.slot) }
      }
    }
    leaves[index] = above
    leaves.insert(below, at: index + 1)
    bounds.insert(bounds[index], at: index + 1)
    bounds[index] = bound
  }

  /// A place near the middle of a full leaf: the median of 15, so that neither half is empty.
  private static func middle(
    of items: ContiguousArray<(place: PendingPlace, slot: UInt32)>
  ) -> PendingPlace {
    let sampleCount = 15
    var sample = (0..<sampleCount).map { items[$0 * items.count / sampleCount].place }
    sample.sort()
    return sample[sampleCount / 2]
  }

  /// Pours a leaf that is nearly empty together with the one beside it, where both fit well.
  private mutating func join(_ index: Int) {
    // Not with the front, which is sorted.
    let lower = index + 1 < front ? index + 1 : index
    let upper = lower - 1
    guard upper >= 0 else {
      if leaves[index].isEmpty { dropLeaf(index) }
      return
    }
    if leaves[upper].isEmpty { return dropLeaf(upper) }
    if leaves[lower].isEmpty { return dropLeaf(lower) }
    guard leaves[upper].count + leaves[lower].count <= OrderedSlots.leafCountMax * 3 / 4 else {
      return
    }
    leaves[lower].append(contentsOf: leaves[upper])
    dropLeaf(upper)
  }

  /// Forgets a leaf without slots; its range falls to the leaf before it in time.
  private mutating func dropLeaf(_ index: Int) {
    leaves.remove(at: index)
    bounds.remove(at: index)
  }
}

extension OrderedSlots {
  /// Every rule of the set that does not hold, as sentences.
  func brokenInvariants(in records: RecordPages) -> [String] {
    var broken: [String] = []
    if leaves.count != bounds.count {
      broken.append("\(leaves.count) leaves, \(bounds.count) bounds")
    }
    if leaves.reduce(0, { $0 + $1.count }) != count {
      broken.append("counts \(count) slots wrongly")
    }
    if let last = bounds.last, last != .least { broken.append("the front leaf has a bound") }
    for (index, leaf) in leaves.enumerated() {
      let places = leaf.map { order.place(of: $0, in: records) }
      if leaf.isEmpty { broken.append("leaf \(index) is empty") }
      if leaf.count > OrderedSlots.leafCountMax { broken.append("leaf \(index) is too full") }
      if places.contains(where: { $0 < bounds[index] }) {
        broken.append("leaf \(index) holds what comes before its bound")
      }
      if index > 0, places.contains(where: { $0 >= bounds[index - 1] }) {
        broken.append("leaf \(index) holds what comes after its bound")
      }
      if index == front, zip(places, places.dropFirst()).contains(where: { $0 <= $1 }) {
        broken.append("the front leaf is not sorted")
      }
    }
    return broken
  }
}
