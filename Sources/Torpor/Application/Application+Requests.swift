internal import TorporModel
internal import TorporWire

// How the application asks the system: every request has an asynchronous form, and those that Apple's
// framework makes in the middle of synchronous code one that blocks.

extension Application {
  /// Asks, and turns a refusal into an error.
  func ask(
    _ request: AppRequest,
    subject: String,
    before: @escaping @Sendable (Reply) -> Void = { _ in }
  ) async throws(TorporError) -> Reply {
    try Self.accepted(try await reply(to: request, before: before), subject: subject)
  }

  /// As `ask`, but the calling thread waits.
  func askBlocking(
    _ request: AppRequest,
    subject: String,
    before: @escaping @Sendable (Reply) -> Void = { _ in }
  ) throws(TorporError) -> Reply {
    try Self.accepted(try replyBlocking(to: request, before: before), subject: subject)
  }

  private static func accepted(_ reply: Reply, subject: String) throws(TorporError) -> Reply {
    if case .refused(let refusal) = reply {
      throw TorporError(WireError.refused(refusal), subject: subject)
    }
    return reply
  }

  /// Asks; `before` sees the reply on the connection's thread, before anything that follows it.
  func reply(
    to request: AppRequest,
    before: @escaping @Sendable (Reply) -> Void = { _ in }
  ) async throws(TorporError) -> Reply {
    let result: Result<Reply, TorporError> = await withCheckedContinuation { continuation in
      connection.request(request) { result in
        if case .success(let reply) = result { before(reply) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  /// As `reply`, but the calling thread waits.
  func replyBlocking(
    to request: AppRequest,
    before: @escaping @Sendable (Reply) -> Void = { _ in }
  ) throws(TorporError) -> Reply {
    let answer = BlockingResult<Result<Reply, TorporError>>()
    connection.request(request) { result in
      if case .success(let reply) = result { before(reply) }
      answer.give(result)
    }
    return try answer.wait().get()
  }
}
