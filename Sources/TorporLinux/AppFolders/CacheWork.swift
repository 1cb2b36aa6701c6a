internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// The caches of one app, as a thread measures or removes them.
///
/// First the files that lie in the caches themselves are removed there, which makes room for the rest. A folder is moved away,
/// into a folder of the daemon's own: from then on no path of its user's leads to it, so that a link that is put in the way
/// leads nowhere. On a full disk a move takes no room, since the folder that it goes to is there already.
struct CacheWork: Sendable {
  let container: String
  /// A folder of the daemon's own, on the same file system.
  let quarantine: String
  /// Files in the container that others need, by their paths there.
  var kept: [String] = []
  /// The app's user, where this process has the rights to remove what belongs to others; `nil`: the kernel refuses that.
  var userID: UInt32?

  struct Outcome: Sendable {
    var bytes: Int64 = 0
    /// Whether it has ended since it was told to.
    var isStopped = false
    var failure: SystemError?
    /// Whether something went to the trash that could not be removed here.
    var leavesTrash = false
    /// By how much the free room of the disk has grown.
    var risenBytes: Int64?
    var freeBytes: Int64?

    /// The first one counts.
    fileprivate mutating func note(_ error: SystemError) {
      if failure == nil { failure = error }
    }

    fileprivate mutating func goesOn(_ count: Int, _ proceed: (Int) -> Bool) -> Bool {
      if !proceed(count) { isStopped = true }
      return !isStopped
    }
  }

  /// How much `purge` would free.
  func measure(_ proceed: (Int) -> Bool) -> Outcome {
    var meter = FolderMeter()
    var outcome = Outcome()
    forEachFolder(&outcome) { (folder, path, _) throws(SystemError) in
      _ = meter.add(folder, besides: entriesKept(in: path), proceed)
    }
    outcome.bytes = meter.freeableBytes
    return outcome
  }

  /// Removes what is in the caches, and not the folders themselves; ends before the next entry where `proceed` says so.
  func purge(_ proceed: (Int) -> Bool) -> Outcome {
    var outcome = Outcome()
    let before = room
    var meter = FolderMeter()
    forEachFolder(&outcome) { (folder, path, outcome) throws(SystemError) in
      unlinkFiles(of: folder, but: entriesKept(in: path), &meter, &outcome, proceed)
    }
    if !outcome.isStopped { moveFolders(&meter, &outcome, proceed) }
    outcome.bytes += meter.freeableBytes
    if outcome.bytes > 0 { sync() }
    outcome.freeBytes = room
    if let before, let after = outcome.freeBytes { outcome.risenBytes = after - before }
    return outcome
  }

  // MARK: What is a cache

  private func forEachFolder(
    _ outcome: inout Outcome,
    _ work: (borrowing Descriptor, String, inout Outcome) throws(SystemError) -> Void
  ) {
    for path in [AppFolders.caches, AppFolders.temporary] {
      do throws(SystemError) {
        guard let container = try AppFolders.openContainer(container, in: stateFolder),
          let folder = try AppFolders.open(path, in: container)
        else { continue }
        // A folder of somebody else's, which they have let its user move here.
        guard userID == nil || Files.userID(of: folder) == userID else {
          throw SystemError(operation: "empty", subject: path, code: EPERM)
        }
        // A transfer puts a file there whose name only the server knows.
        guard !kept.contains(where: { CacheWork.plain($0) == path }) else {
          throw SystemError(operation: "empty", subject: path, code: EBUSY)
        }
        // What is mounted there would go along with the folder that it is in, and is none of the app's caches.
        guard !CacheWork.holdsMount(folder) else {
          throw SystemError(operation: "empty", subject: path, code: EBUSY)
        }
        try work(folder, path, &outcome)
      } catch {
        outcome.note(error)
      }
    }
  }

  /// The entries of a folder of caches that are none: downloads that the app has not taken yet, the picture that it gives the
  /// switcher in place of its window, which may show secrets, and what holds a file that others need.
  private func entriesKept(in folder: String) -> Set<String> {
    let inside = kept.compactMap {
      CacheWork.plain($0).path(beneath: folder)?.pathComponents.first
    }
    return Set([AppFolders.downloads, AppFolders.snapshot] + inside.map { String($0) })
  }

