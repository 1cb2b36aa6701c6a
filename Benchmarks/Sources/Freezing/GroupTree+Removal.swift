import TorporLinux
import TorporPosix

extension GroupTree {
  /// Removes the folders of the tree itself, once no group is left in it.
  func removeFolders() {
    let root = folder.dropLast("/apps".count)
    for folder in [folder, "\(root)/deadman", "\(root)/keepers", String(root)] {
      try? Files.removeFolder(folder)
    }
  }
}
