/// The status of a job, as shown by `torpor jobs`.
package struct JobStatus: Hashable, Sendable {
  // Shape: one property for each fact that is shown of a job.
  /// Its number.
  package var job: JobIdentifier
  /// What its owner calls it.
  package var name: String
  /// The user that owns it.
  package var ownerUserID: UInt32
  /// What was asked for.
  package var request: JobRequest
  /// When it was submitted.
  package var submittedAt: Instant
  /// Its state.
  package var state: JobState
  /// The process of the present run, if there is one.
  package var launch: LaunchIdentifier?
  /// The conditions that it waits for, with their beginnings and ends; empty while it runs.
  package var conditions: [Condition]
  /// How long each condition has blocked it since the submission, longest first.
  package var blocked: [BlockedTime]
  /// What to expect.
  package var forecast: Forecast
  /// The last runs, oldest first.
  package var runs: [JobRun]
  /// The earlier job that made it fail without running, and the outcome of that job: "backup failed".
  package var failedBefore: String?
  /// The run of its `--on-failure` command, if there was one.
  package var failureRun: JobRun?

  /// Makes a status.
  package init(
    job: JobIdentifier,
    name: String,
    ownerUserID: UInt32,
    request: JobRequest,
    submittedAt: Instant,
    state: JobState,
    launch: LaunchIdentifier?,
    conditions: [Condition],
    blocked: [BlockedTime],
    forecast: Forecast,
    runs: [JobRun],
    failedBefore: String? = nil,
    failureRun: JobRun? = nil
  ) {
    self.job = job
    self.name = name
    self.ownerUserID = ownerUserID
    self.request = request
    self.submittedAt = submittedAt
    self.state = state
    self.launch = launch
    self.conditions = conditions
    self.blocked = blocked
    self.forecast = forecast
    self.runs = runs
    self.failedBefore = failedBefore
    self.failureRun = failureRun
  }
}

/// The state of a job.
package enum JobState: String, Hashable, Sendable, Saved, CaseIterable {
  case waiting, running
  /// Frozen until its conditions hold again.
  case paused
  /// Asked to end; killed soon if it does not.
  case ending
  /// Succeeded, and will not run again.
  case done
  /// Failed permanently.
  case failed
  /// Cancelled by its owner.
  case cancelled
}

/// One run of a job.
package struct JobRun: Hashable, Sendable, Saved {
  /// Its process.
  package var launch: LaunchIdentifier
  /// When it began.
  package var beganAt: Instant
  /// When it ended; `nil` while it runs.
  package var endedAt: Instant?
  /// How it ended.
  package var end: JobRunEnd?

  /// Makes a run.
  package init(
    launch: LaunchIdentifier,
    beganAt: Instant,
    endedAt: Instant?,
    end: JobRunEnd?
  ) {
    self.launch = launch
    self.beganAt = beganAt
    self.endedAt = endedAt
    self.end = end
  }
}

/// How a run of a job ended.
package enum JobRunEnd: Hashable, Sendable, Saved {
  /// The command returned; 0 is success.
  case exited(status: Int32)
  /// A signal ended it that the daemon did not send.
  case signalled(signal: Int32)
  /// It took longer than its time-out.
  case timedOut
  /// A condition that it needed was lost.
  case conditionLost(Reason)
  /// Its owner ended it.
  case cancelled
  /// The machine restarted while it ran.
  case interrupted
  /// It could not be started; `errno` says why.
  case notStarted(errno: Int32)
  /// It could not be started, because its working directory cannot be entered.
  case notInFolder(path: String, errno: Int32)
  /// How it ended is unknown.
  case unseen
}
