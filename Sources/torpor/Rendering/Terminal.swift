import Glibc
import TorporWire

/// The three streams of this program.
enum Terminal {
  /// Writes lines to standard output.
  static func show(_ lines: [String]) {
    for line in lines { print(line) }
    // A pipe is buffered by blocks, and `log --follow` must not be.
    fflush(nil)
  }

  /// Writes JSON to standard output, on one line.
  static func show(_ json: JSON) { show([String(decoding: json.bytes, as: UTF8.self)]) }

  /// Writes a line to standard error.
  static func complain(_ line: String) {
    (line + "\n").utf8CString.withUnsafeBytes {
      _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1)
    }
  }

  /// Colour where a person looks and has not asked for none (no-color.org).
  static var style: Style {
    let refuses = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let isDumb = getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
    return Style(isColored: isatty(STDOUT_FILENO) == 1 && !refuses && !isDumb)
  }
}
