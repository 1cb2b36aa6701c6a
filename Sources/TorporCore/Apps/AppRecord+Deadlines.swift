import TorporModel

// Deadlines of an app, from all its clocks.

extension AppRecord {
  /// The next deadline of the app.
  ///
  /// Inlined, because a call would pass a copy of the record, and this runs after every change.
  @inline(__always)
  var deadline: Instant? {
    let exemptionEnd = persistentState.exemption?.until
    switch process.state {
    case .terminating(_, _, let deadline): return .earlier(deadline, exemptionEnd)
    case .killed, .notRunning: return exemptionEnd
    case .launching, .active, .inactive, .background, .inspecting, .freezing, .suspended: break
    }
    guard persistentState.exemption == nil else { return exemptionEnd }
    var earliest = callbacks.deadline
    earliest = .earlier(earliest, time.deadline)
    earliest = .earlier(earliest, suspension.deadline)
    earliest = .earlier(earliest, facts.hazards.deadline)
    earliest = .earlier(earliest, processor.sampleAt)
    for index in wakes.indices { earliest = .earlier(earliest, wakes[index].dueAt) }
    earliest = .earlier(earliest, work.running.deadline)
    return earliest
  }

  /// Does everything that is due; the app's record is settled afterwards.
  mutating func deadlinePassed(in turn: inout Turn) {
    if let until = persistentState.exemption?.until, until <= turn.now { endExemption(in: &turn) }
    switch process.state {
    case .terminating(_, _, let deadline):
      if deadline <= turn.now {
        facts.savingTime?.stop(at: deadline)
        apply(.willTerminateReturned, in: &turn, because: [])
      }
      return
    case .killed, .notRunning: return
    case .launching, .active, .inactive, .background, .inspecting, .freezing, .suspended: break
    }
    guard persistentState.exemption == nil else { return }
    if enforceWatchdogs(in: &turn) { return }
    if enforceBackgroundTime(in: &turn) { return }
    if enforceWakes(in: &turn) { return }
    if enforceTasks(in: &turn) { return }
    recheckSuspension(in: &turn)
    if let sampleAt = processor.sampleAt, sampleAt <= turn.now, let launch = process.launch {
      processor.wasAsked(at: turn.now)
      turn.order(.sampleProcessorTime(launch))
    }
  }

  /// Extends deadlines after a time in which no daemon watched the clocks and apps could not answer:
  /// they are not enforced before the apps have had time to listen again.
  mutating func forgive(at now: Instant) {
    let reconnected = now + AppRecord.reconnectTime
    if isSaving {
      // It is unknown whether the app was notified, and only the app can save its state.
      facts.savingTime?.beginAgain(at: now)
      process.postponeTermination(until: now + Callback.saveLimit)
    } else {
      process.postponeTermination(until: reconnected)
    }
    callbacks.postpone(until: reconnected)
    time.forgive(at: now, reconnected: reconnected)
    for index in wakes.indices { wakes[index].postpone(until: reconnected) }
    work.running.postpone(until: reconnected)
  }

  /// How long an app may take to listen again to a restarted daemon.
  ///
  /// 1 s: a client tries every 100 ms, and a second is the tolerance of every limit here. Our
  /// choice.
  static let reconnectTime = Duration.seconds(1)

  private mutating func enforceWatchdogs(in turn: inout Turn) -> Bool {
    callbacks.releaseOverdueWarnings(at: turn.now)
    guard let deadline = callbacks.mainThreadDeadline, deadline <= turn.now,
      let head = callbacks.onMainThread.first
    else { return false }
    let overrun = Condition(
      head.delivery.callback.watchdog,
      holds: false,
      until: deadline,
      subject: head.delivery.callback.name
    )
    kill(.code(head.overrunCode), in: &turn, because: [overrun])
    return true
  }

  private mutating func enforceBackgroundTime(in turn: inout Turn) -> Bool {
    if time.isOverrun(at: turn.now) {
      let held = time.tasks.map {
        Condition(
          .backgroundTask,
          holds: false,
          since: $0.begunAt,
          until: time.end(of: $0),
          subject: $0.name
        )
      }
      kill(.code(turn.profile.backgroundTaskOverrun), in: &turn, because: held)
      return true
    }
    for task in time.expire(at: turn.now) {
      turn.record(
        .expireTask(task: task.identifier, name: task.name),
        of: identifier,
        launch: process.launch,
        because: [Condition(.timeUp, until: time.end(of: task))]
      )
      switch task.kind {
      case .task(let name, hasExpirationHandler: true):
        call(.backgroundTaskExpiration(task: task.identifier, name: name), in: &turn)
      case .task(_, hasExpirationHandler: false): break
      case .activity(let reason):
        call(
          .expiringActivity(task: task.identifier, reason: reason, expired: true),
          in: &turn
        )
      }
    }
    return false
  }

  private mutating func enforceWakes(in turn: inout Turn) -> Bool {
    for wake in wakes
    where wake.reason.isFixedDuration && wake.dueAt.map({ $0 <= turn.now }) ?? false {
      // Everything that it still does is suspended with it.
      callbacks.release(wake.token, at: turn.now)
      endWake(wake.token)
    }
    endAnswers(at: turn.now)
    guard
      let overrun = wakes.first(where: { $0.dueAt.map { $0 <= turn.now } ?? false })
    else { return false }
    if overrun.reason == .backgroundFetch { work.cooperation.note(.overrun) }
    kill(
      .code(overrun.reason.overrunCode),
      in: &turn,
      because: [
        Condition(
          .wake,
          holds: false,
          since: overrun.startedAt,
          until: overrun.deadline,
          subject: overrun.reason.rawValue
        )
      ]
    )
    return true
  }

  /// Ends the time for the user's answers to notifications: an app that does not report that it has
  /// handled one gets a few seconds, without further consequences: no source mentions that the app is
  /// ended (LN8).
  private mutating func endAnswers(at now: Instant) {
    let over = wakes.filter { wake in
      wake.reason == .notificationResponse && wake.dueAt.map { $0 <= now } ?? false
    }
    for wake in over { endWake(wake.token) }
  }

  private mutating func recheckSuspension(in turn: inout Turn) {
    if let end = suspension.graceEnd, end <= turn.now { suspension.graceEnd = nil }
    facts.hazards.expire(at: turn.now)
    if let recheckAt = suspension.hold?.recheckAt, recheckAt <= turn.now {
      suspension.hold?.recheckAt = nil
    }
    if suspension.lockWatch?.take(at: turn.now) == true, let launch = process.launch {
      turn.order(.inspect(launch))
    }
  }
}

extension Wake {
  /// When a process that has not ended the wake is killed, or a wake of fixed duration ends.
  var dueAt: Instant? {
    reason.isFixedDuration ? deadline : deadline.map { $0 + BackgroundTime.killDelay }
  }
}

extension Instant? {
  /// Returns the earlier of two times; `nil`: never.
  @inline(__always)
  static func earlier(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one else { return other }
    guard let other else { return one }
    return one < other ? one : other
  }
}
