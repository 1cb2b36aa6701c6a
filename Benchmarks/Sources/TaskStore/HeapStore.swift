import TorporCore
import TorporModel

/// The peer: binary heaps with lazy deletion, as one writes them with a standard library.
///
/// One heap by begin date, one for each class by latest date, and a dictionary of what is still
/// wanted. What was cancelled stays in its heap until it comes up.
struct HeapStore: StoryStore {
  private struct Entry {
    let first: Int64
    let second: Int64
    let order: UInt64
    let key: UInt64

    func isBefore(_ other: Entry) -> Bool {
      if first != other.first { return first < other.first }
      if second != other.second { return second < other.second }
      return order < other.order
    }
  }

  private struct Heap {
    private(set) var entries: [Entry] = []

    mutating func push(_ entry: Entry) {
      entries.append(entry)
      var position = entries.count - 1
      while position > 0, entry.isBefore(entries[(position - 1) / 2]) {
        entries[position] = entries[(position - 1) / 2]
        position = (position - 1) / 2
      }
      entries[position] = entry
    }

    mutating func pop() {
      let last = entries.removeLast()
      guard !entries.isEmpty else { return }
      var position = 0
      while true {
        var child = 2 * position + 1
        guard child < entries.count else { break }
        if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
        guard entries[child].isBefore(last) else { break }
        entries[position] = entries[child]
        position = child
      }
      entries[position] = last
    }
  }

  private struct Wanted {
    let order: UInt64
    let requirement: Int
    let begin: Int64
    let latest: Int64
  }

  private var wanted: [UInt64: Wanted] = [:]
  private var waiting = Heap()
  private var ready: [Heap] = []
  private var holding: [Bool] = []
  private var now = Instant.zero
  private var orderNext: UInt64 = 0

  private func isWanted(_ entry: Entry) -> Bool { wanted[entry.key]?.order == entry.order }

  private mutating func makeReady(_ key: UInt64, _ work: Wanted) {
    ready[work.requirement].push(
      Entry(first: work.latest, second: work.begin, order: work.order, key: key)
    )
  }

  mutating func insert(_ work: TaskStory.Work) {
    let number = Int(work.requirement.number)
    grow(number)
    let item = Wanted(
      order: orderNext,
      requirement: number,
      begin: work.notBefore?.nanoseconds ?? .min,
      latest: work.latest?.nanoseconds ?? .max
    )
    orderNext += 1
    wanted[work.key] = item
    if item.begin > now.nanoseconds {
      waiting.push(Entry(first: item.begin, second: 0, order: item.order, key: work.key))
    } else {
      makeReady(work.key, item)
    }
  }

  private mutating func grow(_ number: Int) {
    while ready.count <= number {
      ready.append(Heap())
      holding.append(false)
    }
  }

  mutating func cancel(_ key: UInt64) { wanted[key] = nil }

  mutating func fire() -> UInt64? {
    var best: (class: Int, entry: Entry)?
    for number in ready.indices where holding[number] {
      while let first = ready[number].entries.first, !isWanted(first) { ready[number].pop() }
      guard let first = ready[number].entries.first else { continue }
      if let other = best, other.entry.isBefore(first) { continue }
      best = (number, first)
    }
    guard let best else { return nil }
    ready[best.class].pop()
    wanted[best.entry.key] = nil
    return best.entry.key
  }

  mutating func setHolds(_ requirement: TaskStory.Requirement, _ holds: Bool) {
    grow(Int(requirement.number))
    holding[Int(requirement.number)] = holds
  }

  mutating func advance(to moment: Instant) {
    now = moment
    while let first = waiting.entries.first, first.first <= now.nanoseconds {
      waiting.pop()
      if let item = wanted[first.key], item.order == first.order { makeReady(first.key, item) }
    }
  }

  func runnableKeys() -> [UInt64] {
    var found: [Entry] = []
    for number in ready.indices where holding[number] {
      found += ready[number].entries.filter(isWanted)
    }
    found.sort { $0.isBefore($1) }
    return found.map(\.key)
  }
}
