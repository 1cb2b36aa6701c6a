internal import Glibc
internal import TorporPosix

/// Where the managers of users keep what their desktops start: a folder `app.slice` in each one's tree.
///
/// Root's daemon sees those of all users, any other that of its own. The tree may be pure or hybrid: it is the one in
/// which the daemon's own groups are.
package struct AppSlices: Hashable, Sendable {
  /// One user's folder.
  package struct Slice: Hashable, Sendable {
    package let folder: String
    package let userID: UInt32
  }

  /// The mount of the tree; `nil`: one folder is given.
  private let mount: String?
  private let given: String?
  private let userID: UInt32

  /// Looks below the mount of control groups for what the user may see.
  ///
  /// - Throws: `GroupFailure` where there is none.
  package init(
    ofUser userID: UInt32 = CurrentProcess.userID,
    procRoot: String = "/proc"
  ) throws(GroupFailure) {
    mount = try GroupMount.find(procRoot: procRoot).path
    given = nil
    self.userID = userID
  }

  /// Takes one folder for an `app.slice`, that of whoever owns it.
  package init(folder: String) {
    mount = nil
    given = folder
    userID = CurrentProcess.userID
  }

  /// Those that are there now, by user.
  package func slices() -> [Slice] {
    guard let mount else {
      guard let given, let facts = try? Files.facts(of: given) else { return [] }
      return [Slice(folder: given, userID: facts.st_uid)]
    }
    let users = userID == 0 ? presentUsers(mount) : [userID]
    return users.compactMap { user in
      let folder = AppSlices.manager(ofUser: user, mount) + "/app.slice"
      return Files.isFolder(folder) ? Slice(folder: folder, userID: user) : nil
    }
  }

  /// The folders in which one of them may come: from the mount down, as far as they are there.
  package func ancestors() -> [String] {
    guard let mount else { return given.map { [FolderTree.parent(of: $0)] } ?? [] }
    let users = userID == 0 ? presentUsers(mount) : [userID]
    let slice = mount + "/user.slice"
    let folders =
      [mount, slice]
      + users.flatMap { user in
        [AppSlices.slice(ofUser: user, mount), AppSlices.manager(ofUser: user, mount)]
      }
    return folders.filter(Files.isFolder)
  }

  private func presentUsers(_ mount: String) -> [UInt32] {
    Files.folderNames(in: mount + "/user.slice").compactMap { name in
      guard name.hasPrefix("user-"), name.hasSuffix(".slice") else { return nil }
      return UInt32(name.dropFirst("user-".count).dropLast(".slice".count))
    }.sorted()
  }

  private static func slice(ofUser user: UInt32, _ mount: String) -> String {
    "\(mount)/user.slice/user-\(user).slice"
  }

  private static func manager(ofUser user: UInt32, _ mount: String) -> String {
    "\(slice(ofUser: user, mount))/user@\(user).service"
  }
}
