internal import Glibc

/// Processes that have something of a folder open, run it, or stand in it.
///
/// Only those are seen that this process may look at: its user's own.
package enum FolderUsers {
  /// The number of the first one; `nil`: none is seen.
  package static func first(in folder: String) -> Int32? {
    for name in Files.names(in: "/proc") {
      guard let processID = Int32(name), processID != getpid() else { continue }
      if uses(processID, folder) { return processID }
    }
    return nil
  }

  private static func uses(_ processID: Int32, _ folder: String) -> Bool {
    let own = "/proc/\(processID)"
    let inside = folder + "/"
    func isInside(_ path: String) -> Bool { path == folder || path.utf8.starts(with: inside.utf8) }
    for link in ["exe", "cwd", "root"] {
      if let target = Files.target(of: "\(own)/\(link)"), isInside(target) { return true }
    }
    for number in Files.names(in: own + "/fd") {
      if let target = Files.target(of: "\(own)/fd/\(number)"), isInside(target) { return true }
    }
    // Libraries and data that it has mapped, whose descriptors are closed.
    guard let maps = try? Files.read(own + "/maps", bytesMax: mapsBytesMax) else { return false }
    return maps.withCString { maps in (" " + inside).withCString { strstr(maps, $0) != nil } }
  }

  /// The kernel allows 65,530 mappings of some 100 bytes each (`vm.max_map_count`).
  private static let mapsBytesMax = 8 << 20
}
