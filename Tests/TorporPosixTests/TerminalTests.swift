import Glibc
import Testing

@testable import TorporPosix

/// Real terminals, with real sessions; the leader is a copy of this process.
@Suite("A session with a terminal of its own")
struct TerminalTests {
  private let terminal: PseudoTerminal

  init() throws { terminal = try PseudoTerminal() }

  /// Starts a script whose streams are the terminal.
  private func start(_ script: String, at place: TerminalMessage = .front) throws -> ProcessHandle {
    terminal.send(place)
    let given = try #require(terminal.givenNumbers)
    var start = ProcessStart(
      executable: "/bin/bash",
      arguments: ["bash", "-c", script],
      environment: ["PATH=/bin:/usr/bin"],
      workingDirectory: "/"
    )
    start.terminal = .init(descriptor: given.terminal, control: given.control)
    let started = try start.start(
      standardDescriptors: (given.terminal, given.terminal, given.terminal),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).take()
    close(started.status)
    terminal.closeGiven()
    return started.process
  }

  /// Waits until the terminal shows the text.
  private func expect(_ text: String, _ seen: inout String) throws {
    while !seen.contains(text) {
      var entry = pollfd(fd: terminal.masterNumber, events: Int16(POLLIN), revents: 0)
      try #require(poll(&entry, 1, 20_000) > 0, "\(text) was not shown, but: \(seen)")
      let bytes = try #require(terminal.read(bytesMax: 4096), "it ended, having shown: \(seen)")
      seen += String(decoding: bytes, as: UTF8.self)
    }
  }

  private func next() throws -> TerminalMessage? {
    var entry = pollfd(fd: terminal.controlNumber, events: Int16(POLLIN), revents: 0)
    try #require(poll(&entry, 1, 20_000) > 0, "the leader says nothing")
    if case .message(let message) = terminal.receive() { return message }
    return nil
  }

  private func type(_ text: String) { _ = terminal.write(Array(text.utf8)[...]) }

  @Test("has it as its controlling one, in the foreground, and ends as the command does")
  func controls() throws {
    var seen = ""
    let process = try start(
      "echo at $(ps -o tpgid= -p $$) of $$; echo there > /dev/tty; read x; echo got $x; exit 3"
    )
    try expect("there", &seen)
    let words = seen.split(whereSeparator: \.isWhitespace)
    #expect(words.count > 3 && words[1] == words[3])
    type("word\n")
    try expect("got word", &seen)
    #expect(try next() == .ended(.exited(status: 3)))
    #expect(end(of: process) == .ended(.exited(status: 3)))
  }

  @Test("has keys that are signals, and is told of a new size")
  func keys() throws {
    var seen = ""
    let process = try start(
      // Bash ignores a quit that it has no trap for.
      "trap 'echo int' INT; trap 'echo size' WINCH; trap 'exit 7' QUIT; echo ready; "
        + "while :; do sleep 0.02; done"
    )
    try expect("ready", &seen)
    type("\u{3}")
    try expect("int", &seen)
    let other = try PseudoTerminal()
    var size = winsize(ws_row: 11, ws_col: 22, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(other.masterNumber, UInt(TIOCSWINSZ), &size)
    terminal.setSize(ofTerminal: other.masterNumber)
    try expect("size", &seen)
    type("\u{1c}")
    #expect(try next() == .ended(.exited(status: 7)))
    #expect(end(of: process) == .ended(.exited(status: 7)))
  }

  @Test("is stopped by its key, and goes on when it is told to")
  func stops() throws {
    var seen = ""
    let process = try start("echo ready; read x; echo got $x")
    try expect("ready", &seen)
    type("\u{1a}")
    #expect(try next() == .stopped(signal: SIGTSTP))
    terminal.send(.front)
    terminal.send(.resume)
    type("on\n")
    try expect("got on", &seen)
    #expect(try next() == .ended(.exited(status: 0)))
    #expect(end(of: process) == .ended(.exited(status: 0)))
  }

  @Test("in the background prints, and is stopped when it asks for keys", arguments: [true, false])
  func background(isBeside: Bool) throws {
    var seen = ""
    let process = try start("echo shown; read x; echo got $x", at: isBeside ? .beside : .back)
    try expect("shown", &seen)
    #expect(try next() == .stopped(signal: SIGTTIN))
    terminal.send(.front)
    terminal.send(.resume)
    type("on\n")
    try expect("got on", &seen)
    #expect(end(of: process) == .ended(.exited(status: 0)))
  }

  @Test("hears signals that are passed on: the command alone, or all in the foreground")
  func signals() throws {
    var seen = ""
    let process = try start(
      "trap 'echo usr' USR1; trap 'echo int' INT; (trap 'echo inner' INT; trap 'echo wrong' USR1; "
        + "echo ready; while kill -0 $$ 2>/dev/null; do sleep 0.02; done) & wait; wait; wait"
    )
    try expect("ready", &seen)
    terminal.send(.signal(SIGUSR1))
    try expect("usr", &seen)
    terminal.send(.signal(SIGKILL))
    #expect(try next() == .ended(.signalled(signal: SIGKILL)))
    #expect(!seen.contains("wrong"))
    #expect(end(of: process) == .ended(.signalled(signal: SIGKILL)))
  }

  @Test("leaves what it started alone when it ends")
  func leftovers() throws {
    let mark = try DescriptorPair.pipe().take()
    defer { Descriptor.close([mark.first]) }
    let folder = "/proc/\(getpid())/fd/\(mark.second)"
    let process = try start("exec 9> \(folder); (sleep 0.2; echo alive >&9) & exit 0")
    #expect(end(of: process) == .ended(.exited(status: 0)))
    // The command has opened its own by then.
    close(mark.second)
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(read(mark.first, &buffer, 16) == 6)
  }

  @Test("is hung up when its terminal is closed")
  func hangUp() throws {
    let mark = try DescriptorPair.pipe().take()
    defer { Descriptor.close([mark.first]) }
    let process: ProcessHandle
    do {
      let other = try TerminalTests()
      var seen = ""
      process = try other.start(
        "exec 9> /proc/\(getpid())/fd/\(mark.second); trap 'echo hung >&9; exit 4' HUP; echo ready; "
          + "while :; do sleep 0.02; done"
      )
      try other.expect("ready", &seen)
    }
    close(mark.second)
    #expect(end(of: process) == .ended(.exited(status: 4)))
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(read(mark.first, &buffer, 16) == 5)
  }

  /// Waits for the end of a process.
  private func end(of process: ProcessHandle) -> ProcessHandle.Knowledge {
    var entry = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, 20_000)
    return process.end()
  }
}
