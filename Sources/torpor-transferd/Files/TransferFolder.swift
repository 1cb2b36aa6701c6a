import Glibc
import TorporModel
import TorporPosix

/// The open folder for a received file, and how it was reached.
struct TransferFolder: Sendable {
  let file: OpenFile
  /// As in `TransferFile`, for an attempt that must return to it.
  let root: String?
  let path: String

  var descriptor: Int32 { file.number }
  /// Returns the absolute path of a file in it.
  func path(of name: String) -> String { file.path == "/" ? "/" + name : file.path + "/" + name }

  /// Returns the current path of a file with that name in it; the folder may have been moved since it was opened.
  func place(of name: String) -> String {
    let path = path(of: name)
    var named = stat()
    var own = stat()
    guard fstatat(descriptor, name, &own, AT_SYMLINK_NOFOLLOW) == 0,
      lstat(path, &named) != 0 || named.st_ino != own.st_ino || named.st_dev != own.st_dev,
      let now = TransferFolder.currentPath(of: descriptor)
    else { return path }
    return now == "/" ? "/" + name : now + "/" + name
  }

  /// Returns the kernel's path of an open folder; `nil` if it no longer has a name.
  private static func currentPath(of descriptor: Int32) -> String? {
    guard let path = Files.target(of: "/proc/self/fd/\(descriptor)"), path.isAbsolutePath,
      !path.hasSuffix(" (deleted)")
    else { return nil }
    return path
  }

  /// Opens the folder of a destination; also returns the name of the file, if the destination contains it.
  ///
  /// - Throws: `TransferFailure`: `.cannotCreateFile` if there is none or it may not be entered.
  static func open(
    for destination: TransferDestination
  ) throws(TransferFailure) -> (folder: TransferFolder, name: String?) {
    let file = destination.file
    guard !destination.isFolder else {
      let folder = try open(root: file.root, path: file.path, makes: destination.makesFolders)
      return (folder, nil)
    }
    let name = String(file.path.lastPathComponent)
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0) else {
      throw TransferFailure(.cannotCreateFile, "'\(file.path)' names no file")
    }
    let parent = file.path.parentPath.map { String($0) } ?? ""
    let folder = try open(
      root: file.root,
      path: parent.isEmpty && file.root == nil ? "/" : parent,
      makes: destination.makesFolders
    )
    return (folder, name)
  }

  /// Opens a folder, beneath its root if it has one.
  ///
  /// - Throws: `TransferFailure`, as above.
  static func open(
    root: String?,
    path: String,
    makes: Bool = false
  ) throws(TransferFailure) -> TransferFolder {
    let full = RootedPath.full(root: root, path)
    do throws(SystemError) {
      let descriptor = try RootedPath(root: root, path: path).openFolder(makes: makes)
      // "a//f" and "b/../a/f" are reported as the path that they represent.
      let names = full.pathComponents
      let isPlain = full == "/" + names.joined(separator: "/") && !names.contains("..")
      let shown = isPlain ? full : currentPath(of: descriptor.rawValue) ?? full
      return TransferFolder(file: OpenFile(descriptor, path: shown), root: root, path: path)
    } catch {
      throw TransferFailure(error, at: full, root: root, otherwise: .cannotCreateFile)
    }
  }
}
