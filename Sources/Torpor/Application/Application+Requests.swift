internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

// How the application calls the system: every call has an asynchronous form, and a blocking form where Apple's
// framework makes the call within synchronous code.

extension Application {
  /// Makes a call; `before` receives the reply on the connection's thread, before anything that follows it.
  ///
  /// A refusal is thrown; misuse ends the process.
  @discardableResult
  func call<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: (@Sendable (Call.Reply) -> Void)? = nil
  ) async throws(TorporError) -> Call.Reply {
    try await connection.call(call, subject: subject, before: before)
  }

  /// Makes a call like `call`, blocking the calling thread.
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
  /// Makes a call, passing a descriptor if there is one.
  func result<Call: KeyedCall>(
    of call: Call,
    beside descriptor: Int32? = nil,
    before: (@Sendable (Call.Reply) -> Void)? = nil
  ) async -> Result<Call.Reply, CallFailure> {
    let answer = await answer(to: OutgoingCall(call), beside: descriptor, before: reader(before))
    return read(answer)
  }

  /// Makes a call like `result`, but throws a refusal.
  @discardableResult
  func call<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: (@Sendable (Call.Reply) -> Void)? = nil
  ) async throws(TorporError) -> Call.Reply {
    try await result(of: call, before: before).get(subject)
  }

  /// Makes a call like `call`, blocking the calling thread.
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

  /// Makes a call and ignores its reply: the system refuses it only if its subject has ended in the meantime.
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

  /// The message for an attempt to wait for an answer on the thread that reads the answers.
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

  /// Returns the function that reads the reply for `before`; a reply that cannot be read is thrown by the caller.
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

/// A function that is called with a reply on the connection's thread, and released by the caller.
///
/// It holds the app's handlers, and these hold the app's objects, whose `deinit` may make a call that waits.
private final class Brought: Sendable {
  private let action: Mutex<(@Sendable (JSON) -> Void)?>

  init(_ action: (@Sendable (JSON) -> Void)?) { self.action = Mutex(action) }

  @inline(never)
  func call(_ reply: JSON) {
    let action = action.withLock { $0 }
    action?(reply)
  }

  /// Releases it on the caller's own thread, outside the lock.
  func empty() {
    let action = action.withLock { $0.take() }
    withExtendedLifetime(action) {}
  }
}

/// Why a call failed.
package enum CallFailure: Error {
  case refused(Refusal)
  case other(TorporError)

  /// Makes a failure from the error that the system at that path returned.
  init(_ error: WireError, from path: String) {
    self =
      if case .refused(let refusal) = error { .refused(refusal) } else {
        .other(TorporError(error, subject: path))
      }
  }

  /// Returns the error for the app.
  ///
  /// A misuse ends the process, like the exception on iOS, which Swift code cannot catch.
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
  /// Returns the reply.
  ///
  /// - Throws: the error for the app.
  func get(_ subject: String) throws(TorporError) -> Success {
    switch self {
    case .success(let reply): return reply
    case .failure(let failure): throw failure.error(subject)
    }
  }
}
