import Glibc
import TorporPosix
import TorporText
import TorporWire

/// The three streams of this program.
///
/// Text of others (names, paths, errors of servers) is in most lines. Each line is made safe here,
/// where none can pass by; renderers need not think of it.
enum Terminal {
  /// Writes lines to standard output as they are; for tables, which are as wide as the terminal, and for what others wrote.
  static func show(_ lines: [String]) {
    let style = style
    write(lines.map { style.safe($0) + "\n" }.joined())
  }

  /// Writes lines to standard output, long ones broken between words where a person looks.
  static func showWrapped(_ lines: [String]) {
    show(lines.flatMap { LineWrap.lines($0, style, width: columns) })
  }

  /// Writes sentences to standard output, long ones broken between words where a person looks.
  static func say(_ sentences: [String]) {
    show(sentences.flatMap { LineWrap.sentence($0, style, width: columns) })
  }

  /// Says that something was done, to a person; a script, which reads the exit status, gets the
  /// silence that it always got.
  static func confirm(_ line: String) {
    if isSeen { say([line]) }
  }

  /// Writes the facts of an answer to standard output, with dates beside its moments.
  static func show(_ json: JSON, from daemon: ControlConnection) throws(CommandFailure) {
    show(json, try daemon.clock())
  }

  /// Writes facts to standard output, on one line of JSON with dates beside its moments.
  ///
  /// All JSON goes this way, so that no program has to make dates of the device's numbers.
  static func show(_ json: JSON, _ clock: WallClock) {
    write(Printable.json(String(decoding: json.dated(clock).bytes, as: UTF8.self)) + "\n")
  }

  /// Writes text of this program to standard output, at once; ends it where that cannot be.
  private static func write(_ text: String) { pass(Array(text.utf8)[...]) }

  /// Writes bytes as they are, and waits for room; ends this program where that cannot be.
  ///
  /// A reader that closes the pipe wants no more, which is no failure; SIGPIPE would say the same.
  /// `isOfCommand`: the daemon keeps them, as what a command has printed.
  static func pass(
    _ bytes: ArraySlice<UInt8>,
    asError: Bool = false,
    isOfCommand: Bool = false
  ) {
    fflush(nil)
    let number = asError ? STDERR_FILENO : STDOUT_FILENO
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN:
        // Another process has made it non-blocking, as some readers of pipes do.
        var room = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      case EPIPE: exit(0)
      case let code:
        reportError("torpor: " + refusal(code, asError: asError, isOfCommand: isOfCommand))
        exit(1)
      }
    }
  }

  /// Says that a stream takes no more.
  static func refusal(_ code: Int32, asError: Bool, isOfCommand: Bool) -> String {
    let stream = asError ? "error" : "output"
    let kept = isOfCommand ? " The command is not affected, and what it prints is kept." : ""
    let elsewhere = "end standard \(stream) elsewhere."
    return "Standard \(stream) cannot be written: \(SystemError.text(of: code)).\(kept)"
      + ([ENOSPC, EDQUOT].contains(code) ? " Make room, or s" : " S") + elsewhere
  }

  /// Writes a line to standard error, a long sentence broken between words where a person looks.
  ///
  /// `isOfOthers`: another program has written it, and it stays as it is.
  static func reportError(_ line: String, isOfOthers: Bool = false) {
    let width = isOfOthers ? nil : columns(asError: true)
    let lines = LineWrap.lines(line, .plain, width: width)
    lines.map { Printable.line($0) + "\n" }.joined().utf8CString.withUnsafeBytes {
      _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count - 1)
    }
  }

  /// Whether a person looks at standard output.
  static var isSeen: Bool { isSeen(asError: false) }

  /// Whether a person looks at standard output, or at standard error.
  static func isSeen(asError: Bool) -> Bool {
    isatty(asError ? STDERR_FILENO : STDOUT_FILENO) == 1
  }

  /// How many columns the terminal has; `nil` where standard output is none, and lines are not cut.
  static var columns: Int? { columns(asError: false) }

  private static func columns(asError: Bool) -> Int? {
    var size = winsize()
    let number = asError ? STDERR_FILENO : STDOUT_FILENO
    guard isSeen(asError: asError), ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// The screen, where standard output is a terminal that can draw over what it shows.
  static var screen: TransferBoard.Screen? {
    var size = winsize()
    guard isSeen, !isDumb, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return nil }
    return TransferBoard.Screen(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// A variable of the environment; an empty one says as much as none.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the terminal obeys no escape sequences.
  private static var isDumb: Bool {
    getenv("TERM").map { String(cString: $0) == "dumb" } ?? false
  }

  /// Colour where a person looks and has not asked for none (no-color.org).
  static var style: Style {
    let refuses = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return Style(isColored: isSeen && !refuses && !isDumb, seal: seal)
  }

  /// Drawn anew by each process, so that no text of others can contain it.
  private static let seal = String(UInt64.random(in: 0 ... .max), radix: 36)
}
