import TorporModel

/// Where downloads go: one file, or a folder, under the names that the servers give them.
struct DownloadTarget {
  var file: String?
  var folder: String?
  var replaces = false

  /// The destination, where it can be one.
  ///
  /// - Throws: `CommandFailure`.
  func destination(
    urlCount: Int,
    in machine: TransferArguments.Surroundings
  ) throws(CommandFailure) -> TransferDestination {
    guard let file else { return try destination(inFolder: folder ?? ".", machine) }
    if folder != nil {
      throw .usage("-o and -d exclude each other: the one names the file, the other its folder.")
    }
    if urlCount > 1 {
      throw .usage(
        "-o names one file, and there are \(urlCount) URLs. Name a folder with -d instead."
      )
    }
    let path = PathText.absolute(file, in: machine.workingDirectory)
    let shown = Printable.line(path)
    switch machine.place(path) {
    case .folder:
      throw .failed(
        "'\(shown)' is a folder. Put the file into it with -d '\(Printable.line(file))'."
      )
    case .file, .unreadableFile:
      guard replaces else {
        throw .failed(
          "There is a file '\(shown)' already. Replace it with --replace, or name another."
        )
      }
    case .nothing: try requireFolder(PathText.parent(of: path), machine)
    }
    return TransferDestination(file: TransferFile(path: path), replaces: replaces)
  }

  private func destination(
    inFolder folder: String,
    _ machine: TransferArguments.Surroundings
  ) throws(CommandFailure) -> TransferDestination {
    let path = PathText.absolute(folder, in: machine.workingDirectory)
    try requireFolder(path, machine)
    return TransferDestination(
      file: TransferFile(path: path),
      isFolder: true,
      replaces: replaces
    )
  }

  private func requireFolder(
    _ path: String,
    _ machine: TransferArguments.Surroundings
  ) throws(CommandFailure) {
    let shown = Printable.line(path)
    switch machine.place(path) {
    case .folder: break
    case .nothing:
      throw .failed("There is no folder '\(shown)'. Make it first, with `mkdir -p '\(shown)'`.")
    case .file, .unreadableFile: throw .failed("'\(shown)' is no folder. Name another with -d.")
    }
  }
}

/// Paths as texts.
enum PathText {
  /// The path from the root; `.` and `..` are left to the kernel, which knows the links.
  static func absolute(_ path: String, in workingDirectory: String) -> String {
    if path.hasPrefix("/") { return path }
    if path == "." || path.isEmpty { return workingDirectory }
    let rest = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return workingDirectory + (workingDirectory.hasSuffix("/") ? "" : "/") + rest
  }

  /// The folder of a path from the root.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The last part of a path.
  static func lastComponent(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
