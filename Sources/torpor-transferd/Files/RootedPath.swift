import Glibc
import TorporModel
import TorporPosix

/// A path given by a transfer's owner, and the folder that it must not leave.
struct RootedPath {
  let root: String?
  let path: String

  /// Its target, for display.
  static func full(root: String?, _ path: String) -> String {
    guard let root else { return path }
    return path.isEmpty ? root : root + "/" + path
  }

  /// Opens the folder itself, so that its names can be synced.
  ///
  /// - Throws: `SystemError`: `EXDEV` if it leads out of the root, `ELOOP` if it leads through a link.
  func openFolder(makes: Bool) throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try open(O_RDONLY | O_DIRECTORY)
    } catch {
      guard makes, error.code == ENOENT else { throw error }
      return try makeFolder()
    }
  }

  /// Opens an existing file.
  ///
  /// - Throws: The same errors as `openFolder`.
  func open(_ flags: Int32) throws(SystemError) -> Descriptor {
    guard let root else { return try Files.open(path, flags) }
    let rootFolder = try Files.open(root, O_RDONLY | O_DIRECTORY)
    return try Files.open(path.isEmpty ? "." : path, beneath: rootFolder, flags)
  }

  /// Creates every missing folder on the path, each inside the open one before it.
  private func makeFolder() throws(SystemError) -> Descriptor {
    var folder = try Files.open(root ?? "/", O_RDONLY | O_DIRECTORY)
    for part in path.pathComponents {
      let name = String(part)
      do throws(SystemError) {
        folder = try step(to: name, in: folder)
      } catch {
        guard error.code == ENOENT else { throw error }
        if mkdirat(folder.rawValue, name, 0o777) < 0, errno != EEXIST {
          throw SystemError(operation: "make the folder", subject: name, code: errno)
        }
        // Best effort: without it, a crash loses folder and file, and the transfer starts again.
        try? Files.sync(folder, name)
        folder = try step(to: name, in: folder)
      }
    }
    return folder
  }

  private func step(
    to name: String,
    in folder: borrowing Descriptor
  ) throws(SystemError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY
    return root == nil
      ? try Files.open(name, in: folder, flags) : try Files.open(name, beneath: folder, flags)
  }
}
