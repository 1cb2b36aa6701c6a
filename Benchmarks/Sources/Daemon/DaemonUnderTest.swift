import Glibc
import TorporLinux
import TorporModel
import TorporPosix
import TorporWire

/// A daemon of our own with groups, a socket and a state folder that nobody else uses; it and its
/// apps end with it.
final class DaemonUnderTest {
  let processID: Int32
  /// From just before the start to the answer to the first call, in milliseconds.
  let readyMilliseconds: Double
  private(set) var control: ControlConnection
  private let scratch: ScratchFolder
  private static let groups = "torpor-bench-daemon-\(getpid())"

  /// The daemon did not answer within five seconds; its log says why.
  struct Unready: Error, CustomStringConvertible {
    let log: String
    var description: String { "torpord is not ready: \(log)" }
  }

  /// Starts the daemon on the scratch folder, which may hold the state of one before it.
  init(_ program: PeerProgram, scratch: ScratchFolder) throws {
    self.scratch = scratch
    let socket = scratch.file("socket")
    let log = try Files.open(scratch.file("log"), O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
    let start = ProcessStart(
      executable: program.path,
      arguments: [
        program.path, "--socket", socket, "--state", scratch.file("state"), "--groups",
        DaemonUnderTest.groups,
      ],
      environment: ["PATH=/usr/bin:/bin"],
      workingDirectory: "/"
    )
    let begin = Stopwatch.monotonicNanoseconds()
    processID = try start.start(
      standardDescriptors: (log.rawValue, log.rawValue, log.rawValue),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).processID
    do {
      control = try DaemonUnderTest.connect(to: socket, until: begin + 5_000_000_000)
      try control.call(Control.GetVersion())
    } catch {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
      throw Unready(log: (try? Files.read(scratch.file("log"))) ?? "\(error)")
    }
    readyMilliseconds = Double(Stopwatch.monotonicNanoseconds() - begin) / 1e6
  }

  deinit {
    kill(processID, SIGTERM)
    waitpid(processID, nil, 0)
    DaemonUnderTest.endApps()
  }

  /// Puts an app onto the device.
  func install(_ name: String, _ program: PeerProgram, arguments: [String]) throws -> String {
    guard let app = AppIdentifier(name) else { preconditionFailure("a valid identifier") }
    let request = Control.Install(
      manifest: AppManifest(identifier: app, backgroundModes: [.fetch]),
      executable: program.path,
      arguments: [program.path] + arguments,
      workingDirectory: "/"
    )
    try control.call(request)
    return name
  }

  /// Waits until that many apps are suspended.
  ///
  /// - Throws: `Unready` when it takes longer than five seconds.
  func waitForSuspended(_ count: Int) throws {
    let end = Stopwatch.monotonicNanoseconds() + 5_000_000_000
    while Stopwatch.monotonicNanoseconds() < end {
      if try control.call(Control.Status()).device.suspendedCount >= count { return }
      usleep(300)
    }
    throw Unready(log: "fewer than \(count) apps are suspended")
  }

  private static func connect(to path: String, until end: Int64) throws -> ControlConnection {
    while true {
      do throws(SystemError) {
        return try ControlConnection(path: path)
      } catch {
        guard Stopwatch.monotonicNanoseconds() < end else { throw error }
        usleep(50)
      }
    }
  }

  /// Ends whatever the daemon had started: its apps outlive it by design.
  private static func endApps() {
    guard let tree = try? GroupTree(subtree: groups) else { return }
    for (_, _, group) in tree.groups() {
      group.kill()
      for _ in 0..<100 where (try? group.remove()) == nil { usleep(1000) }
    }
    tree.removeFolders()
  }
}
