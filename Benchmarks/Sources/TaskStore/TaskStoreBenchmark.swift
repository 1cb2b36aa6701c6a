import TorporCore
import TorporModel

/// B4: what an operation on a million pending tasks costs, and what a task costs in memory.
///
/// Times are processor times of this thread, since the machine has other work; both stores live
/// through the same story in turns and must fire the same tasks in the same order.
enum TaskStoreBenchmark {
  private struct Size {
    let startCount: Int
    let operationCount: Int
    let rounds: Int
    let manyClassCount: Int

    static let whole = Size(
      startCount: 1_000_000,
      operationCount: 1_000_000,
      rounds: Pairs.countMin,
      manyClassCount: 100_000
    )
    static let quick = Size(
      startCount: 10_000,
      operationCount: 10_000,
      rounds: 3,
      manyClassCount: 1000
    )
  }

  /// Two stores that are given the same story did not fire the same tasks.
  struct Disagreement: Error, CustomStringConvertible {
    let seed: UInt64
    var description: String { "the stores fired other tasks than their peers, with seed \(seed)" }
  }

  static func run(_ options: Options) throws -> Report {
    let size = options.isQuick ? Size.quick : Size.whole
    let seed = options.seeds.lowerBound
    var report = Report("B4", "store of pending tasks")
    report.input = [
      "\(size.startCount) tasks in \(TaskStory.usualClassCount) classes, then "
        + "\(size.operationCount) operations: 40 % submit, 20 % cancel, 40 % fire; "
        + "conditions turn every 10,000; seed \(seed)"
    ]
    try compare(size, seed, in: &report)
    changes(size, seed, in: &report)
    manyClasses(size, seed, in: &report)
    return report
  }

  // MARK: Operations, replay, memory

  private struct Figures {
    var fillNanoseconds = 0.0
    var operationNanoseconds = 0.0
    var listNanoseconds = 0.0
    var bytesPerTask = 0.0
    var digest: UInt64 = 0
  }

  private static func measure<Store: StoryStore>(_: Store.Type, _ story: TaskStory) -> Figures {
    var figures = Figures()
    let bytes = AllocatedMemory.bytes()
    var store = Store()
    figures.fillNanoseconds = nanoseconds { store.fill(story) } / Double(story.start.count)
    if let bytes, let after = AllocatedMemory.bytes() {
      figures.bytesPerTask = Double(after - bytes) / Double(story.start.count)
    }
    figures.operationNanoseconds =
      nanoseconds { figures.digest = store.live(story) } / Double(story.operations.count)
    var listed = 0
    figures.listNanoseconds = nanoseconds { listed = store.runnableKeys().count }
    figures.listNanoseconds /= Double(max(listed, 1))
    return figures
  }

  private static func nanoseconds(_ body: () -> Void) -> Double {
    let begin = Stopwatch.threadSeconds()
    body()
    return (Stopwatch.threadSeconds() - begin) * 1e9
  }

  private static func compare(_ size: Size, _ seed: UInt64, in report: inout Report) throws {
    var (operations, fills, lists) = (Pairs(), Pairs(), Pairs())
    var bytes = (ours: 0.0, peer: 0.0)
    let story = TaskStory(
      seed: seed,
      startCount: size.startCount,
      operationCount: size.operationCount
    )
    for _ in 0..<size.rounds {
      let ours = measure(StoreUnderTest.self, story)
      let peer = measure(HeapStore.self, story)
      guard ours.digest == peer.digest else { throw Disagreement(seed: seed) }
      operations.add(ours: ours.operationNanoseconds, peer: peer.operationNanoseconds)
      fills.add(ours: ours.fillNanoseconds, peer: peer.fillNanoseconds)
      lists.add(ours: ours.listNanoseconds, peer: peer.listNanoseconds)
      bytes = (max(bytes.ours, ours.bytesPerTask), max(bytes.peer, peer.bytesPerTask))
    }
    report.add("an operation", operations, .atMost(1), in: .nanoseconds, peer: "heaps")
    report.add("an operation", Sample(operations.ours).median, .atMost(150), in: .nanoseconds)
    report.add("listing what may run, a task", lists, .atMost(1), in: .nanoseconds, peer: "heaps")
    let replay = Sample(fills.ours).median * Double(size.startCount) / 1e6
    report.add("replay of \(size.startCount) inserts", replay, .atMost(500), in: .milliseconds)
    report.add("memory of a task", bytes.ours, .atMost(64), in: .bytes)
    report.show("memory of a task in heaps", Unit.bytes.text(bytes.peer))
    report.notes.append(
      "digest of what fired, ours and the peer's: \(story.operations.count) operations, equal"
    )
  }

  // MARK: What a change of conditions costs

  /// Frees the same number of tasks out of ever more pending ones.
  private static func changes(_ size: Size, _ seed: UInt64, in report: inout Report) {
    let freedCount = size.startCount / 100
    for total in [size.startCount / 10, size.startCount] {
      var random = SplitMix64(seed: seed)
      var store = PendingStore<TaskStory.Requirement>()
      for key in 0..<total {
        let isFreed = key * freedCount / total != (key + 1) * freedCount / total
        store.insert(
          TaskStory.Work(
            key: UInt64(key),
            requirement: TaskStory.Requirement(number: isFreed ? 1 : 0),
            // All have begun while nothing held, so that the change must move each that it frees.
            notBefore: .at(.milliseconds(1 + random.below(1000)))
          )
        )
      }
      store.advance(to: .at(.seconds(10)))
      guard let freed = store.requirementClass(of: TaskStory.Requirement(number: 1)) else {
        continue
      }
      let time = nanoseconds { store.setHolds(freed, true) }
      let each = Unit.nanoseconds.text(time / Double(freedCount))
      report.show("a change that frees \(freedCount) of \(total), a freed task", each)
    }
  }

  /// Every task with a class of its own: what it costs, and what a change of all classes costs.
  private static func manyClasses(_ size: Size, _ seed: UInt64, in report: inout Report) {
    let story = TaskStory(
      seed: seed,
      startCount: size.manyClassCount,
      operationCount: size.manyClassCount,
      classCount: size.manyClassCount
    )
    let bytes = AllocatedMemory.bytes()
    var store = StoreUnderTest()
    store.fill(story)
    let used = (AllocatedMemory.bytes() ?? 0) - (bytes ?? 0)
    let classes = store.store.requirements.count
    let time = nanoseconds {
      for number in 0..<story.classCount {
        store.setHolds(TaskStory.Requirement(number: Int32(number)), true)
      }
    }
    report.show(
      "\(classes) classes for \(story.start.count) tasks, a change of all, each",
      Unit.nanoseconds.text(time / Double(classes))
    )
    report.show("memory of a class", Unit.bytes.text(Double(used) / Double(classes)))
  }
}
