internal import Synchronization

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
}
