import Glibc
import TorporPosix
import TorporText

/// One line on standard error that says how far something is, from the first second on; nobody sees it in a pipe.
final class ProgressLine {
  private let isSeen: Bool
  private let begunNanoseconds: Int64
  private var isShown = false

  init(isSeen: Bool = Terminal.isSeen(asError: true)) {
    self.isSeen = isSeen
    begunNanoseconds = BootClock.nanoseconds()
  }

  /// What is over within a second needs no line; our choice.
  private static let silentNanoseconds: Int64 = 1_000_000_000

  /// Draws the text over the one before.
  func show(_ text: String) {
    guard isSeen, BootClock.nanoseconds() - begunNanoseconds > Self.silentNanoseconds else {
      return
    }
    isShown = true
    // Back to the first column, and what is right of the text goes (ECMA-48, EL).
    write("\r" + Printable.cut(Printable.line(text), to: (Terminal.columns ?? 80) - 1) + "\u{1B}[K")
  }

  /// Takes the line away.
  func clear() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) { Terminal.pass(Array(text.utf8)[...], asError: true) }
}
