internal import Glibc
package import TorporPosix

/// Why the daemon cannot listen.
package enum ConnectionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another daemon listens there.
  case alreadyServed(path: String, processID: Int32?)
  /// Something that is no socket is at the path.
  case notASocket(path: String)
  /// The path has more bytes than a socket's address holds.
  case pathTooLong(path: String)
  /// The service manager has given another socket than the one that is asked for, or none that listens.
  case inheritedElsewhere(wanted: String, given: String)
  /// The socket or its lock cannot be made at the path.
  case cannotMake(SystemError)
  case system(SystemError)

  /// One sentence: what is wrong, and what to do.
  package var description: String {
    switch self {
    case .alreadyServed(let path, let processID):
      "another daemon\(processID.map { " (process \($0))" } ?? "") serves \(path); stop it, or "
        + "give this one another socket with --socket"
    case .notASocket(let path):
      "\(path) exists and is not a socket; remove it, or give another path with --socket"
    case .pathTooLong(let path):
      "the socket's path \(path) is longer than 107 bytes, the kernel's limit; give a shorter one "
        + "with --socket"
    case .inheritedElsewhere(let wanted, let given):
      "the service manager has handed the daemon \(given), and the daemon is to listen on unix "
        + "\(wanted); give ListenStream= of the socket unit and --socket the same path"
    case .cannotMake(let error) where !ConnectionFailure.shortages.contains(error.code):
      "\(error); another path can be given with --socket"
    case .cannotMake(let error), .system(let error): "\(error)"
    }
  }

  /// What the machine or the process has no more of, wherever the socket is.
  private static let shortages: Set<Int32> = [EMFILE, ENFILE, ENOMEM, ENOBUFS]
}
