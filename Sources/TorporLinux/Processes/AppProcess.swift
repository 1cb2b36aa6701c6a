internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// One process of an app, from its start or its adoption until it is reaped.
final class AppProcess {
  let launch: LaunchIdentifier
  let group: ControlGroup
  let main: ProcessHandle
  let processID: Int32
  let executable: String
  let container: String?
  /// Where the run of a job prints to, and whose it is; `nil` for an app, and for an adopted one.
  var output: (run: JobRunNumber, userID: UInt32)?
  /// Whether a freeze was ordered while the process starts.
  var isToBeFrozen = false
  /// Registrations of the pidfd and, while it starts, of the status descriptor.
  var tokens: [EventLoop.Token] = []
  /// Where the child says whether its executable runs; `nil` once it has, and for an adopted one.
  private var status: Descriptor?

  init(
    launch: LaunchIdentifier,
    group: ControlGroup,
    main: ProcessHandle,
    processID: Int32,
    executable: String,
    container: String?,
    status: consuming Descriptor? = nil
  ) {
    self.launch = launch
    self.group = group
    self.main = main
    self.processID = processID
    self.executable = executable
    self.container = container
    self.status = status
  }

  /// The number of the status descriptor while the process starts.
  var statusNumber: Int32? {
    switch status {
    case .some(let descriptor): descriptor.rawValue
    case .none: nil
    }
  }

  /// The executable runs: the status descriptor has done its work.
  func setRunning(on loop: EventLoop) {
    if tokens.count > 1 { loop.cancel(tokens.removeLast()) }
    status = nil
  }

  func stopWatching(on loop: EventLoop) {
    for token in tokens { loop.cancel(token) }
    tokens = []
  }
}
