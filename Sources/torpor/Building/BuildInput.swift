import Glibc
import TorporModel
import TorporPosix

/// What `torpor build` was given.
enum BuildInput: Hashable {
  /// A folder with a Package.swift.
  case package(folder: String)
  /// Sources that are one program.
  case sources(Sources)

  struct Sources: Hashable {
    /// The folder that was given, or that the files are in.
    let folder: String
    let name: String
    /// Absolute paths, sorted.
    let files: [String]
    /// Whether the folder was given, and not its files.
    var isFolder = false
    /// Sentences about what is not built.
    var remarks: [String] = []
  }

  /// Looks at what the paths name; absolute, without links.
  ///
  /// - Throws: `CommandFailure` naming the path that is wrong, and what to give instead.
  init(_ paths: [String], in workingDirectory: String) throws(CommandFailure) {
    let resolved = try BuildInput.resolve(paths, workingDirectory)
    if resolved.count == 1, Files.isFolder(resolved[0]) {
      self = try BuildInput.folder(resolved[0])
      return
    }
    for path in resolved where Files.isFolder(path) {
      throw .usage(
        "'\(path)' is a folder, and there are other paths beside it. Give one folder, or the files of one program."
      )
    }
    for path in resolved where !path.hasSuffix(".swift") {
      throw .usage("'\(path)' is not a Swift source. Give files that end in .swift, or a folder.")
    }
    let first = resolved[0]
    let folder = FolderTree.parent(of: first)
    let stem = String(first.pathComponents.last ?? "App").dropLast(".swift".utf8.count)
    self = .sources(
      Sources(
        folder: folder,
        name: resolved.count == 1 ? String(stem) : SourceFolder.name(of: folder),
        files: resolved.sorted()
      )
    )
  }

  private static func resolve(
    _ paths: [String],
    _ workingDirectory: String
  ) throws(CommandFailure) -> [String] {
    var resolved: [String] = []
    for path in paths {
      guard let real = Files.resolved(CommandSearch.absolute(path, in: workingDirectory)) else {
        throw .failed("There is no '\(path)': \(SystemError.text(of: errno)). Check the spelling.")
      }
      if !resolved.contains(real) { resolved.append(real) }
    }
    return resolved
  }

  private static func folder(_ path: String) throws(CommandFailure) -> BuildInput {
    if Files.exists(path + "/Package.swift") { return .package(folder: path) }
    let found = SourceFolder(path)
    guard !found.sources.isEmpty else {
      throw .failed(
        "There is no Swift source in \(path): neither a Package.swift nor a file that ends in .swift, tests aside. "
          + "Give the app's folder."
      )
    }
    return .sources(
      Sources(
        folder: path,
        name: found.name,
        files: found.sources,
        isFolder: true,
        remarks: found.remarks
      )
    )
  }

  /// Where the project is.
  var folder: String {
    switch self {
    case .package(let folder): folder
    case .sources(let sources): sources.folder
    }
  }
}
