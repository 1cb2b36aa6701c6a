internal import Glibc
internal import TorporCore
internal import TorporModel
internal import TorporPosix

/// The folders that are one app's own, opened so that nothing of another's is ever reached.
///
/// The container is the daemon's to place, and everything in it is the app's, which may have put links or mounts there. A
/// bundle is where its user says, so it is looked at with that user's rights.
struct AppFolders {
  /// Beneath the container: what the app can make again, of which Apple says that the system may remove it while the app does
  /// not run ("File System Basics").
  static let caches = "Library/Caches"
  static let temporary = "tmp"
  /// Where downloads lie in the caches until the app has taken them; they are none.
  static let downloads = "io.torpor.transfers"

  /// In the caches: the picture that the app gives the switcher.
  static let snapshot = "Snapshot.png"

  /// A folder beneath an open one; `nil` where nothing is there.
  ///
  /// - Throws: `SystemError` for a link, a mount, or what may not be entered.
  static func open(
    _ path: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) -> Descriptor? {
    var found: Descriptor? = nil
    for component in path.pathComponents {
      do throws(SystemError) {
        if let outer = found {
          found = try Files.openFolder(String(component), in: outer)
        } else {
          found = try Files.openFolder(String(component), in: folder)
        }
      } catch {
        if error.code == ENOENT { return nil }
        throw SystemError(operation: error.operation, subject: path, code: error.code)
      }
    }
    return found
  }

  /// The container, opened from the daemon's own folder; `nil` where it was not made yet.
  ///
  /// Neither a link nor a mount on the way is followed: what is mounted is none of the daemon's disk, and may not answer.
  ///
  /// - Throws: `SystemError` naming it: `EXDEV` for a mount, `ELOOP` or `ENOTDIR` for a link.
  static func openContainer(
    _ path: String,
    in stateFolder: String
  ) throws(SystemError) -> Descriptor? {
    // `containers/USER/APP`; the path before that may be another one than today's.
    let inside = path.pathComponents.suffix(3)
    do throws(SystemError) {
      var folder = try Files.open(stateFolder, O_RDONLY | O_DIRECTORY)
      for component in inside { folder = try Files.openFolder(String(component), in: folder) }
      return folder
    } catch {
      if error.code == ENOENT { return nil }
      throw SystemError(operation: "open", subject: path, code: error.code)
    }
  }

  /// The bundle, through folders that its user may search, without links, and with an `Info.plist` in it.
  ///
  /// - Throws: `SystemError` naming it: `ENOENT` where it is none, `EOPNOTSUPP` where another process or machine answers
  ///   for its files and may never do so.
  static func openBundle(
    _ path: String,
    for owner: RecipeOwner,
    _ mounts: MountTable
  ) throws(SystemError) -> Descriptor {
    guard !mounts.isServed(path) else {
      throw SystemError(operation: "look into", subject: path, code: EOPNOTSUPP)
    }
    do throws(SystemError) {
      let folder = try openFolder(path, for: owner)
      _ = try Files.open("Info.plist", beneath: folder, pathOnly)
      return try Files.openFolder(".", in: folder)
    } catch {
      throw SystemError(operation: "look into", subject: path, code: error.code)
    }
  }

  /// A folder, through folders that the user may search, without links.
  ///
  /// - Throws: `SystemError`.
  static func openFolder(
    _ path: String,
    for owner: RecipeOwner
  ) throws(SystemError) -> Descriptor {
    var folder = try Files.open("/", pathOnly | O_DIRECTORY)
    for component in path.pathComponents {
      folder = try Files.open(String(component), beneath: folder, pathOnly | O_DIRECTORY)
      try demandSearch(of: folder, for: owner)
    }
    return folder
  }

  /// `O_PATH` of Linux on every architecture that Swift runs on; Swift's Glibc does not have it.
  private static let pathOnly: Int32 = 0o10_000_000

  private static func demandSearch(
    of folder: borrowing Descriptor,
    for owner: RecipeOwner
  ) throws(SystemError) {
    var facts = stat()
    guard fstat(folder.rawValue, &facts) == 0 else {
      throw SystemError(operation: "look at", subject: "a folder", code: errno)
    }
    let bit =
      facts.st_uid == owner.userID
      ? S_IXUSR : facts.st_gid == owner.groupID ? S_IXGRP : S_IXOTH
    guard facts.st_mode & bit != 0 || owner.userID == 0 else {
      throw SystemError(operation: "enter", subject: "a folder", code: EACCES)
    }
  }
}
