internal import Synchronization
package import Torpor

/// The background sessions of the process, by their identifiers, until they are invalid.
package enum BackgroundSessions {
  private static let sessions = Mutex<[String: BackgroundSession]>([:])
  private static let lives = Mutex(Lives())

  /// The lives of an app in a process that outlives it: that of a test.
  private struct Lives {
    var isLiving = true
    /// What an earlier life has made, while the app holds it.
    var former: [String: Former] = [:]
  }

  private struct Former {
    weak var session: URLSession?
  }

  /// The session of the identifier, or a new one.
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

  /// Whether there is a process of the app's.
  static var isLiving: Bool { lives.withLock { $0.isLiving } }

  /// The app is launched.
  package static func beginLife() { lives.withLock { $0.isLiving = true } }

  /// The app's process has ended: its sessions are told nothing more, and one of their names is another one.
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

  /// The app was told to take the events of a session.
  ///
  /// It has made the session, or has it from an earlier life in one of its statics, which in a process of its own it
  /// would have made anew.
  package static func reopen(_ identifier: String) {
    guard sessions.withLock({ $0[identifier] }) == nil else { return }
    let session = lives.withLock { $0.former[identifier]?.session }
    if let session, session.hasFormerDelegate { session.reopen() }
  }

  /// The session has ended: one of its name is another one from now on.
  static func forget(_ session: BackgroundSession) {
    sessions.withLock { sessions in
      if sessions[session.identifier] === session { sessions[session.identifier] = nil }
    }
  }

  // MARK: Issues of periodicals

  /// The session of NewsstandKit, whose wakes are not the app's business.
  package static let issues = "io.torpor.newsstand"

  /// Waits until everything that the app was woken for was told in a session; not at all where the app has none of the name.
  package static func eventsFinished(of identifier: String) async {
    let session = sessions.withLock { $0[identifier] }
    await (try? session?.session())?.eventsFinished()
  }

  /// A download that was begun for the announcement of an issue has ended, which the system says apart from other events.
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
