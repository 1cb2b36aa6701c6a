internal import Glibc
package import TorporCore
import TorporModel
package import TorporPosix

/// Processes that work for users: one program, run as each of them, with a folder and a socket.
///
/// `PROGRAM --state FOLDER/UID`, the socket is descriptor 3. The folder belongs to the user; what the
/// process complains of on standard error goes to a log of the user's, as with apps.
package final class ServiceProcesses: TransferServicePort {
  private let loop: EventLoop
  private let places: Places
  private let environment: [String]
  private let patience: Duration
  /// The group that all of them are in; `nil`: they are in the daemon's own.
  private let group: BirthGroup?

  /// Where things are; all absolute.
  package struct Places: Hashable, Sendable {
    /// What is run.
    package let program: String
    /// What holds a folder for each user.
    package let folder: String
    /// What holds a folder of logs for each user.
    package let logFolder: String

    package init(program: String, folder: String, logFolder: String) {
      self.program = program
      self.folder = folder
      self.logFolder = logFolder
    }
  }

  /// Makes an adapter that has started nothing; `groups` is where the processes get a group of their
  /// own, so that what ends the daemon's group lets them end in good order.
  package init(
    places: Places,
    environment: [String],
    groups: GroupTree?,
    patience: Duration = ServiceProcesses.patience,
    on loop: EventLoop
  ) {
    self.places = places
    self.environment = environment
    self.patience = patience
    self.loop = loop
    group = groups?.services
    _ = group?.number
  }

  /// How long a process may take to end when its connection was closed: 5 s.
  ///
  /// A disk that is slow to sync has that time. Our choice.
  package static let patience = Duration.seconds(5)

  /// What of the daemon's environment a process gets: where it finds proxies and certificates, and
  /// the language of its complaints.
  ///
  /// `HTTP_PROXY` is not among them: a web server's scripts get it from strangers, and curl reads the
  /// small one alone.
  package static let inheritedNames = [
    "PATH", "LANG", "http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTPS_PROXY",
    "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR",
  ]

  /// Why processes cannot be started, as far as that is known before it is tried; `nil`: they can.
  package var unavailableReason: String? { ServiceProcesses.unavailableReason(places.program) }

  static func unavailableReason(_ program: String) -> String? {
    do throws(SystemError) {
      let facts = try Files.facts(of: program)
      return facts.st_mode & S_IFMT == S_IFREG && access(program, X_OK) == 0
        ? nil : "\(program) is not an executable program"
    } catch {
      return error.description
    }
  }

  /// Whether there is a folder that a process of the user has written to.
  package func hasTraces(ofUser userID: UInt32) -> Bool { Files.exists(folder(of: userID)) }

  /// Calls back once.
  package func schedule(after length: Duration, _ call: @escaping () -> Void) {
    _ = loop.schedule(after: length, handler: call)
  }

  /// Starts the program as the user; what comes of it is told later.
  package func start(
    userID: UInt32,
    groupID: UInt32?,
    handler: @escaping (ServiceEvent) -> Void
  ) -> any ServiceLine {
    do throws(SystemError) {
      return try run(userID, groupID, handler)
    } catch {
      return FailedService(error, on: loop, handler)
    }
  }

  // MARK: Details

  private func folder(of userID: UInt32) -> String { "\(places.folder)/\(userID)" }

  private func run(
    _ userID: UInt32,
    _ groupID: UInt32?,
    _ handler: @escaping (ServiceEvent) -> Void
  ) throws(SystemError) -> ServiceProcess {
    let groupID = try makeFolder(of: userID, groupID: groupID)
    let sockets = try DescriptorPair.sockets().take()
    let ours = Descriptor(owning: sockets.first)
    let theirs = Descriptor(owning: sockets.second)
    let nothing = try Files.open("/dev/null", O_RDWR)
    let name = places.program.pathComponents.last.map(String.init) ?? "service"
    let log = try LogFile.open(name, in: places.logFolder, userID: userID, groupID: groupID)
    let isOwnUser = userID == CurrentProcess.userID && groupID == CurrentProcess.groupID
    var start = ProcessStart(
      executable: places.program,
      arguments: [places.program, "--state", folder(of: userID)],
      environment: environment,
      workingDirectory: "/",
      user: isOwnUser ? nil : ProcessStart.User(userID: userID, groupID: groupID)
    )
    start.avoidsClone3 = group?.isEntered ?? false
    let started = try start.start(
      standardDescriptors: (nothing.rawValue, log.rawValue, log.rawValue),
      inheritedDescriptor: theirs.rawValue,
      groupDirectory: group?.number
    ).take()
    return try ServiceProcess(
      started.process,
      status: Descriptor(owning: started.status),
      socket: ours,
      program: places.program,
      patience: patience,
      on: loop,
      killedAtBirth: { [group] in
        group?.replace().map { "the transfer service was killed before it ran: \($0)" }
      },
      handler
    )
  }

  /// Makes the user's folder where it is not there; says which group it belongs to.
  private func makeFolder(of userID: UInt32, groupID: UInt32?) throws(SystemError) -> UInt32 {
    let path = folder(of: userID)
    try Files.makeFolder(places.folder, mode: 0o711)
    switch FolderTree.look(at: path, userID: userID) {
    case .folder: break
    case .nothing:
      // Left by a daemon that died over it; empty, because it was never used.
      try? Files.removeFolder(FolderTree.draftPath(of: path))
      try FolderTree.make(path, containing: [], userID: userID, groupID: groupID ?? userID)
    case .somethingElse:
      throw SystemError(operation: "use as a folder of user \(userID)", subject: path, code: EEXIST)
    }
    if let groupID { return groupID }
    return try Files.facts(of: path).st_gid
  }
}

/// A process that could not be made.
private final class FailedService: ServiceLine {
  init(_ error: SystemError, on loop: EventLoop, _ handler: @escaping (ServiceEvent) -> Void) {
    // Never from inside the call that wants it.
    _ = loop.schedule(after: .zero) {
      handler(.notStarted(cause: error.description, isLasting: error.isLasting))
    }
  }

  func send(_ bytes: [UInt8]) {}
  func close() {}
  func kill() {}
}

extension SystemError {
  /// Whether another attempt would fail in the same way: the program, or the right, is missing.
  ///
  /// What a machine that is short of something says passes.
  var isLasting: Bool { ![EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSPC, EINTR, ETXTBSY].contains(code) }
}
