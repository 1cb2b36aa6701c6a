internal import Glibc
package import TorporCore
package import TorporPosix

/// The data containers of installed apps: folders of their own, with Apple's layout.
package final class ContainerAdapter: ContainerPort {
  /// What every container holds (`ios-semantics` 1.6; Apple, "File System Basics").
  package static let folders = ["Documents", "Library", "Library/Caches", "tmp"]

  private let trash: Trash
  private let report: (SystemError) -> Void

  /// Reports what could not be made or removed through `report`.
  package init(trash: Trash, report: @escaping (SystemError) -> Void) {
    self.trash = trash
    self.report = report
  }

  /// Makes the container of an app, unless the app's user has it there.
  ///
  /// Anything else at its place, as another user's container of the same name, goes to the trash.
  package func prepare(for owner: RecipeOwner) {
    guard let path = owner.container else { return }
    do throws(SystemError) {
      switch FolderTree.look(at: path, userID: owner.userID) {
      case .folder: return
      case .nothing: break
      case .somethingElse: try trash.discard(path)
      }
      // The folder of the user, which only the daemon writes to.
      try Files.makeFolder(FolderTree.parent(of: path), mode: 0o711)
      // Left by a daemon that died over it.
      try trash.discard(FolderTree.draftPath(of: path))
      try FolderTree.make(
        path,
        containing: ContainerAdapter.folders,
        userID: owner.userID,
        groupID: owner.groupID
      )
    } catch {
      report(error)
    }
  }

  /// Where an app puts a picture of itself for the switcher, beside what Apple's system keeps there.
  package static let snapshotPath = "Library/Caches/Snapshot.png"

  /// The picture that an app has put into its container; only a file that belongs to its user counts.
  ///
  /// It is not read here: it is shown by a program of the same user.
  package func snapshot(of owner: RecipeOwner) -> ContainedSnapshot? {
    guard let container = owner.container else { return nil }
    let path = container + "/" + Self.snapshotPath
    guard let facts = try? Files.factsOfFile(path), facts.st_uid == owner.userID else { return nil }
    let moment = facts.st_mtim
    let microseconds = Int64(moment.tv_sec) * 1_000_000 + Int64(moment.tv_nsec) / 1000
    return ContainedSnapshot(path: path, wallMicroseconds: microseconds)
  }

  /// Removes the container of an app with everything in it.
  package func remove(for owner: RecipeOwner) {
    guard let path = owner.container else { return }
    do throws(SystemError) {
      try trash.discard(path)
    } catch {
      report(error)
    }
  }
}
