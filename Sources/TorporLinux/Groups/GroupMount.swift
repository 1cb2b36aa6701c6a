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
    let mounts = MountTable(procRoot: procRoot)
    guard let tree = mounts.controlGroups,
      let groups = try? Files.read(procRoot + "/self/cgroup")
    else { throw .noMount(hasVersion1: mounts.hasControlGroupsOfVersion1) }
    return GroupMount(
      path: tree.point,
      root: tree.root,
      own: ProcessGroups.unified(in: groups) ?? "/"
    )
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

  private static func strip(_ prefix: String, from path: String) -> String? {
    if prefix == "/" { return path }
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }
}
