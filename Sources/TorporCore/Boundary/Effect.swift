package import TorporModel

/// What the host must do, in the order given; results come back as inputs.
///
/// What is large and seldom lies apart (`indirect`): the list of a turn's effects stays small.
package enum Effect: Hashable, Sendable {
  /// Start a process of the app, in a group of its own.
  indirect case launch(LaunchOrder)
  /// Freeze the group; answered by `.frozen` or `.freezeFailed`.
  case freeze(LaunchIdentifier)
  /// Let the group run. After it no `.frozen` of an earlier order is posted.
  case thaw(LaunchIdentifier)
  /// Give the processes of the group, and those that they start, that share of the processor.
  case prioritize(LaunchIdentifier, ProcessPriority)
  /// End every process of the group, frozen or not; answered by `.exited`.
  case kill(LaunchIdentifier)
  /// Let the processes of an adopted app run, and forget them: they are the desktop's alone again.
  case release(LaunchIdentifier)
  /// Ask a program that does not speak to the system to end (SIGTERM to its main
  /// process, or to what that has left behind).
  case requestTermination(LaunchIdentifier)
  /// Look for hazards; answered by `.inspected`.
  case inspect(LaunchIdentifier)
  /// Watch the sockets that the group serves from now until it is thawed; a peer that comes to wait there
  /// is reported as a hazard.
  case watchSockets(LaunchIdentifier)
  /// Read the group's processor time; answered by `.usedProcessor`.
  case sampleProcessorTime(LaunchIdentifier)
  /// Read what the group has used until now; answered by `.measured`.
  case measureUsage(LaunchIdentifier)
  /// Say what the group takes of memory now; answered by `.footprint`.
  case measureFootprint(LaunchIdentifier)
  /// Write memory of the frozen group away; answered by `.pagedOut`, and stopped by a thaw.
  case pageOut(PageOutOrder)
  /// Read memory of the frozen group back from swap; answered by `.readBack`, and stopped by a thaw.
  case readBack(ReadBackOrder)
  /// Call a callback of the app; held by the host until the app listens.
  case deliver(LaunchIdentifier, Delivery)
  /// Answer a request.
  case reply(RequestIdentifier, Reply)
  /// Enter a decision into the ledger.
  case record(Decision)
  /// Forget the app's recipe and remove its container.
  case remove(AppIdentifier)
  /// Something about a transfer.
  indirect case transfer(TransferEffect)
  /// Something for the desktop, the radios or the user to see.
  indirect case service(ServiceEffect)
  /// Something about what an app keeps on the disk.
  case storage(StorageOrder)
}

/// An order to start a process.
package struct LaunchOrder: Hashable, Sendable {
  package let launch: LaunchIdentifier
  package let app: AppIdentifier
  package let destination: LaunchDestination
  /// The run of a job that it begins; `nil` for an app.
  package let jobRun: JobRunNumber?
  /// What is run in the place of the job's own command; `nil`: that command.
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

/// Which run of which job it is, counted from 1.
package struct JobRunNumber: Hashable, Sendable, Saved {
  package let job: JobIdentifier
  package let run: Int
  /// Whether it is the command for a failure that runs, and not the job's own.
  package let isFailureCommand: Bool

  package init(job: JobIdentifier, run: Int, isFailureCommand: Bool = false) {
    self.job = job
    self.run = run
    self.isFailureCommand = isFailureCommand
  }
}
