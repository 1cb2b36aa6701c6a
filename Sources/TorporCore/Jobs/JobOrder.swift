package import TorporModel

/// What the jobs want of the device that no other service does: their processes, which are apps of their own.
package enum JobOrder: Hashable, Sendable {
  /// The number is a job's from now on, and never another's.
  case number(JobIdentifier)
  /// Start the process of a run.
  indirect case start(JobStart)
  /// Let the process stand still, or go on.
  case pause(AppIdentifier)
  case resume(AppIdentifier)
  /// End the process, after it was told.
  case end(AppIdentifier, because: [Condition])
}

/// The process of a run that begins.
package struct JobStart: Hashable, Sendable {
  let app: AppIdentifier
  let name: String
  let ownerUserID: UInt32
  let hold: JobHold
  let launch: LaunchIdentifier
}

/// How the review of all jobs goes on when what it has asked for was done: each start has to see what the
/// one before it has left of room.
package enum JobStep: Hashable, Sendable {
  /// Jobs that their owners want run at once.
  case startWanted
  /// Jobs whose conditions hold.
  case startFree
}

extension AppRecord {
  /// The app that the process of a job is.
  fileprivate init(_ start: JobStart, at now: Instant) {
    var manifest = AppManifest(
      identifier: start.app,
      name: start.name,
      isCooperative: false,
      isTransient: true
    )
    manifest.ownerUserID = start.ownerUserID
    self.init(manifest: manifest, settings: AppSettings(), at: now)
    job = start.hold
  }
}

extension Device {
  /// Does what the jobs want; what follows from it is on the stack then.
  mutating func perform(_ order: JobOrder, in turn: inout Turn) {
    switch order {
    case .number(let job): turn.counters.useJob(job)
    case .start(let start):
      let slot = apps.insert(AppRecord(start, at: turn.now))
      change(slot: slot, in: &turn) { record, turn in
        record.apply(
          .woken(next: start.launch, reason: .job, isAnnounced: turn.profile.announcesWakes),
          in: &turn,
          because: [Condition(.job, since: turn.now)]
        )
      }
    case .pause(let app): change(app, in: &turn) { record, _ in record.job?.isPaused = true }
    case .resume(let app): change(app, in: &turn) { record, _ in record.job?.isPaused = false }
    case .end(let app, let conditions):
      change(app, in: &turn) { record, turn in
        // A frozen process would not hear that it is to end.
        record.job?.isPaused = false
        record.settle(in: &turn)
        record.end(.jobEnded, in: &turn, because: conditions)
      }
    }
  }
}
