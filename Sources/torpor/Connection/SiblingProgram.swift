import Glibc
import TorporPosix

/// A program of Torpor's that is installed beside this one.
struct SiblingProgram {
  let path: String

  /// - Parameter name: The name of its file.
  init(_ name: String) {
    let own = Files.target(of: "/proc/self/exe") ?? "/usr/bin/torpor"
    path = FolderTree.parent(of: own) + "/" + name
  }

  /// The program beside this one, else the one in PATH: for one that is built and installed apart.
  init(_ name: String, elseIn path: String?) {
    let beside = SiblingProgram(name)
    let folders = (path ?? "").split(separator: ":").map { String($0) + "/" + name }
    let found = ([beside.path] + folders).first { access($0, X_OK) == 0 }
    self = found.map { SiblingProgram(path: $0) } ?? beside
  }

  init(path: String) { self.path = path }

  /// Becomes the program: same process, same streams, its exit status.
  ///
  /// - Throws: `CommandFailure.failed` where it is not there or cannot be run.
  func takeOver(with words: [String]) throws(CommandFailure) -> Never {
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    execv(path, &arguments)
    let code = errno
    throw .failed(SiblingProgram.refusal(path, code))
  }

  /// Why the program did not start, and what to do.
  static func refusal(_ path: String, _ code: Int32) -> String {
    let script =
      path.hasSuffix("-dashboard") ? "build-services` builds it" : "build-release` builds both"
    let advice =
      code == ENOENT
      ? "It comes with Torpor and belongs beside this program; `scripts/\(script)."
      : "Check its permissions, or install Torpor again."
    return "\(path) cannot be started: \(SystemError.text(of: code)). \(advice)"
  }
}
