/// The four tasks that a phone is given each day, and what became of them.
enum DailyTasks {
  /// 2, 10, 30 and 60 minutes, in the order of their submission.
  static let lengths = [120, 600, 1800, 3600]
}

/// A task of a day; a task not started by the next hour 0 is replaced by the next day's.
struct DailyTask: Equatable {
  let kind: Int

  var seconds: Int { DailyTasks.lengths[kind] }
}

/// What came of a phone, or of all.
struct ProcessingOutcome {
  var doneCount = 0
  var doneByKind = [0, 0, 0, 0]
  var startedCount = 0
  var wastedSeconds = 0

  mutating func add(_ other: ProcessingOutcome) {
    doneCount += other.doneCount
    for kind in doneByKind.indices { doneByKind[kind] += other.doneByKind[kind] }
    startedCount += other.startedCount
    wastedSeconds += other.wastedSeconds
  }
}

/// Decides which task to start; sees the past of its phone and never the end of an open window.
protocol ProcessingPolicy {
  init()
  /// A place in `pending` to start now, or the moment at which to ask again.
  mutating func choose(_ pending: [DailyTask], windowStart: Int, at second: Int) -> PolicyChoice
  /// A window has closed.
  mutating func learn(_ window: ChargingWindow)
}

enum PolicyChoice {
  case start(Int)
  /// `nil`: not in this window, as things stand.
  case ask(at: Int?)
}

/// Lets a policy work on one phone: one task at a time, ended by the end of its window.
///
/// Our reading of "submitted at hour 0 each day, killed when the window closes, restarted from zero":
/// hour 0 is every whole day of the trace. A submission replaces the task of the same name that is
/// still pending, as BackgroundTasks does, so that at most four are pending; one that runs over hour 0
/// goes on. A task that was ended is pending again, in its old place, unless it has been replaced.
struct PhoneDay<Policy: ProcessingPolicy> {
  private var policy = Policy()
  private var pending: [DailyTask] = []
  private var day = -1
  private(set) var outcome = ProcessingOutcome()

  private mutating func submit(at second: Int) {
    guard second / ChargingTrace.secondsPerDay > day else { return }
    day = second / ChargingTrace.secondsPerDay
    pending = DailyTasks.lengths.indices.map { DailyTask(kind: $0) }
  }

  mutating func live(_ windows: [ChargingWindow]) -> ProcessingOutcome {
    for window in windows {
      var now = window.start
      while now < window.end {
        submit(at: now)
        switch policy.choose(pending, windowStart: window.start, at: now) {
        case .start(let place): run(place, in: window, &now)
        case .ask(let moment):
          let midnight = (day + 1) * ChargingTrace.secondsPerDay
          now = max(now + 1, min(moment ?? .max, midnight))
        }
      }
      policy.learn(window)
    }
    return outcome
  }

  private mutating func run(_ place: Int, in window: ChargingWindow, _ now: inout Int) {
    let task = pending.remove(at: place)
    outcome.startedCount += 1
    let startedOn = day
    if now + task.seconds <= window.end {
      now += task.seconds
      outcome.doneCount += 1
      outcome.doneByKind[task.kind] += 1
      return
    }
    outcome.wastedSeconds += window.end - now
    now = window.end
    submit(at: window.end - 1)
    if day == startedOn { pending.insert(task, at: place) }
  }
}
