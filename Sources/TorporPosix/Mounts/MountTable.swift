/// What is mounted where, as this process sees it (`/proc/self/mountinfo`, proc(5)).
///
/// The only reader of that file.
package struct MountTable: Hashable, Sendable {
  package struct Mount: Hashable, Sendable {
    /// The folder of the file system that is seen at the mount point; `/` mostly.
    package let root: String
    /// Where it is mounted.
    package let point: String
    /// The type of its file system.
    package let type: String
  }

  /// In the order of the kernel: a later one covers an earlier one.
  package let mounts: [Mount]

  /// Reads the table of this process; it is empty where that cannot be read.
  package init(procRoot: String = "/proc") {
    self.init(mountInfo: (try? Files.read(procRoot + "/self/mountinfo")) ?? "")
  }

  package init(mountInfo text: String) {
    // id parent device root mount-point options [tags] - type source options
    mounts = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count > 4, let dash = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }),
        dash + 1 < fields.count
      else { return nil }
      return Mount(
        root: MountTable.unescaped(fields[3]),
        point: MountTable.unescaped(fields[4]),
        type: MountTable.unescaped(fields[dash + 1])
      )
    }
  }

  /// Where control groups of version 2 are mounted: as the whole tree (unified layout), else beside version 1 (hybrid
  /// layout) or wherever they are; `nil`: nowhere.
  package var controlGroups: Mount? {
    let all = mounts.filter { $0.type == "cgroup2" }
    return all.first { $0.point == MountTable.unifiedPoint } ?? all.first
  }

  /// Whether control groups of version 1 are mounted.
  package var hasControlGroupsOfVersion1: Bool { mounts.contains { $0.type == "cgroup" } }

  /// Where the unified layout has its tree (cgroups(7)).
  package static let unifiedPoint = "/sys/fs/cgroup"

  /// The file system that holds a file, of which the path is absolute and without links.
  package func mount(holding path: String) -> Mount? {
    let holding = mounts.filter { mount in
      mount.point == "/" || path == mount.point || path.hasPrefix(mount.point + "/")
    }
    let longest = holding.map(\.point.utf8.count).max()
    return holding.last { $0.point.utf8.count == longest }
  }

  /// The kernel writes a space, a tab, a line feed and a backslash as three octal digits.
  private static func unescaped(_ text: Substring.UTF8View) -> String {
    guard text.contains(UInt8(ascii: "\\")) else { return String(Substring(text)) }
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
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

/// The control groups of a process (`/proc/PID/cgroup`, cgroups(7)).
package enum ProcessGroups {
  /// The group of version 2, from the line `0::/path`; `nil`: it has none.
  package static func unified(in text: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix("0::") }.map { String($0.dropFirst(3)) }
  }
}
