package import TorporPosix

/// Tells when a user is gone from the machine: the folder of their sessions (`/run/user/UID`) goes.
///
/// logind makes the folder with a user's first session, and removes it when the last one has ended,
/// 10 s later as it comes (`UserStopDelaySec`); a user who lingers (`loginctl enable-linger`) keeps it, and
/// with it all apps. A folder needs no bus in a process that has all rights, and a process that may remove it is
/// root already. A user who never had one, as in a container, is never gone.
package final class LogoutAdapter {
  private let folder: String
  private let isGone: (UInt32) -> Void
  private var watch: FileWatch?
  private let loop: EventLoop
  /// Who has a folder.
  private var users: Set<UInt32> = []

  /// Makes an adapter that says nothing before `start`; `isGone` is told who has gone.
  package init(
    folder: String = "/run/user",
    on loop: EventLoop,
    isGone: @escaping (UInt32) -> Void
  ) {
    self.folder = folder
    self.loop = loop
    self.isGone = isGone
  }

  /// Watches from now on; where there is no such folder, no user logs in or out.
  ///
  /// - Throws: `SystemError` when the folder cannot be watched.
  package func start() throws(SystemError) {
    guard Files.exists(folder) else { return }
    let watch = try FileWatch(on: loop) { [unowned self] _ in look() }
    try watch.watch(folder, for: [.added, .removed])
    self.watch = watch
    users = try present
  }

  private func look() {
    // Unread it says nothing of anybody; who has gone is told at the next change.
    guard let now = try? present else { return }
    let gone = users.subtracting(now)
    users = now
    for user in gone.sorted() { isGone(user) }
  }

  private var present: Set<UInt32> {
    get throws(SystemError) { Set(try Files.allNames(in: folder).compactMap { UInt32($0) }) }
  }
}
