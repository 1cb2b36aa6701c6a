internal import Glibc
import TorporAppModel

/// The directory at which relative paths begin.
enum WorkingDirectory {
  /// Returns the absolute path; an absolute path is returned unchanged.
  static func absolute(_ path: String) -> String {
    guard !path.isAbsolutePath, let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
