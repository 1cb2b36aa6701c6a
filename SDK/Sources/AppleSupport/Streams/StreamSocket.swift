internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization
internal import Torpor

/// A connection to a server; each stream of a pair has one direction of it.
///
/// Delegate calls wait on the main queue, which the main run loop serves.
final class StreamSocket: @unchecked Sendable {
  // Shape: the behaviour of both of Apple's classes, once for either direction.
  enum Direction { case input, output }

  /// The descriptor, which is closed when neither the pair nor a Dispatch source uses it any more.
  private final class Line: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { Glibc.close(descriptor) }
  }

  /// A direction, guarded by `lock`.
  private struct Side {
    weak var stream: Stream?
    weak var delegate: (any StreamDelegate)?
    var isScheduled = false
    var status = Stream.Status.notOpen
    /// The current watch of the descriptor.
    var source: (any DispatchSourceProtocol)?
  }

  /// The phase of the connection, which is made once.
  private enum Phase { case idle, connecting, connected, over }

  private static let count = Atomic(0)
  private let number = StreamSocket.count.add(1, ordering: .relaxed).newValue
  private let host: String
  private let port: Int
  private let lock = NSLock()
  private var phase = Phase.idle
  private var isSecured = false
  private var input = Side()
  private var output = Side()
  private var line: Line?
  private var failure: (any Error)?
  private var type: String?
  private static let queue = DispatchQueue(
    label: "io.torpor.sdk.streams",
    attributes: .concurrent
  )

  init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  /// The name under which the system watches the socket of an app with the mode `voip`; no two connections have the
  /// same.
  private var name: String { "stream \(number) to \(String(host.prefix(60))):\(port)" }

  // MARK: Properties

  private func change<Value>(_ direction: Direction, _ body: (inout Side) -> Value) -> Value {
    lock.withLock { direction == .input ? body(&input) : body(&output) }
  }

  func set(_ stream: Stream, as direction: Direction) { change(direction) { $0.stream = stream } }
  func delegate(of direction: Direction) -> (any StreamDelegate)? {
    change(direction) { $0.delegate }
  }
  func setDelegate(_ delegate: (any StreamDelegate)?, of direction: Direction) {
    change(direction) { $0.delegate = delegate }
  }
  func status(of direction: Direction) -> Stream.Status { change(direction) { $0.status } }
  var error: (any Error)? { lock.withLock { failure } }
  var serviceType: String? {
    get { lock.withLock { type } }
    set { lock.withLock { type = newValue } }
  }

  /// Records that the app wants encryption, which is not available: the connection is not made.
  func secure() { lock.withLock { isSecured = true } }

  func schedule(_ direction: Direction, _ isScheduled: Bool) {
    let isOpen = change(direction) { side in
      side.isScheduled = isScheduled
      return side.status == .open
    }
    if isScheduled, isOpen { watch(direction) }
  }

  // MARK: Life

  func open(_ direction: Direction) {
    let (before, isFirst) = lock.withLock { () -> (Phase?, Bool) in
      guard (direction == .input ? input : output).status == .notOpen else { return (nil, false) }
      if phase == .idle, isSecured {
        phase = .over
        failure = Self.notSecured
      }
      let status = phase == .over ? Stream.Status.error : .opening
      if direction == .input { input.status = status } else { output.status = status }
      guard phase == .idle else { return (phase, false) }
      phase = .connecting
      return (phase, true)
    }
    if isFirst { Self.queue.async { self.connect() } }
    switch before {
    case .connected: opened(direction)
    case .over:
      if error as NSError? === Self.notSecured {
        ErrorStream.write("torpor: \(Self.notSecured.localizedDescription)\n")
      }
      tell(direction, .errorOccurred)
    case .idle, .connecting, nil: break
    }
  }

  private static let notSecured = NSError(
    domain: NSPOSIXErrorDomain,
    code: Int(EPROTONOSUPPORT),
    userInfo: [
      NSLocalizedDescriptionKey:
        "A stream with a security level is not opened: there is no encryption here. Use URLSession, or a library for TLS."
    ]
  )

  private func connect() {
    do {
      let line = Line(try ServerSocket.connect(to: host, port: port))
      let isWanted = lock.withLock { () -> Bool in
        // Closed in the meantime: the other end sees that at once.
        guard input.status == .opening || output.status == .opening else {
          phase = .over
          return false
        }
        phase = .connected
        self.line = line
        // Within the lock, so that a close comes either before or after it.
        if type == StreamNetworkServiceTypeValue.voIP.rawValue {
          VoIPStreams.shared.add(self, name, line.descriptor) { withExtendedLifetime(line) {} }
        }
        return true
      }
      guard isWanted else { return }
      for direction in [Direction.input, .output] where status(of: direction) == .opening {
        opened(direction)
      }
    } catch {
      let waiting = lock.withLock { () -> [Direction] in
        phase = .over
        failure = error
        var waiting: [Direction] = []
        if input.status == .opening {
          input.status = .error
          waiting.append(.input)
        }
        if output.status == .opening {
          output.status = .error
          waiting.append(.output)
        }
        return waiting
      }
      for direction in waiting { tell(direction, .errorOccurred) }
    }
  }

  private func opened(_ direction: Direction) {
    let isOwn = change(direction) { side in
      defer { if side.status == .opening { side.status = .open } }
      return side.status == .opening
    }
    guard isOwn else { return }
    tell(direction, .openCompleted)
    watch(direction)
  }

  func close(_ direction: Direction) {
    let source = change(direction) { side in
      defer { (side.status, side.source) = (.closed, nil) }
      return side.source
    }
    source?.cancel()
    let (last, wasWatched) = lock.withLock { () -> (Line?, Bool) in
      let isOver = [input.status, output.status].allSatisfy { $0 == .closed || $0 == .notOpen }
      guard isOver, line != nil else { return (nil, false) }
      defer { (line, phase) = (nil, .over) }
      return (line, type == StreamNetworkServiceTypeValue.voIP.rawValue)
    }
    guard let last else { return }
    shutdown(last.descriptor, Int32(SHUT_RDWR))
    if wasWatched { VoIPStreams.shared.remove(name) }
  }

  // MARK: Bytes

  private func poll(_ events: Int32) -> Bool {
    guard let line = lock.withLock({ line }) else { return false }
    var look = pollfd(fd: line.descriptor, events: Int16(events), revents: 0)
    return Glibc.poll(&look, 1, 0) > 0
  }

  var canRead: Bool { status(of: .input) == .open && poll(POLLIN) }
  var canWrite: Bool { status(of: .output) == .open && poll(POLLOUT) }

  func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard let line = lock.withLock({ line }) else { return -1 }
    let count = recv(line.descriptor, room.baseAddress, room.count, 0)
    if count > 0 {
      watch(.input)
    } else if count == 0 {
      end(.input)
    } else {
      failed(.input)
    }
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let line = lock.withLock({ line }) else { return -1 }
    let count = send(line.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    if count >= 0 { watch(.output) } else { failed(.output) }
    return count
  }

  private func end(_ direction: Direction) {
    let isNew = change(direction) { side in
      defer { if side.status == .open { side.status = .atEnd } }
      return side.status == .open
    }
    if isNew { tell(direction, .endEncountered) }
  }

  /// Handles a failed call: there was no data, or the connection is lost.
  private func failed(_ direction: Direction) {
    let code = errno
    guard code != EAGAIN, code != EINTR else { return watch(direction) }
    lock.withLock { failure = NSError(domain: NSPOSIXErrorDomain, code: Int(code)) }
    change(direction) { $0.status = .error }
    tell(direction, .errorOccurred)
  }

  // MARK: Delegate calls

  /// Calls the delegate once bytes or space are available.
  private func watch(_ direction: Direction) {
    let source = lock.withLock { () -> (any DispatchSourceProtocol)? in
      let side = direction == .input ? input : output
      guard let line, side.isScheduled, side.status == .open, side.source == nil else { return nil }
      let number = line.descriptor
      let source: any DispatchSourceProtocol =
        direction == .input
        ? DispatchSource.makeReadSource(fileDescriptor: number, queue: .main)
        : DispatchSource.makeWriteSource(fileDescriptor: number, queue: .main)
      source.setEventHandler { [weak self] in self?.ready(direction) }
      source.setCancelHandler { withExtendedLifetime(line) {} }
      if direction == .input { input.source = source } else { output.source = source }
      return source
    }
    source?.resume()
  }

  /// Handles the descriptor's readiness, which is reported once.
  private func ready(_ direction: Direction) {
    let source = change(direction) { side in
      defer { side.source = nil }
      return side.source
    }
    guard let source else { return }
    source.cancel()
    call(direction, direction == .input ? .hasBytesAvailable : .hasSpaceAvailable)
  }

  /// Reports data that the system has seen while the app was suspended, on the main thread.
  func tellBytes() { if canRead { ready(.input) } }

  private func tell(_ direction: Direction, _ event: Stream.Event) {
    DispatchQueue.main.async { self.call(direction, event) }
  }

  private func call(_ direction: Direction, _ event: Stream.Event) {
    let (stream, delegate) = change(direction) { side in
      side.isScheduled && side.status != .closed ? (side.stream, side.delegate) : (nil, nil)
    }
    if let stream { delegate?.stream(stream, handle: event) }
  }
}
