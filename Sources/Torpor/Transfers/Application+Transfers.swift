public import TorporModel
internal import TorporWire

extension Application {
  /// Makes a background session, or finds the one of that identifier, whose events come from then on.
  ///
  /// Each launch of the app makes its sessions again, with the same configurations; what happened to
  /// their transfers meanwhile is then delivered. In one process there is one session of an identifier, with
  /// the configuration that it was first made with.
  ///
  /// - Throws: `TorporError`: `invalidSession`, `tooManySessions`, `sessionIsInvalid` while it is being
  ///   invalidated, or `stopped` after `stop()`.
  public func transferSession(
    _ configuration: SessionConfiguration
  ) async throws(TorporError) -> TransferSession {
    let (session, isNew) = try sessionValue(for: configuration)
    guard isNew else { return session }
    do throws(TorporError) {
      _ = try await session.ask(AppCall(.session(.open(configuration))))
    } catch {
      sessions.forget(session)
      throw error
    }
    return session
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func transferSession(
    _ configuration: SessionConfiguration
  ) throws(TorporError) -> TransferSession {
    let (session, isNew) = try sessionValue(for: configuration)
    guard isNew else { return session }
    do throws(TorporError) {
      _ = try session.askBlocking(AppCall(.session(.open(configuration))))
    } catch {
      sessions.forget(session)
      throw error
    }
    return session
  }

  /// Kept before the system is asked, so that the first event finds it.
  private func sessionValue(
    for configuration: SessionConfiguration
  ) throws(TorporError) -> (session: TransferSession, isNew: Bool) {
    let name = configuration.identifier
    guard name.isSessionName,
      SessionConfiguration.connectionsPerHost.contains(configuration.connectionsPerHostMax),
      configuration.resourceTimeout > .zero, configuration.requestTimeout > .zero
    else { throw TorporError(.invalidSession, subject: name) }
    return sessions.session(configuration, on: connection)
  }
}

extension TransferSession {
  /// Asks, and turns a refusal into an error.
  func ask(_ call: AppCall) async throws(TorporError) -> AppAnswer {
    let result = await withCheckedContinuation { continuation in
      connection.ask(call) { continuation.resume(returning: $0) }
    }
    return try accepted(result)
  }

  /// As `ask`, but the calling thread waits.
  func askBlocking(_ call: AppCall) throws(TorporError) -> AppAnswer {
    let answer = BlockingResult<Result<AppAnswer, TorporError>>()
    connection.ask(call) { answer.give($0) }
    return try accepted(answer.wait())
  }

  private func accepted(
    _ result: Result<AppAnswer, TorporError>
  ) throws(TorporError) -> AppAnswer {
    let answer = try result.get()
    if case .refused(let refusal) = answer.reply {
      throw TorporError(WireError.refused(refusal), subject: identifier)
    }
    return answer
  }
}
