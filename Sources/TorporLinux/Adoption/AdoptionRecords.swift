internal import Glibc
package import TorporModel
package import TorporPosix

/// Which groups of the desktop are adopted: a file `APP@LAUNCH` for each app, a line for each of its groups.
///
/// They outlive the daemon: the next one finds by them what it governs, and where none comes the dead man thaws what
/// they name. So a group stands in its file before it is frozen for the first time.
package struct AdoptionRecords: Hashable, Sendable {
  /// Only the daemon's user may look into it, or write.
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// One file.
  package struct Record: Hashable, Sendable {
    package let app: AppIdentifier
    package let launch: LaunchIdentifier
    package let groups: [String]
  }

  /// Makes the folder, unless it is there.
  ///
  /// - Throws: `SystemError` naming it.
  package func prepare() throws(SystemError) { try Files.makeFolder(folder, mode: 0o700) }

  /// Puts a file in place.
  ///
  /// - Throws: `SystemError` naming the file, as on a full disk.
  package func write(
    _ groups: [String],
    of app: AppIdentifier,
    _ launch: LaunchIdentifier
  ) throws(SystemError) {
    let text = groups.map { $0 + "\n" }.joined()
    try Files.replace(path(of: app, launch), with: text, mode: 0o600)
  }

  /// Takes a file away.
  package func remove(_ app: AppIdentifier, _ launch: LaunchIdentifier) {
    try? Files.remove(path(of: app, launch))
  }

  /// All files, by launch.
  package func all() -> [Record] {
    Files.names(in: folder).compactMap { name in
      guard let (app, launch) = GroupTree.parse(name),
        let text = PlainFile.text(of: folder + "/" + name, bytesMax: AdoptionRecords.bytesMax)
      else { return nil }
      let groups = text.split(separator: "\n").map(String.init).filter(\.isAbsolutePath)
      return Record(app: app, launch: launch, groups: groups)
    }.sorted { $0.launch < $1.launch }
  }

  /// 64 groups with the longest paths that the kernel takes.
  private static let bytesMax = AdoptedGroups.groupsMax * Int(PATH_MAX)

  private func path(of app: AppIdentifier, _ launch: LaunchIdentifier) -> String {
    "\(folder)/\(GroupTree.name(of: app, launch))"
  }
}
