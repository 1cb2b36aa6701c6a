internal import Glibc
internal import TorporPosix

/// A control group in which the daemon's own helpers are born: keepers, writers of output, services.
///
/// From Linux 6.14 on a group counts the writes to its `cgroup.kill`, and a process that is made by
/// CLONE_INTO_CGROUP is killed at once if the group's count is another than that of its parent's group
/// (`cgroup_post_fork`). Thus one write from outside would end every later helper at its birth. A new folder counts
/// from 0; where that does not help, the parent's own group has been killed once, and helpers enter theirs after their
/// birth.
final class BirthGroup {
  private let folder: String
  private var directory: Descriptor?
  private var wasReplaced = false
  /// Whether helpers are born beside the group and then enter it, because those born in it were killed.
  private(set) var isEntered = false

  /// A group that is made when the first helper is; `nil` of its number says that there can be none.
  init(_ folder: String) { self.folder = folder }

  /// The number of its open folder.
  var number: Int32? {
    if directory == nil {
      try? Files.makeFolder(folder, mode: 0o755)
      directory = try? Files.open(folder, O_RDONLY | O_DIRECTORY)
    }
    switch directory {
    case .some(let directory): return directory.rawValue
    case .none: return nil
    }
  }

  /// A helper was killed before it ran: makes the group again; says what was done, `nil` where there is no group.
  func replace() -> String? {
    guard number != nil else { return nil }
    if wasReplaced { isEntered = true }
    wasReplaced = true
    do throws(SystemError) {
      try Files.removeFolder(folder)
      directory = nil
    } catch {
      // Other processes are in it.
      isEntered = true
    }
    return "`cgroup.kill` was written in its control group \(folder). The group "
      + (isEntered ? "is entered after the start from now on" : "has been made again")
  }
}