  /// The path without `.` and `..`, as the kernel walks it where no links are followed.
  static func plain(_ path: String) -> String {
    var components: [Substring] = []
    for component in path.pathComponents where component != "." {
      if component == ".." { _ = components.popLast() } else { components.append(component) }
    }
    return components.joined(separator: "/")
  }

  private static func holdsMount(_ folder: borrowing Descriptor) -> Bool {
    guard let path = Files.target(of: "/proc/self/fd/\(folder.rawValue)") else { return false }
    return MountTable().mounts.contains { $0.point.path(beneath: path) != nil }
  }

  // MARK: Files

  /// Removes what is no folder, in one pass; what is refused is tried again with the folders.
  private func unlinkFiles(
    of folder: borrowing Descriptor,
    but kept: Set<String>,
    _ meter: inout FolderMeter,
    _ outcome: inout Outcome,
    _ proceed: (Int) -> Bool
  ) {
    // A program may make new files as fast as they are removed.
    var left = FolderTree.nameCount(in: folder) + FolderTree.namesMax
    let number = folder.rawValue
    let copy = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else {
      return outcome.note(SystemError(operation: "list", subject: "caches", code: errno))
    }
    guard let stream = fdopendir(copy) else {
      _ = close(copy)
      return
    }
    defer { closedir(stream) }
    while left > 0, outcome.goesOn(meter.fileCount, proceed), let entry = readdir(stream) {
      left -= 1
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      guard name != [46, 0], name != [46, 46, 0], !kept.contains(CacheWork.text(name)) else {
        continue
      }
      // A folder refuses (EISDIR), and gets its turn later.
      _ = meter.add(name, in: folder) { unlinkat(number, name, 0) == 0 }
    }
  }

