package import TorporModel

/// Processes in their groups.
///
/// No method blocks or throws; what came of an order is posted to the sink that the adapter was
/// made with, as `HostEvent.input(.process(…))`.
package protocol ProcessPort: AnyObject {
  // Shape: one method for each order about a group and for each fact of one; one adapter serves them all.
  /// Starts the app's process in a fresh group; posts `.started`, or `.exited(.notStarted)`.
  ///
  /// The process inherits a connected socket (`TORPOR_SOCKET_FD`), which the adapter announces as a
  /// new connection of that launch. `streams` are descriptors for 0, 1 and 2 that the adapter owns
  /// from now on, and perhaps a terminal with the socket to its session's leader behind them; without
  /// any the process gets `/dev/null` and its output goes to the app's log.
  func launch(_ order: LaunchOrder, recipe: LaunchRecipe, streams: [Int32])
  /// Freezes the group and posts `.frozen`, or undoes it after a limit and posts `.freezeFailed`.
  func freeze(_ launch: LaunchIdentifier)
  /// Thaws the group; a `.frozen` that was not posted yet is dropped.
  func thaw(_ launch: LaunchIdentifier)
  /// Gives the processes of the group, and those that they start, that share of the processor.
  ///
  /// Where the machine offers no way to, nothing happens; `Capability.Kind.processorShares` says so.
  func prioritize(_ launch: LaunchIdentifier, _ priority: ProcessPriority)
  /// Kills every process of the group; posts `.exited` when none is left.
  func kill(_ launch: LaunchIdentifier)
  /// Lets the groups of an adopted app run and forgets them; nothing is posted of them any more.
  func release(_ launch: LaunchIdentifier)
  /// Sends SIGTERM to the main process of the group; when that has ended, to all that it has left behind.
  func requestTermination(_ launch: LaunchIdentifier)
  /// Sends a signal to the main process of the group, which is not the policy's doing.
  func send(signal: Int32, to launch: LaunchIdentifier)
  /// Posts `.inspected`.
  func inspect(_ launch: LaunchIdentifier)
  /// Watches the sockets that the group serves until it is thawed or ends; posts `.hazard(.servedSocket)`
  /// with waiters, once, when a peer comes to wait.
  func watchSockets(_ launch: LaunchIdentifier)
  /// Posts `.usedProcessor`.
  func sampleProcessorTime(_ launch: LaunchIdentifier)
  /// Posts `.measured`: what the processes of the launch have used until now.
  func measureUsage(_ launch: LaunchIdentifier)
  /// Posts `.footprint`: what the group of the launch takes of memory.
  func measureFootprint(_ launch: LaunchIdentifier)
  /// Writes memory of a frozen group away and posts `.pagedOut`; a thaw stops it before its next piece.
  ///
  /// Some seconds after the thaw of a group that was paged out `.pagedIn` is posted.
  func pageOut(_ order: PageOutOrder)
  /// Reads memory of a frozen group back from swap and posts `.readBack`; a thaw stops it before its next piece.
  func readBack(_ order: ReadBackOrder)
  /// Closes descriptors that no process will get.
  func discard(_ streams: [Int32])
  /// Finds the groups that outlived the daemon and watches them from now on.
  ///
  /// The end of a job's run outlives the daemon too: it is told to every next one until it is forgotten.
  func adopt() -> [Survivor]
  /// The end of the process is in the journal; what was kept to tell it may go.
  func forgetEnd(of launch: LaunchIdentifier)
  /// Whose group the process is in that has the number now; `nil`: no app's.
  func launch(ofProcess processID: Int32) -> LaunchIdentifier?
  /// The processes in the group of a launch; none where there is no such group.
  func processIDs(of launch: LaunchIdentifier) -> [Int32]
  /// The process that was started first in the group of a launch.
  func mainProcessID(of launch: LaunchIdentifier) -> Int32?
  /// What the group of a launch takes of memory now; `nil` where that cannot be known.
  func footprintBytes(of launch: LaunchIdentifier) -> Int64?
  /// The processor time that the processes of a launch have used until now; `nil` where that cannot be known.
  func processorTime(of launch: LaunchIdentifier) -> Duration?
  /// All that the kernel counts of the processes of a launch; `nil` where it counts nothing.
  func usage(of launch: LaunchIdentifier) -> ResourceUsage?
}

