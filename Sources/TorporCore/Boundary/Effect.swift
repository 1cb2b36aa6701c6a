package import TorporModel

/// An order to the host, to be carried out in sequence; results return as inputs.
///
/// Large and rare cases are stored apart (`indirect`): the list of a turn's effects stays small.
package enum Effect: Hashable, Sendable {
  /// Start a process of the app, in its own group.
  indirect case launch(LaunchOrder)
  /// Freeze the group; answered by `.frozen` or `.freezeFailed`.
  case freeze(LaunchIdentifier)
  /// Let the group run. No `.frozen` for an earlier order is posted afterwards.
  case thaw(LaunchIdentifier)
  /// Give the processes of the group, and those that they start, that share of the processor.
  case prioritize(LaunchIdentifier, ProcessPriority)
  /// End every process of the group, frozen or not; answered by `.exited`.
  case kill(LaunchIdentifier)
  /// Let the processes of an adopted app run, and stop managing them: they belong only to the desktop again.
  case release(LaunchIdentifier)
  /// Ask a program that is not Torpor-aware to end (SIGTERM to its main process, or to the processes
  /// that it left behind).
  case requestTermination(LaunchIdentifier)
  /// Look for hazards; answered by `.inspected`.
  case inspect(LaunchIdentifier)
  /// Watch the sockets that the group serves until it is thawed; a peer that begins to wait there is
  /// reported as a hazard.
  case watchSockets(LaunchIdentifier)
  /// Read the group's processor time; answered by `.usedProcessor`.
  case sampleProcessorTime(LaunchIdentifier)
  /// Read what the group has used until now; answered by `.measured`.
  case measureUsage(LaunchIdentifier)
  /// Report the group's present memory footprint; answered by `.footprint`.
  case measureFootprint(LaunchIdentifier)
  /// Write memory of the frozen group to swap; answered by `.pagedOut`, and stopped by a thaw.
  case pageOut(PageOutOrder)
  /// Read memory of the frozen group back from swap; answered by `.readBack`, and stopped by a thaw.
  case readBack(ReadBackOrder)
  /// Call a callback of the app; held by the host until the app listens.
  case deliver(LaunchIdentifier, Delivery)
  /// Answer a request.
  case reply(RequestIdentifier, Reply)
  /// Enter a decision into the ledger.
  case record(Decision)
  /// Remove the app's recipe and its container.
  case remove(AppIdentifier)
  /// An order about a transfer.
  indirect case transfer(TransferEffect)
  /// An order of a service, to the desktop, the radios or others.
  indirect case service(ServiceEffect)
  /// An order about an app's files on the disk.
  case storage(StorageOrder)
}

/// An order to start a process.
package struct LaunchOrder: Hashable, Sendable {
  package let launch: LaunchIdentifier
  package let app: AppIdentifier
  package let destination: LaunchDestination
  /// The run of a job that it begins; `nil` for an app.
  package let jobRun: JobRunNumber?
  /// The command that is run in place of the job's own; `nil`: the job's own.
  package let failure: FailureCommand?

  package init(
    launch: LaunchIdentifier,
    app: AppIdentifier,
    destination: LaunchDestination,
    jobRun: JobRunNumber? = nil,
    failure: FailureCommand? = nil
  ) {
    self.launch = launch
    self.app = app
    self.destination = destination
    self.jobRun = jobRun
    self.failure = failure
  }
}

/// The number of a run of a job, counted from 1.
package struct JobRunNumber: Hashable, Sendable, Saved {
  package let job: JobIdentifier
  package let run: Int
  /// Whether the command for a failure is run, not the job's own.
  package let isFailureCommand: Bool

  package init(job: JobIdentifier, run: Int, isFailureCommand: Bool = false) {
    self.job = job
    self.run = run
    self.isFailureCommand = isFailureCommand
  }
}
