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
    before: @escaping @Sendable (Call.Reply) -> Void = { _ in }
  ) async throws(TorporError) -> Call.Reply {
    try await connection.call(call, subject: subject, before: before)
  }

  /// As `call`, but the calling thread waits.
  @discardableResult
  func callBlocking<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: @escaping @Sendable (Call.Reply) -> Void = { _ in }
  ) throws(TorporError) -> Call.Reply {
    try connection.callBlocking(call, subject: subject, before: before)
  }
}

extension AppConnection {
  /// Makes a call, with a descriptor beside it where there is one.
  func result<Call: KeyedCall>(
    of call: Call,
    beside descriptor: Int32? = nil,
    before: @escaping @Sendable (Call.Reply) -> Void = { _ in }
  ) async -> Result<Call.Reply, CallFailure> {
    await withCheckedContinuation { continuation in
      make(call, beside: descriptor) { result in
        if case .success(let reply) = result { before(reply) }
        continuation.resume(returning: result)
      }
    }
  }

  /// As `result`; a refusal is thrown.
  @discardableResult
  func call<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: @escaping @Sendable (Call.Reply) -> Void = { _ in }
  ) async throws(TorporError) -> Call.Reply {
    try await result(of: call, before: before).get(subject)
  }

  /// As `call`, but the calling thread waits.
  @discardableResult
  func callBlocking<Call: KeyedCall>(
    _ call: Call,
    subject: String,
    before: @escaping @Sendable (Call.Reply) -> Void = { _ in }
  ) throws(TorporError) -> Call.Reply {
    let answer = BlockingResult<Result<Call.Reply, CallFailure>>()
    make(call) { result in
      if case .success(let reply) = result { before(reply) }
      answer.give(result)
    }
    return try answer.wait().get(subject)
  }

  /// Makes a call of whose reply nothing is made: the system refuses only what has ended meanwhile.
  func tell(_ call: some KeyedCall) { make(call) { _ in } }
}

/// Why a call came to nothing.
package enum CallFailure: Error {
  case refused(Refusal)
  case other(TorporError)

  /// The error for the app.
  ///
  /// A misuse ends the process, as the exception does on iOS that Swift code cannot catch.
  func error(_ subject: String) -> TorporError {
    switch self {
    case .refused(.misuse(let misuse)): misuse.endProcess()
    case .refused(.mode(.notification(.intervalTooShort(let length, let least)))):
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
