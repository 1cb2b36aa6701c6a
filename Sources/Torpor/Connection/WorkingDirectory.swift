internal import Glibc
import TorporAppModel

/// Where relative paths begin.
enum WorkingDirectory {
  /// The path from the root; one that is there already stays as it is.
  static func absolute(_ path: String) -> String {
    guard !path.isAbsolutePath, let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
