import Glibc
import Synchronization
import TorporDaemon
import TorporModel
import TorporPosix
import TorporWire

@testable import Torpor

/// A system on a real socket in a folder of its own; a script says what it does on each connection.
///
/// It speaks through the session that the daemon uses, which judges what the client sends: a call that
/// breaks a limit or the order of replies ends the connection and is recorded as a fault.
final class FakeSystem: Sendable {
  /// Serves one connection, given its number from 1, on the system's thread; it is closed when the
  /// script returns.
  typealias Script = @Sendable (Connection, Int) throws -> Void

  private struct Record {
    var requests: [AppRequest] = []
    var calls: [SeenCall] = []
    var transfers: [String: UInt64] = [:]
    var transferCount: UInt64 = 0
    var methods: [ControlCall] = []
    var connectionCount = 0
    var faults: [String] = []
    var tasks: [String: UInt64] = [:]
    var isStopped = false
  }

  let folder: String
  private let record = Mutex(Record())
  private let listener: Int32

  var endpoint: Endpoint { Endpoint(path: folder + "/socket") }
  var requests: [AppRequest] { record.withLock { $0.requests } }
  /// The calls of apps, with what came beside the requests.
  var calls: [SeenCall] { record.withLock { $0.calls } }
  var methods: [ControlCall] { record.withLock { $0.methods } }
  var connectionCount: Int { record.withLock { $0.connectionCount } }
  var faults: [String] { record.withLock { $0.faults } }

  init(_ script: @escaping Script) throws {
    folder = try makeTemporaryFolder()
    listener = try UnixSocket.listen(at: folder + "/socket", mode: 0o600, backlog: 8).release()
    startThread { self.serve(script) }
  }

  /// Stops listening and removes the folder; a script that still runs ends with its connection.
  func stop() {
    record.withLock { $0.isStopped = true }
    shutdown(listener, Int32(SHUT_RDWR))
    unlink(folder + "/socket")
    rmdir(folder)
  }

  private func serve(_ script: Script) {
    while true {
      // The listener does not block by itself; a stop makes it readable for good.
      var wait = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      _ = poll(&wait, 1, -1)
      guard !record.withLock({ $0.isStopped }) else { return }
      let number = accept(listener, nil, nil)
      guard number >= 0 else { continue }
      let count = record.withLock { record in
        record.connectionCount += 1
        return record.connectionCount
      }
      let connection = Connection(socket: Descriptor(owning: number), system: self)
      do {
        try script(connection, count)
      } catch let error as SystemError where [EPIPE, ECONNRESET].contains(error.code) {
        // The client is gone, as it may be.
      } catch {
        record.withLock { $0.faults.append("connection \(count): \(error)") }
      }
    }
  }

  /// Serves one connection that was made elsewhere, such as one end of a pair.
  func adopt(_ number: Int32, _ script: @escaping Script) {
    startThread {
      do {
        try script(Connection(socket: Descriptor(owning: number), system: self), 1)
      } catch {
        self.record.withLock { $0.faults.append("pair: \(error)") }
      }
    }
  }

  fileprivate func note(_ call: WireSession.Call) {
    record.withLock { record in
      switch call.method {
      case .app(let appCall):
        let seen = SeenCall(appCall, descriptors: call.descriptors)
        record.requests.append(seen.request)
        record.calls.append(seen)
      case .control(let method): record.methods.append(method)
      case .bridge: break
      }
    }
  }

  /// What was handed over under the name that a request takes back.
  fileprivate func descriptors(besideAnswerTo request: AppRequest, _ reply: Reply) -> [Int32] {
    guard case .service(.descriptor(.unwatch(let name))) = request else { return [] }
    if case .refused = reply { return [] }
    return record.withLock { record in
      record.calls.last { call in
        if case .service(.descriptor(.watch(name, _))) = call.request { true } else { false }
      }?.descriptors ?? []
    }
  }

  /// The first number of transfers: the same for a repeated request, as the system has it.
  fileprivate func firstTransfer(for key: String, count: Int) -> TransferIdentifier {
    record.withLock { record in
      let first = record.transfers[key] ?? record.transferCount + 1
      record.transfers[key] = first
      record.transferCount = max(record.transferCount, first + UInt64(count) - 1)
      return TransferIdentifier(rawValue: first)
    }
  }

  /// The task of a key: the same for a repeated request, as the system has it.
  fileprivate func task(for key: String) -> BackgroundTaskIdentifier {
    record.withLock { record in
      let number = record.tasks[key] ?? UInt64(record.tasks.count + 1)
      record.tasks[key] = number
      return BackgroundTaskIdentifier(rawValue: number)
    }
  }
}

extension FakeSystem {
  /// The system's end of one connection; used on the system's thread.
  final class Connection {
    struct Fault: Error, CustomStringConvertible {
      let description: String
    }

    private let socket: Descriptor
    private let system: FakeSystem
    private var session = WireSession(information: ServiceInformation(version: "0"))
    private var waiting: [WireSession.Call] = []

    init(socket: consuming Descriptor, system: FakeSystem) {
      self.socket = socket
      self.system = system
      // No script waits for longer than this; a hang becomes the end of the stream.
      var limit = timeval(tv_sec: 10, tv_usec: 0)
      setsockopt(
        self.socket.rawValue,
        SOL_SOCKET,
        SO_RCVTIMEO,
        &limit,
        socklen_t(MemoryLayout<timeval>.size)
      )
    }

