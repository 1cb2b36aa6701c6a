internal import CTorporPosix
internal import Glibc

extension Files {
  /// Opens a path inside an open folder that leads neither out of it nor through a symbolic link.
  ///
  /// - Throws: `SystemError` naming the path: `EXDEV` where it leads out, `ELOOP` where through a
  ///   link, `ENOSYS` before Linux 5.6.
  package static func open(
    _ path: String,
    beneath folder: borrowing Descriptor,
    _ flags: Int32,
    mode: UInt32 = 0o600
  ) throws(SystemError) -> Descriptor {
    let code = torpor_open_beneath(folder.rawValue, path, flags, mode)
    return Descriptor(owning: try checkingNegated("open", path, code))
  }

  /// Gives a file in an open folder another name, there or in another folder of the file system.
  ///
  /// A link at the new name is replaced itself, never followed.
  ///
  /// - Throws: `SystemError` naming the new name: `EEXIST` where it is taken and is not to be
  ///   replaced, `EXDEV` where the folders are of two file systems.
  package static func move(
    _ oldName: String,
    in oldFolder: borrowing Descriptor,
    to newName: String,
    in newFolder: borrowing Descriptor,
    replaces: Bool
  ) throws(SystemError) {
    let code = torpor_rename(oldFolder.rawValue, oldName, newFolder.rawValue, newName, replaces)
    _ = try checkingNegated("rename to", newName, code)
  }

  /// Gives a file or folder a name of its own beside it, NAME.left1 or the next that is not taken, and returns that.
  ///
  /// - Throws: `SystemError` naming the new name; `EEXIST` where a hundred are taken.
  package static func moveAside(_ path: String) throws(SystemError) -> String {
    let folder = try open(FolderTree.parent(of: path), O_RDONLY | O_DIRECTORY)
    let name = FolderTree.name(of: path)
    return try aside(name) { (kept) throws(SystemError) in
      try move(name, in: folder, to: kept, in: folder, replaces: false)
    }
  }

  /// Makes an empty folder with such a name beside a file or folder, and returns that.
  ///
  /// - Throws: `SystemError` naming the new folder; `EEXIST` where a hundred names are taken.
  package static func makeFolderAside(_ path: String) throws(SystemError) -> String {
    try aside(FolderTree.name(of: path)) { (kept) throws(SystemError) in
      let folder = FolderTree.parent(of: path) + "/" + kept
      _ = try checking("make", folder) { mkdir(folder, 0o700) }
    }
  }

  /// The first name for which it does not fail because the name is taken.
  private static func aside(
    _ name: String,
    _ take: (String) throws(SystemError) -> Void
  ) throws(SystemError) -> String {
    var number = 1
    while true {
      let kept = "\(name).left\(number)"
      do throws(SystemError) {
        try take(kept)
        return kept
      } catch {
        guard error.code == EEXIST, number < asideMax else { throw error }
        number += 1
      }
    }
  }

  /// How many files are kept beside one; our choice.
  private static let asideMax = 100

  /// Returns when the bytes of a file, or the names in a folder, are on the disk.
  ///
  /// - Throws: `SystemError` naming the subject; after one, what is on the disk is not known.
  package static func sync(
    _ file: borrowing Descriptor,
    _ subject: String
  ) throws(SystemError) {
    let number = file.rawValue
    _ = try checking("sync", subject) { fdatasync(number) }
  }

  /// Returns when everything on the file system of a file is on the disk.
  ///
  /// - Throws: `SystemError` naming the subject; some other file may be the cause.
  package static func syncFileSystem(
    of file: borrowing Descriptor,
    _ subject: String
  ) throws(SystemError) {
    _ = try checkingNegated(
      "sync the file system of",
      subject,
      torpor_sync_file_system(file.rawValue)
    )
  }
}
