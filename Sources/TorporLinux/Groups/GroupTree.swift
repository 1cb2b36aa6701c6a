internal import Glibc
package import TorporModel
package import TorporPosix

/// The control groups of apps: `…/torpor/apps/<app-id>@<launch>`, one for each process of an app.
///
/// Found by looking, not by assuming: the outermost group on the way from the mount point to this
/// process's own where this user may make groups. For root that is the mount itself, so that apps
/// outlive the daemon's own group; for a user it is what was delegated.
package final class GroupTree {
  /// The subtree's folder; locked with flock(2) for as long as a daemon uses it.
  package let root: String
  /// The folder in it that holds the apps' groups.
  package let folder: String
  /// What the kernel offers in these groups.
  package let features: GroupFeatures
  private let kernelPrefix: String
  private let mount: GroupMount
  let procRoot: String
  /// The group of keepers and of the writers of output, which is never frozen and outlives the daemon.
  let keepers: BirthGroup
  /// The group of the processes that work for users.
  let services: BirthGroup
  /// The subtree's folder, locked for as long as the tree is in use.
  private let lock: Descriptor

  /// Finds a place for the groups and makes the subtree.
  ///
  /// `subtree` keeps several daemons apart; `below` is a folder of the tree to use instead of
  /// looking for one.
  ///
  /// - Throws: `GroupFailure` saying what is missing and what to do.
  package init(
    subtree: String = "torpor",
    below base: String? = nil,
    procRoot: String = "/proc"
  ) throws(GroupFailure) {
    let mount = try GroupMount.find(procRoot: procRoot)
    let places = base.map { [$0] } ?? mount.ancestry
    guard
      let place = places.first(where: {
        Files.isWritable($0) && Files.isWritable($0 + "/cgroup.procs")
      })
    else { throw .notWritable(path: places.last ?? mount.path) }
    root = place + "/" + subtree
    folder = root + "/apps"
    keepers = BirthGroup(root + "/keepers")
    services = BirthGroup(root + "/transfers")
    self.procRoot = procRoot
    do throws(SystemError) {
      // A process that can open a folder can lock it, and keep the daemon out; no app needs to look in here.
      try Files.makeFolder(root, mode: 0o700)
      chmod(root, 0o700)
      try Files.makeFolder(folder, mode: 0o755)
      lock = try Files.open(root, O_RDONLY | O_DIRECTORY)
    } catch {
      throw error.code == EACCES || error.code == EROFS
        ? .notWritable(path: place) : .system(error)
    }
    guard Files.exists(folder + "/cgroup.freeze") else { throw .noFreezer(path: folder) }
    try GroupTree.take(lock, root, procRoot: procRoot)
    for level in [place, root, folder] {
      // Best effort, and one by one, since one that cannot be had takes the others with it: without memory,
      // footprints are added up from /proc; without cpu, `ProcessorShares` has other ways.
      for controller in ["memory", "cpu", "io"] {
        try? Files.write("+" + controller, to: level + "/cgroup.subtree_control")
      }
    }
    features = GroupFeatures(probing: folder)
    kernelPrefix = mount.kernelName(ofFolder: folder) + "/"
    self.mount = mount
  }

  /// How `/proc/PID/cgroup` names a group of the same tree, whoever has made it.
  func kernelName(ofFolder folder: String) -> String { mount.kernelName(ofFolder: folder) }

  /// Makes the group of one launch.
  ///
  /// - Throws: `SystemError` naming the folder.
  package func makeGroup(
    _ app: AppIdentifier,
    _ launch: LaunchIdentifier
  ) throws(SystemError) -> ControlGroup {
    let path = "\(folder)/\(GroupTree.name(of: app, launch))"
    try Files.makeFolder(path, mode: 0o755)
    return try ControlGroup(path: path, features: features, procRoot: procRoot)
  }

  /// Names of every group that is there, opened or not, by launch.
  ///
  /// - Throws: `SystemError` when they cannot be listed, as without a free descriptor.
  package func listing() throws(SystemError) -> [(
    app: AppIdentifier, launch: LaunchIdentifier, path: String
  )] {
    try Files.allNames(in: folder)
      .compactMap { name in
        GroupTree.parse(name).map { ($0.app, $0.launch, folder + "/" + name) }
      }
      .sorted { $0.launch < $1.launch }
  }

  /// Opens a group of the listing.
  ///
  /// - Throws: `SystemError`: `ENOENT` when it is gone, `EMFILE` without a free descriptor.
  package func open(_ path: String) throws(SystemError) -> ControlGroup {
    try ControlGroup(path: path, features: features, procRoot: procRoot)
  }

  /// Every group that can be opened, by launch.
  package func groups() -> [(app: AppIdentifier, launch: LaunchIdentifier, group: ControlGroup)] {
    Files.names(in: folder)
      .compactMap { name in
        guard let (app, launch) = GroupTree.parse(name),
          let group = try? ControlGroup(
            path: folder + "/" + name,
            features: features,
            procRoot: procRoot
          )
        else { return nil }
        return (app, launch, group)
      }
      .sorted { $0.launch < $1.launch }
  }

  /// Where a process stands among the apps' groups.
  package enum Membership: Hashable, Sendable {
    /// In the group of that launch, however deep.
    case launch(LaunchIdentifier)
    /// In a group that is no app's.
    case outside
    /// The process is gone, or its group was removed around it: it may be anybody's. Or it is one that
    /// works for a user and has no business with anybody else.
    case unknown
  }

  /// The folder of the group of the processes that work for users.
  var servicesFolder: String { root + "/transfers" }

  private var servicesKernelName: String {
    kernelPrefix.dropLast("apps/".count) + "transfers"
  }

  /// Looks up the group of the process that has the number now.
  package func membership(ofProcess processID: Int32) -> Membership {
    guard let text = try? Files.read("\(procRoot)/\(processID)/cgroup"),
      let group = ProcessGroups.unified(in: text)
    else { return .unknown }
    // Who talks to strange servers does not talk to the daemon but on the socket that it was given.
    guard group != servicesKernelName else { return .unknown }
    guard group.hasPrefix(kernelPrefix) else { return .outside }
    let inside = Substring(group.unicodeScalars.dropFirst(kernelPrefix.unicodeScalars.count))
    guard let name = inside.pathComponents.first else { return .unknown }
    return GroupTree.parse(String(name)).map { .launch($0.launch) } ?? .unknown
  }

  /// The name of what belongs to one launch.
  static func name(of app: AppIdentifier, _ launch: LaunchIdentifier) -> String {
    "\(app)@\(launch)"
  }

  /// The launch that a name belongs to; `nil` for any other name.
  static func parse(_ name: String) -> (app: AppIdentifier, launch: LaunchIdentifier)? {
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let app = AppIdentifier(String(parts[0])),
      let launch = LaunchIdentifier(String(parts[1]))
    else { return nil }
    return (app, launch)
  }

  // How often the lock is tried and how long between, in microseconds: 100 × 10 ms. A dead man that
  // probes it lets go at once, and one that thaws is done within that time. Our choice.
  private static let takeAttemptsMax = 100
  private static let takeIntervalMicroseconds: UInt32 = 10_000

  private static func take(
    _ lock: borrowing Descriptor,
    _ path: String,
    procRoot: String
  ) throws(GroupFailure) {
    for attempt in 1...takeAttemptsMax {
      if flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
      if attempt < takeAttemptsMax { usleep(takeIntervalMicroseconds) }
    }
    let facts = try? Files.facts(of: path)
    let holder = facts.flatMap { facts in
      LockTable.read(procRoot: procRoot).first { $0.inode == UInt64(facts.st_ino) }?.processID
    }
    throw .inUse(path: path, processID: holder)
  }
}
