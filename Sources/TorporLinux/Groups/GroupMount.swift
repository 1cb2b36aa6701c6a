internal import TorporModel
internal import TorporPosix

/// Where control groups of version 2 are mounted, and where this process is among them.
struct GroupMount: Hashable {
  /// The folder where the tree is seen.
  let path: String
  /// The group that is seen there, as `/proc/PID/cgroup` names it; `/` but in odd containers.
  let root: String
  /// The group of this process, as `/proc/self/cgroup` names it.
  let own: String

  /// Looks for the tree: pure (`/sys/fs/cgroup`), hybrid (`/sys/fs/cgroup/unified`), or elsewhere.
  ///
  /// - Throws: `GroupFailure.noMount` when there is none.
  static func find(procRoot: String) throws(GroupFailure) -> GroupMount {
    guard let mounts = try? Files.read(procRoot + "/self/mountinfo"),
      let groups = try? Files.read(procRoot + "/self/cgroup")
    else { throw .noMount(hasVersion1: false) }
    let found = candidates(inMountInfo: mounts)
    guard let best = found.first(where: { $0.path == "/sys/fs/cgroup" }) ?? found.first else {
      throw .noMount(hasVersion1: mounts.holds(" - cgroup "))
    }
    return GroupMount(path: best.path, root: best.root, own: ownGroup(inGroups: groups) ?? "/")
  }

  /// Every group that holds this process, outermost first, as folders below the mount.
  var ancestry: [String] {
    var folders = [path]
    guard let inside = GroupMount.strip(root, from: own) else { return folders }
    for part in inside.pathComponents {
      folders.append(folders[folders.count - 1] + "/" + part)
    }
    return folders
  }

  /// How `/proc/PID/cgroup` names the group whose folder this is.
  func kernelName(ofFolder folder: String) -> String {
    let inside = folder.dropFirst(path.count)
    return root == "/" ? String(inside) : root + inside
  }

  /// The path of a process's group of version 2 from `/proc/PID/cgroup`: the line `0::/path`.
  static func ownGroup(inGroups text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix("0::") {
      return String(line.dropFirst(3))
    }
    return nil
  }

  private static func candidates(inMountInfo text: String) -> [(path: String, root: String)] {
    // proc(5): id parent device root mount-point options [tags] - type source options
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count,
        fields[dash + 1] == "cgroup2", fields.count > 4
      else { return nil }
      return (path: String(fields[4]), root: String(fields[3]))
    }
  }

  private static func strip(_ prefix: String, from path: String) -> String? {
    if prefix == "/" { return path }
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }
}
