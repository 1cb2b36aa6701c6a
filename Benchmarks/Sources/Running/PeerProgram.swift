import Glibc
import TorporPosix

/// A program that we are compared with, built or installed by `scripts/bench`.
struct PeerProgram {
  let path: String

  /// The program of that name, or `nil` when it was not built.
  init?(_ name: String, _ options: Options) {
    path = options.peersFolder + "/" + name
    guard access(path, X_OK) == 0 else { return nil }
  }

  /// Why a run of a peer gave nothing.
  struct Failure: Error, CustomStringConvertible {
    let program: String
    let status: Int32

    var description: String {
      "\(program) ended with status \(status); run scripts/bench to build it anew"
    }
  }

  /// Runs the program to its end and returns what it printed, split at white space.
  ///
  /// - Throws: `Failure` when it cannot be run or does not end with 0.
  func run(_ arguments: [String]) throws(Failure) -> [String] {
    // The arguments are numbers and paths of our own; quotes keep spaces in paths together.
    let command = ([path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    guard let pipe = popen(command, "r") else { throw Failure(program: path, status: errno) }
    var bytes: [UInt8] = []
    while case let byte = getc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    let status = pclose(pipe)
    guard status == 0 else { throw Failure(program: path, status: status) }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map {
      String($0)
    }
  }
}
