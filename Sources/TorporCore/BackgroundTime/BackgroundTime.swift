package import TorporModel

/// The background tasks of one process and the time they share (finite-length tasks, §2).
///
/// It owns the tokens that an app holds, and the app-wide clock: dormant on screen, ticking while the
/// app is off screen and holds a task, void once it is suspended. It does not own the callbacks: it
/// returns the tasks that expire, and the app's record calls the handlers.
package struct BackgroundTime: Hashable, Sendable, Saved {
  /// One task, or one activity of `performExpiringActivity`.
  package struct Task: Hashable, Sendable, Saved {
    package let identifier: BackgroundTaskIdentifier
    package let kind: Kind
    /// The app's own name for the request, so that it may be repeated.
    package let key: String?
    package let begunAt: Instant
    /// The end of its guaranteed time: granted by the wake in which it was begun, or by forgiveness.
    ///
    /// Set when it is begun, so that a later wake does not prolong earlier tasks (BT9, §2.2).
    fileprivate(set) var grantedEnd: Instant?
    /// When the app was notified that the time has almost run out.
    fileprivate(set) var warnedAt: Instant?

    /// Whether the app was notified that the time has almost run out.
    package var isExpiring: Bool { warnedAt != nil }

    package enum Kind: Hashable, Sendable, Saved {
      case task(name: String?, hasExpirationHandler: Bool)
      case activity(reason: String)

      /// The app's name for it.
      package var name: String? {
        switch self {
        case .task(let name, _): name
        case .activity(let reason): reason
        }
      }

      var isActivity: Bool {
        if case .activity = self { true } else { false }
      }
    }

    /// The app's name for it.
    package var name: String? { kind.name }
  }

  /// How long the tasks may last.
  package enum Allowance: Hashable, Sendable, Saved {
    /// On screen: tasks are dormant.
    case unlimited
    /// Off screen: until the later of two ends.
    case background(Background)
    /// Suspended, or not started: nothing.
    case none
  }

  /// The background time of an app off screen.
  package struct Background: Hashable, Sendable, Saved {
    /// The remaining time after leaving the screen.
    var left: Duration
    /// When it began to tick; `nil` while the app holds no task.
    var tickingSince: Instant?
    /// The end of the tasks that are begun in the present wake; `nil`: there is no wake.
    var wakeEnd: Instant?

    /// Returns the end of a task that is begun now.
    func end(at now: Instant) -> Instant { ownEnd(at: now, or: wakeEnd) }

    /// Returns the end of a held task.
    func end(of task: Task, at now: Instant) -> Instant { ownEnd(at: now, or: task.grantedEnd) }

    private func ownEnd(at now: Instant, or granted: Instant?) -> Instant {
      let ownEnd = (tickingSince ?? now) + left
      return granted.map { max($0, ownEnd) } ?? ownEnd
    }
  }

  package private(set) var tasks: [Task] = []
  package private(set) var allowance: Allowance = .none

  package init() {}

  // MARK: Where the app is

  /// Enters the foreground: the clock is reset; tasks stay (BT9, BT11).
  package mutating func enterForeground() {
    allowance = .unlimited
    for index in tasks.indices { (tasks[index].grantedEnd, tasks[index].warnedAt) = (nil, nil) }
  }

  /// Enters the background: the clock starts with the first held task (BT9).
  package mutating func enterBackground(budget: Duration, at now: Instant) {
    allowance = .background(Background(left: budget, tickingSince: tasks.isEmpty ? nil : now))
  }

  /// Enters a wake: tasks that are begun in it get its time, unless more is left from leaving the screen.
  package mutating func enterWake(end wakeEnd: Instant) {
    switch allowance {
    case .unlimited: return
    case .background(var background):
      background.wakeEnd = max(background.wakeEnd ?? wakeEnd, wakeEnd)
      allowance = .background(background)
    case .none: allowance = .background(Background(left: .zero, wakeEnd: wakeEnd))
    }
  }

  /// Leaves the last wake; tasks that were begun in it keep its end, as do tasks begun while those are held.
  package mutating func leaveWake() {
    guard tasks.isEmpty, case .background(var background) = allowance else { return }
    background.wakeEnd = nil
    allowance = .background(background)
  }

  /// Suspends: the remaining time is void.
  package mutating func suspend() { allowance = .none }

  /// Resets after the end of the process, and with it of its tasks.
  package mutating func reset() { self = BackgroundTime() }

  // MARK: Tasks

  /// Returns the task of an earlier request of the same kind with the same key.
  package func task(forKey key: String?, kind: Task.Kind) -> Task? {
    guard let key else { return nil }
    return tasks.first { $0.key == key && $0.kind.isActivity == kind.isActivity }
  }

  /// Returns whether a task may be begun now (BT5).
  package func canBegin(at now: Instant) -> Bool {
    switch allowance {
    case .unlimited: true
    case .background(let background): background.end(at: now) > now
    case .none: false
    }
  }

  package mutating func begin(
    _ identifier: BackgroundTaskIdentifier,
    kind: Task.Kind,
    key: String?,
    at now: Instant
  ) {
    var task = Task(identifier: identifier, kind: kind, key: key, begunAt: now)
    if case .background(var background) = allowance {
      task.grantedEnd = background.wakeEnd
      if background.tickingSince == nil { background.tickingSince = now }
      allowance = .background(background)
    }
    tasks.append(task)
  }

  /// Ends the task; `nil` when the app holds no such task (BT4).
  package mutating func end(_ identifier: BackgroundTaskIdentifier, at now: Instant) -> Task? {
    guard let index = tasks.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    let task = tasks.remove(at: index)
    guard tasks.isEmpty else { return task }
    if case .background(var background) = allowance, let since = background.tickingSince {
      background.left = max(.zero, background.left - (now - since))
      background.tickingSince = nil
      allowance = .background(background)
    }
    return task
  }

  // MARK: The clock

  /// The earliest end of a task; `nil` while nothing ticks.
  package var end: Instant? { tasks.compactMap(end(of:)).min() }

  /// Returns the end of a held task; `nil` while nothing ticks.
  package func end(of task: Task) -> Instant? {
    guard case .background(let background) = allowance, let since = background.tickingSince else {
      return nil
    }
    return background.end(of: task, at: since)
  }

  /// Returns when a process that still holds the task is killed; `nil` before it was warned.
  ///
  /// Handlers that were called late (the machine slept, the daemon was not running) have their full
  /// time nevertheless, but not those of tasks that were begun when the time had almost run out.
  private func killAt(_ task: Task) -> Instant? {
    guard let end = end(of: task), let warnedAt = task.warnedAt else { return nil }
    let killAt = end + BackgroundTime.killDelay
    guard task.begunAt <= end - BackgroundTime.warningLead else { return killAt }
    return max(killAt, warnedAt + BackgroundTime.handlerTime)
  }

  /// The next time at which `expire` or the kill is due.
  @inline(__always)
  package var deadline: Instant? { tasks.isEmpty ? nil : deadlineOfTasks }

  private var deadlineOfTasks: Instant? {
    guard case .background(let background) = allowance, background.tickingSince != nil else {
      return nil
    }
    var earliest: Instant?
    for index in tasks.indices {
      let due =
        killAt(tasks[index]) ?? end(of: tasks[index]).map { $0 - BackgroundTime.warningLead }
      if let due { earliest = min(earliest ?? due, due) }
    }
    return earliest
  }

  /// Returns whether the tasks have overrun, so that the app must be killed.
  package func isOverrun(at now: Instant) -> Bool {
    tasks.contains { killAt($0).map { $0 <= now } ?? false }
  }

  /// Marks the tasks with handlers that must be called now, and returns them, oldest first.
  package mutating func expire(at now: Instant) -> [Task] {
    var expired: [Task] = []
    for index in tasks.indices where !tasks[index].isExpiring {
      guard let end = end(of: tasks[index]), now >= end - BackgroundTime.warningLead else {
        continue
      }
      tasks[index].warnedAt = now
      expired.append(tasks[index])
    }
    return expired
  }

  /// Returns the remaining time; `nil` on screen (BT10: `Double.greatestFiniteMagnitude`).
  package func timeRemaining(at now: Instant) -> Duration? {
    switch allowance {
    case .unlimited: nil
    case .background(let background): max(.zero, (end ?? background.end(at: now)) - now)
    case .none: .zero
    }
  }

  /// Accounts for a sleep of the machine, in which the app's time did not run (§2.2: slices while it is awake).
  mutating func slept(for length: Duration) {
    if case .background(var background) = allowance {
      background.tickingSince = background.tickingSince.map { $0 + length }
      background.wakeEnd = background.wakeEnd.map { $0 + length }
      allowance = .background(background)
    }
    for index in tasks.indices {
      tasks[index].grantedEnd = tasks[index].grantedEnd.map { $0 + length }
      tasks[index].warnedAt = tasks[index].warnedAt.map { $0 + length }
    }
  }

  /// Makes up for the time in which the clock was not watched: tasks that were not warned get a
  /// warning and the time to act on it, and overdue tasks have until `reconnected`.
  package mutating func forgive(at now: Instant, reconnected: Instant) {
    guard case .background(var background) = allowance, let since = background.tickingSince else {
      return
    }
    for index in tasks.indices {
      let task = tasks[index]
      let fairEnd =
        task.isExpiring
        ? reconnected - BackgroundTime.killDelay : now + BackgroundTime.warningLead
      let end = background.end(of: task, at: since)
      guard end < fairEnd else { continue }
      if let granted = task.grantedEnd, granted == end {
        background.wakeEnd = background.wakeEnd.map { max($0, fairEnd) }
      } else {
        background.left += fairEnd - end
      }
      tasks[index].grantedEnd = task.grantedEnd.map { max($0, fairEnd) }
    }
    allowance = .background(background)
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension BackgroundTime {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("allowance")
    allowance.write(to: &writer)
    writer.key("tasks")
    tasks.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("allowance")
    allowance = try BackgroundTime.Allowance(from: &reader)
    try reader.key("tasks")
    tasks = try [BackgroundTime.Task](from: &reader)
    try reader.endObject()
  }
}

extension BackgroundTime.Task {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("begunAt")
    begunAt.write(to: &writer)
    if let grantedEnd {
      writer.key("grantedEnd")
      grantedEnd.write(to: &writer)
    }
    writer.key("identifier")
    identifier.write(to: &writer)
    if let key {
      writer.key("key")
      key.write(to: &writer)
    }
    writer.key("kind")
    kind.write(to: &writer)
    if let warnedAt {
      writer.key("warnedAt")
      warnedAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("begunAt")
    begunAt = try Instant(from: &reader)
    grantedEnd = try reader.hasKey("grantedEnd") ? Instant(from: &reader) : nil
    try reader.key("identifier")
    identifier = try BackgroundTaskIdentifier(from: &reader)
    key = try reader.hasKey("key") ? String(from: &reader) : nil
    try reader.key("kind")
    kind = try BackgroundTime.Task.Kind(from: &reader)
    warnedAt = try reader.hasKey("warnedAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
