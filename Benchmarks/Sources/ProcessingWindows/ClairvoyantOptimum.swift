/// The most tasks that anybody can finish on a phone who knows every window beforehand; exact.
///
/// What is left to decide at any moment is which of the day's four tasks are pending and how much of
/// the window is used. In a window each of the 16 subsets of what is pending is tried for the time
/// before each hour 0 and after it; the longest of a subset goes last, since it alone may run over
/// hour 0. Idle time within a window gains nothing: all of the day's tasks are there from its hour 0.
enum ClairvoyantOptimum {
  private struct Moment: Hashable {
    let pending: Int
    let second: Int
  }

  private static let all = 1 << DailyTasks.lengths.count - 1

  static func doneCount(_ windows: [ChargingWindow]) -> Int {
    // By what is pending, the most that can be done so far.
    var best = [0: 0]
    var day = -1
    for window in windows {
      if window.start / ChargingTrace.secondsPerDay > day {
        day = window.start / ChargingTrace.secondsPerDay
        best = [all: best.values.max() ?? 0]
      }
      var moments = Dictionary(
        uniqueKeysWithValues: best.map { (Moment(pending: $0.key, second: window.start), $0.value) }
      )
      while true {
        let midnight = (day + 1) * ChargingTrace.secondsPerDay
        moments = afterRunning(moments, until: window.end, startingBefore: midnight)
        guard window.end > midnight else { break }
        day += 1
        moments = replaced(moments, at: midnight)
      }
      best = [:]
      for (moment, count) in moments {
        best[moment.pending] = max(best[moment.pending] ?? 0, count)
      }
    }
    return best.values.max() ?? 0
  }

  /// A new day: everything is pending again.
  private static func replaced(_ moments: [Moment: Int], at midnight: Int) -> [Moment: Int] {
    var next: [Moment: Int] = [:]
    for (moment, count) in moments {
      let key = Moment(pending: all, second: max(midnight, moment.second))
      next[key] = max(next[key] ?? 0, count)
    }
    return next
  }

  private static func afterRunning(
    _ moments: [Moment: Int],
    until end: Int,
    startingBefore midnight: Int
  ) -> [Moment: Int] {
    var next: [Moment: Int] = [:]
    for (moment, count) in moments {
      for subset in 0...all where subset & ~moment.pending == 0 {
        let lengths = DailyTasks.lengths.indices.filter { subset >> $0 & 1 == 1 }
          .map { DailyTasks.lengths[$0] }
        let done = moment.second + lengths.reduce(0, +)
        guard done <= end, lengths.max().map({ done - $0 < midnight }) ?? true else { continue }
        let key = Moment(pending: moment.pending & ~subset, second: done)
        next[key] = max(next[key] ?? 0, count + lengths.count)
      }
    }
    return next
  }
}
