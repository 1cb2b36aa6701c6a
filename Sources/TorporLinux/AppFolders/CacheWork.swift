internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// The caches of one app, as a thread measures or removes them.
///
/// A file that lies in the caches themselves is removed there. A folder is first moved away, into a folder of the daemon's
/// own: from then on no program of its user reaches it, so that nothing is removed that somebody moves out of the caches
/// meanwhile. On a full disk a move takes no room, as another name of the folder has been there before.
struct CacheWork: Sendable {
  let container: String
  /// A folder of the daemon's own, on the same file system.
  let quarantine: String
  /// Files in the container that others need, by their paths there.
  var kept: [String] = []

  struct Outcome: Sendable {
    var bytes: Int64 = 0
    var failure: SystemError?
  }

  /// How much `purge` would free.
  func measure(_ proceed: (Int) -> Bool) -> Outcome {
    var meter = FolderMeter()
    var outcome = Outcome()
    forEachFolder(&outcome) { (folder, path, _) throws(SystemError) in
      _ = meter.add(folder, besides: Set(entriesKept(in: path)), proceed)
    }
    outcome.bytes = meter.freeableBytes
    return outcome
  }

  /// Removes what is in the caches, and not the folders themselves; ends before the next entry where `proceed` says so.
  func purge(_ proceed: (Int) -> Bool) -> Outcome {
    var outcome = Outcome()
    do throws(SystemError) {
      try Files.makeFolder(quarantine, mode: 0o700)
      let away = try Files.open(quarantine, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      var meter = FolderMeter()
      forEachFolder(&outcome) { (folder, path, failure) throws(SystemError) in
        empty(folder, but: entriesKept(in: path), into: away, &meter, &failure, proceed)
      }
      _ = meter.add(away)
      try FolderTree.emptyTrash(quarantine)
      // What could not be removed is not freed.
      var left = FolderMeter()
      _ = left.add(away)
      outcome.bytes = max(0, meter.freeableBytes - left.freeableBytes)
      if outcome.failure == nil, !FolderTree.names(in: away).isEmpty {
        outcome.failure = SystemError(operation: "remove", subject: "caches", code: EACCES)
      }
    } catch {
      if outcome.failure == nil { outcome.failure = error }
    }
    return outcome
  }

  private func forEachFolder(
    _ outcome: inout Outcome,
    _ work: (borrowing Descriptor, String, inout SystemError?) throws(SystemError) -> Void
  ) {
    for path in [AppFolders.caches, AppFolders.temporary] {
      do throws(SystemError) {
        guard let container = try AppFolders.openContainer(container),
          let folder = try AppFolders.open(path, in: container)
        else { continue }
        // What is mounted there would go along with the folder that it is in, and is none of the app's caches.
        guard !CacheWork.holdsMount(folder) else {
          throw SystemError(operation: "empty", subject: path, code: EBUSY)
        }
        try work(folder, path, &outcome.failure)
      } catch {
        if outcome.failure == nil { outcome.failure = error }
      }
    }
  }

  /// The entries of a folder of caches that are none: downloads that the app has not taken yet, the picture that it gives the
  /// switcher in place of its window, which may show secrets, and what holds a file that others need.
  private func entriesKept(in folder: String) -> [String] {
    let inside = kept.compactMap { $0.path(beneath: folder)?.pathComponents.first }
    return [AppFolders.downloads, AppFolders.snapshot] + inside.map { String($0) }
  }

  private static func holdsMount(_ folder: borrowing Descriptor) -> Bool {
    guard let path = Files.target(of: "/proc/self/fd/\(folder.rawValue)") else { return false }
    return MountTable().mounts.contains { $0.point.path(beneath: path) != nil }
  }

  /// Empties one folder, entry by entry, until nothing more of it goes.
  private func empty(
    _ folder: borrowing Descriptor,
    but kept: [String],
    into away: borrowing Descriptor,
    _ meter: inout FolderMeter,
    _ failure: inout SystemError?,
    _ proceed: (Int) -> Bool
  ) {
    var refused = Set(kept.map { Array($0.utf8CString) })
    while proceed(meter.fileCount) {
      let names = FolderTree.names(in: folder).filter { !refused.contains($0) }
      guard !names.isEmpty else { return }
      for name in names {
        guard proceed(meter.fileCount) else { return }
        if let error = remove(name, of: folder, into: away, &meter) {
          refused.insert(name)
          if failure == nil { failure = error }
        }
      }
      // More names than are read at once may lie behind those that are refused.
      if refused.count >= CacheWork.refusedMax { return }
    }
  }

  /// As many names as are read at once; our choice.
  private static let refusedMax = 1000

  private func remove(
    _ name: [CChar],
    of folder: borrowing Descriptor,
    into away: borrowing Descriptor,
    _ meter: inout FolderMeter
  ) -> SystemError? {
    let text = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let before = meter
    _ = meter.add(name, in: folder)
    if unlinkat(folder.rawValue, name, 0) == 0 { return nil }
    let refusal = errno
    meter = before
    // unlink(2): EISDIR for a folder on Linux, EPERM by POSIX.
    guard refusal == EISDIR || refusal == EPERM else {
      return refusal == ENOENT
        ? nil : SystemError(operation: "remove", subject: text, code: refusal)
    }
    if renameat(folder.rawValue, name, away.rawValue, FolderTree.uniqueName()) == 0 { return nil }
    guard errno == EACCES, fchmodat(folder.rawValue, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0,
      renameat(folder.rawValue, name, away.rawValue, FolderTree.uniqueName()) == 0
    else {
      return errno == ENOENT
        ? nil : SystemError(operation: "remove", subject: text, code: errno)
    }
    return nil
  }
}
