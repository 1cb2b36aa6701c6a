internal import Glibc
package import TorporCore
package import TorporModel
internal import TorporPosix

/// The sound files that notifications name (LN7).
///
/// The daemon may be root, and the folders are the app's. So a file is opened beneath its folder, without links on the
/// way; what it is shows before it is opened for reading; and nothing is read that its user could not read.
package final class SoundFileAdapter: SoundPort {
  package init() {}

  /// `O_PATH` of Linux on every architecture that Swift runs on; Swift's Glibc does not have it.
  private static let pathOnly: Int32 = 0o10_000_000

  package func find(
    _ name: String,
    of owner: RecipeOwner,
    bundle: String
  ) throws(SoundFault) -> String {
    guard SoundFileAdapter.isFileName(name) else { throw .badName }
    // Where Apple looks, in its order.
    let folders = [owner.container.map { $0 + "/Library/Sounds" }, bundle].compactMap { $0 }
    for folder in folders {
      do throws(SoundFault) {
        try check(name, in: folder, of: owner)
        return folder + "/" + name
      } catch {
        guard error == .missing else { throw error }
      }
    }
    throw .missing
  }

  private static func isFileName(_ name: String) -> Bool {
    // NAME_MAX of Linux.
    !name.isEmpty && name.utf8.count <= 255 && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  private func check(
    _ name: String,
    in folder: String,
    of owner: RecipeOwner
  ) throws(SoundFault) {
    let file = try open(name, in: folder, of: owner)
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
    in folder: String,
    of owner: RecipeOwner
  ) throws(SoundFault) -> Descriptor {
    do throws(SystemError) {
      let root = try Files.open(folder, SoundFileAdapter.pathOnly | O_DIRECTORY)
      // A descriptor that reads nothing: neither a device nor a pipe notices it.
      let found = try Files.open(name, beneath: root, SoundFileAdapter.pathOnly)
      var facts = stat()
      guard fstat(found.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
        SoundFileAdapter.mayRead(facts, owner)
      else { throw SystemError(operation: "open", subject: name, code: EACCES) }
      return try Files.open("/proc/self/fd/\(found.rawValue)", O_RDONLY | O_NONBLOCK)
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR: throw .missing
      default: throw .unreadable(errno: error.code)
      }
    }
  }

  /// Whether the file is its user's, or one that everybody or their group may read.
  private static func mayRead(_ facts: stat, _ owner: RecipeOwner) -> Bool {
    facts.st_uid == owner.userID || facts.st_mode & S_IROTH != 0
      || (facts.st_gid == owner.groupID && facts.st_mode & S_IRGRP != 0)
  }
}
