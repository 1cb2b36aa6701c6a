internal import Glibc
internal import Synchronization
package import TorporAppModel
package import TorporAppWire
internal import TorporPosix

/// The conversation with the system on a real socket, kept up by one thread of its own.
///
/// Map: `state` is everything that changes, guarded by its mutex, which is held for a non-blocking
/// write at most. The thread owns the socket: it alone opens and closes it, and takes its number out
/// of the state before it closes it, so that no writer can hit a number that was given out anew. Any
/// thread makes requests. Listeners are called on the connection's thread, without the mutex.
package final class AppConnection: Sendable {
  // Shape: one socket, one thread and one mutex; what is decided without them is in AppConversation.
  /// Takes the answer, and the descriptor that came beside it, which it closes.
  private typealias Completion = @Sendable (Result<VarlinkReply, TorporError>, Int32?) -> Void

  private struct State {
    var line: ConversationSocket
    var completions: [String: Completion] = [:]
    /// What came beside answers that are not complete yet, in their order.
    var arrived: [Int32] = []
    /// Why no request can be made any more.
    var end: TorporError?
    var isStopped = false
  }

  let endpoint: Endpoint
  private let listener: Listener
  private let state: Mutex<State>
  private let wakeUp: Int32
  private let wokenUp: Int32
  /// The thread's own name for itself; 0 before it runs.
  private let thread = Atomic<UInt>(0)

  /// Counts connections, so that requests of two in one process have different keys.
  private static let count = Atomic<Int>(0)

  /// Connects, and starts the thread that keeps the conversation up until `stop()`.
  ///
  /// - Throws: `TorporError.systemUnavailable` when there is no listener; a connection that is lost later is
  ///   made again without a word.
  package init(to endpoint: Endpoint, listener: Listener) throws(TorporError) {
    self.endpoint = Endpoint(path: endpoint.path)
    self.listener = listener
    let number = Self.count.add(1, ordering: .relaxed).newValue
    state = Mutex(State(line: ConversationSocket(AppConversation(keyPrefix: "\(number)."))))
    let first: Int32
    do throws(SystemError) {
      first = try endpoint.connect().release()
    } catch {
      throw TorporError(.systemUnavailable, error, subject: endpoint.path)
    }
    do throws(SystemError) {
      let pipe = try DescriptorPair.pipe().take()
      wokenUp = pipe.first
      wakeUp = pipe.second
    } catch {
      Descriptor.close([first])
      throw TorporError(.systemUnavailable, error, subject: endpoint.path)
    }
    startThread { self.run(first: first) }
  }

  deinit { Descriptor.close([wakeUp, wokenUp]) }

  /// Makes a call, with a descriptor beside it where there is one, which stays the caller's.
  ///
  /// The completion is called once, on the connection's thread or on this one, with the parameters of the
  /// reply.
  package func ask(
    _ call: OutgoingCall,
    beside descriptor: Int32? = nil,
    completion: @escaping @Sendable (Result<JSON, CallFailure>) -> Void
  ) {
    let path = endpoint.path
    send(call, beside: descriptor) { result, arrived in
      if let arrived { Descriptor.close([arrived]) }
      completion(result.read(from: path))
    }
  }

  /// As `ask`, of a call whose answer has a descriptor beside it, which the completion closes; `nil` where
  /// none came, as after an answer that was lost with its connection.
  package func askForDescriptor(
    _ call: OutgoingCall,
    completion: @escaping @Sendable (Result<Int32?, CallFailure>) -> Void
  ) {
    let path = endpoint.path
    send(call, beside: nil) { result, arrived in
      switch result.read(from: path) {
      case .success: completion(.success(arrived))
      case .failure(let failure):
        if let arrived { Descriptor.close([arrived]) }
        completion(.failure(failure))
      }
    }
  }

  private func send(
    _ call: OutgoingCall,
    beside descriptor: Int32?,
    completion: @escaping Completion
  ) {
    // A number that is no descriptor is the system's to refuse, for want of one.
    let duplicate = descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 3) } ?? -1
    let end: TorporError? = state.withLock { state in
      if let end = state.end { return end }
      let (key, bytes) = state.line.conversation.request(call, isHandOver: descriptor != nil)
      state.completions[key] = completion
      if duplicate >= 0 { state.line.keep(duplicate, beside: key) }
      // The thread sends what is left when the socket takes more.
      if state.line.write(bytes) || state.line.flushIfIdle() { wake() }
      return nil
    }
    guard let end else { return }
    if duplicate >= 0 { Descriptor.close([duplicate]) }
    completion(.failure(end), nil)
  }

  /// The code for a callback has run.
  package func returned(from token: CallbackToken) {
    state.withLock { state in
      if state.line.write(state.line.conversation.returned(from: token)) { wake() }
    }
  }

  /// Whether this is the connection's thread, which must not wait for an answer: it reads them.
  var isOwnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Ends the thread; unanswered requests come to nothing.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 1
    // A full pipe means that the thread is being woken already.
    _ = Glibc.write(wakeUp, &byte, 1)
  }
}

