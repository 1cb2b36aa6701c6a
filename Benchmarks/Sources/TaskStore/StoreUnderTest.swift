import TorporCore
import TorporModel

/// Ours, as a store that lives through a story.
struct StoreUnderTest: StoryStore {
  private(set) var store = PendingStore<TaskStory.Requirement>()
  /// What holds, also of requirements that nothing has at the moment.
  private var holding: [Bool] = []

  private func holds(_ requirement: TaskStory.Requirement) -> Bool {
    let number = Int(requirement.number)
    return number < holding.count && holding[number]
  }

  mutating func insert(_ work: TaskStory.Work) {
    let requirementClass = store.insert(work)
    store.setHolds(requirementClass, holds(work.requirement))
  }

  mutating func cancel(_ key: UInt64) { store.remove(key: key) }

  mutating func fire() -> UInt64? { store.takeFirstRunnable()?.key }

  mutating func setHolds(_ requirement: TaskStory.Requirement, _ holds: Bool) {
    let number = Int(requirement.number)
    while holding.count <= number { holding.append(false) }
    holding[number] = holds
    if let requirementClass = store.requirementClass(of: requirement) {
      store.setHolds(requirementClass, holds)
    }
  }

  mutating func advance(to moment: Instant) { store.advance(to: moment) }

  func runnableKeys() -> [UInt64] { store.runnable().map(\.key) }
}
