internal import Synchronization
package import Torpor

/// The background sessions of the process, by their identifiers, until they are invalid.
package enum BackgroundSessions {
  private static let sessions = Mutex<[String: BackgroundSession]>([:])
  private static let lives = Mutex(Lives())

  /// The lives of an app within a process that outlives it, such as that of a test.
  private struct Lives {
    var isLiving = true
    /// The sessions of an earlier life, while the app holds them.
    var former: [String: Former] = [:]
  }

  private struct Former {
    weak var session: URLSession?
  }

  /// Returns the session with the identifier, or a new one.
  static func session(_ identifier: String) -> BackgroundSession {
    sessions.withLock { sessions in
      if let session = sessions[identifier] {
        guard let next = session.successor() else { return session }
        sessions[identifier] = next
        return next
      }
      let session = BackgroundSession(identifier)
      sessions[identifier] = session
      return session
    }
  }

  // MARK: Lives

  /// Whether there is a process of the app.
  static var isLiving: Bool { lives.withLock { $0.isLiving } }

  /// Records that the app is launched.
  package static func beginLife() { lives.withLock { $0.isLiving = true } }

  /// Ends the app's process: its sessions receive no more events, and new sessions with their names are different ones.
  package static func endLife() {
    let ended = sessions.withLock { sessions in
      defer { sessions = [:] }
      return sessions
    }
    for (identifier, session) in ended {
      let owner = session.owner
      lives.withLock { $0.former[identifier] = Former(session: owner) }
      session.endLife()
      owner?.endLife()
    }
    ResumeSecrets.forget()
    lives.withLock { $0.isLiving = false }
  }

  /// Opens the session that the app was told to handle.
  ///
  /// The app has created the session, or has it from an earlier life in a static variable, which a separate process
  /// would have created again.
  package static func reopen(_ identifier: String) {
    guard sessions.withLock({ $0[identifier] }) == nil else { return }
    let session = lives.withLock { $0.former[identifier]?.session }
    if let session, session.hasFormerDelegate { session.reopen() }
  }

  /// Removes a session that has ended: a session with its name is a different one from now on.
  static func forget(_ session: BackgroundSession) {
    sessions.withLock { sessions in
      if sessions[session.identifier] === session { sessions[session.identifier] = nil }
    }
  }

  // MARK: Issues of periodicals

  /// The session of NewsstandKit; the app is not concerned with its wakes.
  package static let issues = "io.torpor.newsstand"

  /// Waits until all events for which the app was woken have been delivered in a session; returns at once if the app
  /// has no session with the name.
  package static func eventsFinished(of identifier: String) async {
    let session = sessions.withLock { $0[identifier] }
    await (try? session?.session())?.eventsFinished()
  }

  /// Handles the end of a download that was started for the announcement of an issue, which the system reports
  /// separately from other events.
  package static func take(
    issue transfer: TransferIdentifier,
    of identifier: String,
    _ outcome: TransferOutcome,
    _ detail: TransferDetail
  ) async {
    reopen(identifier)
    guard let session = sessions.withLock({ $0[identifier] }) else {
      return ErrorStream.write(
        "torpor: what was loaded in the background session '\(identifier)' for an issue is given to no delegate, since the app has "
          + "not made the session. Make it, or ask NKLibrary, in application(_:didFinishLaunchingWithOptions:).\n"
      )
    }
    await session.take(issue: transfer, outcome, detail)
  }
}
