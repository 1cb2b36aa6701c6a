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

  init() {
    var all: [String] = []
    var entry = environ
    while let text = entry.pointee {
      let word = String(cString: text)
      // A word without '=' is no variable; execve(2) would pass it on, the wire does not.
      if word.contains("=") { all.append(word) }
      entry += 1
    }
    self.all = all
    let folder = getcwd(nil, 0).map { text in
      defer { free(text) }
      return String(cString: text)
    }
    // Of a folder outside of this process's root the kernel says "(unreachable)/…".
    isHomeless = folder?.isAbsolutePath != true
    workingDirectory = isHomeless ? "/" : folder ?? "/"
  }

  /// Of another process, for tests.
  init(all: [String], workingDirectory: String) {
    self.all = all
    self.workingDirectory = workingDirectory
    isHomeless = false
  }

  subscript(name: String) -> String? {
    all.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
  }
}
