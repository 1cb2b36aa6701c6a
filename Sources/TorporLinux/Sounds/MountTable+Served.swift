internal import TorporPosix

extension MountTable {
  /// Whether some other process, here or on another machine, answers for the files at an absolute path without links.
  ///
  /// It may never answer: it may be frozen, or the network be gone. To open or to look at such a file may block for ever.
  func isServed(_ path: String) -> Bool {
    guard let type = mount(holding: path)?.type else { return false }
    return type.hasPrefix("fuse.") || MountTable.servedTypes.contains(type)
  }

  /// Those of the kernel's file systems that ask another process or machine: `fs/` of Linux.
  private static let servedTypes: Set<String> = [
    "fuse", "fuseblk", "nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "autofs", "virtiofs",
  ]
}
