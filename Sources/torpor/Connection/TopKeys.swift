import Glibc
import TorporPosix

/// What a person types at a live view.
enum TopKey: Hashable {
  case quit, left, right, up, down

  /// The keys in what a terminal sends: letters, and arrows in both of their modes (ECMA-48: CUU, CUD, CUF, CUB).
  static func keys(in bytes: [UInt8]) -> [TopKey] {
    var keys: [TopKey] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "q") || byte == UInt8(ascii: "Q") { keys.append(.quit) }
      guard byte == 0x1b, let mode = rest.first,
        mode == UInt8(ascii: "[") || mode == UInt8(ascii: "O")
      else { continue }
      rest = rest.dropFirst()
      // Parameters, as of an arrow with Shift.
      while let next = rest.first, (0x30...0x3f).contains(next) { rest = rest.dropFirst() }
      switch rest.popFirst() {
      case UInt8(ascii: "A"): keys.append(.up)
      case UInt8(ascii: "B"): keys.append(.down)
      case UInt8(ascii: "C"): keys.append(.right)
      case UInt8(ascii: "D"): keys.append(.left)
      default: break
      }
    }
    return keys
  }
}

/// The keys of a live view, one by one and without an echo.
final class TopKeys {
  private let loop: EventLoop
  private let terminal: ControllingTerminal
  private let modes: TerminalModes
  private var token: EventLoop.Token?
  private var continued: SignalWatch?

  /// Calls `handler` on the loop's thread with what is typed; `nil` where no terminal can be read.
  static func watch(on loop: EventLoop, handler: @escaping ([TopKey]) -> Void) -> TopKeys? {
    guard let terminal = ControllingTerminal(), terminal.isInFront,
      let modes = TerminalModes(of: terminal.number)
    else { return nil }
    let keys = TopKeys(terminal, modes, on: loop)
    keys.begin(handler)
    return keys
  }

  private init(_ terminal: ControllingTerminal, _ modes: TerminalModes, on loop: EventLoop) {
    self.terminal = terminal
    self.modes = modes
    self.loop = loop
  }

  private func begin(_ handler: @escaping ([TopKey]) -> Void) {
    setModes()
    token = try? loop.register(terminal.number, for: .readable) { [unowned self] _ in
      guard let bytes = terminal.read(bytesMax: 64) else { return end() }
      let keys = TopKey.keys(in: Array(bytes))
      if !keys.isEmpty { handler(keys) }
    }
    // The shell has set the modes that it likes while this program was stopped.
    continued = try? SignalWatch([SIGCONT], on: loop) { [unowned self] _ in setModes() }
  }

  private func setModes() {
    if terminal.isInFront { modes.keyByKey.apply(to: terminal.number) }
  }

  /// Gives the terminal its modes back.
  func end() {
    continued = nil
    if let token { loop.cancel(token) }
    token = nil
    if terminal.isInFront { modes.apply(to: terminal.number) }
  }
}
