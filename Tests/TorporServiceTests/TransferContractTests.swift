import Glibc
import Testing
import TorporCore
import TorporDaemon
import TorporLinux
import TorporModel
import TorporPosix
import TorporTestSupport

@Suite("The real transfer service", .serialized)
struct TransferContractTests {
  @Test(
    "keeps the contract, with a real server",
    .enabled(if: RealTransfers.isAvailable),
    arguments: TransferContract.allCases
  )
  func contract(_ rule: TransferContract) throws {
    rule.check(in: try RealTransfers())
  }
}

/// `torpor-transferd` beside the tests, under the supervision of the daemon, with a server in Python.
private final class RealTransfers: TransferWorld {
  private let loop: EventLoop
  private let recorder = EventRecorder()
  private let folder: String
  private let server: (process: ProcessHandle, input: Int32, port: Int)
  private var processes: ClosingPort
  private var services: TransferServices

  let owner = RecipeOwner(userID: getuid(), groupID: getgid(), container: nil)
  var port: any TransferPort { services }
  var events: [HostEvent] { recorder.events }

  init() throws {
    loop = try EventLoop()
    folder = try RealTransfers.makeFolder()
    server = try RealTransfers.startServer()
    (processes, services) = RealTransfers.makeServices(folder, on: loop, sink: recorder)
  }

  deinit {
    Descriptor.close([server.input])
    killService()
    _ = try? FolderTree.emptyTrash(folder)
    rmdir(folder)
    while server.process.end() == .stillRuns { usleep(1000) }
  }

  private static let program =
    FolderTree.parent(of: Files.target(of: "/proc/self/exe") ?? "") + "/torpor-transferd"
  private static let script =
    FolderTree.parent(of: FolderTree.parent(of: #filePath)) + "/Servers/contract.py"

  static let isAvailable: Bool = {
    for path in [program, script, "/usr/bin/python3"] where !Files.exists(path) {
      print("skipped: there is no \(path)")
      return false
    }
    return true
  }()

  private static func makeFolder() throws -> String {
    var template = Array("/tmp/torpor-contract-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let path = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    for name in ["/services", "/logs", "/files"] {
      try Files.makeFolder(path + name, mode: 0o711)
    }
    return path
  }

  private static func startServer() throws -> (process: ProcessHandle, input: Int32, port: Int) {
    let input = try DescriptorPair.pipe().take()
    let output = try DescriptorPair.pipe().take()
    let started = try ProcessStart(
      executable: "/usr/bin/python3",
      arguments: ["python3", "-B", script],
      environment: ["PATH=/usr/bin:/bin"],
      workingDirectory: "/"
    ).start(
      standardDescriptors: (input.first, output.second, 2),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).take()
    Descriptor.close([input.first, output.second, started.status])
    defer { Descriptor.close([output.first]) }
    // It says its port as soon as it listens.
    var line = [UInt8](repeating: 0, count: 16)
    let count = read(output.first, &line, line.count)
    let text = String(decoding: line.prefix(max(0, count)), as: UTF8.self)
    let port = try #require(Int(text.split(separator: "\n").first ?? ""))
    return (started.process, input.second, port)
  }

  private static func makeServices(
    _ folder: String,
    on loop: EventLoop,
    sink: any HostEventSink
  ) -> (ClosingPort, TransferServices) {
    let processes = ServiceProcesses(
      places: .init(
        program: program,
        folder: folder + "/services",
        logFolder: folder + "/logs"
      ),
      environment: ["PATH=/usr/bin:/bin", "no_proxy=127.0.0.1"],
      groups: nil,
      on: loop
    )
    let port = ClosingPort(processes)
    return (port, TransferServices(port: port, sink: sink))
  }

  func parcel(_ order: TransferOrder, moving thing: ContractThing) -> TransferParcel {
    let name =
      switch thing {
      case .small: "small"
      case .slow: "slow"
      case .guarded: "guarded"
      case .unreachable: "unreachable"
      }
    // Nobody may listen below 1024 but root, and 9 (discard) is served nowhere any more.
    let host = thing == .unreachable ? "127.0.0.1:9" : "127.0.0.1:\(server.port)"
    var content = TransferContent(url: "http://\(host)/\(name)/\(order.transfer)")
    let path = "\(folder)/files/\(order.transfer)"
    switch order.direction {
    case .download:
      content.destination = TransferDestination(file: TransferFile(path: path), replaces: true)
    case .upload:
      let text = String(repeating: "x", count: Int(sizeBytes(of: thing)))
      try? Files.replace(path, with: text)
      content.source = TransferFile(path: path)
    }
    return TransferParcel(
      order: order,
      stored: StoredTransfer(content: content, userID: getuid(), groupID: getgid())
    )
  }

  func sizeBytes(of thing: ContractThing) -> Int64 { thing == .slow ? 4_000_000 : 100_000 }

  func advance(upTo limit: Duration, until condition: () -> Bool) {
    let end = BootClock.nanoseconds() + limit.nanoseconds
    while !condition(), BootClock.nanoseconds() < end { loop.runOnce(timeoutMilliseconds: 5) }
  }

  func restartDaemon() {
    // What a daemon that dies leaves behind: a closed socket, and a process that sees it.
    let old = processes
    (processes, services) = RealTransfers.makeServices(folder, on: loop, sink: recorder)
    old.closeAll()
    advance(upTo: .seconds(10)) { serviceNumbers.isEmpty }
  }

  func killService() {
    for processID in serviceNumbers { kill(processID, SIGKILL) }
  }

  private var serviceNumbers: [Int32] {
    Files.names(in: "/proc").compactMap { name in
      guard let processID = Int32(name), let line = try? Files.read("/proc/\(name)/cmdline"),
        line.contains("--state\0\(folder)/services/")
      else { return nil }
      return processID
    }
  }
}

/// The real port, whose connections can be closed as the death of a daemon closes them.
private final class ClosingPort: TransferServicePort {
  private let port: ServiceProcesses
  private var lines: [any ServiceLine] = []

  init(_ port: ServiceProcesses) { self.port = port }

  func closeAll() { for line in lines { line.close() } }

  func start(
    userID: UInt32,
    groupID: UInt32?,
    handler: @escaping (ServiceEvent) -> Void
  ) -> any ServiceLine {
    let line = port.start(userID: userID, groupID: groupID, handler: handler)
    lines.append(line)
    return line
  }

  func hasTraces(ofUser userID: UInt32) -> Bool { port.hasTraces(ofUser: userID) }

  func schedule(after length: Duration, _ call: @escaping () -> Void) {
    port.schedule(after: length, call)
  }
}
