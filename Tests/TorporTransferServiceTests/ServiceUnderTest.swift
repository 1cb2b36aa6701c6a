import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

/// The real process, as the daemon starts it: a socket as descriptor 3, and a folder for its record.
final class ServiceUnderTest {
  let processID: Int32
  private let process: ProcessHandle
  private let socket: Descriptor
  private var framer = VarlinkFramer()
  private var results: [TransferServiceResult] = []
  private(set) var progress: [TransferServiceProgress] = []
  private(set) var begun: [TransferServiceBegin] = []
  private(set) var queued: [TransferIdentifier] = []
  private(set) var troubles: [String] = []

  /// How long anything may take that should take no time: a machine may be busy.
  static let patienceSeconds: Int64 = 60

  /// Where the test's own program lies, its neighbours lie too.
  static let program: String = {
    let own = Files.target(of: "/proc/self/exe") ?? ""
    return FolderTree.parent(of: own) + "/torpor-transferd"
  }()

  init(state: String, environment: [String] = []) throws {
    let (ours, theirs) = try DescriptorPair.sockets().take()
    let nothing = try Files.open("/dev/null", O_RDWR)
    let started = try ProcessStart(
      executable: ServiceUnderTest.program,
      arguments: ["torpor-transferd", "--state", state],
      environment: environment,
      workingDirectory: "/"
    ).start(
      standardDescriptors: (nothing.rawValue, nothing.rawValue, STDERR_FILENO),
      inheritedDescriptor: theirs,
      groupDirectory: nil
    )
    Descriptor.close([theirs])
    let parts = started.take()
    Descriptor.close([parts.status])
    processID = parts.processID
    process = parts.process
    socket = Descriptor(owning: ours)
  }

  deinit { kill() }

  /// Ends the process as a crash would, and waits for its end.
  func kill() {
    try? process.send(signal: SIGKILL)
    _ = waitForEnd()
  }

  /// Waits for the process to end.
  func waitForEnd() -> ProcessHandle.End? {
    let end = BootClock.nanoseconds() + ServiceUnderTest.patienceSeconds * 1_000_000_000
    while BootClock.nanoseconds() < end {
      switch process.end() {
      case .ended(let how): return how
      case .stillRuns: poll(process.number, 100)
      case .notReaped, .unknown: return nil
      }
    }
    return nil
  }

  /// Closes the socket, as the daemon's end does.
  func hangUp() { shutdown(socket.rawValue, Int32(SHUT_RDWR)) }

  func send(_ order: TransferServiceOrder) throws {
    var bytes = try SavedCodec.encode(order)
    bytes.append(0)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try rest.withUnsafeBytes { try UnixSocket.send($0, on: socket.rawValue) }
      rest = rest.dropFirst(count)
    }
  }

  /// Orders one transfer and waits for what it comes to.
  func run(_ start: TransferStart) throws -> TransferServiceResult {
    try send(.start([start]))
    return try result(of: start.transfer)
  }

  /// Waits for the next result of the transfer.
  func result(of transfer: TransferIdentifier) throws -> TransferServiceResult {
    while true {
      if let index = results.firstIndex(where: { $0.transfer == transfer }) {
        return results.remove(at: index)
      }
      try receive()
    }
  }

  /// Waits until the transfer has told of at least so many bytes.
  func waitForProgress(of transfer: TransferIdentifier, bytes: Int64) throws {
    while !progress.contains(where: { $0.transfer == transfer && $0.progress.bytes >= bytes }) {
      try receive()
    }
  }

  /// Waits until the request of the transfer is under way.
  func waitForBegin(of transfer: TransferIdentifier) throws {
    while !begun.contains(where: { $0.transfer == transfer }) { try receive() }
  }

  /// Waits for the next report of any kind.
  func waitForReport() throws { try receive() }

  private func receive() throws {
    try #require(poll(socket.rawValue, Int32(ServiceUnderTest.patienceSeconds * 1000)), "silence")
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let received = try room.withUnsafeMutableBytes {
      try UnixSocket.receive(into: $0, descriptorsMax: 1, on: socket.rawValue)
    }
    try #require(received.count > 0, "the service is gone")
    framer.append(room[..<received.count])
    while let message = try framer.next() {
      switch try SavedCodec.decode(TransferServiceReport.self, from: Array(message)) {
      case .ended(let results): self.results += results
      case .progress(let progress): self.progress += progress
      case .begun(let begun): self.begun += begun
      case .queued(let transfers): queued += transfers
      case .trouble(let cause): troubles.append(cause)
      }
    }
  }

  @discardableResult
  private func poll(_ number: Int32, _ milliseconds: Int32) -> Bool {
    var question = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&question, 1, milliseconds) == 1
  }
}

extension TransferStart {
  /// An order as the daemon gives it, with everything but the content as usual.
  init(
    _ number: UInt64,
    _ content: TransferContent,
    attempt: UInt32 = 1,
    requestTimeout: Duration = .seconds(60),
    resumes: UInt64? = nil
  ) {
    self.init(
      transfer: TransferIdentifier(rawValue: number),
      attempt: attempt,
      direction: content.source == nil ? .download : .upload,
      content: content,
      requestTimeout: requestTimeout,
      connectionsPerHostMax: 4,
      resumes: resumes.map { TransferIdentifier(rawValue: $0) }
    )
  }
}

extension TransferDestination {
  init(_ path: String, replaces: Bool = false) {
    self.init(file: TransferFile(path: path), replaces: replaces)
  }
}