  private static func text(_ name: [CChar]) -> String {
    String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // MARK: Folders

  /// Where folders are moved to; empty between two orders, and there before the disk is full.
  private var place: String { quarantine + "/" + CacheWork.placeName }
  static let placeName = "next"

  private func moveFolders(
    _ meter: inout FolderMeter,
    _ outcome: inout Outcome,
    _ proceed: (Int) -> Bool
  ) {
    do throws(SystemError) {
      let away = try openPlace(&outcome)
      forEachFolder(&outcome) { (folder, path, outcome) throws(SystemError) in
        empty(folder, but: entriesKept(in: path), into: away, &meter, &outcome, proceed)
      }
      drain(away, &outcome)
      guard !FolderTree.names(in: away).isEmpty else { return }
      outcome.note(SystemError(operation: "remove", subject: "caches", code: ENOTEMPTY))
      setAside(&outcome)
      try Files.makeFolder(place, mode: 0o700)
    } catch {
      outcome.note(error)
    }
  }

  private func openPlace(_ outcome: inout Outcome) throws(SystemError) -> Descriptor {
    try Files.makeFolder(quarantine, mode: 0o700)
    try Files.makeFolder(place, mode: 0o700)
    let away = try Files.open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    if FolderTree.names(in: away).isEmpty { return away }
    // What an earlier order could not remove is no cache of this app.
    setAside(&outcome)
    try Files.makeFolder(place, mode: 0o700)
    return try Files.open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// What stays is thrown away: the process that empties the trash has no limit.
  private func setAside(_ outcome: inout Outcome) {
    let name = FolderTree.uniqueName()
    guard rename(place, stateFolder + "/trash/" + name) != 0 else {
      outcome.leavesTrash = true
      return
    }
    _ = rename(place, quarantine + "/" + name)
  }

  /// Removes what was moved away, and counts it.
  private func drain(_ away: borrowing Descriptor, _ outcome: inout Outcome) {
    var before = FolderMeter()
    _ = before.add(away)
    guard before.nameCount > 0 else { return }
    // Each name goes once, and each folder was moved up before. Several folders may be more together than was counted.
    let nameCount = before.limitReached == nil ? before.nameCount : 2 * FolderMeter.namesMax
    let stepsMax = 2 * nameCount + FolderTree.namesMax
    do throws(SystemError) {
      try FolderTree.emptyTrash(place, stepsMax: stepsMax)
    } catch {
      outcome.note(error)
    }
    // What could not be removed is not freed.
    var after = FolderMeter()
    _ = after.add(away)
    outcome.bytes += max(0, before.freeableBytes - after.freeableBytes)
  }

  /// Empties one folder, entry by entry, until nothing more of it goes.
  private func empty(
    _ folder: borrowing Descriptor,
    but kept: Set<String>,
    into away: borrowing Descriptor,
    _ meter: inout FolderMeter,
    _ outcome: inout Outcome,
    _ proceed: (Int) -> Bool
  ) {
    // A program may make new ones as fast as they are removed.
    var left = FolderTree.nameCount(in: folder) + FolderTree.namesMax
    var refused: Set<[CChar]> = []
    while outcome.goesOn(meter.fileCount, proceed) {
      // However many stay, others are among them.
      let countMax = FolderTree.namesMax + kept.count + refused.count
      let names = FolderTree.names(in: folder, countMax: countMax).filter {
        !refused.contains($0) && !kept.contains(CacheWork.text($0))
      }
      guard !names.isEmpty else { return }
      for name in names {
        guard left > 0 else {
          return outcome.note(SystemError(operation: "empty", subject: "caches", code: ENOTEMPTY))
        }
        left -= 1
        guard outcome.goesOn(meter.fileCount, proceed) else { return }
        if let error = remove(name, of: folder, into: away, &meter, &outcome, proceed) {
          refused.insert(name)
          outcome.note(error)
        }
      }
    }
  }

  private func remove(
    _ name: [CChar],
    of folder: borrowing Descriptor,
    into away: borrowing Descriptor,
    _ meter: inout FolderMeter,
    _ outcome: inout Outcome,
    _ proceed: (Int) -> Bool
  ) -> SystemError? {
    let number = folder.rawValue
    var refusal: Int32 = 0
    let isGone = meter.add(name, in: folder) {
      if unlinkat(number, name, 0) == 0 { return true }
      refusal = errno
      return false
    }
    if isGone { return nil }
    // unlink(2): EISDIR for a folder on Linux, EPERM by POSIX.
    if refusal == EISDIR || refusal == EPERM {
      let count = meter.fileCount
      let obstacle = obstacle(to: name, of: folder) { _ in outcome.goesOn(count, proceed) }
      // Its app may have been started while the folder was looked at: that took as long as the folder is large.
      guard outcome.goesOn(count, proceed) else { return nil }
      refusal = obstacle ?? move(name, of: folder, into: away)
      if refusal == ENOSPC || refusal == EDQUOT {
        // What was moved before makes the room for it.
        drain(away, &outcome)
        guard outcome.goesOn(count, proceed) else { return nil }
        refusal = move(name, of: folder, into: away)
      }
    }
    guard refusal != 0, refusal != ENOENT else { return nil }
    return SystemError(operation: "remove", subject: CacheWork.text(name), code: refusal)
  }

  /// Why a folder stays where it is; `nil`: nothing stands in the way.
  ///
  /// What cannot be removed to its end would leave its user's reach and not the disk. A folder of somebody else's, which they
  /// have let its user move, is removed with their rights or not at all.
  private func obstacle(
    to name: [CChar],
    of folder: borrowing Descriptor,
    _ proceed: (Int) -> Bool
  ) -> Int32? {
    var meter = FolderMeter(userID: userID)
    _ = meter.add(tree: name, in: folder, proceed)
    if meter.hasForeignFolder { return EPERM }
    // What was not seen may be somebody else's. A user's own daemon has no more rights than its user.
    return meter.limitReached ?? (userID == nil ? nil : meter.unopened)
  }

  /// Moves one folder away: 0, or what the kernel says.
  private func move(
    _ name: [CChar],
    of folder: borrowing Descriptor,
    into away: borrowing Descriptor
  ) -> Int32 {
    let (old, new) = (folder.rawValue, away.rawValue)
    if renameat(old, name, new, FolderTree.uniqueName()) == 0 { return 0 }
    guard errno == EACCES else { return errno }
    // Without the rights of root its owner needs that to write to it.
    guard fchmodat(old, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0,
      renameat(old, name, new, FolderTree.uniqueName()) == 0
    else { return errno }
    return 0
  }

  // MARK: The disk

  private var stateFolder: String { FolderTree.parent(of: quarantine) }

  private var room: Int64? { (try? Files.room(at: stateFolder))?.freeBytes }

  /// Has the file system give back what was removed, as far as it does so when asked; btrfs does with its next commit.
  private func sync() {
    do throws(SystemError) {
      let folder = try Files.open(stateFolder, O_RDONLY | O_DIRECTORY)
      try Files.syncFileSystem(of: folder, stateFolder)
    } catch {
      // The room is measured all the same.
    }
  }
}
