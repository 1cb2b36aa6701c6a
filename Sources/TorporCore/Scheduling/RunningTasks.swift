package import TorporModel

/// The tasks that were delivered to one process and are not completed.
///
/// It owns their clocks: the time is that of the launch, not of the task (BX2). It does not call
/// handlers: it returns what is due, and the app's record calls them.
package struct RunningTasks: Hashable, Sendable, Saved {
  package private(set) var tasks: [RunningTask] = []

  package init() {}

  package var isEmpty: Bool { tasks.isEmpty }

  /// Whether a task runs whose external power turns the processor monitor off (BX8).
  package var turnsProcessorMonitorOff: Bool {
    tasks.contains {
      switch $0.request.kind {
      case .processing(let needs), .healthResearch(let needs, _): needs.externalPower
      case .appRefresh, .continued: false
      }
    }
  }

  /// The next moment at which something is due.
  @inline(__always)
  package var deadline: Instant? { tasks.isEmpty ? nil : deadlineOfTasks }

  private var deadlineOfTasks: Instant? { tasks.compactMap(\.dueOrShown).min() }

  /// When the last of the known times is over.
  package var end: Instant? { tasks.compactMap(\.end).max() }

  package func task(_ token: CallbackToken) -> RunningTask? { tasks.first { $0.token == token } }

  package func task(named identifier: String) -> RunningTask? {
    tasks.first { $0.identifier == identifier }
  }

  mutating func add(_ task: RunningTask) { tasks.append(task) }

  mutating func remove(_ token: CallbackToken) -> RunningTask? {
    guard let index = tasks.firstIndex(where: { $0.token == token }) else { return nil }
    return tasks.remove(at: index)
  }

  mutating func removeAll() { tasks.removeAll() }

  mutating func change(_ token: CallbackToken, _ body: (inout RunningTask) -> Void) -> Bool {
    guard let index = tasks.firstIndex(where: { $0.token == token }) else { return false }
    body(&tasks[index])
    return true
  }

  /// Off screen every task has the time of its kind, counted from the first of that kind in this
  /// stay; continued work is watched from now on.
  mutating func start(at now: Instant) {
    for index in tasks.indices {
      if tasks[index].isPaused {
        tasks[index].isPaused = false
        // Told before or on screen: its handler has its time from here.
        if tasks[index].expiredAt != nil { tasks[index].expiredAt = now }
      }
      if tasks[index].progress != nil {
        guard tasks[index].progress?.isWatched == false else { continue }
        tasks[index].progress?.isWatched = true
        tasks[index].progress?.movedAt = now
      } else if tasks[index].deadline == nil {
        let reason = tasks[index].type.wakeReason
        let shared = tasks.lazy.filter { $0.type.wakeReason == reason }.compactMap(\.deadline).min()
        tasks[index].deadline = shared ?? now + reason.budget
      }
    }
  }

  /// On screen a task may take its time, and what was told to end goes on being told.
  mutating func pause() {
    for index in tasks.indices {
      tasks[index].isPaused = true
      tasks[index].deadline = nil
      tasks[index].progress?.isWatched = false
    }
  }

  /// The machine slept meanwhile.
  mutating func slept(for length: Duration) {
    for index in tasks.indices { tasks[index].slept(for: length) }
  }

  /// Gives what ran out unwatched until `moment`.
  mutating func postpone(until moment: Instant) {
    for index in tasks.indices {
      tasks[index].deadline = tasks[index].deadline.map {
        max($0, moment + BackgroundTime.warningLead)
      }
      if let expiredAt = tasks[index].expiredAt, expiredAt + RunningTask.handlerTime < moment {
        tasks[index].expiredAt = moment - BackgroundTime.killDelay
      }
      if let movedAt = tasks[index].progress?.movedAt, movedAt + RunningTask.stallLimit < moment {
        tasks[index].progress?.movedAt =
          moment - RunningTask.stallLimit + BackgroundTime.warningLead
      }
    }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension RunningTasks {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("tasks")
    tasks.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("tasks")
    tasks = try [RunningTask](from: &reader)
    try reader.endObject()
  }
}
