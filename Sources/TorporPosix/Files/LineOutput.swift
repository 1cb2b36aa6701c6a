internal import CTorporPosix
internal import Glibc

/// Lines for a descriptor whose reader may be slow, or gone; never waits for it.
package enum LineOutput {
  /// The longest line that is written, in bytes: a page, which a pipe that is ready takes whole.
  ///
  /// pipe(7): a pipe polls as writable when it has room for `PIPE_BUF`, 4,096 bytes.
  package static let bytesMax = 4096

  /// Writes the line, cut to `bytesMax`; returns whether the descriptor took it.
  package static func write(_ line: String, to number: Int32) -> Bool {
    var question = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    guard poll(&question, 1, 0) == 1, question.revents & Int16(POLLOUT) != 0 else { return false }
    var line = line
    return line.withUTF8 { bytes in
      Glibc.write(number, bytes.baseAddress, min(bytes.count, bytesMax)) >= 0
    }
  }
}
