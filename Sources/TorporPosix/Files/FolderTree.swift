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
    let name = path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? ""
    return parent(of: path) + "/.draft@" + name
  }

  /// The folder that a path is in.
  package static func parent(of path: String) -> String {
    path.unicodeScalars.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
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
  /// - Throws: `SystemError` when the trash cannot be opened.
  package static func emptyTrash(_ path: String) throws(SystemError) {
    let trash = try Files.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    var hasProgress = true
    while hasProgress {
      hasProgress = false
      for name in names(in: trash) {
        if unlinkat(trash.rawValue, name, 0) == 0 {
          hasProgress = true
        } else if flatten(name, into: trash) {
          hasProgress = true
        }
      }
    }
  }

  /// Empties one folder of the trash and removes it; whether anything of it went.
  private static func flatten(_ name: String, into trash: borrowing Descriptor) -> Bool {
    let number = openat(trash.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { return false }
    let folder = Descriptor(owning: number)
    var hasProgress = false
    while true {
      var went = 0
      for inner in names(in: folder) {
        if unlinkat(folder.rawValue, inner, 0) == 0
          || renameat(folder.rawValue, inner, trash.rawValue, uniqueName()) == 0
        {
          went += 1
        }
      }
      guard went > 0 else { break }
      hasProgress = true
    }
    return unlinkat(trash.rawValue, name, AT_REMOVEDIR) == 0 || hasProgress
  }

  private static func uniqueName() -> String {
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
  private static let namesMax = 1000

  private static func names(in folder: borrowing Descriptor) -> [String] {
    let copy = openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = fdopendir(copy) else {
      _ = close(copy)
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < namesMax, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
