internal import CTorporPosix
internal import Glibc

/// Whole folders that another process may change while we work on them.
///
/// Everything is named relative to an open folder and no link is followed, so that a link that is
/// put in the way leads nowhere.
package enum FolderTree {
  /// What is found where a folder of a user's should be.
  package enum Finding: Hashable, Sendable {
    case nothing
    /// A folder that belongs to the user.
    case folder
    /// A link, a file, or another user's folder.
    case somethingElse
  }

  /// Looks at the path without following a link at its end.
  package static func look(at path: String, userID: UInt32) -> Finding {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return errno == ENOENT ? .nothing : .somethingElse }
    return facts.st_mode & S_IFMT == S_IFDIR && facts.st_uid == userID ? .folder : .somethingElse
  }

  /// Makes a folder that belongs to a user, with folders inside it, where there is nothing yet.
  ///
  /// It is made under another name and put in place whole, so that a crash leaves no half. The name
  /// begins with `.draft@`; nothing may be there.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func make(
    _ path: String,
    containing inner: [String],
    userID: UInt32,
    groupID: UInt32
  ) throws(SystemError) {
    let draft = draftPath(of: path)
    _ = try checking("make the folder", draft) { mkdir(draft, 0o700) }
    for name in inner {
      try Files.makeFolder(draft + "/" + name, mode: 0o700)
      try own(draft + "/" + name, userID, groupID)
    }
    // Last: until now no other process could reach what is inside.
    try own(draft, userID, groupID)
    _ = try checking("put in place", path) { rename(draft, path) }
  }

  /// Where a folder is made before it is put in place; no name of an app has an `@`.
  package static func draftPath(of path: String) -> String {
    parent(of: path) + "/.draft@" + name(of: path)
  }

  /// The folder that a path is in.
  package static func parent(of path: String) -> String {
    path.unicodeScalars.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The last name of a path.
  static func name(of path: String) -> String {
    path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
  }

  /// Moves whatever is at the path into a trash folder under a name of its own; one rename.
  ///
  /// - Throws: `SystemError` naming the path; `ENOENT` when nothing is there.
  package static func discard(_ path: String, into trash: String) throws(SystemError) {
    let name = trash + "/" + uniqueName()
    _ = try checking("throw away", path) { rename(path, name) }
  }

  /// Removes everything in a trash folder, however deep, with three descriptors and no recursion.
  ///
  /// A folder inside a folder is moved up into the trash itself, which belongs to us alone, so that
  /// nothing is ever reached by a path that its former owner could bend. What cannot be removed, as
  /// an immutable file, stays. May take minutes.
  ///
  /// It ends after `stepsMax` removals and moves: a program that has a folder of it open may make new files there for ever.
  ///
  /// - Throws: `SystemError` when the trash cannot be opened.
  package static func emptyTrash(
    _ path: String,
    stepsMax: Int = .max
  ) throws(SystemError) {
    let trash = try Files.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    var stepsLeft = stepsMax
    var hasProgress = true
    while hasProgress {
      hasProgress = false
      for name in names(in: trash) {
        guard stepsLeft > 0 else { return }
        if unlinkat(trash.rawValue, name, 0) == 0 {
          stepsLeft -= 1
          hasProgress = true
        } else if flatten(name, into: trash, &stepsLeft) {
          hasProgress = true
        }
      }
    }
  }

  /// Empties one folder of the trash and removes it; whether anything of it went.
  private static func flatten(
    _ name: [CChar],
    into trash: borrowing Descriptor,
    _ stepsLeft: inout Int
  ) -> Bool {
    // Nothing that is mounted there is entered: what it holds is not the trash's.
    var number = torpor_open_folder(trash.rawValue, name)
    if number == -EACCES, fchmodat(trash.rawValue, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0 {
      number = torpor_open_folder(trash.rawValue, name)
    }
    guard number >= 0 else { return false }
    let folder = Descriptor(owning: number)
    // Its owner may have taken the right to write from itself, as tools do with what they unpack.
    _ = fchmod(number, 0o700)
    var hasProgress = false
    while stepsLeft > 0 {
      var went = 0
      for inner in names(in: folder) {
        guard stepsLeft > 0 else { break }
        if unlinkat(folder.rawValue, inner, 0) == 0 || move(inner, in: folder, into: trash) {
          went += 1
          stepsLeft -= 1
        }
      }
      guard went > 0 else { break }
      hasProgress = true
    }
    guard unlinkat(trash.rawValue, name, AT_REMOVEDIR) == 0 else { return hasProgress }
    stepsLeft -= 1
    return true
  }

  /// Moves a folder up into the trash; without the rights of root its owner needs that to write to it.
  private static func move(
    _ name: [CChar],
    in folder: borrowing Descriptor,
    into trash: borrowing Descriptor
  ) -> Bool {
    if renameat(folder.rawValue, name, trash.rawValue, uniqueName()) == 0 { return true }
    return errno == EACCES && fchmodat(folder.rawValue, name, 0o700, AT_SYMLINK_NOFOLLOW) == 0
      && renameat(folder.rawValue, name, trash.rawValue, uniqueName()) == 0
  }

  /// A name that nothing else has.
  package static func uniqueName() -> String {
    String(UInt64.random(in: 0...UInt64.max), radix: 16)
  }

  private static func own(
    _ path: String,
    _ userID: UInt32,
    _ groupID: UInt32
  ) throws(SystemError) {
    _ = try checking("give away", path) { lchown(path, userID, groupID) }
  }

  // How many names are read at once, so that a folder of a million files takes no memory. Our choice.
  package static let namesMax = 1000

  /// How many names are in the folder.
  package static func nameCount(in folder: borrowing Descriptor) -> Int {
    let copy = openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return 0 }
    guard let stream = fdopendir(copy) else {
      _ = close(copy)
      return 0
    }
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    // "." and ".."
    return max(0, count - 2)
  }

  /// Names as the disk has them, each with its zero byte: not every one is a text.
  package static func names(
    in folder: borrowing Descriptor,
    countMax: Int = namesMax
  ) -> [[CChar]] {
    let copy = openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = fdopendir(copy) else {
      _ = close(copy)
      return []
    }
    defer { closedir(stream) }
    var names: [[CChar]] = []
    while names.count < countMax, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      // "." and ".."
      if name != [46, 0], name != [46, 46, 0] { names.append(name) }
    }
    return names
  }
}
