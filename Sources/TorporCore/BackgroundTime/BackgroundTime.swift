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

      /// What the app called it.
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

    /// What the app called it.
    package var name: String? { kind.name }
  }

  /// How long the tasks may last.
  package enum Allowance: Hashable, Sendable, Codable {
    /// On screen: tasks are dormant.
    case unlimited
    /// Off screen: until the later of two ends.
    case background(Background)
    /// Suspended, or not started: nothing.
    case none
  }

  /// What an app has off screen.
  package struct Background: Hashable, Sendable, Codable {
    /// What is left of the time after leaving the screen.
    var left: Duration
    /// Since when that ticks; `nil` while the app holds no task.
    var tickingSince: Instant?
    /// Inside a wake: until when its tasks may last; all of it ends at one moment, whatever the app
    /// holds.
    var wakeEnd: Instant?

    /// When the time of a held task is over.
    func end(at now: Instant) -> Instant {
      let ownEnd = (tickingSince ?? now) + left
      return wakeEnd.map { max($0, ownEnd) } ?? ownEnd
    }
  }

  package private(set) var tasks: [Task] = []
  package private(set) var allowance: Allowance = .none
  /// When the handlers were called for the present end.
  private var warnedAt: Instant?

  package init() {}

  // MARK: Where the app is

  /// On screen the clock is reset; tasks stay (BT9, BT11).
  package mutating func enterForeground() {
    allowance = .unlimited
    withdrawWarning()
  }

  /// Off screen the clock starts with the first task that is held (BT9).
  package mutating func enterBackground(budget: Duration, at now: Instant) {
    allowance = .background(Background(left: budget, tickingSince: tasks.isEmpty ? nil : now))
  }

  /// Inside a wake, tasks get what the wake gives, unless more is left from leaving the screen.
  package mutating func enterWake(end wakeEnd: Instant, at now: Instant) {
    switch allowance {
    case .unlimited: return
    case .background(var background):
      background.wakeEnd = max(background.wakeEnd ?? wakeEnd, wakeEnd)
      allowance = .background(background)
    case .none: allowance = .background(Background(left: .zero, wakeEnd: wakeEnd))
    }
    if let end, end > now + BackgroundTime.warningLead { withdrawWarning() }
  }

  /// The last wake is over; tasks that were begun inside it keep its end.
  package mutating func leaveWake() {
    guard tasks.isEmpty, case .background(var background) = allowance else { return }
    background.wakeEnd = nil
    allowance = .background(background)
  }

  /// Suspended: what was left is void.
  package mutating func suspend() { allowance = .none }

  /// The process is gone, and its tasks with it.
  package mutating func reset() { self = BackgroundTime() }

  private mutating func withdrawWarning() {
    warnedAt = nil
    for index in tasks.indices { tasks[index].isExpiring = false }
  }

  // MARK: Tasks

  /// The task that an earlier request of the same kind with the same key got.
  package func task(forKey key: String?, kind: Task.Kind) -> Task? {
    guard let key else { return nil }
    return tasks.first { $0.key == key && $0.kind.isActivity == kind.isActivity }
  }

  /// Whether a task may be begun now (BT5).
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
    tasks.append(Task(identifier: identifier, kind: kind, key: key, begunAt: now))
    if case .background(var background) = allowance, background.tickingSince == nil {
      background.tickingSince = now
      allowance = .background(background)
    }
  }

  /// Ends the task; `nil` when the app holds no such task (BT4).
  package mutating func end(_ identifier: BackgroundTaskIdentifier, at now: Instant) -> Task? {
    guard let index = tasks.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    let task = tasks.remove(at: index)
    guard tasks.isEmpty else { return task }
    warnedAt = nil
    if case .background(var background) = allowance, let since = background.tickingSince {
      background.left = max(.zero, background.left - (now - since))
      background.tickingSince = nil
      allowance = .background(background)
    }
    return task
  }

  // MARK: The clock

  /// When the time of the tasks is over; `nil` while nothing ticks.
  package var end: Instant? {
    guard case .background(let background) = allowance, let since = background.tickingSince else {
      return nil
    }
    return background.end(at: since)
  }

  /// When a process that still holds a task is killed; `nil` before everyone was warned.
  ///
  /// Handlers that were called late (the machine slept, the daemon was away) have their time all the
  /// same.
  private var killAt: Instant? {
    guard let end, let warnedAt, tasks.allSatisfy(\.isExpiring) else { return nil }
    return max(end + BackgroundTime.killDelay, warnedAt + BackgroundTime.handlerTime)
  }

  /// The next moment at which `expire` or the kill is due.
  package var deadline: Instant? {
    killAt ?? end.map { $0 - BackgroundTime.warningLead }
  }

  /// Whether the tasks have overrun and the app is to be killed.
  package func isOverrun(at now: Instant) -> Bool { killAt.map { $0 <= now } ?? false }

  /// Marks the tasks whose handlers are to be called now, and returns them, oldest first.
  package mutating func expire(at now: Instant) -> [Task] {
    guard let end, now >= end - BackgroundTime.warningLead else { return [] }
    // Only the first warning counts: tasks begun after it must not put the end off.
    if warnedAt == nil { warnedAt = now }
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
    case .background(let background): max(.zero, background.end(at: now) - now)
    case .none: .zero
    }
  }

  /// Nobody watched the clock until now: gives tasks that were not warned a warning and the time to
  /// heed it, and those whose time has passed until `reconnected`.
  package mutating func forgive(at now: Instant, reconnected: Instant) {
    guard let end, case .background(var background) = allowance else { return }
    let fairEnd =
      warnedAt == nil
      ? now + BackgroundTime.warningLead : reconnected - BackgroundTime.killDelay
    guard end < fairEnd else { return }
    background.left += fairEnd - end
    background.wakeEnd = background.wakeEnd.map { max($0, fairEnd) }
    allowance = .background(background)
  }
}
