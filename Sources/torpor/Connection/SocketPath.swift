import TorporPosix

/// Where the daemon listens, by the same rules as `torpord`.
enum SocketPath {
  /// `--socket`, else `$TORPOR_SOCKET`, else the user's own place, or `/run/torpor/socket` as root.
  static func resolve(
    option: String?,
    environment: (String) -> String?,
    isRoot: Bool
  ) -> String {
    if let option { return option }
    if let path = environment("TORPOR_SOCKET"), !path.isEmpty { return path }
    if !isRoot, let folder = environment("XDG_RUNTIME_DIR"), !folder.isEmpty {
      return folder + "/torpor/socket"
    }
    return "/run/torpor/socket"
  }
}
