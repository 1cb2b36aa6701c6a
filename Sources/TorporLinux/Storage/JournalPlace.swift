internal import Glibc
internal import TorporCore
internal import TorporPosix

/// Where the journal's file stands in its folder, so that nothing is accepted into one that is gone.
///
/// A file that was removed while it is open takes everything that is written, and gives it back to nobody.
struct JournalPlace {
  private let path: String
  private let device: dev_t
  private let node: ino_t

  /// The file that stands at the path now; `nil`: none, as with a journal in memory.
  init?(path: String) {
    guard let facts = try? Files.facts(of: path) else { return nil }
    (self.path, device, node) = (path, facts.st_dev, facts.st_ino)
  }

  /// Takes about a microsecond, before a transaction that takes a hundred or more.
  ///
  /// - Throws: `JournalFailure` when nothing or another file stands at the path.
  func check() throws(JournalFailure) {
    let facts = try? Files.facts(of: path)
    guard facts?.st_dev == device, facts?.st_ino == node else {
      throw JournalFailure(
        operation: "write to",
        path: path,
        cause: facts == nil ? JournalPlace.removed : JournalPlace.replaced,
        isDiskFull: false
      )
    }
  }

  static let removed =
    "the file was removed or moved while the daemon has it open; put it back, or restart the daemon to "
    + "begin a new one"
  static let replaced =
    "the file was replaced while the daemon has it open; restart the daemon to use the one that is there"
}
