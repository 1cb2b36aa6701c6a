import TorporCore
import TorporModel

/// What happens to a store of pending work: the work at the start, then operations, all from a seed.
struct TaskStory {
  /// What a class of work needs; one requirement of `classCount`.
  struct Requirement: Hashable, Sendable {
    let number: Int32
  }

  typealias Work = PendingWork<Requirement>

  enum Operation {
    case submit(Work)
    case cancel(UInt64)
    case fire
    /// The conditions of every second class change over to those of the others.
    case turnConditions
  }

  let start: [Work]
  let operations: [Operation]
  let classCount: Int

  /// Our choice: two states of power, four of the network, three of idleness, two of storage.
  static let usualClassCount = 48
  /// Between two operations; 50 a second are more than any phone has.
  static let step = Duration.milliseconds(20)
  /// Our choice: conditions turn a hundred times in a million operations.
  private static let operationsPerTurn = 10_000

  init(seed: UInt64, startCount: Int, operationCount: Int, classCount: Int = usualClassCount) {
    var random = SplitMix64(seed: seed)
    self.classCount = classCount
    start = (0..<startCount).map {
      TaskStory.work(UInt64($0), at: .zero, classCount: classCount, &random)
    }
    var keys = (0..<startCount).map { UInt64($0) }
    var operations: [Operation] = []
    operations.reserveCapacity(operationCount + operationCount / TaskStory.operationsPerTurn + 1)
    for index in 0..<operationCount {
      if index.isMultiple(of: TaskStory.operationsPerTurn) { operations.append(.turnConditions) }
      // 40 % submit, 20 % cancel, 40 % fire, as the specification says.
      switch random.below(10) {
      case 0..<4:
        let key = UInt64(startCount + index)
        let now = Instant.zero + TaskStory.step * index
        operations.append(.submit(TaskStory.work(key, at: now, classCount: classCount, &random)))
        keys.append(key)
      case 4..<6 where !keys.isEmpty:
        // Some have run by then: cancelling comes too late in life as well.
        let index = random.below(keys.count)
        keys.swapAt(index, keys.count - 1)
        operations.append(.cancel(keys.removeLast()))
      default: operations.append(.fire)
      }
    }
    self.operations = operations
  }

  /// Half of all work names a begin date within a day, half a latest date within a week.
  private static func work(
    _ key: UInt64,
    at now: Instant,
    classCount: Int,
    _ random: inout SplitMix64
  ) -> Work {
    let begin = random.below(86_400_000)
    let latest = 86_400_000 + random.below(6 * 86_400_000)
    let hasDates = random.below(4)
    return Work(
      key: key,
      requirement: Requirement(number: Int32(random.below(classCount))),
      notBefore: hasDates & 1 == 0 ? nil : now + .milliseconds(begin),
      latest: hasDates & 2 == 0 ? nil : now + .milliseconds(latest)
    )
  }
}

/// A store that lives through a story.
protocol StoryStore {
  init()
  mutating func insert(_ work: TaskStory.Work)
  mutating func cancel(_ key: UInt64)
  /// Takes the first that may run and returns its key.
  mutating func fire() -> UInt64?
  mutating func setHolds(_ requirement: TaskStory.Requirement, _ holds: Bool)
  mutating func advance(to moment: Instant)
  func runnableKeys() -> [UInt64]
}

extension StoryStore {
  mutating func fill(_ story: TaskStory) {
    for work in story.start { insert(work) }
  }

  /// Does every operation and returns a digest of what fired, the same for every right store.
  mutating func live(_ story: TaskStory) -> UInt64 {
    var digest: UInt64 = 0
    var now = Instant.zero
    var parity = 0
    for operation in story.operations {
      switch operation {
      case .submit(let work): insert(work)
      case .cancel(let key): cancel(key)
      case .fire: digest = (digest ^ (fire() ?? .max)) &* 0x100_0000_01b3
      case .turnConditions:
        parity = 1 - parity
        for number in 0..<story.classCount {
          setHolds(TaskStory.Requirement(number: Int32(number)), number % 2 == parity)
        }
        continue
      }
      now = now + TaskStory.step
      advance(to: now)
    }
    return digest
  }
}
