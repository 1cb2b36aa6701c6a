import Glibc
import Testing
import TorporPosix
import TorporWire

@testable import torpor_session

/// A bus of one test's own, with what the test starts on it, and a loop with an outbox.
final class BusWorld {
  let loop: EventLoop
  let outbox = Outbox()
  let folder: String
  let bus: BusConnection
  private(set) var facts: [BridgeFact] = []
  private var daemon: BusProcess?
  private var parts: [any Part] = []

  /// How long anything may take that should take no time: a machine may be busy.
  static let patienceSeconds: Int64 = 20

  init() throws {
    loop = try EventLoop()
    var template = Array("/tmp/torpor-bus-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    bus = BusConnection(
      BusAddress(name: "test bus", address: "unix:path=\(folder)/bus"),
      on: loop
    )
    try startDaemon()
    bus.start()
    try #require(wait { self.bus.isConnected })
  }

  deinit {
    bus.stop()
    daemon = nil
    try? FolderTree.emptyTrash(folder)
    rmdir(folder)
  }

  /// Whether a test can be run here; says what is missing.
  static let hasTools: Bool = {
    let missing = ["/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/dbusmock"].filter {
      !Files.exists($0)
    }
    if !missing.isEmpty {
      print(
        "skipped: \(missing.joined(separator: ", ")) missing (apt install dbus python3-dbusmock)"
      )
    }
    return missing.isEmpty
  }()

  var environment: [String] {
    [
      "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(folder)/bus",
      "DBUS_SESSION_BUS_ADDRESS=unix:path=\(folder)/bus", "PYTHONDONTWRITEBYTECODE=1",
    ]
  }

  func startDaemon() throws {
    daemon = try BusProcess(
      ["/usr/bin/dbus-daemon", "--session", "--nofork", "--address=unix:path=\(folder)/bus"],
      environment: []
    )
    try #require(wait { Files.exists(self.folder + "/bus") })
  }

  func endDaemon() {
    daemon = nil
    try? Files.remove(folder + "/bus")
  }

  /// Starts a part and keeps it, for it lives as long as its buses.
  func start<Started: Part>(_ part: Started) -> Started {
    parts.append(part)
    part.start()
    return part
  }

  /// Turns the loop until the condition holds; returns whether it came to hold.
  func wait(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = BootClock.nanoseconds() + BusWorld.patienceSeconds * 1_000_000_000
    while BootClock.nanoseconds() < end {
      if try condition() { return true }
      loop.runOnce(timeoutMilliseconds: 20)
      facts += outbox.take()
    }
    return false
  }

  /// Waits until exactly that was told.
  func hears(_ fact: BridgeFact) -> Bool { wait { facts.contains(fact) } }

  func forgetFacts() { facts = [] }

  /// Calls a method and waits for the answer.
  @discardableResult
  func call(
    _ destination: String,
    _ path: String,
    _ interface: String,
    _ member: String,
    _ arguments: BusValue...
  ) throws -> [BusValue] {
    var result: Result<BusReply, BusFailure>?
    bus.call(
      BusCall(
        destination: destination,
        path: path,
        interface: interface,
        member: member,
        arguments: arguments
      )
    ) { result = $0 }
    _ = wait { result != nil }
    return try #require(try result?.get()).values
  }

  /// A service of dbusmock, once it has loaded its template.
  func mock(
    _ template: String,
    of service: String,
    path: String,
    has property: (interface: String, name: String)?,
    parameters: String = "{}"
  ) throws -> MockService {
    let process = try BusProcess(
      ["/usr/bin/python3", "-m", "dbusmock", "--template", template, "-p", parameters],
      environment: environment
    )
    let mock = MockService(world: self, process: process, service: service, path: path)
    try #require(
      wait {
        guard let property else {
          return (try? self.call(service, path, service, "GetCapabilities")) != nil
        }
        let all = try? self.call(
          service,
          path,
          BusNames.properties,
          "GetAll",
          .string(property.interface)
        )
        return all?.first?[property.name] != nil
      }
    )
    return mock
  }
}

/// One service that dbusmock plays.
struct MockService {
  let world: BusWorld
  let process: BusProcess
  let service: String
  let path: String
  private static let interface = "org.freedesktop.DBus.Mock"

  @discardableResult
  func control(_ member: String, at path: String? = nil, _ arguments: BusValue...) throws
    -> [BusValue]
  {
    var result: Result<BusReply, BusFailure>?
    world.bus.call(
      BusCall(
        destination: service,
        path: path ?? self.path,
        interface: MockService.interface,
        member: member,
        arguments: arguments
      )
    ) { result = $0 }
    _ = world.wait { result != nil }
    return try #require(try result?.get()).values
  }

  /// Changes properties, and says so.
  func update(
    _ interface: String,
    at path: String? = nil,
    _ properties: KeyValuePairs<String, BusValue>
  ) throws {
    try control("UpdateProperties", at: path, .string(interface), .options(properties))
  }

  func emit(
    _ interface: String,
    _ member: String,
    _ signature: String,
    at path: String? = nil,
    _ values: [BusValue]
  ) throws {
    try control(
      "EmitSignal",
      at: path,
      .string(interface),
      .string(member),
      .string(signature),
      .array(values.map { .variant($0) }, of: "v")
    )
  }

  /// The arguments of every call of a method so far.
  func calls(of member: String) throws -> [[BusValue]] {
    try control("GetMethodCalls", .string(member)).first?.elements.map {
      $0.elements.last?.elements.map(\.plain) ?? []
    } ?? []
  }
}

/// A program of a test, ended with it.
final class BusProcess {
  let processID: Int32
  private let process: ProcessHandle

  init(_ command: [String], environment: [String]) throws {
    let nothing = try Files.open("/dev/null", O_RDWR)
    let started = try ProcessStart(
      executable: command[0],
      arguments: command,
      environment: ["PATH=/usr/sbin:/usr/bin:/bin", "LC_ALL=C.UTF-8"] + environment,
      workingDirectory: "/"
    ).start(
      standardDescriptors: (nothing.rawValue, nothing.rawValue, nothing.rawValue),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).take()
    Descriptor.close([started.status])
    process = started.process
    processID = started.processID
  }

  func send(_ signal: Int32) throws { try process.send(signal: signal) }

  deinit {
    // A stopped one is ended too.
    try? process.send(signal: SIGKILL)
    while case .stillRuns = process.end() {
      var question = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
      poll(&question, 1, 1000)
    }
  }
}