extension ProcessPort {
  /// The lowest number, where the host keeps no other.
  package func mainProcessID(of launch: LaunchIdentifier) -> Int32? {
    processIDs(of: launch).min()
  }

  /// Nothing, where the host adopts no apps.
  package func release(_ launch: LaunchIdentifier) {}

  /// Nothing, where the host cannot look.
  package func footprintBytes(of launch: LaunchIdentifier) -> Int64? { nil }

  /// Nothing, where the host does not count.
  package func processorTime(of launch: LaunchIdentifier) -> Duration? { nil }

  /// Processor time alone, where the host counts nothing else.
  package func usage(of launch: LaunchIdentifier) -> ResourceUsage? {
    processorTime(of: launch).map { ResourceUsage(processor: $0) }
  }

  /// Nothing, where the host does not count.
  package func measureUsage(_ launch: LaunchIdentifier) {}
}

/// The services that move bytes, one for each user who owns transfers.
///
/// No method blocks or throws; what came of an attempt is posted to the sink as
/// `HostEvent.transfers`. A service that dies has `.interrupted` posted for every attempt that it had,
/// and is started again when there is something to do.
package protocol TransferPort: AnyObject {
  /// Begins attempts, in order.
  func start(_ parcels: [TransferParcel])
  /// Stops the attempt of a transfer, if one runs; nothing is posted for it from now on but how much of it
  /// there is (`stopped`), where that is known.
  func stop(_ transfer: TransferIdentifier, of owner: RecipeOwner, discards: Bool)
  /// Takes an attempt back whose request has not been sent, and posts `withdrawn`; any other goes on.
  func withdraw(_ transfer: TransferIdentifier, of owner: RecipeOwner, attempt: UInt32)
  /// The result of a transfer is saved.
  func forget(_ transfer: TransferIdentifier, of owner: RecipeOwner, removesFile: Bool)
  /// Gives a credential to the next attempts of a transfer; `nil`: go on without one.
  func useCredential(_ credential: TransferPassword?, for transfer: TransferIdentifier)
  /// How far a running transfer is; `nil`: nothing is known.
  func progress(of transfer: TransferIdentifier) -> TransferProgress?
  /// Whether a transfer that was begun has no connection yet, or has given its own to others.
  func waitsForConnection(_ transfer: TransferIdentifier) -> Bool
}

/// The desktop, the radios, and the descriptors that apps have handed over.
///
/// No method blocks or throws. What happens there is posted to the sink as device events, and what the
/// user answers as their action.
package protocol ServicePort: AnyObject {
  func perform(_ effect: ServiceEffect)
}

