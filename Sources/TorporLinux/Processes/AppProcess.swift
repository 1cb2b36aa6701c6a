internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// One process of an app, from its start or its adoption until its group is empty.
///
/// What it is made of, and when each is known: the group at once; the keeper, the parent of the command
/// outside of the group, at once; the command itself when its keeper has made it; its status when it has
/// ended. Then what it has started may run on, until the group is empty.
final class AppProcess {
  // Shape: what the adapter knows of one group: the order that made it, its handles, and what is to be done with it
  // next.
  let launch: LaunchIdentifier
  let group: ControlGroup
  let executable: String
  /// Where it starts; empty for an adopted one.
  let workingDirectory: String
  let container: String?
  /// The parent of the command; `nil` where it was killed, and for one of a former daemon without it.
  var keeper: ProcessHandle?
  /// The command; `nil` until it is made, and where it ended before this daemon found its group.
  private(set) var main: ProcessHandle?
  /// The number of the command; 0 until it is made.
  private(set) var processID: Int32
  /// How the command ended, whose group is not empty yet.
  var commandEnd: ExitStatus?
  /// Where the run of a job prints to, and whose it is; `nil` for an app, and for an adopted one.
  var output: (run: JobRunNumber, userID: UInt32)?
  /// The niceness with which the command was started.
  var niceness: Int32 = 0
  /// What was ordered for it while it starts; `nil`: nothing.
  var priority: ProcessPriority?
  /// Whether a freeze was ordered while the process starts.
  var isToBeFrozen = false
  /// Whether its end was ordered before the command was made.
  var isToBeKilled = false
  /// Whether the command is asked to end as soon as it is made.
  var isToBeAsked = false
  /// Registrations of what is watched: the keeper, the command, or the emptiness of the group.
  var tokens: [EventLoop.Token] = []
  /// Starts the command once more; `nil` where it is there, or was started again already.
  var startAgain: (() throws(SystemError) -> Void)?
  /// The registration of the status descriptor, while it starts.
  var statusToken: EventLoop.Token?
  /// Where the child says whether its executable runs; `nil` once it has, and for an adopted one.
  private var status: Descriptor?
  /// Our end of the connection that the command inherits, until it is made.
  private var connection: Descriptor?
  /// The `cgroup.events` that is watched for an empty group.
  private var emptiness: Descriptor?

  init(
    launch: LaunchIdentifier,
    group: ControlGroup,
    keeper: ProcessHandle?,
    executable: String,
    workingDirectory: String = "",
    container: String?,
    main: (processID: Int32, process: ProcessHandle)? = nil,
    status: consuming Descriptor? = nil,
    connection: consuming Descriptor? = nil
  ) {
    self.launch = launch
    self.group = group
    self.keeper = keeper
    self.executable = executable
    self.workingDirectory = workingDirectory
    self.container = container
    self.main = main?.process
    processID = main?.processID ?? 0
    self.status = status
    self.connection = connection
  }

  /// The number of the status descriptor while the process starts.
  var statusNumber: Int32? {
    switch status {
    case .some(let descriptor): descriptor.rawValue
    case .none: nil
    }
  }

  /// The command is there: returns our end of its connection.
  func setBorn(_ processID: Int32, _ process: ProcessHandle) -> Descriptor? {
    self.processID = processID
    main = process
    startAgain = nil
    return connection.take()
  }

  /// The executable runs: the status descriptor has done its work.
  func setRunning(on loop: EventLoop) {
    if let statusToken { loop.cancel(statusToken) }
    statusToken = nil
    status = nil
  }

  /// Keeps the descriptor as long as the process is known; returns its number.
  func watchEmptiness(on descriptor: consuming Descriptor) -> Int32 {
    let number = descriptor.rawValue
    emptiness = consume descriptor
    return number
  }

  /// Takes over what was ordered for the one that it was started again for.
  func takeOrders(of former: AppProcess) {
    priority = former.priority
    isToBeFrozen = former.isToBeFrozen
    isToBeAsked = former.isToBeAsked
  }

  func stopWatching(on loop: EventLoop) {
    for token in tokens { loop.cancel(token) }
    tokens = []
    if let statusToken { loop.cancel(statusToken) }
    statusToken = nil
  }
}
