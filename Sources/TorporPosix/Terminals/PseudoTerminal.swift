internal import CTorporPosix
internal import Glibc

/// A terminal made for one session, seen from its master, and the conversation with the session's leader.
package final class PseudoTerminal {
  /// Reads what is printed on the terminal and writes what is typed; does not block.
  private let master: Descriptor
  private let control: Descriptor
  /// What the session gets: the terminal itself, and the leader's end of the conversation.
  private var given: Given?

  private struct Given: ~Copyable {
    let terminal: Descriptor
    let control: Descriptor
  }

  /// Makes a terminal.
  ///
  /// - Throws: `SystemError` when there is none left, or the process has no descriptor left.
  package init() throws(SystemError) {
    var (first, second): (Int32, Int32) = (-1, -1)
    _ = try checkingNegated("make", "a terminal", torpor_open_terminal(&first, &second))
    master = Descriptor(owning: first)
    let terminal = Descriptor(owning: second)
    var ends: (Int32, Int32) = (-1, -1)
    let code = withUnsafeMutablePointer(to: &ends) { pair in
      pair.withMemoryRebound(to: Int32.self, capacity: 2) { torpor_packet_sockets($0) }
    }
    _ = try checkingNegated("make", "a pair of sockets", code)
    control = Descriptor(owning: ends.0)
    given = Given(terminal: terminal, control: Descriptor(owning: ends.1))
  }

  /// The number of the master, readable when something was printed.
  package var masterNumber: Int32 { master.rawValue }
  /// The number of our end of the conversation.
  package var controlNumber: Int32 { control.rawValue }

  /// What goes to the session, as long as it was not sent.
  package var givenNumbers: (terminal: Int32, control: Int32)? {
    switch given {
    case .some(let pair): (pair.terminal.rawValue, pair.control.rawValue)
    case .none: nil
    }
  }

  /// The session has its ends; from now on the master reports when no process has the terminal open.
  package func closeGiven() { given = nil }

  /// Tells the leader; nothing where it has gone.
  package func send(_ message: TerminalMessage) {
    var parts = message.parts
    _ = Glibc.send(
      control.rawValue,
      &parts,
      MemoryLayout<torpor_terminal_message>.size,
      Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    )
  }

  /// What came from the leader.
  package enum Received: Hashable, Sendable {
    case message(TerminalMessage)
    case nothing
    /// The leader is gone.
    case end
  }

  package func receive() -> Received {
    var parts = torpor_terminal_message()
    let size = MemoryLayout<torpor_terminal_message>.size
    let count = recv(control.rawValue, &parts, size, Int32(MSG_DONTWAIT))
    if count == 0 { return .end }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .end }
    guard count == size, let message = TerminalMessage(parts) else { return .nothing }
    return .message(message)
  }

  /// What was printed, at most that much; empty when there is nothing now, `nil` when nobody has the
  /// terminal open and all of it was read.
  package func read(bytesMax: Int) -> [UInt8]? {
    TerminalBytes.read(master.rawValue, bytesMax: bytesMax)
  }

  /// Types bytes; returns how many were taken.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int {
    TerminalBytes.write(bytes, to: master.rawValue) ?? bytes.count
  }

  /// Gives the terminal the size of another; its foreground processes are notified of a change.
  package func setSize(ofTerminal other: Int32) {
    var size = winsize()
    guard ioctl(other, UInt(TIOCGWINSZ), &size) == 0 else { return }
    _ = ioctl(master.rawValue, UInt(TIOCSWINSZ), &size)
  }

  /// Gives the terminal the modes of another: its keys, its flow control.
  ///
  /// By the master, whose modes are those of the terminal.
  package func setModes(_ modes: TerminalModes) { modes.apply(to: master.rawValue) }
}

/// The modes of a terminal (termios(3)).
package struct TerminalModes {
  private var value: termios

  /// The modes of a terminal as they are; `nil` where the descriptor is none.
  package init?(of terminal: Int32) {
    var value = termios()
    guard tcgetattr(terminal, &value) == 0 else { return nil }
    self.value = value
  }

  /// The modes in which each key is handed on at once, whatever it means.
  ///
  /// `keepsOutput`: what others print on the terminal is still shown in lines.
  package func raw(keepsOutput: Bool) -> TerminalModes {
    var copy = self
    cfmakeraw(&copy.value)
    if keepsOutput { copy.value.c_oflag = value.c_oflag }
    return copy
  }

  /// The modes in which each key is handed on at once and is not shown; Ctrl-C and its like stay signals.
  package var keyByKey: TerminalModes {
    var copy = self
    copy.value.c_lflag &= ~tcflag_t(ICANON | ECHO)
    return copy
  }

  /// Sets the modes, once what was printed is shown.
  package func apply(to terminal: Int32) {
    var copy = value
    while tcsetattr(terminal, TCSADRAIN, &copy) < 0, errno == EINTR {}
  }
}

/// The terminal that a program was started at.
package final class ControllingTerminal {
  private let descriptor: Descriptor

  /// Opens it, only for this process: reads and writes do not block, and those of others do not change.
  ///
  /// `nil` where the process has none.
  package init?() {
    let number = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return nil }
    descriptor = Descriptor(owning: number)
  }

  package var number: Int32 { descriptor.rawValue }

  /// Whether this process is in its foreground: whether the user's keys are for it.
  package var isInFront: Bool {
    torpor_terminal_foreground(descriptor.rawValue) == getpgrp()
  }

  /// Whether a descriptor is this terminal.
  package func `is`(_ number: Int32) -> Bool {
    guard isatty(number) == 1 else { return false }
    return getsid(0) == tcgetsid(number)
  }

  /// What was typed; empty when there is nothing now, `nil` when the terminal is gone or this process
  /// is not in its foreground any more.
  package func read(bytesMax: Int) -> [UInt8]? {
    TerminalBytes.read(descriptor.rawValue, bytesMax: bytesMax)
  }

  /// Shows bytes; returns how many were taken, `nil` when the terminal is gone.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    TerminalBytes.write(bytes, to: descriptor.rawValue)
  }
}

private enum TerminalBytes {
  static func read(_ number: Int32, bytesMax: Int) -> [UInt8]? {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, count in
      let read = Glibc.read(number, buffer.baseAddress, bytesMax)
      count = max(0, read)
      isOver = read == 0 || read < 0 && errno != EAGAIN && errno != EINTR
    }
    return isOver ? nil : bytes
  }

  static func write(_ bytes: ArraySlice<UInt8>, to number: Int32) -> Int? {
    let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }
}
