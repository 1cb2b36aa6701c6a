import TorporCore
import TorporModel

/// Ours: the model of this phone's windows, and the chooser.
struct LearningPolicy: ProcessingPolicy {
  private var model = ChargingModel()
  private var outlook: (start: Int, value: ChargingOutlook)?
  private let chooser: ProcessingChooser

  init() { chooser = ProcessingChooser() }

  init(chanceMin: Double) { chooser = ProcessingChooser(chanceMin: chanceMin) }

  mutating func choose(_ pending: [DailyTask], windowStart: Int, at second: Int) -> PolicyChoice {
    if outlook?.start != windowStart {
      outlook = (windowStart, model.outlook(startSecondOfDay: windowStart))
    }
    guard let outlook else { return .ask(at: nil) }
    // The store has tasks in the order of submission; their places are their names here.
    let candidates = pending.enumerated().map { place, task in
      ProcessingCandidate(key: UInt64(place), expectedLength: .seconds(task.seconds))
    }
    let window = OpenWindow(opened: .at(.seconds(windowStart)), outlook: outlook.value)
    switch chooser.choose(from: candidates, in: window, at: .at(.seconds(second))) {
    case .start(let key): return .start(Int(key))
    case .wait(let moment): return .ask(at: Int(moment.nanoseconds / 1_000_000_000))
    case .nothing: return .ask(at: nil)
    }
  }

  mutating func learn(_ window: ChargingWindow) {
    model.learn(startSecondOfDay: window.start, length: .seconds(window.end - window.start))
  }
}

/// Ours, told to take the chances with which nearly everything gets done.
struct BoldPolicy: ProcessingPolicy {
  private var policy = LearningPolicy(chanceMin: BoldPolicy.chanceMin)

  static let chanceMin = 0.3

  mutating func choose(_ pending: [DailyTask], windowStart: Int, at second: Int) -> PolicyChoice {
    policy.choose(pending, windowStart: windowStart, at: second)
  }

  mutating func learn(_ window: ChargingWindow) { policy.learn(window) }
}

/// Peer: in the order of submission, from the start of every window.
///
/// The order of submission is that of the lengths, so that it is shortest first as well.
struct SubmissionOrder: ProcessingPolicy {
  mutating func choose(_ pending: [DailyTask], windowStart: Int, at second: Int) -> PolicyChoice {
    pending.isEmpty ? .ask(at: nil) : .start(0)
  }

  mutating func learn(_ window: ChargingWindow) {}
}

/// Peer: the shortest first, from the start of every window.
struct ShortestFirst: ProcessingPolicy {
  mutating func choose(_ pending: [DailyTask], windowStart: Int, at second: Int) -> PolicyChoice {
    guard let best = pending.indices.min(by: { pending[$0].seconds < pending[$1].seconds }) else {
      return .ask(at: nil)
    }
    return .start(best)
  }

  mutating func learn(_ window: ChargingWindow) {}
}

/// Peer: the order of Android's JobScheduler, by the time at which a job came into the queue.
///
/// A job that was stopped is queued anew, behind those that wait already. Its limit of ten minutes for
/// a job is left out: two of the four tasks could never end.
struct JobSchedulerOrder: ProcessingPolicy {
  private var startedLast: (kind: Int, second: Int)?
  private var queue: [Int] = []
  private var day = -1

  mutating func choose(_ pending: [DailyTask], windowStart: Int, at second: Int) -> PolicyChoice {
    if second / ChargingTrace.secondsPerDay != day {
      day = second / ChargingTrace.secondsPerDay
      queue = pending.map(\.kind)
    }
    if let last = startedLast, pending.contains(where: { $0.kind == last.kind }) {
      queue.removeAll { $0 == last.kind }
      queue.append(last.kind)
    }
    startedLast = nil
    for kind in queue {
      guard let place = pending.firstIndex(where: { $0.kind == kind }) else { continue }
      startedLast = (kind, second)
      return .start(place)
    }
    return .ask(at: nil)
  }

  mutating func learn(_ window: ChargingWindow) {}
}
