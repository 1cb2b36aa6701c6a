package import TorporModel

/// The background tasks of one process and the time they share (finite-length tasks, §2).
///
/// It owns the tokens an app holds and the app-wide clock: dormant on screen, ticking while the app
/// is off screen and holds a task, void once it is suspended. It does not own the callbacks: it says
/// which tasks expire, and the app's record calls the handlers.
package struct BackgroundTime: Hashable, Sendable, Codable {
  /// One task, or one activity of `performExpiringActivity`.
  package struct Task: Hashable, Sendable, Codable {
    package let identifier: BackgroundTaskIdentifier
    package let kind: Kind
    /// The app's own name for the request, so that it may be repeated.
    package let key: String?
    package let begunAt: Instant
    /// Whether the app was told that the time is nearly over.
    package fileprivate(set) var isExpiring = false

    package enum Kind: Hashable, Sendable, Codable {
      case task(name: String?, hasExpirationHandler: Bool)
      case activity(reason: String)
    }

    package var name: String? {
      switch kind {
      case .task(let name, _): name
      case .activity(let reason): reason
      }
    }
  }

  /// How long the tasks may last.
  package enum Allowance: Hashable, Sendable, Codable {
    /// On screen: tasks are dormant.
    case unlimited
    /// After leaving the screen: what is left, and since when it ticks.
    case budget(left: Duration, tickingSince: Instant?)
    /// Inside a wake: all of it ends at one moment, whatever the app holds.
    case wake(end: Instant)
    /// Suspended, or not started: nothing.
    case none
  }

  package private(set) var tasks: [Task] = []
  package private(set) var allowance: Allowance = .none

  package init() {}

  // MARK: Where the app is

  /// On screen the clock is reset; tasks stay (BT9, BT11).
  package mutating func enterForeground() {
    allowance = .unlimited
    for index in tasks.indices { tasks[index].isExpiring = false }
  }

  /// Off screen the clock starts with the first task that is held (BT9).
  package mutating func enterBackground(budget: Duration, at now: Instant) {
    allowance = .budget(left: budget, tickingSince: tasks.isEmpty ? nil : now)
  }

  /// Inside a wake, tasks get what the wake gives, unless more is left from leaving the screen.
  package mutating func enterWake(end: Instant) {
    switch allowance {
    case .unlimited: break
    case .budget(let left, let since):
      if let since, since + left >= end { break }
      allowance = .wake(end: end)
    case .wake(let earlier): allowance = .wake(end: max(earlier, end))
    case .none: allowance = .wake(end: end)
    }
  }

  /// Suspended: what was left is void.
  package mutating func suspend() { allowance = .none }

  /// The process is gone, and its tasks with it.
  package mutating func reset() { self = BackgroundTime() }

  // MARK: Tasks

  /// The task that an earlier request with the same key got.
  package func task(forKey key: String?) -> Task? {
    guard let key else { return nil }
    return tasks.first { $0.key == key }
  }

  /// Whether a task may be begun now (BT5).
  package func canBegin(at now: Instant) -> Bool {
    switch allowance {
    case .unlimited: true
    case .budget(let left, let since): since.map { $0 + left > now } ?? (left > .zero)
    case .wake(let end): end > now
    case .none: false
    }
  }

  package mutating func begin(
    _ identifier: BackgroundTaskIdentifier,
    kind: Task.Kind,
    key: String?,
    at now: Instant
  ) {
    tasks.append(Task(identifier: identifier, kind: kind, key: key, begunAt: now))
    if case .budget(let left, nil) = allowance {
      allowance = .budget(left: left, tickingSince: now)
    }
  }

  /// Ends the task; `nil` when the app holds no such task (BT4).
  package mutating func end(_ identifier: BackgroundTaskIdentifier, at now: Instant) -> Task? {
    guard let index = tasks.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    let task = tasks.remove(at: index)
    if tasks.isEmpty, case .budget(let left, let since?) = allowance {
      allowance = .budget(left: left - (now - since), tickingSince: nil)
    }
    return task
  }

  // MARK: The clock

  /// When the time of the tasks is over; `nil` while nothing ticks.
  package var end: Instant? {
    guard !tasks.isEmpty else { return nil }
    return switch allowance {
    case .budget(let left, let since?): since + left
    case .wake(let end): end
    case .unlimited, .budget(_, nil), .none: nil
    }
  }

  /// The next moment at which `expire` or the kill is due.
  package var deadline: Instant? {
    guard let end else { return nil }
    let everyoneKnows = tasks.allSatisfy(\.isExpiring)
    return everyoneKnows ? end + BackgroundTime.killDelay : end - BackgroundTime.warningLead
  }

  /// Whether the tasks have overrun and the app is to be killed.
  package func isOverrun(at now: Instant) -> Bool {
    guard let end else { return false }
    return tasks.allSatisfy(\.isExpiring) && now >= end + BackgroundTime.killDelay
  }

  /// Marks the tasks whose handlers are to be called now, and returns them, oldest first.
  package mutating func expire(at now: Instant) -> [Task] {
    guard let end, now >= end - BackgroundTime.warningLead else { return [] }
    var expired: [Task] = []
    for index in tasks.indices where !tasks[index].isExpiring {
      tasks[index].isExpiring = true
      expired.append(tasks[index])
    }
    return expired
  }

  /// What is left; `nil` on screen (BT10: `Double.greatestFiniteMagnitude`).
  package func timeRemaining(at now: Instant) -> Duration? {
    switch allowance {
    case .unlimited: nil
    case .budget(let left, let since): max(.zero, since.map { $0 + left - now } ?? left)
    case .wake(let end): max(.zero, end - now)
    case .none: .zero
    }
  }

  /// Nobody watched the clock until now: gives tasks that were not warned a warning and the time to
  /// heed it, and those whose time has passed until `reconnected`.
  package mutating func forgive(at now: Instant, reconnected: Instant) {
    guard let end else { return }
    let wasWarned = tasks.allSatisfy(\.isExpiring)
    let fairEnd =
      wasWarned ? reconnected - BackgroundTime.killDelay : now + BackgroundTime.warningLead
    guard end < fairEnd else { return }
    switch allowance {
    case .budget(let left, let since?):
      allowance = .budget(left: left + (fairEnd - end), tickingSince: since)
    case .wake: allowance = .wake(end: fairEnd)
    case .unlimited, .budget, .none: break
    }
  }
}
