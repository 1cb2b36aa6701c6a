import Glibc
import TorporText
import TorporWire

/// The two streams of this program.
///
/// What comes from a file (names, texts, mistakes) is made safe here.
enum Output {
  /// Writes lines for people.
  static func show(_ lines: [String]) {
    for line in lines { print(Printable.line(line)) }
    // A pipe is buffered by blocks, and a long run shows each life when it has been lived.
    fflush(nil)
  }

  /// Writes one line of facts, with dates beside its moments.
  static func show(_ json: JSON, _ clock: WallClock) {
    print(Printable.json(String(decoding: json.dated(clock).bytes, as: UTF8.self)))
    fflush(nil)
  }

  /// A line that is safe to show.
  static func safe(_ line: String) -> String { Printable.line(line) }

  /// Whether a person sees standard error.
  static var isErrorSeen: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes words of this program to standard error as they are.
  static func passError(_ text: String) {
    text.utf8CString.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
  }

  /// Writes a line to standard error, as from the command that was typed.
  static func reportError(_ sentence: String, of mode: String = "simulate") {
    let lines = "torpor \(mode): \(sentence)".split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    let text = lines.map { Printable.line($0) + "\n" }.joined()
    text.utf8CString.withUnsafeBytes {
      _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1)
    }
  }
}
