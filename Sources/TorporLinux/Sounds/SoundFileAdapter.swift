internal import Glibc
package import TorporCore
package import TorporModel
internal import TorporPosix

/// The sound files that notifications name (LN7).
///
/// The daemon may be root, and the folders are the app's. So a file is opened without links on the way, through no folder
/// that its user could not search, and on no file system that another process answers for: that may be an app that this
/// daemon has frozen. What the file is shows before it is opened for reading, and nothing is read that its user could not.
package final class SoundFileAdapter: SoundPort {
  private let mounts: () -> MountTable

  package convenience init() { self.init { MountTable() } }

  /// `mounts`: what is mounted now.
  init(mounts: @escaping () -> MountTable) { self.mounts = mounts }

  /// `O_PATH` of Linux on every architecture that Swift runs on; Swift's Glibc does not have it.
  private static let pathOnly: Int32 = 0o10_000_000

  package func find(
    _ name: String,
    of owner: RecipeOwner,
    bundle: String
  ) throws(SoundFault) -> String {
    guard SoundFileAdapter.isFileName(name) else { throw .badName }
    // Where Apple looks, in its order. The container is the daemon's own folder, and what is in it the app's.
    let places = [
      owner.container.map { Place(root: $0, path: "/Library/Sounds", isTrusted: true) },
      Place(root: "/", path: bundle, isTrusted: false),
    ]
    for place in places.compactMap({ $0 }) {
      do throws(SoundFault) {
        try check(name, in: place, of: owner)
        return place.folder + "/" + name
      } catch {
        guard error == .missing else { throw error }
      }
    }
    throw .missing
  }

  /// A folder in which sounds lie.
  private struct Place {
    /// From where on the way is looked at.
    let root: String
    let path: String
    /// Whether the root is a folder that the daemon has made for the app, whatever leads to it.
    let isTrusted: Bool

    var folder: String { isTrusted ? root + path : path }
  }

  private static func isFileName(_ name: String) -> Bool {
    // NAME_MAX of Linux.
    !name.isEmpty && name.utf8.count <= 255 && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  private func check(
    _ name: String,
    in place: Place,
    of owner: RecipeOwner
  ) throws(SoundFault) {
    guard !mounts().isServed(place.folder + "/" + name) else {
      throw .unreadable(errno: EOPNOTSUPP)
    }
    let file = try open(name, in: place, of: owner)
    let number = file.rawValue
    var facts = stat()
    guard fstat(number, &facts) == 0 else { throw .unreadable(errno: errno) }
    _ = try SoundHeader(length: Int64(facts.st_size)) { (offset, count) throws(SoundFault) in
      var bytes = [UInt8](repeating: 0, count: count)
      let got = pread(number, &bytes, count, off_t(offset))
      guard got >= 0 else { throw .unreadable(errno: errno) }
      return Array(bytes.prefix(got))
    }
  }

  private func open(
    _ name: String,
    in place: Place,
    of owner: RecipeOwner
  ) throws(SoundFault) -> Descriptor {
    do throws(SystemError) {
      var folder = try Files.open(place.root, SoundFileAdapter.pathOnly | O_DIRECTORY)
      for component in place.path.pathComponents {
        folder = try Files.open(
          String(component),
          beneath: folder,
          SoundFileAdapter.pathOnly | O_DIRECTORY
        )
        try SoundFileAdapter.demand(S_IXOTH, S_IXGRP, S_IXUSR, of: folder, for: owner)
      }
      // A descriptor that reads nothing: neither a device nor a pipe notices it.
      let found = try Files.open(name, beneath: folder, SoundFileAdapter.pathOnly)
      try SoundFileAdapter.demand(S_IROTH, S_IRGRP, S_IRUSR, of: found, for: owner)
      var facts = stat()
      guard fstat(found.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
        throw SystemError(operation: "open", subject: name, code: EACCES)
      }
      return try Files.open("/proc/self/fd/\(found.rawValue)", O_RDONLY | O_NONBLOCK)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: throw .missing
      default: throw .unreadable(errno: error.code)
      }
    }
  }

  /// Demands that the app's user has the right by its owner, its group or everybody's bits; further groups of
  /// the user's and lists of rights do not count.
  private static func demand(
    _ ofOthers: mode_t,
    _ ofGroup: mode_t,
    _ ofOwner: mode_t,
    of file: borrowing Descriptor,
    for owner: RecipeOwner
  ) throws(SystemError) {
    var facts = stat()
    guard fstat(file.rawValue, &facts) == 0 else {
      throw SystemError(operation: "look at", subject: "a sound file", code: errno)
    }
    let bit =
      facts.st_uid == owner.userID ? ofOwner : facts.st_gid == owner.groupID ? ofGroup : ofOthers
    guard facts.st_mode & bit != 0 || owner.userID == 0 else {
      throw SystemError(operation: "open", subject: "a sound file", code: EACCES)
    }
  }
}
