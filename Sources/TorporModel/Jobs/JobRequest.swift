/// A command that waits for its conditions, as `torpor when` submits it.
package struct JobRequest: Hashable, Sendable, Saved {
  /// What its owner calls it; `nil`: the daemon makes a name from the command.
  package var name: String?
  /// What happens when the owner has a job of that name already.
  package var conflict: Conflict
  /// The command as shown to users: the words that were typed, joined by spaces.
  package var command: String
  /// What must hold while it runs.
  package var needs: JobNeeds
  /// When it may begin.
  package var schedule: JobSchedule
  /// What happens when the command fails.
  package var retries: RetryPolicy
  /// How long one run may take; `nil`: no limit.
  package var timeout: Duration?
  /// What happens when a condition that it needs is lost while it runs.
  package var whenLost: LossPolicy
  /// The command that `/bin/sh` runs when the job has failed permanently; `nil`: none.
  package var onFailure: String?

  /// Makes a request; everything except the command has the default of `torpor when`.
  package init(
    name: String? = nil,
    conflict: Conflict = .refuse,
    command: String,
    needs: JobNeeds = JobNeeds(),
    schedule: JobSchedule = JobSchedule(),
    retries: RetryPolicy = RetryPolicy(),
    timeout: Duration? = nil,
    whenLost: LossPolicy = .expire,
    onFailure: String? = nil
  ) {
    self.name = name
    self.conflict = conflict
    self.command = command
    self.needs = needs
    self.schedule = schedule
    self.retries = retries
    self.timeout = timeout
    self.whenLost = whenLost
    self.onFailure = onFailure
  }

  /// What happens when the name is taken.
  package enum Conflict: String, Hashable, Sendable, Saved, CaseIterable {
    /// The request is refused while the other waits or runs; a finished one makes room.
    case refuse
    /// The other is cancelled, and ended if it runs.
    case replace
    /// The other stays as it is while it waits or runs, and the request changes nothing.
    case keep
    /// Like `keep`, and also when the other has succeeded: the command runs only once, ever.
    case once
  }

  /// What happens when a condition is lost.
  package enum LossPolicy: String, Hashable, Sendable, Saved, CaseIterable {
    /// The command is asked to end (SIGTERM), killed later, and waits to be run again from its start.
    case expire
    /// The command is frozen, and continues when the condition holds again.
    case pause
  }
}

/// The conditions for a job to begin and to continue.
package struct JobNeeds: Hashable, Sendable, Saved {
  /// `--power ac`.
  package var externalPower: Bool
  /// `--battery 40`: at least that much, or external power.
  package var batteryPercentMin: Int?
  /// `--network`.
  package var network: JobNetwork
  /// `--idle 5m`: the device has not been used for at least that long.
  package var idle: Duration?
  /// `--cool`: the machine is not hot.
  package var isCool: Bool
  /// `--disk 5GB`: free bytes where apps keep data.
  package var freeBytesMin: Int64?

  /// Makes needs; without any, the command runs at once.
  package init(
    externalPower: Bool = false,
    batteryPercentMin: Int? = nil,
    network: JobNetwork = .notNeeded,
    idle: Duration? = nil,
    isCool: Bool = false,
    freeBytesMin: Int64? = nil
  ) {
    self.externalPower = externalPower
    self.batteryPercentMin = batteryPercentMin
    self.network = network
    self.idle = idle
    self.isCool = isCool
    self.freeBytesMin = freeBytesMin
  }
}

/// The network that a job needs, as in `torpor when --network`.
package enum JobNetwork: String, Hashable, Sendable, Saved, CaseIterable {
  case notNeeded = "none-needed"
  case any
  case unmetered
}

/// When a job may begin, by time and by other jobs; every part given must be fulfilled.
package struct JobSchedule: Hashable, Sendable, Saved {
  /// `--at`: once, at the next time that the expression matches.
  package var at: CalendarExpression?
  /// `--every`: every time that the expression matches; times that pass while the job waits or runs
  /// are made up for by one run.
  package var every: CalendarExpression?
  /// `--not-before`, in nanoseconds since 1970 by the wall clock.
  package var notBeforeUnixNanoseconds: Int64?
  /// `--deadline`, in nanoseconds since 1970 by the wall clock.
  ///
  /// After it, the job runs regardless of its conditions, except those without which it could not run.
  /// With `every` this applies to the runs that are due before it.
  package var deadlineUnixNanoseconds: Int64?
  /// `--after`: jobs that must have succeeded.
  package var after: [JobIdentifier]
  // Saved: left out means [], as before there was `--after-any`.
  /// `--after-any`: jobs that must have finished, whether they succeeded, failed or were cancelled.
  package var afterAny: [JobIdentifier]

  /// Makes a schedule; an empty one means at once.
  package init(
    at: CalendarExpression? = nil,
    every: CalendarExpression? = nil,
    notBeforeUnixNanoseconds: Int64? = nil,
    deadlineUnixNanoseconds: Int64? = nil,
    after: [JobIdentifier] = [],
    afterAny: [JobIdentifier] = []
  ) {
    self.at = at
    self.every = every
    self.notBeforeUnixNanoseconds = notBeforeUnixNanoseconds
    self.deadlineUnixNanoseconds = deadlineUnixNanoseconds
    self.after = after
    self.afterAny = afterAny
  }
}

/// What happens after a run that failed.
package struct RetryPolicy: Hashable, Sendable, Saved {
  /// How many more times it is run; 0: never again.
  package var countMax: Int
  /// How long after the first failure; every further failure doubles it, up to five hours (our choice,
  /// as in JobScheduler).
  package var backoff: Duration

  /// Makes a policy; without arguments a failure is final.
  package init(countMax: Int = 0, backoff: Duration = .seconds(30)) {
    self.countMax = countMax
    self.backoff = backoff
  }
}
