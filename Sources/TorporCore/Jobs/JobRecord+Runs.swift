import TorporModel

// The runs of a job, and what their ends mean.

extension JobRecord {
  /// A process was started for it.
  mutating func begin(
    _ launch: LaunchIdentifier,
    isForced: Bool,
    at now: Instant,
    by clock: WallClock
  ) {
    let takesSlot = jobClass(at: now, by: clock).takesSlot
    state = .running
    isWantedNow = false
    failure = nil
    wait = nil
    retryAt = nil
    run = Run(
      launch: launch,
      beganAt: now,
      isForced: isForced,
      takesSlot: takesSlot,
      timeoutAt: request.timeout.map { now + $0 }
    )
    runCount += 1
    runs.append(JobRun(launch: launch, beganAt: now, endedAt: nil, end: nil))
    if runs.count > Self.runsMax { runs.removeFirst() }
  }

  /// Pauses the process and its time until its conditions hold.
  mutating func pause(at now: Instant) {
    state = .paused
    run?.pause(at: now)
  }

  mutating func resume(at now: Instant, by clock: WallClock) {
    state = .running
    let takesSlot = jobClass(at: now, by: clock).takesSlot
    run?.takesSlot = takesSlot
    run?.resume(at: now)
  }

  /// The consequence of an ended run.
  enum Outcome {
    case success
    case failure
    /// Not the command's doing: it is run again.
    case again
    case cancelled
  }

  /// Records the end of the run; returns its consequence.
  mutating func end(_ end: JobRunEnd, at now: Instant, by clock: WallClock) -> Outcome {
    if !runs.isEmpty {
      runs[runs.count - 1].endedAt = now
      runs[runs.count - 1].end = end
    }
    let beganAt = run?.beganAt ?? now
    run = nil
    let outcome = end.outcome
    switch outcome {
    case .success:
      failureCount = 0
      hasSucceeded = true
      passMoments(until: beganAt, by: clock)
    case .failure:
      failureCount += 1
      hasSucceeded = false
      guard failureCount > request.retries.countMax else {
        retryAt = now + backoff(after: failureCount)
        break
      }
      passMoments(until: beganAt, by: clock)
    case .again:
      // A command that makes the machine or the daemon fail must not be repeated without a pause. A
      // machine without room is not retried at once either.
      if end == .interrupted || end == .unseen || end.isForWantOfRoom {
        retryAt = now + backoff(after: 1)
      }
    case .cancelled: break
    }
    return outcome
  }

  /// Whether the last failure was the last try.
  var isOutOfTries: Bool { failureCount > request.retries.countMax }

  /// Marks the calendar times until a run began as made up for by it.
  private mutating func passMoments(until beganAt: Instant, by clock: WallClock) {
    sinceUnixNanoseconds = max(sinceUnixNanoseconds, clock.unixNanoseconds(at: beganAt))
  }

  /// Returns the delay of the next try after that many failures: doubled by each, up to a limit.
  private func backoff(after failures: Int) -> Duration {
    var length = min(request.retries.backoff, Self.backoffMax)
    var doublings = failures - 1
    while doublings > 0, length < Self.backoffMax {
      length = min(length * 2, Self.backoffMax)
      doublings -= 1
    }
    return length
  }

  /// Adds the time for which a prerequisite, which has now succeeded, blocked the job.
  mutating func noteDependencyTime(until now: Instant, since: Instant, met: JobIdentifier) {
    guard unmet == [met] else { return }
    blocked.add(now - since, of: .dependency)
  }

  /// Ends the wait, and adds up the times of its blocking conditions.
  mutating func closeWait(at now: Instant, classTotals: [BlockedTime], by clock: WallClock) {
    blocked = blockedTimes(at: now, classTotals: classTotals, by: clock)
    wait = nil
  }

  /// Returns how long each condition has blocked the job, longest first.
  func blockedTimes(
    at now: Instant,
    classTotals: [BlockedTime],
    by clock: WallClock
  ) -> [BlockedTime] {
    var sums = blocked
    guard let wait else { return sums }
    for total in classTotals {
      let before = wait.classTotals.first { $0.reason == total.reason }?.total ?? .zero
      sums.add(total.total - before, of: total.reason)
    }
    if !unmet.isEmpty { sums.add(now - wait.since, of: .dependency) }
    if let begin = begin(by: clock) { sums.add(min(now, begin) - wait.since, of: .notBefore) }
    return sums.sorted { ($1.total, $0.reason.rawValue) < ($0.total, $1.reason.rawValue) }
  }
}

extension JobRecord.Run {
  /// Its time stands still.
  fileprivate mutating func pause(at now: Instant) {
    timeLeft = timeoutAt.map { max(.zero, $0 - now) }
    timeoutAt = nil
  }

  /// The machine slept meanwhile, and the command with it.
  mutating func slept(for length: Duration) { timeoutAt = timeoutAt.map { $0 + length } }

  fileprivate mutating func resume(at now: Instant) {
    timeoutAt = timeLeft.map { now + $0 }
    timeLeft = nil
  }
}

extension [BlockedTime] {
  fileprivate mutating func add(_ length: Duration, of reason: Reason) {
    guard length > .zero else { return }
    if let index = firstIndex(where: { $0.reason == reason }) {
      self[index].total += length
    } else {
      append(BlockedTime(reason: reason, total: length))
    }
  }
}

extension JobRunEnd {
  /// The end of a job's process that the core did not order.
  init(_ reason: ExitReason) {
    self =
      switch reason {
      case .exit(let status): .exited(status: status)
      case .crash(let signal): .signalled(signal: signal)
      // SIGKILL is 9 on every Linux.
      case .killedExternally, .outOfMemory: .signalled(signal: 9)
      case .notStarted(let errno): .notStarted(errno: errno)
      case .notInFolder(let path, let errno): .notInFolder(path: path, errno: errno)
      case .unseen: .unseen
      case .reboot, .logout, .released: .interrupted
      case .jetsam: .conditionLost(.memoryPressure)
      // The user ended the process as they end an app.
      case .forceQuit, .jobEnded, .uninstall, .exitsOnSuspend, .update, .code: .cancelled
      }
  }

  /// Whether the machine had no process, descriptor or memory to start the command with.
  ///
  /// ENOMEM 12, EAGAIN 11, ENFILE 23 and EMFILE 24 on every Linux that Swift runs on (errno(3)).
  fileprivate var isForWantOfRoom: Bool {
    guard case .notStarted(let errno) = self else { return false }
    return [11, 12, 23, 24].contains(errno)
  }

  var outcome: JobRecord.Outcome {
    switch self {
    case .exited(status: 0): .success
    case .notStarted where isForWantOfRoom: .again
    case .exited, .signalled, .timedOut, .notStarted, .notInFolder: .failure
    case .conditionLost, .interrupted, .unseen: .again
    case .cancelled: .cancelled
    }
  }
}
