package import TorporModel

/// An order of the job service to the device, about the processes of jobs, which are apps of their own.
package enum JobOrder: Hashable, Sendable {
  /// Assign the number to a job; it is never reused.
  case number(JobIdentifier)
  /// Start the process of a run.
  indirect case start(JobStart)
  /// Pause the process, or let it continue.
  case pause(AppIdentifier)
  case resume(AppIdentifier)
  /// End the process, after notifying it.
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

/// A step with which the review of all jobs continues after its requests were carried out: each start
/// must see the room that the previous one left.
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
  /// Carries out an order of the job service; its consequences are then on the stack.
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
        // A frozen process would not notice that it must end.
        record.job?.isPaused = false
        record.settle(in: &turn)
        record.end(.jobEnded, in: &turn, because: conditions)
      }
    }
  }
}
