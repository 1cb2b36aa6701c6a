import TorporPosix

/// Where the daemon listens.
enum SocketPath {
  /// `--socket`, else `$TORPOR_SOCKET`, else where the user's own daemon listens, else where root's does.
  ///
  /// Without either it is the user's own place, which a message then names.
  static func resolve(
    option: String?,
    environment: (String) -> String?,
    isRoot: Bool,
    exists: (String) -> Bool = Files.exists
  ) -> String {
    if let option { return option }
    if let path = environment("TORPOR_SOCKET"), !path.isEmpty { return path }
    guard !isRoot, let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty else {
      return system
    }
    let own = folder + "/torpor/socket"
    return !exists(own) && exists(system) ? system : own
  }

  /// Where root's daemon listens.
  private static let system = "/run/torpor/socket"
}
