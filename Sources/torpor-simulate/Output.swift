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

  /// Whether a person sees standard error.
  static var isErrorSeen: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes words of this program to standard error as they are.
  static func passError(_ text: String) {
    text.utf8CString.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
  }

  // MARK: Where the program ends in the middle

  /// What the sentence of `atTrap` names.
  nonisolated(unsafe) static var place = 0
  /// Made before anything can happen: a signal handler may allocate nothing.
  nonisolated(unsafe) private static var trapText:
    (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>)?

  /// Says a sentence with the place in it where a check fails, and ends with status 2.
  static func atTrap(_ beginning: String, _ end: String) {
    trapText = (kept(Printable.line(beginning)), kept(Printable.line(end) + "\n"))
    // An overflow is an illegal instruction on x86 and a breakpoint on ARM.
    for number in [SIGILL, SIGTRAP] {
      signal(number) { _ in
        Output.removeUnfinished()
        if let (beginning, end) = Output.trapText {
          _ = write(STDERR_FILENO, beginning.baseAddress, beginning.count)
          Output.writeDigits(of: Output.place)
          _ = write(STDERR_FILENO, end.baseAddress, end.count)
        }
        _exit(2)
      }
    }
  }

  /// A file that is not worth keeping before it is whole.
  nonisolated(unsafe) private static var unfinished: UnsafeMutablePointer<CChar>?

  /// Removes the file where the program is ended before `keep` is called.
  static func removeIfEnded(_ path: String) {
    unfinished = strdup(path)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        Output.removeUnfinished()
        // As a shell says of a program that a signal has ended.
        _exit(128 + number)
      }
    }
  }

  /// The file is whole.
  static func keep() { unfinished = nil }

  private static func removeUnfinished() { if let path = unfinished { unlink(path) } }

  private static func kept(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let bytes = Array(text.utf8)
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
    return UnsafeBufferPointer(buffer)
  }

  private static func writeDigits(of number: Int) {
    var unit = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      var digit = UInt8(ascii: "0") + UInt8(number / unit % 10)
      _ = write(STDERR_FILENO, &digit, 1)
      unit /= 10
    }
  }

  // MARK: Errors

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
