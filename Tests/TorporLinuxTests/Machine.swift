import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

/// The real machine for one test: a loop, a subtree of groups of its own, a folder, a socket.
///
/// Everything is removed when it goes; processes that a test left are killed.
final class Machine: ProcessWorld {
  let loop: EventLoop
  let recorder = EventRecorder()
  let folder: TemporaryFolder
  let subtree: String
  private(set) var tree: GroupTree
  private(set) var connections: ConnectionAdapter
  private(set) var processes: ProcessAdapter

  var port: any ProcessPort { processes }
  var events: [HostEvent] { recorder.events }

  init(hasKillFile: Bool = true) throws {
    loop = try EventLoop()
    folder = try TemporaryFolder()
    subtree = "torpor-test-\(getpid())-\(Machine.nextNumber())"
    tree = try GroupTree(subtree: subtree)
    connections = ConnectionAdapter(on: loop, sink: recorder, groups: tree)
    processes = ProcessAdapter(
      on: loop,
      sink: recorder,
      tree: tree,
      connections: connections,
      places: .init(socketPath: folder.path + "/socket", logFolder: folder.path)
    )
  }

  deinit {
    let root = String(tree.folder.dropLast("/apps".count))
    for (_, _, group) in tree.groups() {
      group.kill()
      for _ in 0..<1000 where (try? group.remove()) == nil {
        advance(upTo: .milliseconds(1)) { false }
      }
    }
    // Keepers end with their commands.
    let keepers = root + "/keepers"
    for _ in 0..<1000 where rmdir(keepers) != 0 && errno == EBUSY {
      advance(upTo: .milliseconds(1)) { false }
    }
    rmdir(tree.folder)
    rmdir(root)
  }

  /// Whether groups can be made here; the reason is printed where they cannot.
  static let isAvailable: Bool = {
    do {
      let tree = try GroupTree(subtree: "torpor-test-\(getpid())-probe")
      rmdir(tree.folder)
      rmdir(String(tree.folder.dropLast("/apps".count)))
      return true
    } catch {
      print("skipped: \(error)")
      return false
    }
  }()

  /// Some programs of the tests need calls that no shell has.
  static let hasPython = Files.exists("/usr/bin/python3")
  static let needsPython: Comment = "no python3 here, for the calls that no shell has"

  func advance(upTo limit: Duration, until condition: () -> Bool) {
    let end = BootClock.nanoseconds() + limit.nanoseconds
    while !condition(), BootClock.nanoseconds() < end { loop.runOnce(timeoutMilliseconds: 1) }
  }

  func restartDaemon() {
    connections.stop()
    connections = ConnectionAdapter(on: loop, sink: recorder, groups: tree)
    processes = ProcessAdapter(
      on: loop,
      sink: recorder,
      tree: tree,
      connections: connections,
      places: .init(socketPath: folder.path + "/socket", logFolder: folder.path)
    )
  }

  func recipe(for program: ContractProgram) -> LaunchRecipe {
    switch program {
    case .sleeps: shell("exec sleep 1000")
    case .spins: shell("while :; do :; done")
    case .exits(let status): shell("exit \(status)")
    case .diesOf(let signal): shell("kill -\(signal) $$")
    case .isMissing: recipe(["/nonexistent/program"])
    case .leavesChild: shell("sleep 1000 & exit 0")
    }
  }

  func shell(_ script: String) -> LaunchRecipe { recipe(["/bin/sh", "-c", script]) }

  func recipe(_ arguments: [String]) -> LaunchRecipe {
    LaunchRecipe(
      executable: arguments[0],
      arguments: arguments,
      environment: ["PATH=/usr/bin:/bin"],
      workingDirectory: "/",
      userID: getuid(),
      groupID: getgid()
    )
  }

  /// Launches, and waits until the executable runs.
  func start(_ recipe: LaunchRecipe, _ number: UInt64 = 1, app: String = "com.example.app") throws
    -> LaunchIdentifier
  {
    let launch = LaunchIdentifier(rawValue: number)
    let app = try #require(AppIdentifier(app))
    let order = LaunchOrder(launch: launch, app: app, destination: .foreground)
    processes.launch(order, recipe: recipe, streams: [])
    advance(upTo: .seconds(10)) { events(of: launch).contains(.started) }
    try #require(events(of: launch).contains(.started))
    return launch
  }

  func events(of launch: LaunchIdentifier) -> [ProcessEvent] {
    events.compactMap { event in
      if case .input(.process(launch, let event)) = event { event } else { nil }
    }
  }

  func group(of launch: LaunchIdentifier) throws -> ControlGroup {
    try #require(tree.groups().first { $0.launch == launch }?.group)
  }

  func waitForFile(_ name: String) throws {
    let path = folder.path + "/" + name
    advance(upTo: .seconds(10)) { Files.exists(path) }
    try #require(Files.exists(path), "the program did not get as far as \(name)")
  }

  private static func nextNumber() -> UInt64 {
    UInt64.random(in: 0...UInt64.max)
  }
}

/// A folder for one test, removed with everything in it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/torpor-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { TemporaryFolder.remove(path) }

  /// Writes a file, and the folders above it.
  func write(_ text: String, to name: String) throws {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      try Files.makeFolder(folder, mode: 0o755)
    }
    try Files.replace(path + "/" + name, with: text)
  }

  private static func remove(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in Files.names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}
