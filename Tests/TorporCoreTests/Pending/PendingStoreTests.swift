import Testing
import TorporModel

@testable import TorporCore

@Suite("Pending work")
struct PendingStoreTests {
  private typealias Store = PendingStore<String>
  private typealias Work = PendingWork<String>

  private func store(_ work: Work..., holding: Set<String> = []) -> Store {
    var store = Store()
    for item in work {
      let requirementClass = store.insert(item)
      store.setHolds(requirementClass, holding.contains(item.requirement))
    }
    return store
  }

  private func work(
    _ key: UInt64,
    _ requirement: String = "power",
    from notBefore: Duration? = nil,
    until latest: Duration? = nil
  ) -> Work {
    Work(
      key: key,
      requirement: requirement,
      notBefore: notBefore.map { .at($0) },
      latest: latest.map { .at($0) }
    )
  }

  @Test("of a new class does not run before its conditions are said to hold")
  func newClass() {
    var store = Store()
    let power = store.insert(work(1))
    #expect(store.firstRunnable == nil)
    store.setHolds(power, true)
    #expect(store.takeFirstRunnable()?.key == 1)
    #expect(store.isEmpty)
  }

  @Test("comes by latest date, then begin date, then insertion, over all classes")
  func order() {
    var store = store(
      work(1, "a"),
      work(2, "b", until: .hours(2)),
      work(3, "a", until: .hours(1)),
      work(4, "b", from: .zero, until: .hours(2)),
      work(5, "a", until: .hours(2)),
      work(6, "b"),
      holding: ["a", "b"]
    )
    #expect(store.runnable().map(\.key) == [3, 2, 5, 4, 1, 6])
    var taken: [UInt64] = []
    while let next = store.takeFirstRunnable() { taken.append(next.key) }
    #expect(taken == [3, 2, 5, 4, 1, 6])
  }

  @Test("does not run before its begin date, and runs at it")
  func begin() {
    var store = store(work(1, from: .minutes(10)), holding: ["power"])
    #expect(store.nextDeadline == .at(.minutes(10)))
    store.advance(to: .at(.minutes(10)) - .nanoseconds(1))
    #expect(store.firstRunnable == nil)
    store.advance(to: .at(.minutes(10)))
    #expect(store.firstRunnable?.key == 1)
    #expect(store.nextDeadline == nil)
  }

  @Test("wakes nobody at a begin date while its conditions do not hold, and does at a latest date")
  func deadlines() {
    var store = store(work(1, from: .hours(1), until: .hours(3)))
    #expect(store.nextDeadline == .at(.hours(3)))
    store.setHolds(store.requirements[0].requirementClass, true)
    #expect(store.nextDeadline == .at(.hours(1)))
    store.advance(to: .at(.hours(2)))
    #expect(store.nextDeadline == .at(.hours(3)))
    store.setHolds(store.requirements[0].requirementClass, false)
    #expect(store.nextDeadline == .at(.hours(3)))
    #expect(store.overdue().isEmpty)
    store.advance(to: .at(.hours(3)))
    #expect(store.overdue().map(\.key) == [1])
    #expect(store.firstRunnable == nil)
    #expect(store.nextDeadline == nil)
  }

  @Test("that has begun while its conditions did not hold runs when they do")
  func begunMeanwhile() {
    var store = store(work(1, from: .hours(1)), work(2, from: .hours(3)))
    store.advance(to: .at(.hours(2)))
    store.setHolds(store.requirements[0].requirementClass, true)
    #expect(store.runnable().map(\.key) == [1])
  }

  @Test("that is overdue stays listed until it is removed, and runs first")
  func overdue() {
    var store = store(work(1, until: .hours(1)), work(2, "x", until: .hours(1)), holding: ["power"])
    store.advance(to: .at(.hours(2)))
    store.insert(work(3, until: .minutes(5)))
    #expect(store.overdue().map(\.key) == [3, 1, 2])
    #expect(store.runnable().map(\.key) == [3, 1])
    #expect(store.remove(key: 2)?.requirement == "x")
    #expect(store.overdue().map(\.key) == [3, 1])
  }

  @Test("is never overdue before it may begin")
  func contradiction() {
    let contradiction = work(1, from: .hours(2), until: .hours(1))
    #expect(contradiction.latest == .at(.hours(2)))
  }

  @Test("is replaced by work of the same key, which counts as inserted now")
  func replacement() {
    var store = store(work(1), work(2), holding: ["power"])
    store.insert(work(1))
    #expect(store.count == 2)
    #expect(store.runnable().map(\.key) == [2, 1])
  }

  @Test("shares a class with work of the same requirement, which goes with the last of it")
  func classes() {
    var store = store(work(1, "a"), work(2, "b"), work(3, "a"))
    #expect(store.requirements.map(\.requirement) == ["a", "b"])
    store.remove(key: 1)
    #expect(store.requirements.map(\.requirement) == ["a", "b"])
    store.remove(key: 3)
    #expect(store.requirementClass(of: "a") == nil)
    store.insert(work(4, "c"))
    store.insert(work(5, "a"))
    #expect(store.requirements.map(\.requirement) == ["b", "c", "a"])
  }

  @Test("that is all gone leaves no memory behind, and time goes on")
  func emptied() {
    var store = store(work(1), holding: ["power"])
    store.advance(to: .at(.hours(1)))
    store.remove(key: 1)
    #expect(store == Store(now: .at(.hours(1))))
    #expect(store.requirements.isEmpty)
    #expect(store.brokenInvariants().isEmpty)
  }
}
