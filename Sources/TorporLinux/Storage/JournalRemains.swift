internal import Glibc
internal import TorporModel
internal import TorporPosix

/// What is left of a journal whose file is gone or has become empty.
///
/// SQLite deletes a log beside an empty database, and files of apps that a new journal does not know are removed: they
/// are kept under another name before it is opened.
enum JournalRemains {
  /// Keeps what is left at the path, and says what was found; `nil`: a journal stands there, or nothing has ever been.
  static func keep(at path: String) -> String? {
    let size = (try? Files.facts(of: path)).map { $0.st_size }
    if let size, size > 0 { return nil }
    guard let folder = path.parentPath.map(String.init) else { return nil }
    let name = path.lastPathComponent
    let logBytes = (try? Files.facts(of: path + "-wal")).map { $0.st_size } ?? 0
    var left: [String] = []
    if logBytes > logHeadBytes { left.append("\(name)-wal") }
    if !Files.names(in: folder + "/environments").isEmpty { left.append("environments") }
    // A first start that failed leaves an empty file, too, and nothing was lost with it.
    let hasApps = ["containers", "logs"].contains { !Files.names(in: "\(folder)/\($0)").isEmpty }
    guard !left.isEmpty || size != nil && hasApps else { return nil }
    let kept = left.compactMap { keep($0, in: folder) }
    let found =
      size == nil ? "the file was missing, but parts of it remained" : "the file was empty"
    let names = kept.isEmpty ? "" : "; kept beside it: " + kept.joined(separator: ", ")
    return found + ", so a new journal begins, without the earlier apps, jobs and settings"
      + names
  }

  /// Gives a file another name in its folder, and says which; `nil`: it could not be moved.
  static func rename(_ path: String) -> String? {
    path.parentPath.flatMap { keep(String(path.lastPathComponent), in: String($0)) }
  }

  /// The name under which it is kept; `nil`: it could not be moved.
  private static func keep(_ name: String, in folder: String) -> String? {
    guard let open = try? Files.open(folder, O_RDONLY | O_DIRECTORY) else { return nil }
    for number in 1...triesMax {
      let kept = "\(name).left\(number)"
      do throws(SystemError) {
        try Files.move(name, in: open, to: kept, in: open, replaces: false)
        return kept
      } catch {
        guard error.code == EEXIST else { return nil }
      }
    }
    return nil
  }

  /// The head of SQLite's log; without a frame behind it, it holds nothing.
  private static let logHeadBytes: off_t = 32
  /// How many are kept side by side; our choice.
  private static let triesMax = 100
}
