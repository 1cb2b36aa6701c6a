import TorporCore
import TorporModel

// Where the machine, or the patience of its user, comes to an end.

extension SimulatedMachine {
  /// A kernel that has nothing left to give ends the largest process, once it has looked for memory.
  func watchExhaustion() {
    guard isExhausted else {
      exhaustion?.cancel()
      exhaustion = nil
      return
    }
    guard exhaustion == nil else { return }
    exhaustion = clock.schedule(at: clock.now() + Self.reclaimTime) { [unowned self] in
      exhaustion = nil
      guard isExhausted, let largest = memory.largest else { return }
      note("the kernel is out of memory and ends its largest process")
      processes.end(largest, .outOfMemory)
    }
  }

  /// Whether neither memory nor swap has room for what is asked of them.
  private var isExhausted: Bool { memory.availableBytes + (memory.swap()?.freeBytes ?? 0) < 0 }

  /// How long the kernel looks for memory before it ends a process: 1 s.
  ///
  /// Our choice: the daemon, which ends those who are missed least, comes first.
  private static let reclaimTime = Duration.seconds(1)

  /// Notes that something has happened; says whether the machine may go on.
  func mayContinue() -> Bool {
    let now = clock.now()
    progress = progress.at == now ? (now, progress.count + 1) : (now, 0)
    if progress.count > Self.eventsAtOnceMax {
      recorder.violation("time stands still: each thing sets off the next at the same moment")
      return false
    }
    if lookCount > looksMax {
      recorder.violation(
        "the work is too much: \(looksMax) looks at the machine, and something goes round without an end"
      )
      return false
    }
    return true
  }

  /// How many things may happen at one moment before time is said to stand still: 10,000.
  ///
  /// A hundred apps that each answer a hundred callbacks at once come near it; our choice.
  private static let eventsAtOnceMax = 10_000
}
