package import TorporModel

/// The audio sessions of all apps.
package struct AudioTable: Hashable, Sendable, Saved {
  /// An active session.
  struct Active: Hashable, Sendable, Saved {
    let app: AppIdentifier
    var session: AudioSession
  }
  /// A session that was interrupted.
  struct Interrupted: Hashable, Sendable, Saved {
    let app: AppIdentifier
    let session: AudioSession
    /// The app that interrupted it; `nil`: a call, or an overlay on the screen.
    let by: AppIdentifier?
  }

  /// The active sessions, in the order of their activation.
  private(set) var active: [Active] = []
  /// The interrupted sessions, the most recent one last.
  private(set) var interrupted: [Interrupted] = []
  /// Apps that were suspended with an active session; they are notified when they run again (AU5).
  private(set) var suspended: [AppIdentifier] = []

  package init() {}

  /// Whether no app has a session, or had one that should continue.
  var isEmpty: Bool { active.isEmpty && interrupted.isEmpty && suspended.isEmpty }

  func session(of app: AppIdentifier) -> AudioSession? {
    active.first { $0.app == app }?.session
  }

  /// Returns whether another sound, a call or a banner interrupted the app's session (AU3).
  package func isInterrupted(_ app: AppIdentifier) -> Bool {
    interrupted.contains { $0.app == app }
  }

  mutating func activate(_ session: AudioSession, of app: AppIdentifier) {
    deactivate(app)
    interrupted.removeAll { $0.app == app }
    suspended.removeAll { $0 == app }
    active.append(Active(app: app, session: session))
  }

  mutating func deactivate(_ app: AppIdentifier) { active.removeAll { $0.app == app } }

  mutating func interrupt(_ app: AppIdentifier, by other: AppIdentifier?) {
    guard let session = session(of: app) else { return }
    deactivate(app)
    interrupted.append(Interrupted(app: app, session: session, by: other))
  }

  mutating func suspend(_ app: AppIdentifier) {
    guard session(of: app) != nil else { return }
    deactivate(app)
    suspended.append(app)
  }

  /// Returns whether the app must be notified that it was suspended; true only once.
  mutating func takeSuspended(_ app: AppIdentifier) -> Bool {
    defer { suspended.removeAll { $0 == app } }
    return suspended.contains(app)
  }

  /// Removes and returns the sessions that the ended one had interrupted, the most recent one first.
  mutating func takeInterrupted(by other: AppIdentifier?) -> [AppIdentifier] {
    let over = interrupted.filter { $0.by == other }.map(\.app)
    interrupted.removeAll { $0.by == other }
    return over.reversed()
  }

  mutating func forget(_ app: AppIdentifier) {
    deactivate(app)
    interrupted.removeAll { $0.app == app }
    suspended.removeAll { $0 == app }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension AudioTable {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("active")
    active.write(to: &writer)
    writer.key("interrupted")
    interrupted.write(to: &writer)
    writer.key("suspended")
    suspended.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("active")
    active = try [AudioTable.Active](from: &reader)
    try reader.key("interrupted")
    interrupted = try [AudioTable.Interrupted](from: &reader)
    try reader.key("suspended")
    suspended = try [AppIdentifier](from: &reader)
    try reader.endObject()
  }
}