// MARK: The thread

extension AppConnection {
  /// Why the talk on one socket is over.
  private enum Ending {
    case stopped
    /// The system is gone or was replaced.
    case lost
    /// The other end does not speak as the system does.
    case garbled(WireError)
    /// The system does not want this process.
    case refused(WireError)
  }

  /// Connections in a row that end in nonsense before it is clear that this is no system of ours; a
  /// daemon that dies in the middle of a message does so once (our choice).
  private static let garbledMax = 5
  /// Pauses between attempts to reach a system that is gone, in milliseconds: short at first, since a
  /// daemon is restarted within some 10 ms, then long enough to cost nothing (our choice).
  private static let pauseFirst: Int32 = 5
  private static let pauseMax: Int32 = 1000
  /// Descriptors beside one message of the system: it sends one at a time.
  private static let descriptorsMax = 1

  private func run(first: Int32) {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    var socket: Int32? = first
    var garbledCount = 0
    while let current = socket {
      let (ending, wasAttached) = converse(on: current)
      if wasAttached { garbledCount = 0 }
      switch ending {
      case .stopped: return finish(nil)
      case .refused(let error): return finish(TorporError(error, subject: endpoint.path))
      case .garbled(let error):
        garbledCount += 1
        if garbledCount >= Self.garbledMax {
          return finish(
            TorporError(.notUnderstood, subject: endpoint.path, cause: error.sentence)
          )
        }
      case .lost: break
      }
      socket = reconnect(pause: Self.pauseFirst << min(Int32(garbledCount), 6))
    }
    finish(nil)
  }

  /// Tries until the system is there; `nil` when stopped before.
  private func reconnect(pause first: Int32) -> Int32? {
    var pause = first
    while !isStopped(after: pause) {
      if let socket = try? endpoint.connect() { return socket.release() }
      pause = min(pause * 2, Self.pauseMax)
    }
    return nil
  }

  /// Waits; returns early, and with true, when the connection is stopped.
  private func isStopped(after milliseconds: Int32) -> Bool {
    if state.withLock({ $0.isStopped }) { return true }
    var wait = pollfd(fd: wokenUp, events: Int16(POLLIN), revents: 0)
    if poll(&wait, 1, milliseconds) > 0 { emptyPipe() }
    return state.withLock { $0.isStopped }
  }

