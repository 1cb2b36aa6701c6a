import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor_session

/// A loop, an outbox and a folder of one test, and the servers that it starts.
final class DesktopWorld {
  let loop: EventLoop
  let outbox = Outbox()
  let folder: String
  private(set) var facts: [BridgeFact] = []

  /// How long anything may take that should take no time: a machine may be busy.
  static let patienceSeconds: Int64 = 30

  init() throws {
    loop = try EventLoop()
    var template = Array("/tmp/torpor-desktop-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FolderTree.emptyTrash(folder)
    rmdir(folder)
  }

  /// Turns the loop until the condition holds; returns whether it came to hold.
  func wait(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = BootClock.nanoseconds() + DesktopWorld.patienceSeconds * 1_000_000_000
    while BootClock.nanoseconds() < end {
      if try condition() { return true }
      loop.runOnce(timeoutMilliseconds: 20)
      facts += outbox.take()
    }
    return false
  }

  /// The last fact that the closure makes something of.
  func last<Value>(_ pick: (BridgeFact) -> Value?) -> Value? {
    facts += outbox.take()
    for fact in facts.reversed() {
      if let value = pick(fact) { return value }
    }
    return nil
  }

  /// The processes that have the focus, as told last.
  var focus: [Int32]? { last { if case .focus(let pids) = $0 { pids } else { nil } } }

  /// What can be seen of windows, as told last; `nil`: it is not known.
  var windows: [ProcessWindows]? {
    last { if case .windows(let windows) = $0 { .some(windows) } else { nil } } ?? nil
  }

  /// What can be seen of the windows of a process itself.
  func visibility(of process: Int32) -> WindowVisibility? {
    windows?.first { $0.pid == process && !$0.isTerminal }?.visibility
  }

  /// What was told last of a part.
  func part(_ name: String) -> (isAvailable: Bool, cause: String?)? {
    last {
      if case .part(name, let isAvailable, let cause) = $0 { (isAvailable, cause) } else { nil }
    }
  }

  /// The number of an unused TCP port of 127.0.0.1.
  static func freePort() throws -> UInt16 {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
        try #require(bind(number, plain, length) == 0)
        try #require(getsockname(number, plain, &length) == 0)
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
  }

  /// Whether the programs are installed; says which are not.
  static func has(_ programs: String...) -> Bool {
    let missing = programs.filter { ToolProcess.path(of: $0, in: DesktopProcess.folders) == nil }
    if !missing.isEmpty { print("skipped: not installed: \(missing.joined(separator: ", "))") }
    return missing.isEmpty
  }
}

extension DesktopWorld {
  /// A bus of the test's own, and a connection to it.
  func startBus() throws -> (daemon: DesktopProcess, bus: BusConnection, address: String) {
    let path = folder + "/test-bus"
    let address = "unix:path=\(path)"
    let daemon = try DesktopProcess(
      ["dbus-daemon", "--session", "--nofork", "--address=\(address)"],
      in: self
    )
    try #require(wait { Files.exists(path) })
    let bus = BusConnection(BusAddress(name: "test bus", address: address), on: loop)
    bus.start()
    try #require(wait { bus.isConnected })
    return (daemon, bus, address)
  }

  /// Waits for the answer to a call.
  func answer(_ call: BusCall, on bus: BusConnection) throws -> BusReply {
    var result: Result<BusReply, BusFailure>?
    bus.call(call) { result = $0 }
    _ = wait { result != nil }
    return try #require(try result?.get())
  }
}

/// A program of a test, ended with it.
final class DesktopProcess {
  static let folders = "/usr/sbin:/usr/bin:/sbin:/bin"

  let processID: Int32
  private let process: ProcessHandle
  private let log: String
  private let endSignal: Int32

  /// Starts the program; `inherited` becomes its descriptor 3, `endSignal` ends it.
  init(
    _ command: [String],
    in world: DesktopWorld,
    environment: [String] = [],
    user: ProcessStart.User? = nil,
    inherited: Int32? = nil,
    endSignal: Int32 = SIGTERM
  ) throws {
    self.endSignal = endSignal
    let executable = try #require(ToolProcess.path(of: command[0], in: DesktopProcess.folders))
    log = "\(world.folder)/\(command[0]).log"
    let file = try Files.open(log, O_WRONLY | O_CREAT | O_APPEND, mode: 0o644)
    let nothing = try Files.open("/dev/null", O_RDWR)
    let started = try ProcessStart(
      executable: executable,
      arguments: command,
      environment: ["PATH=\(DesktopProcess.folders)", "HOME=\(world.folder)", "LC_ALL=C.UTF-8"]
        + environment,
      workingDirectory: "/",
      user: user
    ).start(
      standardDescriptors: (nothing.rawValue, file.rawValue, file.rawValue),
      inheritedDescriptor: inherited,
      groupDirectory: nil
    )
    let parts = started.take()
    Descriptor.close([parts.status])
    processID = parts.processID
    process = parts.process
  }

  deinit { end() }

  /// What it has printed so far.
  var printed: String { (try? Files.read(log)) ?? "" }

  /// Waits until the program has ended by itself.
  func finish() throws {
    for _ in 0..<DesktopWorld.patienceSeconds * 10 {
      guard case .stillRuns = process.end() else { return }
      var question = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
      poll(&question, 1, 100)
    }
    Issue.record("it does not end; it printed: \(printed)")
  }

  /// Ends the program and waits until it is gone; one that does not end within 5 s is killed.
  func end() {
    for signal in [endSignal, SIGKILL] {
      try? process.send(signal: signal)
      for _ in 0..<50 {
        guard case .stillRuns = process.end() else { return }
        var question = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
        poll(&question, 1, 100)
      }
    }
  }
}
