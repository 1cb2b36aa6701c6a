internal import Glibc
internal import TorporCore
internal import TorporPosix

/// Where the journal's file and its log stand in their folder, so that nothing is accepted into one that is gone.
///
/// A file that was removed while it is open takes everything that is written, and gives it back to nobody. A file that is
/// overwritten in place by one of its own size or a larger one is not noticed.
struct JournalPlace {
  private struct Identity: Equatable {
    let device: dev_t
    let node: ino_t

    init(_ facts: stat) { (device, node) = (facts.st_dev, facts.st_ino) }
  }

  private let path: String
  private let file: Identity
  /// The log, of which a connection keeps one from its first write to its end; `nil` before it was seen.
  private var log: Identity?

  /// The file that stands at the path now; `nil`: none, as with a journal in memory.
  init?(path: String) {
    guard let facts = try? Files.facts(of: path) else { return nil }
    (self.path, file) = (path, Identity(facts))
  }

  /// Takes some microseconds, before a transaction that takes a hundred or more.
  ///
  /// - Throws: `JournalFailure` when nothing or something else stands at one of the paths.
  mutating func check() throws(JournalFailure) {
    if let facts = try facts(of: path) {
      guard Identity(facts) == file, facts.st_size > 0 else { throw failure }
    }
    if let facts = try facts(of: path + "-wal", mayBeMissing: log == nil) {
      let found = Identity(facts)
      guard log ?? found == found else { throw failure }
      log = found
    }
  }

  /// What stands at the path; `nil`: that cannot be told now, which is no sign that anything has changed.
  private func facts(
    of path: String,
    mayBeMissing: Bool = false
  ) throws(JournalFailure) -> stat? {
    do throws(SystemError) {
      return try Files.facts(of: path)
    } catch {
      let isGone = error.code == ENOENT || error.code == ENOTDIR
      if isGone, !mayBeMissing { throw failure }
      return nil
    }
  }

  private var failure: JournalFailure {
    JournalFailure(operation: "write to", path: path, cause: Self.gone, isDiskFull: false)
  }

  static let gone =
    "the file or its log was moved, removed or replaced while the daemon had it open; stop the daemon, then put "
    + "both back together (journal.sqlite and journal.sqlite-wal), or move both away to begin a new journal"
}