/// A name and a password; never journalled, never logged.
package struct TransferPassword: Hashable, Sendable {
  package let user: String
  package let password: String

  package init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

/// An attempt with all that is needed for it.
package struct TransferParcel: Hashable, Sendable {
  package let order: TransferOrder
  package let stored: StoredTransfer

  package init(order: TransferOrder, stored: StoredTransfer) {
    self.order = order
    self.stored = stored
  }
}

/// What the journal keeps of a transfer beside the device's state.
package struct StoredTransfer: Hashable, Sendable {
  package var content: TransferContent
  /// Whose process moves its bytes.
  package var userID: UInt32
  package var groupID: UInt32
  /// What the service last said of it.
  package var detail: TransferDetail

  package init(
    content: TransferContent,
    userID: UInt32,
    groupID: UInt32,
    detail: TransferDetail = TransferDetail()
  ) {
    self.content = content
    self.userID = userID
    self.groupID = groupID
    self.detail = detail
  }
}

/// The folders in which installed apps keep their data.
package protocol ContainerPort: AnyObject {
  /// Makes the container of an app that is about to be started, unless it is there.
  func prepare(for owner: RecipeOwner)
  /// Removes the container of an app that is no longer installed.
  func remove(for owner: RecipeOwner)
  /// The picture that an app has put into its container for the switcher; `nil`: none.
  func snapshot(of owner: RecipeOwner) -> ContainedSnapshot?
}

/// A picture that lies in the container of an app.
package struct ContainedSnapshot: Hashable, Sendable {
  package let path: String
  /// When it was put there, since 1970.
  package let wallMicroseconds: Int64

  package init(path: String, wallMicroseconds: Int64) {
    self.path = path
    self.wallMicroseconds = wallMicroseconds
  }
}

/// The sound files that notifications of apps name.
package protocol SoundPort: AnyObject {
  /// Looks for a file in the container and in the bundle, and at how it is coded.
  ///
  /// Returns its path.
  ///
  /// - Throws: `SoundFault` where the default sound is to be heard instead.
  func find(
    _ name: String,
    of owner: RecipeOwner,
    bundle: String
  ) throws(SoundFault) -> String
}

/// What the runs of jobs print, and apps without a terminal, each in a file of its owner that outlives
/// the daemon.
///
/// Runs write to it by themselves; their host opens it, and keeps its length in bounds.
package protocol JobOutputPort: AnyObject {
  /// A piece of what was printed.
  ///
  /// - Throws: `JobOutputFailure` when it cannot be read; output that never was is empty.
  func read(
    _ job: JobIdentifier,
    ofUser userID: UInt32,
    offset: Int64,
    lengthMax: Int
  ) throws(JobOutputFailure) -> JobOutputPiece
  /// Removes what a forgotten job has printed.
  func remove(_ job: JobIdentifier, ofUser userID: UInt32)
  /// A piece of what an app, or a plain command by that identifier, was printing since it was installed
  /// or started without a terminal; empty where nothing is kept.
  ///
  /// - Throws: `JobOutputFailure` when it cannot be read.
  func read(
    _ app: AppIdentifier,
    ofUser userID: UInt32,
    offset: Int64,
    lengthMax: Int
  ) throws(JobOutputFailure) -> JobOutputPiece?
  /// Removes what an app has printed that is no longer installed.
  func remove(_ app: AppIdentifier, of owner: RecipeOwner)
}

/// A piece of a job's output.
package struct JobOutputPiece: Hashable, Sendable {
  package var bytes: [UInt8]
  /// Where the piece begins, counted from the first byte that the job ever printed.
  package var offset: Int64
  /// How much was printed in all.
  package var total: Int64
  /// Whether more may come, of something that has been printed already.
  package var isBeingWritten: Bool

  package init(
    bytes: [UInt8] = [],
    offset: Int64 = 0,
    total: Int64 = 0,
    isBeingWritten: Bool = false
  ) {
    self.isBeingWritten = isBeingWritten
    self.bytes = bytes
    self.offset = offset
    self.total = total
  }
}

/// Why the output of a job could not be read.
package struct JobOutputFailure: Error, Hashable, Sendable {
  package let path: String
  package let cause: String

  package init(path: String, cause: String) {
    self.path = path
    self.cause = cause
  }
}

/// Connections of apps and programs; bytes are not looked at here.
package protocol ConnectionPort: AnyObject {
  /// Queues bytes; a peer that does not read for too long is cut off by the adapter's limit.
  ///
  /// Descriptors go beside the first byte, and stay the caller's.
  func send(_ bytes: [UInt8], beside descriptors: [Int32], on connection: ConnectionIdentifier)
  /// Sends what is queued, then closes.
  func close(_ connection: ConnectionIdentifier)
}

/// A moment, and what of the time before it nobody had.
package struct ClockReading: Hashable, Sendable {
  package let now: Instant
  /// How long the machine slept since the last reading; zero: not at all.
  package let slept: Duration

  package init(now: Instant, slept: Duration) {
    self.now = now
    self.slept = slept
  }
}

/// The device's time line and its one timer.
package protocol ClockPort: AnyObject {
  /// Now, on the time line of the device; never less than it was.
  func now() -> Instant
  /// Now, with how long of that the machine slept since this was last asked; the time of a turn.
  func read() -> ClockReading
  /// Nanoseconds since 1970 by the wall clock, for display.
  func wallNanoseconds() -> Int64
  /// Has `HostEvent.input(.timerFired)` posted at the moment; `nil`: not at all. The last call wins.
  func arm(at moment: Instant?)
  /// Has the machine awake at these moments, where it can be woken, and is to be; what is due then is
  /// posted by the timer. The last call wins.
  func set(_ alarms: Alarms)
}
