import Glibc
import TorporModel
import TorporPosix

/// Finds the file of a command as a shell does.
enum CommandSearch {
  /// The absolute path of the command; `nil` where no such file can be run.
  static func find(
    _ command: String,
    path: String?,
    workingDirectory: String,
    isExecutable: (String) -> Bool
  ) -> String? {
    guard !command.isEmpty else { return nil }
    if command.containsSlash {
      let file = absolute(command, in: workingDirectory)
      return isExecutable(file) ? file : nil
    }
    // What execvp(3) takes without PATH.
    for folder in (path ?? "/bin:/usr/bin").split(separator: ":", omittingEmptySubsequences: false)
    {
      // An empty part means the working directory.
      let folder =
        folder.isEmpty ? workingDirectory : absolute(String(folder), in: workingDirectory)
      let file = folder + "/" + command
      if isExecutable(file) { return file }
    }
    return nil
  }

  /// The path from the root on.
  static func absolute(_ path: String, in workingDirectory: String) -> String {
    path.isAbsolutePath ? path : workingDirectory + "/" + path
  }

  /// Whether there is a file that this user may run.
  static func isExecutable(_ path: String) -> Bool {
    access(path, X_OK) == 0 && !Files.isFolder(path)
  }
}

/// The environment and the working directory of this process.
struct CurrentEnvironment {
  /// `NAME=value`, all of them.
  let all: [String]
  /// Absolute; the root where there is none any more.
  let workingDirectory: String
  /// Whether the working directory was removed.
  let isHomeless: Bool
  /// Whether the name of the working directory is not UTF-8, which the wire cannot say.
  let isNameless: Bool
  /// Variables of which the same is true, by name; `all` lacks them.
  let leftOut: [String]

  init() {
    var entries: [UnsafePointer<CChar>] = []
    var entry = environ
    while let text = entry.pointee {
      entries.append(UnsafePointer(text))
      entry += 1
    }
    (all, leftOut) = Self.read(entries)
    let name = getcwd(nil, 0)
    defer { free(name) }
    let folder = name.map { String(cString: $0) }
    // Of a folder outside of this process's root the kernel says "(unreachable)/…".
    isHomeless = folder?.isAbsolutePath != true
    isNameless = name.map { String(validatingCString: $0) == nil } ?? false
    workingDirectory = isHomeless ? "/" : folder ?? "/"
  }

  /// The variables of an environment as the kernel has it, and the names of those that are not UTF-8.
  static func read(_ entries: [UnsafePointer<CChar>]) -> (all: [String], leftOut: [String]) {
    var all: [String] = []
    var leftOut: [String] = []
    for entry in entries {
      if let word = String(validatingCString: entry) {
        // A word without '=' is no variable; execve(2) would pass it on, the wire does not.
        if word.contains("=") { all.append(word) }
      } else {
        let name = String(cString: entry).split(separator: "=", omittingEmptySubsequences: false)[0]
        leftOut.append(String(name))
      }
    }
    return (all, leftOut)
  }

  /// Says what a command does not get of this environment.
  func reportLeftOut() {
    for name in leftOut {
      Terminal.reportError(
        "torpor: The variable \(name) is not UTF-8, so the command does not get it."
      )
    }
  }

  /// Of another process, for tests.
  init(all: [String], workingDirectory: String) {
    self.all = all
    self.workingDirectory = workingDirectory
    (isHomeless, isNameless, leftOut) = (false, false, [])
  }

  subscript(name: String) -> String? {
    all.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
  }
}
