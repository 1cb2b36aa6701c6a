import Torpor
import TorporPosix

/// Where the daemon listens.
enum SocketPath {
  /// `--socket`, else the place in which an app looks for it, too.
  static func resolve(
    option: String?,
    environment: (String) -> String?,
    isRoot: Bool,
    exists: (String) -> Bool = Files.exists
  ) -> String {
    option ?? Endpoint.defaultPath(isRoot: isRoot, variable: environment, exists: exists)
  }
}
