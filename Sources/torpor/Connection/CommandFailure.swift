import Glibc
import Torpor
import TorporModel
import TorporPosix
import TorporWire

/// Why a command came to nothing: the facts, the sentence made of them, and the exit status.
enum CommandFailure: Error, Hashable {
  /// The socket has no server, or this user may not connect.
  case notReachable(path: String, code: Int32)
  /// The daemon went away in the middle of a call.
  case connectionLost(path: String)
  /// The daemon understood and said no.
  case refused(WireError)
  /// The command line asks for something that makes no sense.
  case usage(String)
  /// A file or a thing of this machine is not as it must be.
  case failed(String)

  /// There is no file of the command that was typed.
  case notFound(String)
  /// There is one, and this user may not run it, or no user can.
  case notExecutable(String, isFolder: Bool)
  /// The folder that this program was started in was removed.
  case workingDirectoryGone

  /// Asks what came of a change that was made, and shows it; where that fails, the change is reported all the same.
  ///
  /// `done`: what was done, as a sentence.
  ///
  /// - Throws: `.failed`; where there is no daemon any more, the change is reported here, and that failure is thrown, for
  ///   nothing else can be asked then.
  static func after<Result>(
    _ done: String,
    _ show: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(CommandFailure) {
      return try show()
    } catch {
      guard error.isOfOneSubject else {
        Terminal.reportError("torpor: " + done)
        throw error
      }
      throw .failed("\(done) What came of it cannot be shown: \(error.sentence)")
    }
  }

  /// What goes to standard error: what failed, why, and what to do next.
  var sentence: String {
    switch self {
    case .notReachable(let path, EACCES), .notReachable(let path, EPERM):
      "The daemon at \(path) does not take connections from this user: "
        + "\(SystemError.text(of: EACCES)). Run this as the daemon's owner, or start a daemon of "
        + "your own with \(DaemonStart().ownCommand)."
    case .notReachable(let path, ENAMETOOLONG):
      "The socket's path \(path) is longer than 107 bytes, the kernel's limit, so nothing can listen there. "
        + "Name the daemon's socket with --socket or TORPOR_SOCKET."
    case .notReachable(let path, ENOTSOCK):
      "\(path) is not a socket, so no daemon serves it. Name the daemon's socket with --socket or "
        + "TORPOR_SOCKET."
    case .notReachable(let path, let code):
      "No daemon serves \(path): \(SystemError.text(of: code)). Start it with "
        + "\(DaemonStart().command(forSocket: path)), or name its socket with --socket or TORPOR_SOCKET."
    case .connectionLost(let path):
      "The daemon at \(path) stopped during the call. Its apps keep running. Start "
        + "it again with \(DaemonStart().command(forSocket: path)); `torpor log` then shows whether the call was carried out."
    case .refused(let error): error.sentence
    case .notFound(let command) where command.containsSlash:
      "There is no file '\(command)'. Check the spelling."
    case .notFound(let command):
      "'\(command)' was not found in PATH. Give its path, or check the spelling."
    case .notExecutable(let command, isFolder: true):
      "'\(command)' is a folder. Give the path of a program in it."
    case .notExecutable(let command, isFolder: false):
      "'\(command)' is not executable for this user. `chmod +x` makes it so; a script runs with its "
        + "interpreter in front."
    case .workingDirectoryGone:
      "The working directory was removed, so the command has nowhere to start. Change to another one."
    case .usage(let sentence), .failed(let sentence): sentence
    }
  }

  /// Whether it says something of what was asked for, and another may still be asked for.
  var isOfOneSubject: Bool {
    switch self {
    case .refused, .failed: true
    case .notReachable, .connectionLost, .usage, .notFound, .notExecutable, .workingDirectoryGone:
      false
    }
  }

  /// The program's exit status: 1, `EX_USAGE` or `EX_UNAVAILABLE` of `<sysexits.h>`; of a command that
  /// cannot be run what shells have for it.
  var exitStatus: Int32 {
    switch self {
    case .refused, .failed: 1
    case .usage: 64
    case .notFound: 127
    case .notExecutable, .workingDirectoryGone: 126
    case .notReachable, .connectionLost: 69
    }
  }
}
