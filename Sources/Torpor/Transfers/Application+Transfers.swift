public import TorporAppModel
internal import TorporAppWire

extension Application {
  /// Creates a background session, or returns the one with that identifier; its events are then delivered.
  ///
  /// Each launch of the app creates its sessions again, with the same configurations; the events of their transfers in
  /// the meantime are then delivered. A process has one session with each identifier, with the configuration with which
  /// it was first created.
  ///
  /// - Throws: `TorporError`: `invalidSession`, `tooManySessions`, `sessionInUse` while another process of the app has it,
  ///   `sessionIsInvalid` while it is being invalidated, or `stopped` after `stop()`.
  public func transferSession(
    _ configuration: SessionConfiguration
  ) async throws(TorporError) -> TransferSession {
    let (session, isNew) = try sessionValue(for: configuration)
    guard isNew else { return session }
    do throws(TorporError) {
      try await session.call(App.OpenSession(configuration: configuration))
    } catch {
      sessions.forget(session)
      throw error
    }
    return session
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func transferSession(
    _ configuration: SessionConfiguration
  ) throws(TorporError) -> TransferSession {
    let (session, isNew) = try sessionValue(for: configuration)
    guard isNew else { return session }
    do throws(TorporError) {
      try session.callBlocking(App.OpenSession(configuration: configuration))
    } catch {
      sessions.forget(session)
      throw error
    }
    return session
  }

  /// Stores the session before the system is asked, so that the first event finds it.
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
  @discardableResult
  func call<Call: KeyedCall>(_ call: Call) async throws(TorporError) -> Call.Reply {
    try await connection.call(call, subject: identifier)
  }

  /// Makes a call like `call`, blocking the calling thread.
  @discardableResult
  func callBlocking<Call: KeyedCall>(_ call: Call) throws(TorporError) -> Call.Reply {
    try connection.callBlocking(call, subject: identifier)
  }
}
