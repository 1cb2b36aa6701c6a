internal import Synchronization

/// The background sessions of the process, by their identifiers, until they are invalid.
enum BackgroundSessions {
  private static let sessions = Mutex<[String: BackgroundSession]>([:])

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

  /// The session has ended: one of its name is another one from now on.
  static func forget(_ session: BackgroundSession) {
    sessions.withLock { sessions in
      if sessions[session.identifier] === session { sessions[session.identifier] = nil }
    }
  }
}
