internal import TorporPosix

/// What is mounted where, as this process sees it (`/proc/self/mountinfo`, proc(5)).
struct MountTable {
  /// Where each is mounted, and the type of its file system; a later one covers an earlier one.
  private let mounts: [(point: String, type: String)]

  init(procRoot: String = "/proc") {
    self.init(mountInfo: (try? Files.read(procRoot + "/self/mountinfo")) ?? "")
  }

  init(mountInfo text: String) {
    // id parent device root mount-point options [tags] - type source options
    mounts = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 4, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
      else { return nil }
      return (MountTable.unescaped(fields[4]), String(fields[dash + 1]))
    }
  }

  /// Whether some other process, here or on another machine, answers for the files at an absolute path without links.
  ///
  /// It may never answer: it may be frozen, or the network be gone. To open or to look at such a file may block for ever.
  func isServed(_ path: String) -> Bool {
    let holding = mounts.filter { mount in
      mount.point == "/" || path == mount.point || path.hasPrefix(mount.point + "/")
    }
    let longest = holding.map(\.point.utf8.count).max()
    guard let type = holding.last(where: { $0.point.utf8.count == longest })?.type else {
      return false
    }
    return type.hasPrefix("fuse.") || MountTable.servedTypes.contains(type)
  }

  /// Those of the kernel's file systems that ask somebody: `fs/` of Linux.
  private static let servedTypes: Set<String> = [
    "fuse", "fuseblk", "nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "afs", "autofs", "virtiofs",
  ]

  /// The kernel writes a space, a tab, a line feed and a backslash as three octal digits.
  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
