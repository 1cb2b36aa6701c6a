import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("The store of pending work")
struct PendingStorePropertyTests {
  /// The same store, slowly: a list that is searched for everything.
  private struct Naive {
    var now: Instant = .zero
    var work: [PendingWork<Int>] = []
    var holding: Set<Int> = []

    mutating func insert(_ item: PendingWork<Int>) {
      remove(key: item.key)
      work.append(item)
    }

    mutating func remove(key: UInt64) {
      guard let index = work.firstIndex(where: { $0.key == key }) else { return }
      let requirement = work.remove(at: index).requirement
      if !work.contains(where: { $0.requirement == requirement }) { holding.remove(requirement) }
    }

    private func isOverdue(_ item: PendingWork<Int>) -> Bool {
      item.latest.map { $0 <= now } ?? false
    }

    private func hasBegun(_ item: PendingWork<Int>) -> Bool {
      item.notBefore.map { $0 <= now } ?? true
    }

    private func inOrder(_ items: [PendingWork<Int>]) -> [UInt64] {
      items.enumerated().sorted { left, right in
        let (one, other) = (left.element, right.element)
        let never = Int64.max
        let latest = (one.latest?.nanoseconds ?? never, other.latest?.nanoseconds ?? never)
        let begin = (one.notBefore?.nanoseconds ?? .min, other.notBefore?.nanoseconds ?? .min)
        return (latest.0, begin.0, left.offset) < (latest.1, begin.1, right.offset)
      }.map(\.element.key)
    }

    var overdue: [UInt64] { inOrder(work.filter(isOverdue)) }

    var runnable: [UInt64] {
      inOrder(work.filter { holding.contains($0.requirement) && hasBegun($0) })
    }

    var nextDeadline: Instant? {
      work.flatMap { item -> [Instant] in
        let begin = holding.contains(item.requirement) ? item.notBefore : nil
        return [begin, item.latest].compactMap { $0 }.filter { $0 > now }
      }.min()
    }
  }

  /// Chance decides on what happens, time, replacement, and how crowded keys, classes and dates are.
  private struct Story {
    var random: SplitMix64
    var store = PendingStore<Int>()
    var naive = Naive()
    let keyCount: UInt64
    let classCount: UInt64
    let secondCount: UInt64

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      keyCount = [8, 300, 3000][Int(seed % 3)]
      classCount = [1, 4, 40][Int(seed / 3 % 3)]
      secondCount = [3, 100, 1_000_000][Int(seed / 9 % 3)]
    }

    mutating func date() -> Instant? {
      random.next().isMultiple(of: 3)
        ? nil : naive.now + .seconds(Int64(random.next() % secondCount) - 1)
    }

    mutating func setHolds(_ requirement: Int, _ holds: Bool) {
      for item in store.requirements where item.requirement == requirement {
        store.setHolds(item.requirementClass, holds)
        if holds { naive.holding.insert(requirement) } else { naive.holding.remove(requirement) }
      }
    }

    mutating func step() {
      switch random.next() % 20 {
      case 0..<11:
        let item = PendingWork(
          key: random.next() % keyCount,
          requirement: Int(random.next() % classCount),
          notBefore: date(),
          latest: date()
        )
        let requirementClass = store.insert(item)
        naive.insert(item)
        let holds = naive.holding.contains(item.requirement)
        #expect(store.holds(requirementClass) == holds)
      case 11..<15:
        let key = random.next() % keyCount
        store.remove(key: key)
        naive.remove(key: key)
      case 15..<17:
        let taken = store.takeFirstRunnable()?.key
        #expect(taken == naive.runnable.first)
        if let taken { naive.remove(key: taken) }
      case 17:
        naive.now = naive.now + .seconds(Int64(random.next() % (secondCount / 2 + 1)))
        store.advance(to: naive.now)
      default:
        setHolds(Int(random.next() % classCount), random.next().isMultiple(of: 2))
      }
    }

    func check() {
      #expect(store.brokenInvariants() == [])
      #expect(store.count == naive.work.count)
      #expect(store.runnable().map(\.key).elementsEqual(naive.runnable))
      #expect(store.overdue().map(\.key).elementsEqual(naive.overdue))
      #expect(store.nextDeadline == naive.nextDeadline)
      #expect(store.firstRunnable?.key == naive.runnable.first)
    }
  }

  @Test("does what a list that is searched does", arguments: 0..<27 as Range<UInt64>)
  func likeNaive(seed: UInt64) {
    var story = Story(seed: seed)
    for step in 0..<2000 {
      story.step()
      if step.isMultiple(of: 100) { story.check() }
    }
    story.check()
  }

  @Test(
    "comes back from its saved form equal, with equal bytes",
    arguments: 0..<27 as Range<UInt64>
  )
  func saved(seed: UInt64) throws {
    var story = Story(seed: seed)
    for _ in 0..<1000 { story.step() }
    let bytes = try SavedCodec.encode(story.store)
    let back = try SavedCodec.decode(PendingStore<Int>.self, from: bytes)
    #expect(back == story.store)
    #expect(try SavedCodec.encode(back) == bytes)
    story.store = back
    for _ in 0..<500 { story.step() }
    story.check()
  }

  @Test("stays sound and in order while nearly everything in it is cancelled")
  func thinned() {
    var random = SplitMix64(seed: 3)
    var store = PendingStore<Int>()
    for key in 0..<4000 as Range<UInt64> {
      let latest = Instant.at(.seconds(Int64(random.next() % 100_000)))
      store.setHolds(store.insert(PendingWork(key: key, requirement: 0, latest: latest)), true)
    }
    var left = (0..<4000 as Range<UInt64>).map { (rank: random.next(), key: $0) }
    left.sort { $0.rank < $1.rank }
    while left.count > 10 {
      if let key = left.popLast()?.key { store.remove(key: key) }
      if left.count.isMultiple(of: 400) { #expect(store.brokenInvariants() == []) }
    }
    let latest = store.runnable().compactMap(\.latest)
    #expect(latest.count == 10 && latest == latest.sorted())
  }

  @Test("refuses a saved form in which a key is there twice or a class has no work")
  func corrupt() {
    let twice =
      #"{"classes":[{"holds":true,"requirement":1}],"now":0,"work":[1,0,null,null,1,0,null,null]}"#
    let idle = #"{"classes":[{"holds":true,"requirement":1}],"now":0,"work":[]}"#
    for text in [twice, idle] {
      #expect(throws: SavedCodec.Failure.self) {
        try SavedCodec.decode(PendingStore<Int>.self, from: Array(text.utf8))
      }
    }
  }
}

/// A small generator with a seed: SplitMix64 (Steele, Lea, Flood 2014).
private struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
