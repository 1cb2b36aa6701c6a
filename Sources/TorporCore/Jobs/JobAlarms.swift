import TorporModel

/// The begin times of waiting jobs given by their owners (`--at`, `--every`): the machine is woken at
/// these times, unless other needs are unmet.
///
/// Follows from the records of jobs and the wall clock, and is not saved.
struct JobAlarms: Hashable, Sendable {
  private struct Entry: Hashable, Comparable, Sendable {
    let at: Instant
    let job: JobIdentifier

    static func < (left: Entry, right: Entry) -> Bool {
      (left.at, left.job) < (right.at, right.job)
    }
  }

  /// The moments of the jobs with equal needs, ascending; looked up, and asked for their least.
  private var entries: [JobNeeds: [Entry]] = [:]

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ job: JobIdentifier, at moment: Instant, needs: JobNeeds) {
    let entry = Entry(at: moment, job: job)
    var list = entries[needs] ?? []
    list.insert(entry, at: JobAlarms.place(of: entry, in: list))
    entries[needs] = list
  }

  mutating func remove(_ job: JobIdentifier, needs: JobNeeds) {
    guard var list = entries[needs], let index = list.firstIndex(where: { $0.job == job }) else {
      return
    }
    list.remove(at: index)
    entries[needs] = list.isEmpty ? nil : list
  }

  /// When the first of them begins that is still to come, as far as the device will be as it is now.
  func next(on device: ConditionContext) -> Instant? {
    var next: Instant?
    for (needs, list) in entries {
      let blockers = needs.conditions(on: device).filter { !$0.holds }
      let ends = blockers.compactMap(\.until)
      // Waking the machine brings no power and no network.
      guard ends.count == blockers.count else { continue }
      let past = Entry(at: device.now, job: JobIdentifier(rawValue: .max))
      let index = JobAlarms.place(of: past, in: list)
      guard index < list.count else { continue }
      let moment = ends.reduce(list[index].at, max)
      next = min(next ?? moment, moment)
    }
    return next
  }

  /// Where the entry stands, or would stand.
  private static func place(of entry: Entry, in list: [Entry]) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JobTable {
  /// The job comes to wait: its moment is worth waking the machine for if its owner named it.
  mutating func addAlarm(of record: JobRecord, by clock: WallClock) {
    let schedule = record.request.schedule
    guard schedule.at != nil || schedule.every != nil, let begin = record.begin(by: clock) else {
      return
    }
    alarms.add(record.job, at: begin, needs: record.request.needs)
  }

  /// Enters the moments of all that wait, after the records were read.
  mutating func enterAlarms(by clock: WallClock) {
    alarms = JobAlarms()
    for record in records where record.wait != nil && record.unmet.isEmpty {
      addAlarm(of: record, by: clock)
    }
  }
}