  private func emptyPipe() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
      _ = read(wokenUp, room.baseAddress, room.count)
    }
  }

  /// Attaches and talks until the socket is of no use, then closes it.
  private func converse(on socket: Int32) -> (Ending, wasAttached: Bool) {
    state.withLock { $0.line.connect(socket) }
    defer {
      state.withLock { state in
        state.line.disconnect()
        Descriptor.close(state.arrived)
        state.arrived = []
      }
      Descriptor.close([socket])
    }
    var wasAttached = false
    while true {
      if let ending = waitForBytes(on: socket) { return (ending, wasAttached) }
      guard let (events, isEnd) = receive(from: socket) else { continue }
      for event in events {
        if case .attached = event { wasAttached = true }
        if let ending = handle(event) { return (ending, wasAttached) }
      }
      if isEnd { return (.lost, wasAttached) }
    }
  }

  /// Waits until there is something to read, and writes meanwhile what is left.
  private func waitForBytes(on socket: Int32) -> Ending? {
    while true {
      let (isStopped, hasMore) = state.withLock { state in
        (state.isStopped, state.line.hasMore)
      }
      if isStopped { return .stopped }
      // A pair, not an array: two that lie side by side.
      var waits = (
        pollfd(fd: socket, events: Int16(POLLIN | (hasMore ? POLLOUT : 0)), revents: 0),
        pollfd(fd: wokenUp, events: Int16(POLLIN), revents: 0)
      )
      let count = withUnsafeMutableBytes(of: &waits) { bytes in
        poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, -1)
      }
      guard count > 0 else { continue }
      if waits.1.revents != 0 { emptyPipe() }
      if waits.0.revents & Int16(POLLOUT) != 0 { state.withLock { _ = $0.line.flush() } }
      if waits.0.revents & ~Int16(POLLOUT) != 0 { return nil }
    }
  }

  private func receive(
    from socket: Int32
  ) -> (events: [AppConversation.Event], isEnd: Bool)? {
    // One page and a half more than the longest event that is usual.
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { room in
      let received: UnixSocket.Received
      do throws(SystemError) {
        received = try UnixSocket.receive(
          into: room,
          descriptorsMax: Self.descriptorsMax,
          on: socket
        )
      } catch {
        return error.code == EAGAIN ? nil : ([], true)
      }
      guard received.count > 0 else {
        Descriptor.close(received.descriptors)
        return ([], true)
      }
      let events = state.withLock { state in
        state.arrived += received.descriptors
        let (events, bytes) = state.line.conversation.receive([UInt8](room[..<received.count]))
        // An answer may have made room for a request with a descriptor. What is left goes when the socket takes it.
        if !state.line.write(bytes) { _ = state.line.flushIfIdle() }
        return events
      }
      return (events, false)
    }
  }

  private func handle(_ event: AppConversation.Event) -> Ending? {
    switch event {
    case .attached(let now):
      if let now { TimeLine.stands(at: now) }
    case .event(let delivery, let detail): listener.event(delivery, detail)
    case .progress(let progress): listener.progress(progress)
    case .answered(let key, let reply, let bringsDescriptor):
      complete(key, .success(reply), bringsDescriptor: bringsDescriptor)
    case .ended(let error):
      switch error {
      case .malformedMessage, .limitExceeded, .callInProgress: return .garbled(error)
      default: return .refused(error)
      }
    }
    return nil
  }

  private func complete(
    _ key: String,
    _ result: Result<VarlinkReply, TorporError>,
    bringsDescriptor: Bool
  ) {
    let (completion, arrived) = state.withLock { state in
      state.line.close(beside: key)
      return (
        state.completions.removeValue(forKey: key),
        bringsDescriptor && !state.arrived.isEmpty ? state.arrived.removeFirst() : nil
      )
    }
    if let completion {
      completion(result, arrived)
    } else if let arrived {
      Descriptor.close([arrived])
    }
  }

  private func finish(_ error: TorporError?) {
    let end = error ?? TorporError(.stopped, subject: "the request")
    let left = state.withLock { state in
      state.end = end
      state.line.closeAll()
      defer { state.completions = [:] }
      return state.completions.values.map { $0 }
    }
    for completion in left { completion(.failure(end), nil) }
    listener.end(error)
  }
}

extension Result<VarlinkReply, TorporError> {
  /// The parameters of the reply, or why there are none.
  fileprivate func read(from path: String) -> Result<JSON, CallFailure> {
    switch self {
    case .success(let message):
      do throws(WireError) {
        return .success(try message.result())
      } catch {
        return .failure(CallFailure(error, from: path))
      }
    case .failure(let error): return .failure(.other(error))
    }
  }
}
