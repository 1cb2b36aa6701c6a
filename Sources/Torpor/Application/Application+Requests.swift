internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

// How the application calls the system: every call has an asynchronous form, and those that Apple's
// framework makes in the middle of synchronous code one that blocks.

extension Application {
  /// Makes a call; `before` sees the reply on the connection's thread, before anything that follows it.
  ///
  /// A refusal is thrown; a misuse ends the process.
  @discardableResult
  func call<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: (@Sendable (Call.Reply) -> Void)? = nil
  ) async throws(TorporError) -> Call.Reply {
    try await connection.call(call, subject: subject, before: before)
  }

  /// As `call`, but the calling thread waits.
  @discardableResult
  func callBlocking<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: (@Sendable (Call.Reply) -> Void)? = nil
  ) throws(TorporError) -> Call.Reply {
    try connection.callBlocking(call, subject: subject, before: before)
  }
}

extension AppConnection {
  /// Makes a call, with a descriptor beside it where there is one.
  func result<Call: KeyedCall>(
    of call: Call,
    beside descriptor: Int32? = nil,
    before: (@Sendable (Call.Reply) -> Void)? = nil
  ) async -> Result<Call.Reply, CallFailure> {
    let answer = await answer(to: OutgoingCall(call), beside: descriptor, before: reader(before))
    return read(answer)
  }

  /// As `result`; a refusal is thrown.
  @discardableResult
  func call<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: (@Sendable (Call.Reply) -> Void)? = nil
  ) async throws(TorporError) -> Call.Reply {
    try await result(of: call, before: before).get(subject)
  }

  /// As `call`, but the calling thread waits.
  @discardableResult
  func callBlocking<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: (@Sendable (Call.Reply) -> Void)? = nil
  ) throws(TorporError) -> Call.Reply {
    let result: Result<Call.Reply, CallFailure> = read(
      blockingAnswer(to: OutgoingCall(call), before: reader(before))
    )
    return try result.get(subject)
  }

  /// Makes a call of whose reply nothing is made: the system refuses only what has ended meanwhile.
  func tell(_ call: some KeyedCall) { ask(OutgoingCall(call)) { _ in } }

  // MARK: Without the call's type

  private func answer(
    to call: OutgoingCall,
    beside descriptor: Int32?,
    before: (@Sendable (JSON) -> Void)?
  ) async -> Result<JSON, CallFailure> {
    let brought = Brought(before)
    let result = await withCheckedContinuation { continuation in
      ask(call, beside: descriptor) { result in
        if case .success(let reply) = result { brought.call(reply) }
        continuation.resume(returning: result)
      }
    }
    brought.empty()
    return result
  }

  /// What is said where the thread that reads the answers is to wait for one.
  static let waitsForItself =
    "A call that waits was made on the thread that reads the answers, where it would wait for ever. "
    + "Make it on another thread."

  private func blockingAnswer(
    to call: OutgoingCall,
    before: (@Sendable (JSON) -> Void)?
  ) -> Result<JSON, CallFailure> {
    guard !isOwnThread else { fatalError(Self.waitsForItself) }
    let brought = Brought(before)
    let answer = BlockingResult<Result<JSON, CallFailure>>()
    ask(call) { result in
      if case .success(let reply) = result { brought.call(reply) }
      answer.give(result)
    }
    let result = answer.wait()
    brought.empty()
    return result
  }

  /// What `before` is given, which reads the reply for it; one that cannot be read is the caller's to throw.
  private func reader<Reply: WireReply>(
    _ before: (@Sendable (Reply) -> Void)?
  ) -> (@Sendable (JSON) -> Void)? {
    guard let before else { return nil }
    return { json in
      if let reply = try? Reply(reply: json) { before(reply) }
    }
  }

  private func read<Reply: WireReply>(
    _ answer: Result<JSON, CallFailure>
  ) -> Result<Reply, CallFailure> {
    switch answer {
    case .failure(let failure): return .failure(failure)
    case .success(let parameters):
      do throws(WireError) {
        return .success(try Reply(reply: parameters))
      } catch {
        return .failure(CallFailure(error, from: endpoint.path))
      }
    }
  }
}

/// What is called with a reply on the connection's thread, and let go by the caller.
///
/// It holds handlers of the app, and these hold objects of the app, whose `deinit` may make a call that waits.
private final class Brought: Sendable {
  private let action: Mutex<(@Sendable (JSON) -> Void)?>

  init(_ action: (@Sendable (JSON) -> Void)?) { self.action = Mutex(action) }

  @inline(never)
  func call(_ reply: JSON) {
    let action = action.withLock { $0 }
    action?(reply)
  }

  /// The caller's own thread lets it go, outside of the lock.
  func empty() {
    let action = action.withLock { $0.take() }
    withExtendedLifetime(action) {}
  }
}

/// Why a call came to nothing.
package enum CallFailure: Error {
  case refused(Refusal)
  case other(TorporError)

  /// What the system at that path said.
  init(_ error: WireError, from path: String) {
    self =
      if case .refused(let refusal) = error { .refused(refusal) } else {
        .other(TorporError(error, subject: path))
      }
  }

  /// The error for the app.
  ///
  /// A misuse ends the process, as the exception does on iOS that Swift code cannot catch.
  func error(_ subject: String) -> TorporError {
    switch self {
    case .refused(.misuse(let misuse)): misuse.endProcess()
    case .refused(.service(.notification(.intervalTooShort(let length, let least)))):
      NotificationMisuse(interval: length, least: least).endProcess()
    case .refused(let refusal): TorporError(WireError.refused(refusal), subject: subject)
    case .other(let error): error
    }
  }
}

extension Result where Failure == CallFailure {
  /// The reply.
  ///
  /// - Throws: the error for the app.
  func get(_ subject: String) throws(TorporError) -> Success {
    switch self {
    case .success(let reply): return reply
    case .failure(let failure): throw failure.error(subject)
    }
  }
}