    /// The next call; `nil` at the end of the stream.
    func next() throws -> WireSession.Call? {
      while waiting.isEmpty {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let number = socket.rawValue
        let received = try buffer.withUnsafeMutableBytes { room in
          try UnixSocket.receive(into: room, descriptorsMax: 16, on: number)
        }
        guard received.count > 0 else { return nil }
        let output = session.receive(
          Array(buffer[..<received.count]),
          descriptors: received.descriptors
        )
        try send(output.bytes)
        if output.mustClose {
          throw Fault(description: String(decoding: output.bytes, as: UTF8.self))
        }
        waiting += output.calls
      }
      let call = waiting.removeFirst()
      system.note(call)
      return call
    }

    /// Takes the call that must come next, `Attach`, and accepts it.
    func acceptAttach() throws {
      guard let call = try next(), case .app(.attach) = call.method else {
        throw Fault(description: "Attach was expected")
      }
      try send(session.answer(call.id, AttachReply.attached(version: 1)).bytes)
    }

    func deliver(
      _ token: UInt64,
      _ callback: Callback,
      detail: TransferDetail? = nil,
      suspendedFor: Duration? = nil,
      terminationSave: TerminationSave? = nil
    ) throws {
      let delivery = Delivery(
        token: CallbackToken(rawValue: token),
        callback: callback,
        suspendedFor: suspendedFor,
        terminationSave: terminationSave
      )
      guard let output = session.deliver(delivery, detail: detail) else {
        throw Fault(description: "nobody is attached")
      }
      try send(output.bytes)
    }

    func report(_ progress: SessionProgress) throws {
      guard let output = session.report(progress) else {
        throw Fault(description: "nobody is attached")
      }
      try send(output.bytes)
    }

    func answer(
      _ call: WireSession.Call,
      transfers: [TransferRow],
      hasMore: Bool = false
    ) throws {
      try answer(call, App.ListTransfers.Reply(transfers: transfers, hasMore: hasMore))
    }

    /// Answers an app's call as the daemon does where the policy says this.
    func answer(_ call: WireSession.Call, _ reply: Reply) throws {
      guard case .app(let appCall) = call.method else { return }
      let output: WireSession.Output
      let beside = system.descriptors(besideAnswerTo: appCall.request, reply)
      do throws(WireError) {
        output = session.answer(call.id, try appCall.work.reply(reply))
      } catch {
        output = session.refuse(call.id, error)
      }
      try send(output.bytes, beside: beside)
    }

    func answer(
      _ call: WireSession.Call,
      _ reply: some WireReply,
      continues: Bool = false
    ) throws {
      try send(session.answer(call.id, reply, continues: continues).bytes)
    }

    func refuse(_ call: WireSession.Call, _ error: WireError) throws {
      try send(session.refuse(call.id, error).bytes)
    }

    /// Answers as a good system does, until a call for which `until` is true, which is returned
    /// without an answer, or until the stream ends.
    @discardableResult
    func serve(until: (AppRequest) -> Bool = { _ in false }) throws -> WireSession.Call? {
      while let call = try next() {
        guard case .app(let appCall) = call.method else { continue }
        if until(appCall.request) { return call }
        try answer(call, reply(to: appCall.request))
      }
      return nil
    }

    /// Does what a call asks, and keeps the answer to itself.
    func decide(_ call: WireSession.Call) throws {
      if case .app(let appCall) = call.method { _ = reply(to: appCall.request) }
    }

    private func reply(to request: AppRequest) -> Reply {
      switch request {
      case .beginBackgroundTask(_, _, let key), .performExpiringActivity(_, let key):
        .task(system.task(for: key ?? ""))
      case .backgroundTimeRemaining: .timeRemaining(.seconds(25))
      case .isMultitaskingSupported: .multitasking(isSupported: false)
      case .registerTask: .registered(true)
      case .pendingTaskRequests: .pendingTasks([])
      case .attach, .returned, .complete, .endBackgroundTask, .submitTask, .cancelTaskRequest,
        .setExpirationHandler, .reportProgress, .setFetchInterval:
        .done
      case .session(.start(_, let requests, let key)):
        .transfersAccepted(
          first: system.firstTransfer(for: key ?? "", count: requests.count),
          count: requests.count
        )
      case .session(.list): .transfers([], hasMore: false)
      case .session: .done
      case .service(let request): system.serviceReply(to: request)
      }
    }

    func send(_ bytes: [UInt8], beside descriptors: [Int32] = []) throws {
      var sent = 0
      while sent < bytes.count {
        let beside = sent == 0 ? descriptors : []
        sent += try bytes[sent...].withUnsafeBytes { rest in
          try UnixSocket.send(rest, descriptors: beside, on: socket.rawValue)
        }
      }
    }
  }
}

/// A folder in `/tmp` that the caller removes.
func makeTemporaryFolder() throws -> String {
  var template = Array("/tmp/torpor-tests-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else {
    throw SystemError(operation: "make a folder in", subject: "/tmp", code: errno)
  }
  return template.withUnsafeBufferPointer { buffer in
    buffer.baseAddress.map { String(cString: $0) } ?? ""
  }
}

/// A call of an app, with what goes past the policy.
struct SeenCall: Sendable {
  let name: String
  let request: AppRequest
  let contents: [TransferContent]
  let credential: TransferCredential?
  let descriptors: [Int32]

  init(_ call: AppCall, descriptors: [Int32]) {
    let work = call.work
    name = String(call.call.name)
    request = work.request
    contents = work.contents
    credential = work.credential
    self.descriptors = descriptors
  }
}

extension AppCall {
  /// What the daemon makes of the call.
  var work: AppRequestOfCall {
    do {
      return try handle(by: AppCalls(), as: WireSession.CallIdentifier(rawValue: 0))
    } catch {
      preconditionFailure("The daemon refuses \(self): \(error)")
    }
  }

  /// What the daemon asks the policy.
  var request: AppRequest { work.request }
}
