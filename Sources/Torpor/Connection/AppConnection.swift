internal import Glibc
internal import Synchronization
package import TorporAppModel
package import TorporAppWire
internal import TorporPosix

/// The conversation with the system on a real socket, maintained by one thread of its own.
///
/// Map: `state` holds all mutable state, guarded by its mutex, which is held at most for a non-blocking write. The
/// thread owns the socket: only the thread opens and closes it, and it takes the number out of the state before
/// closing, so that no writer can hit a reused number. Any thread makes requests. Listeners are called on the
/// connection's thread, without the mutex.
package final class AppConnection: Sendable {
  // Shape: one socket, one thread and one mutex; decisions that do not need them are in AppConversation.
  /// Receives the answer, and the descriptor that arrived with it, which it closes.
  private typealias Completion = @Sendable (Result<VarlinkReply, TorporError>, Int32?) -> Void

  private struct State {
    var line: ConversationSocket
    var completions: [String: Completion] = [:]
    /// The descriptors of answers that are not complete yet, in order.
    var arrived: [Int32] = []
    /// Why no more requests can be made.
    var end: TorporError?
    var isStopped = false
  }

  let endpoint: Endpoint
  private let listener: Listener
  private let state: Mutex<State>
  private let wakeUp: Int32
  private let wokenUp: Int32
  /// The thread's own identifier; 0 before it runs.
  private let thread = Atomic<UInt>(0)

  /// The number of connections, so that requests of two connections in one process have different keys.
  private static let count = Atomic<Int>(0)

  /// Connects, and starts the thread that maintains the conversation until `stop()`.
  ///
  /// - Throws: `TorporError.systemUnavailable` when there is no listener; a connection that is lost later is made again
  ///   silently.
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

  /// Makes a call, passing a descriptor if there is one; the descriptor remains the caller's.
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

  /// Makes a call like `ask`, with an answer that brings a descriptor, which the completion closes; `nil` if none
  /// arrived, as after an answer that was lost with its connection.
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
    // If the number is not a descriptor, the system refuses the call because the descriptor is missing.
    let duplicate = descriptor.map { fcntl($0, F_DUPFD_CLOEXEC, 3) } ?? -1
    let end: TorporError? = state.withLock { state in
      if let end = state.end { return end }
      let (key, bytes) = state.line.conversation.request(call, isHandOver: descriptor != nil)
      state.completions[key] = completion
      if duplicate >= 0 { state.line.keep(duplicate, beside: key) }
      // The thread sends the rest when the socket accepts more.
      if state.line.write(bytes) || state.line.flushIfIdle() { wake() }
      return nil
    }
    guard let end else { return }
    if duplicate >= 0 { Descriptor.close([duplicate]) }
    completion(.failure(end), nil)
  }

  /// Reports that the code for a callback has run.
  package func returned(from token: CallbackToken) {
    state.withLock { state in
      if state.line.write(state.line.conversation.returned(from: token)) { wake() }
    }
  }

  /// Whether this is the connection's thread, which must not wait for an answer because it reads the answers.
  var isOwnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Ends the thread; unanswered requests fail.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  private func wake() {
    var byte: UInt8 = 1
    // A full pipe means that the thread is already being woken.
    _ = Glibc.write(wakeUp, &byte, 1)
  }
}

// MARK: The thread

extension AppConnection {
  /// Why the conversation on one socket has ended.
  private enum Ending {
    case stopped
    /// The system has exited or was replaced.
    case lost
    /// The other end does not follow the system's protocol.
    case garbled(WireError)
    /// The system does not accept this process.
    case refused(WireError)
  }

  /// The number of consecutive connections with invalid data after which the other end is considered not to be Torpor;
  /// a daemon that dies in the middle of a message causes one (our choice).
  private static let garbledMax = 5
  /// Pauses between attempts to reach a system that has exited, in milliseconds: short at first, because a daemon
  /// restarts within about 10 ms, then long enough to cost nothing (our choice).
  private static let pauseFirst: Int32 = 5
  private static let pauseMax: Int32 = 1000
  /// The number of descriptors with one message of the system: it sends one at a time.
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

  /// Tries until the system is available; returns `nil` when stopped before.
  private func reconnect(pause first: Int32) -> Int32? {
    var pause = first
    while !isStopped(after: pause) {
      if let socket = try? endpoint.connect() { return socket.release() }
      pause = min(pause * 2, Self.pauseMax)
    }
    return nil
  }

  /// Waits; returns true early when the connection is stopped.
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

  /// Attaches and communicates until the socket is unusable, then closes it.
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

  /// Waits until there is something to read, and meanwhile writes the remaining output.
  private func waitForBytes(on socket: Int32) -> Ending? {
    while true {
      let (isStopped, hasMore) = state.withLock { state in
        (state.isStopped, state.line.hasMore)
      }
      if isStopped { return .stopped }
      // A pair, not an array: the two lie side by side.
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
    // One and a half pages more than the longest usual event.
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
        // An answer may have made room for a request with a descriptor. The rest is sent when the socket accepts it.
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
  /// Returns the parameters of the reply, or the reason why there are none.
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
