internal import Synchronization
internal import TorporAppModel
internal import TorporAppWire

/// The background sessions of a process, by their identifiers.
///
/// They are separate from the application, so that readers of events receive the end when the application is
/// deallocated. `sessions` is guarded by its mutex; the connection's thread looks up sessions, any thread adds and
/// removes them. A session and its connection hold each other until the conversation ends.
final class OpenSessions: Sendable {
  private let sessions = Mutex<[String: TransferSession]>([:])
  /// The events that wait until the delegate has been called.
  let wakes = SessionWakes()

  /// Returns the session with the identifier, or a new one.
  func session(
    _ configuration: SessionConfiguration,
    on connection: AppConnection
  ) -> (session: TransferSession, isNew: Bool) {
    sessions.withLock { sessions in
      if let session = sessions[configuration.identifier] { return (session, false) }
      let session = TransferSession(configuration, connection: connection)
      sessions[configuration.identifier] = session
      return (session, true)
    }
  }

  /// Removes a session that could not be created.
  func forget(_ session: TransferSession) {
    sessions.withLock { sessions in
      if sessions[session.identifier] === session { sessions[session.identifier] = nil }
    }
    session.queue.finish()
  }

  /// Ends the events of all sessions, because the conversation with the system has ended.
  func finish() {
    let ended = sessions.withLock { sessions in
      defer { sessions = [:] }
      return sessions.values.map { $0 }
    }
    wakes.release()
    for session in ended { session.queue.finish() }
  }

  // MARK: From the connection's thread

  /// Passes an event of a transfer to its session; returns false if there is none, in which case no reader will return
  /// from it.
  func take(_ callback: SessionCallback, token: CallbackToken, _ detail: TransferDetail) -> Bool {
    guard let session = sessions.withLock({ $0[callback.session] }),
      let event = TransferEvent(callback, detail)
    else { return false }
    // A session that is created with that name from now on is a different one.
    if event == .didBecomeInvalid { sessions.withLock { $0[callback.session] = nil } }
    wakes.add(event, token: token, to: session.queue, of: callback.session)
    return true
  }

  /// Passes the progress of a transfer to its session.
  func take(_ progress: SessionProgress) {
    guard let queue = sessions.withLock({ $0[progress.session] })?.queue else { return }
    var events = [TransferEvent.didMakeProgress(progress.transfer, progress.progress)]
    if let offset = progress.resumedAt {
      let total = progress.progress.totalBytes
      events.insert(.didResume(progress.transfer, atByte: offset, totalBytes: total), at: 0)
    }
    for event in events { wakes.add(event, token: nil, to: queue, of: progress.session) }
  }

  /// Records that the app was woken for a session, which it may already have created.
  func noteWake(for session: String) {
    sessions.withLock { $0[session] }?.queue.noteWake()
    wakes.note(session)
  }
}

extension TransferEvent {
  /// Makes the event for a callback; `nil` for callbacks of the delegate.
  fileprivate init?(_ callback: SessionCallback, _ detail: TransferDetail) {
    switch callback {
    case .didFinishDownloading(_, let transfer, let status):
      let file = DownloadedFile(
        path: detail.path ?? "",
        status: status,
        finalURL: detail.finalURL,
        mimeType: detail.mimeType,
        url: detail.url,
        taskDescription: detail.taskDescription
      )
      self = .didFinishDownloading(transfer, file)
    case .didComplete(_, let transfer, let outcome):
      self = .didComplete(transfer, outcome, detail)
    case .didReceiveChallenge(_, let transfer):
      // Without the details there is still a client to answer.
      self = .didReceiveChallenge(
        transfer,
        detail.challenge ?? TransferChallenge(host: "", scheme: "")
      )
    case .willBeginDelayedRequest(_, let transfer): self = .willBeginDelayedRequest(transfer)
    case .didFinishEvents: self = .didFinishEvents
    case .didBecomeInvalid: self = .didBecomeInvalid
    case .handleEvents, .issueDownloaded: return nil
    }
  }
}
