package import TorporModel

/// A request that was accepted and has not run.
package struct PendingRequest: Hashable, Sendable, Saved {
  /// Identifies it among all waiting work; counted over the whole life of the device.
  package let number: UInt64
  package let request: TaskRequest
  package let submittedAt: Instant
  /// The time before which it does not run.
  package let earliest: Instant
  /// The time by which the system tries to have run it.
  package let latest: Instant
  /// Its blocked times.
  package var log = WaitingLog()
  /// When it is planned to run, once its conditions are met.
  package var planned: PlannedSpan?
  /// Whether the machine is awake for it.
  var isDue = false

  /// How long after the earliest moment the system tries to run a request.
  ///
  /// A day for a refresh (BG12, seen in a daemon's log), two for processing (BG13).
  package static func window(of type: TaskType) -> Duration {
    switch type {
    case .appRefresh: .days(1)
    case .processing, .healthResearch: .days(2)
    case .continued: .zero
    }
  }

  package init(number: UInt64, _ request: TaskRequest, at now: Instant) {
    self.number = number
    self.request = request
    submittedAt = now
    // Continued work begins now, whatever it says (CP3).
    let delay = request.kind.type == .continued ? .zero : max(.zero, request.earliestBegin ?? .zero)
    earliest = now + delay
    latest = earliest + Self.window(of: request.kind.type)
  }

  /// The request of a task whose process was not seen to start.
  ///
  /// Its moment had come already, unless a developer had it run. What is left of the wait is not known
  /// then: the whole of it begins with that run, so that it ends no earlier than the request's own.
  init(number: UInt64, again task: RunningTask, at now: Instant) {
    self.number = number
    request = task.request
    submittedAt = now
    let delay = task.isSimulated ? max(.zero, task.request.earliestBegin ?? .zero) : .zero
    earliest = max(now, task.startedAt + delay)
    latest = earliest + Self.window(of: task.type)
  }

  package var identifier: String { request.identifier }
  package var type: TaskType { request.kind.type }
  package var activity: Activity { .task(identifier: request.identifier) }

  /// The request as its app gets it back.
  package var pendingTask: PendingTask {
    PendingTask(
      request: request,
      submittedAt: submittedAt,
      earliestBegin: request.earliestBegin == nil ? nil : earliest
    )
  }
}
