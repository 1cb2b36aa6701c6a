package import TorporPosix

/// Why apps cannot have control groups here.
package enum GroupFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// No tree of version 2 is mounted; `hasVersion1`: the old kind is.
  case noMount(hasVersion1: Bool)
  /// The tree is there, and this user may make groups nowhere on the way to its own.
  case notWritable(path: String)
  /// Groups cannot be frozen: the kernel is older than 5.2.
  case noFreezer(path: String)
  /// Another daemon uses the subtree.
  case inUse(path: String, processID: Int32?)
  case system(SystemError)

  /// One sentence: what is missing, and what to do.
  package var description: String {
    switch self {
    case .noMount(let hasVersion1):
      "control groups of version 2 are not mounted\(hasVersion1 ? " (only version 1 is)" : ""); "
        + "as root, run: mkdir -p /sys/fs/cgroup/unified && "
        + "mount -t cgroup2 none /sys/fs/cgroup/unified"
    case .notWritable(let path):
      "no control group can be made below \(path): this user may not write there; "
        + "run the daemon as root, or in a group of its own: "
        + "systemd-run --user --scope -p Delegate=yes torpord"
    case .noFreezer(let path):
      "\(path) has no cgroup.freeze, so nothing can be frozen; it needs Linux 5.2 or newer"
    case .inUse(let path, let processID):
      "another daemon\(processID.map { " (process \($0))" } ?? "") uses the control groups in "
        + "\(path); stop it, or give this one other groups with --groups"
    case .system(let error):
      "\(error)"
    }
  }
}
