internal import Glibc

/// Whole folders that somebody else may change while we work on them.
///
/// Everything is named relative to an open folder and no link is followed, so that a link that is
/// put in the way leads nowhere.
package enum FolderTree {
  /// Makes a folder that belongs to a user, with folders inside it; leaves one that is there alone.
  ///
  /// It is made under another name and put in place whole, so that a crash leaves no half.
  ///
  /// - Throws: `SystemError` naming the path.
  package static func make(
    _ path: String,
    containing inner: [String],
    userID: UInt32,
    groupID: UInt32
  ) throws(SystemError) {
    guard !Files.isFolder(path) else { return }
    let draft = path + ".new"
    try remove(draft)
    try Files.makeFolder(draft, mode: 0o700)
    for name in inner {
      try Files.makeFolder(draft + "/" + name, mode: 0o700)
      try own(draft + "/" + name, userID, groupID)
    }
    try own(draft, userID, groupID)
    _ = try checking("put in place", path) { rename(draft, path) }
  }

  /// Removes a folder and everything in it; one that is not there is fine.
  ///
  /// - Throws: `SystemError` naming what could not be removed.
  package static func remove(_ path: String) throws(SystemError) {
    let parent = openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard parent >= 0 else {
      if errno == ENOENT { return }
      throw .current("open", path)
    }
    try empty(Descriptor(owning: parent), path)
    try Files.removeFolder(path)
  }

  private static func own(
    _ path: String,
    _ userID: UInt32,
    _ groupID: UInt32
  ) throws(SystemError) {
    _ = try checking("give away", path) { lchown(path, userID, groupID) }
  }

  private static func empty(
    _ folder: consuming Descriptor,
    _ path: String
  ) throws(SystemError) {
    for name in names(in: folder) {
      let inside = path + "/" + name
      let inner = openat(
        folder.rawValue,
        name,
        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      )
      if inner >= 0 {
        try empty(Descriptor(owning: inner), inside)
        _ = try checking("remove the folder", inside) {
          unlinkat(folder.rawValue, name, AT_REMOVEDIR)
        }
      } else {
        _ = try checking("remove", inside) { unlinkat(folder.rawValue, name, 0) }
      }
    }
  }

  private static func names(in folder: borrowing Descriptor) -> [String] {
    let copy = openat(folder.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
