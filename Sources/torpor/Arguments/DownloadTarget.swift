import TorporModel
import TorporText
import TorporWire

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
    in machine: TransferArguments.ConditionContext
  ) throws(CommandFailure) -> TransferDestination {
    guard let file else { return try destination(inFolder: folder ?? ".", machine) }
    if folder != nil {
      throw .usage("-o and -d cannot be combined: one names the file, the other its folder.")
    }
    if urlCount > 1 {
      throw .usage(
        "-o names one file, and there are \(urlCount) URLs. Choose a folder with -d instead."
      )
    }
    guard !file.isEmpty else {
      throw .usage("-o takes the name of a file, not ''. Leave it out for the server's name.")
    }
    guard file != "-" else {
      throw .usage(
        "-o - would be standard output, and a transfer outlives this program. Give a file; `curl URL` "
          + "writes to standard output. A file that is called - is ./-."
      )
    }
    guard !file.endsWithSlash else {
      throw .usage(
        "-o takes the name of a file, and '\(Printable.line(file))' ends in '/'. Choose a folder with -d."
      )
    }
    let path = machine.resolved(PathText.absolute(file, in: machine.workingDirectory))
    let shown = Printable.line(path)
    let name = PathText.lastComponent(of: path)
    guard name.utf8.count <= TransferContent.fileNameBytesMax else {
      throw .usage(
        "The name '\(Printable.cut(Printable.line(name), to: 40))' is \(name.utf8.count) bytes long; a "
          + "file's name has at most \(TransferContent.fileNameBytesMax). Choose a shorter one."
      )
    }
    switch machine.place(path) {
    case .folder:
      throw .failed(
        "'\(shown)' is a folder. Put the file into it with -d '\(Printable.line(file))'."
      )
    case .file, .unreadableFile:
      guard replaces else {
        throw .failed(
          "'\(shown)' already exists. Use --replace, or choose another name."
        )
      }
    case .nothing: try requireFolder(PathText.parent(of: path), machine)
    }
    return TransferDestination(file: TransferFile(path: path), replaces: replaces)
  }

  private func destination(
    inFolder folder: String,
    _ machine: TransferArguments.ConditionContext
  ) throws(CommandFailure) -> TransferDestination {
    guard !folder.isEmpty else {
      throw .usage("-d takes the name of a folder, not ''. Leave it out for the working directory.")
    }
    let path = machine.resolved(PathText.absolute(folder, in: machine.workingDirectory))
    try requireFolder(path, machine)
    return TransferDestination(
      file: TransferFile(path: path),
      isFolder: true,
      replaces: replaces
    )
  }

  private func requireFolder(
    _ path: String,
    _ machine: TransferArguments.ConditionContext
  ) throws(CommandFailure) {
    let shown = Printable.line(path)
    switch machine.place(path) {
    case .folder: break
    case .nothing:
      throw .failed("There is no folder '\(shown)'. Create it first, with `mkdir -p '\(shown)'`.")
    case .file, .unreadableFile:
      throw .failed("'\(shown)' is not a folder. Choose another with -d.")
    }
  }
}

extension TransferArguments.ConditionContext {
  /// The path as the kernel would say it where its folder is there: without `..`, `.`, links before the
  /// last part, or a '/' at its end.
  func resolved(_ path: String) -> String {
    let trimmed = PathText.trimmed(path)
    let name = PathText.lastComponent(of: trimmed)
    if name == "." || name == ".." || trimmed == "/" { return realPath(trimmed) ?? trimmed }
    guard let parent = realPath(PathText.parent(of: trimmed)) else { return trimmed }
    return parent == "/" ? "/" + name : parent + "/" + name
  }
}

/// Paths as texts.
enum PathText {
  /// The path from the root; `.` and `..` are left to the kernel, which knows the links.
  static func absolute(_ path: String, in workingDirectory: String) -> String {
    if path.isAbsolutePath { return path }
    if path == "." || path.isEmpty { return workingDirectory }
    let rest = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return workingDirectory + (workingDirectory.endsWithSlash ? "" : "/") + rest
  }

  /// The path without a '/' at its end.
  static func trimmed(_ path: String) -> String {
    var path = path.unicodeScalars[...]
    while path.count > 1, path.last == "/" { path = path.dropLast() }
    return String(path)
  }

  /// The folder of a path from the root.
  static func parent(of path: String) -> String {
    guard let parent = path.parentPath, !parent.isEmpty else { return "/" }
    return String(parent)
  }

  /// The last part of a path.
  static func lastComponent(of path: String) -> String {
    path.pathComponents.last.map(String.init) ?? path
  }
}
