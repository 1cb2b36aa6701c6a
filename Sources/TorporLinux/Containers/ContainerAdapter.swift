internal import TorporCore
package import TorporModel
package import TorporPosix

/// The data containers of installed apps: folders of their own, with Apple's layout.
package final class ContainerAdapter: ContainerPort {
  /// What every container holds (`ios-semantics` 1.6; Apple, "File System Basics").
  package static let folders = ["Documents", "Library", "Library/Caches", "tmp"]

  private let report: (SystemError) -> Void

  /// Reports what could not be made or removed through `report`.
  package init(report: @escaping (SystemError) -> Void) { self.report = report }

  /// Makes the container of an app, unless it is there.
  package func prepare(for recipe: LaunchRecipe) {
    guard let path = recipe.container else { return }
    do throws(SystemError) {
      // The folder of the user, which only the daemon writes to.
      let ofUser = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
      try Files.makeFolder(ofUser, mode: 0o711)
      try FolderTree.make(
        path,
        containing: ContainerAdapter.folders,
        userID: recipe.userID,
        groupID: recipe.groupID
      )
    } catch {
      report(error)
    }
  }

  /// Removes the container of an app with everything in it.
  package func remove(for recipe: LaunchRecipe) {
    guard let path = recipe.container else { return }
    do throws(SystemError) {
      try FolderTree.remove(path)
    } catch {
      report(error)
    }
  }
}
