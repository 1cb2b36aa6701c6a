import Glibc
import TorporModel
import TorporPosix

/// The folder that everything is put into that a build makes.
///
/// Outside of it only SwiftPM writes: its caches in the user's home, and the Package.resolved of a package.
struct BuildFolder {
  let path: String
  /// Held until the build has ended.
  private let lock: FileLock

  /// Says whose folder it is, and of what its last build was made.
  private static let marker = "torpor-build"
  /// How it begins: a program or a folder of that name makes no build folder.
  static let sign = "A folder of `torpor build`, which removes and replaces what is in it.\n"

  var overlay: String { path + "/overlay.yaml" }
  var rewritten: String { path + "/" + Self.rewrittenName }
  /// What SwiftPM and the compiler keep between two builds.
  var intermediates: String { path + "/" + Self.intermediatesName }
  /// Where things go that are removed.
  var trash: String { path + "/" + Self.trashName }

  private static let rewrittenName = "rewritten"
  private static let intermediatesName = "swift"
  private static let trashName = "removed"

  /// Takes the folder: a new one, an empty one, or one of an earlier build.
  ///
  /// - Throws: `CommandFailure.failed` where it holds something else, cannot be made, or another build uses it.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    let other = "Choose another folder with --build-folder."
    do throws(SystemError) {
      try BuildFolder.make(path)
    } catch {
      throw .failed(
        "The build folder \(path) cannot be made: \(SystemError.text(of: error.code)). \(other)"
      )
    }
    let isOlder = Self.isOne(path)
    guard isOlder || (try? Files.allNames(in: path))?.isEmpty == true else {
      throw .failed(
        "\(path) has files that `torpor build` has not put there, so nothing is built in it. \(other)"
      )
    }
    let folders = [Self.rewrittenName, Self.intermediatesName, Self.trashName]
    for name in folders
    where FolderTree.look(at: path + "/" + name, userID: geteuid()) == .somethingElse {
      throw .failed("\(path)/\(name) is not a folder of this user. Move it away. \(other)")
    }
    do throws(SystemError) {
      if !isOlder {
        // First, so that an interrupted build is known as one.
        try Files.replace(path + "/" + Self.marker, with: Self.sign)
        // Git leaves the folder alone.
        try Files.replace(path + "/.gitignore", with: "*\n")
      }
      for name in folders {
        try Files.makeFolder(path + "/" + name, mode: 0o755)
      }
    } catch {
      throw .failed("Nothing can be written to the build folder \(path): \(error). \(other)")
    }
    lock = try BuildFolder.lock(path)
  }

  /// Whether an earlier build has made the folder its own.
  static func isOne(_ path: String) -> Bool {
    let file = path + "/" + marker
    guard (try? Files.factsOfFile(file)) != nil, let text = try? Files.read(file) else {
      return false
    }
    return text.hasPrefix(sign)
  }

  private static func make(_ path: String) throws(SystemError) {
    let parent = FolderTree.parent(of: path)
    if !parent.isEmpty, !Files.exists(parent) { try make(parent) }
    try Files.makeFolder(path, mode: 0o755)
  }

  private static func lock(_ path: String) throws(CommandFailure) -> FileLock {
    do throws(LockFailure) {
      return try FileLock(path: path + "/lock")
    } catch {
      switch error {
      case .held(_, let processID):
        let holder = processID.map { " (process \($0))" } ?? ""
        throw .failed(
          "Another `torpor build`\(holder) is at work in \(path). Wait for it, or name another folder with --build-folder."
        )
      case .system(let error):
        throw .failed("The build folder \(path) cannot be locked: \(error).")
      }
    }
  }

  /// Removes what earlier builds keep, where it was made of something else: another SDK, another compiler.
  ///
  /// SwiftPM sees only that sources have changed.
  ///
  /// - Throws: `CommandFailure.failed`.
  func prepare(for stamp: String) throws(CommandFailure) {
    let file = path + "/" + Self.marker
    guard (try? Files.read(file)) != Self.sign + stamp else { return }
    do throws(SystemError) {
      try FolderTree.discard(intermediates, into: trash)
      try FolderTree.emptyTrash(trash)
      try Files.makeFolder(intermediates, mode: 0o755)
      try Files.replace(file, with: Self.sign + stamp)
    } catch {
      throw .failed("What an earlier build has left in \(path) cannot be removed: \(error).")
    }
  }

  /// What changes whenever a file is replaced.
  static func stamp(of files: [String]) -> String {
    let lines = files.map { path in
      guard let facts = try? Files.facts(of: path) else { return "\(path) none" }
      return "\(path) \(facts.st_size) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
