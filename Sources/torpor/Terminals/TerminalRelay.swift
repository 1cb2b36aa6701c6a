import Glibc
import TorporPosix

/// Joins the terminal that `torpor run` was typed at with the one that its command has.
///
/// The command has a terminal and a session of its own; keys go there as they are, so that the kernel
/// makes signals of them there, and what is printed there is shown here. The leader of that session says
/// when the command was stopped: then this program stops too, as its shell expects of it.
///
/// Lives on the main thread, on the loop of `AttachedRun`.
final class TerminalRelay {
  private let outer: ControllingTerminal
  private let inner: PseudoTerminal
  private let loop: EventLoop
  /// Whether the command may have the keys: from the start on, or since it asked for them.
  private var hasKeys: Bool
  private let plan: TerminalPlan
  /// Whether this program is in the foreground of the outer terminal, as far as the leader was told.
  private var isInFront = false
  /// The modes of the outer terminal before ours, while ours are set.
  private var savedModes: TerminalModes?
  /// What was printed and not shown yet, and what was typed and not taken yet.
  private var unshown: ArraySlice<UInt8> = []
  private var untaken: ArraySlice<UInt8> = []
  private var outerToken: EventLoop.Token?
  private var innerToken: EventLoop.Token?
  private var controlToken: EventLoop.Token?
  private var frontCheck: EventLoop.Token?
  /// How the command ended, as the leader says.
  private(set) var end: ProcessHandle.End?
  /// Whether the outer terminal is gone: its window was closed, or its line was cut.
  private(set) var isHungUp = false
  /// Called when the command is in front again: it may have been frozen meanwhile.
  var cameToFront: () -> Void = {}

  /// How much is read at once, in bytes: what a terminal holds (`N_TTY_BUF_SIZE` of the kernel).
  private static let pieceBytesMax = 4096

  // How often a program in the background of its shell looks whether it is in front again; not all
  // shells say so of a job that runs. 4 times a second: our choice, and only while it is there.
  private static let frontInterval = Duration.milliseconds(250)

  /// Makes the command's terminal, with the modes and the size of the outer one.
  ///
  /// - Throws: `SystemError` when there is no terminal left.
  init(_ outer: ControllingTerminal, plan: TerminalPlan, on loop: EventLoop) throws(SystemError) {
    self.outer = outer
    self.plan = plan
    self.loop = loop
    inner = try PseudoTerminal()
    hasKeys = plan == .whole
    if let modes = TerminalModes(of: outer.number) { inner.setModes(modes) }
    inner.setSize(ofTerminal: outer.number)
    // A background process that sets modes, or prints where `stty tostop` holds, would be stopped.
    signal(SIGTTOU, SIG_IGN)
    signal(SIGTTIN, SIG_IGN)
    isInFront = outer.isInFront
    inner.send(place)
  }

  /// The streams for the command: those that are the outer terminal become the command's own.
  func streams() -> [Int32] {
    guard let given = inner.givenNumbers else { return [0, 1, 2] }
    return [0, 1, 2].map { outer.is($0) ? given.terminal : $0 } + [given.terminal, given.control]
  }

  /// The command has its terminal: begins to relay.
  ///
  /// - Throws: `SystemError` where the kernel cannot wait for the terminal.
  func begin() throws(SystemError) {
    inner.closeGiven()
    innerToken = try loop.register(inner.masterNumber, for: .readable) { [unowned self] ready in
      if ready.contains(.writable) { takeTyped() }
      moveInner()
    }
    controlToken = try loop.register(inner.controlNumber, for: .readable) { [unowned self] _ in
      hear()
    }
    outerToken = try loop.register(outer.number, for: []) { [unowned self] ready in
      moveOuter(ready)
    }
    if isInFront { takeKeys() } else { checkFrontLater() }
    follow()
  }

  /// Passes a signal on: one of the kernel's is a key of the outer terminal.
  func pass(_ signal: Int32, isOfKernel: Bool) {
    switch signal {
    case SIGWINCH: inner.setSize(ofTerminal: outer.number)
    case SIGCONT: follow()
    case SIGHUP where isOfKernel: hangUp()
    default: inner.send(isOfKernel ? .signalForeground(signal) : .signal(signal))
    }
  }

  /// Shows what the command still printed, and gives the outer terminal its modes back.
  func finish() {
    drain()
    restore()
  }

  /// Gives the outer terminal its modes back.
  func restore() {
    if let modes = savedModes, outer.isInFront { modes.apply(to: outer.number) }
    savedModes = nil
  }

  // MARK: In front and behind

  private var place: TerminalMessage {
    guard isInFront else { return .back }
    return hasKeys ? .front : .beside
  }

  /// Sees whether this program is in front, and tells the leader where that has changed.
  private func follow() {
    let isNow = outer.isInFront
    if isNow != isInFront {
      isInFront = isNow
      inner.send(place)
      if isNow {
        takeKeys()
        cameToFront()
      } else {
        savedModes = nil
        watchOuter()
      }
    }
    if !isInFront { checkFrontLater() }
  }

  private func checkFrontLater() {
    guard frontCheck == nil else { return }
    frontCheck = loop.schedule(after: TerminalRelay.frontInterval) { [unowned self] in
      frontCheck = nil
      follow()
    }
  }

  /// The keys are the command's from now on, where it may have them.
  private func takeKeys() {
    inner.setSize(ofTerminal: outer.number)
    if hasKeys, savedModes == nil, let modes = TerminalModes(of: outer.number) {
      savedModes = modes
      modes.raw(keepsOutput: plan == .beside).apply(to: outer.number)
    }
    watchOuter()
  }

  /// The command was stopped: by a key, or because it asked for keys that it may not have.
  private func commandStopped(by signal: Int32) {
    follow()
    let asksForKeys = signal == SIGTTIN || signal == SIGTTOU
    if asksForKeys, isInFront {
      hasKeys = true
      takeKeys()
      inner.send(.front)
      return inner.send(.resume)
    }
    inner.send(.back)
    restore()
    stopOurselves(by: asksForKeys ? signal : SIGTSTP)
    isInFront = outer.isInFront
    inner.send(place)
    inner.send(.resume)
    if isInFront { takeKeys() } else { checkFrontLater() }
    watchOuter()
    cameToFront()
  }

  /// Stops all of the shell's job, as the key would have; returns when the shell has it go on.
  ///
  /// Where no shell could, the kernel does not stop it.
  private func stopOurselves(by number: Int32) {
    var (only, before) = (sigset_t(), sigset_t())
    sigemptyset(&only)
    sigaddset(&only, number)
    signal(number, SIG_DFL)
    kill(0, number)
    sigprocmask(SIG_UNBLOCK, &only, &before)
    sigprocmask(SIG_SETMASK, &before, nil)
    if number != SIGTSTP { signal(number, SIG_IGN) }
  }

  // MARK: Bytes

  /// What was printed goes to the outer terminal, and waits here while that takes no more.
  private func moveInner() {
    guard unshown.isEmpty else { return }
    guard let bytes = inner.read(bytesMax: TerminalRelay.pieceBytesMax) else {
      // Nobody has it open: all was read. Somebody may open it again, as the command `/dev/tty`.
      return stopWatchingInner()
    }
    unshown = bytes[...]
    show()
  }

  private func show() {
    guard !unshown.isEmpty else { return }
    guard let count = outer.write(unshown) else { return hangUp() }
    unshown = unshown.dropFirst(count)
    watchOuter()
    watchInner()
  }

  private func moveOuter(_ ready: EventLoop.Readiness) {
    if ready.contains(.writable) {
      show()
      if unshown.isEmpty { moveInner() }
    }
    if ready.contains(.readable), isInFront, hasKeys { typeKeys() }
    if !ready.isDisjoint(with: [.hangUp, .failed]) { hangUp() }
  }

  private func typeKeys() {
    guard untaken.isEmpty else { return }
    guard let bytes = outer.read(bytesMax: TerminalRelay.pieceBytesMax) else {
      // Behind without having been told, or gone for good.
      follow()
      return isInFront ? hangUp() : ()
    }
    untaken = bytes[...]
    takeTyped()
  }

  private func takeTyped() {
    if !untaken.isEmpty { untaken = untaken.dropFirst(inner.write(untaken)) }
    watchOuter()
    watchInner()
  }

  private func watchInner() {
    guard let innerToken else { return }
    var interest: EventLoop.Readiness = []
    if unshown.isEmpty { interest.insert(.readable) }
    if !untaken.isEmpty { interest.insert(.writable) }
    try? loop.change(innerToken, to: interest)
  }

  private func watchOuter() {
    guard let outerToken else { return }
    var interest: EventLoop.Readiness = []
    if isInFront, hasKeys, untaken.isEmpty { interest.insert(.readable) }
    if !unshown.isEmpty { interest.insert(.writable) }
    try? loop.change(outerToken, to: interest)
  }

  private func stopWatchingInner() {
    if let token = innerToken { loop.cancel(token) }
    innerToken = nil
  }

  // MARK: The end

  private func hear() {
    while true {
      switch inner.receive() {
      case .nothing: return
      case .end:
        if let token = controlToken { loop.cancel(token) }
        controlToken = nil
        return
      case .message(.stopped(let signal)): commandStopped(by: signal)
      case .message(.ended(let end)):
        self.end = end
        loop.stop()
      case .message: break
      }
    }
  }

  private func hangUp() {
    isHungUp = true
    loop.stop()
  }

  // How long the last of what was printed may take to arrive, in milliseconds, where something that the
  // command left running has the terminal open; else its end is seen. Our choice: the kernel passes it
  // on within some microseconds.
  private static let quietMilliseconds: Int32 = 50

  private func drain() {
    var entry = pollfd(fd: inner.masterNumber, events: Int16(POLLIN), revents: 0)
    while !isHungUp {
      while !unshown.isEmpty {
        guard let count = outer.write(unshown) else { return }
        unshown = unshown.dropFirst(count)
        var room = pollfd(fd: outer.number, events: Int16(POLLOUT), revents: 0)
        if !unshown.isEmpty { poll(&room, 1, -1) }
      }
      guard poll(&entry, 1, TerminalRelay.quietMilliseconds) > 0,
        let bytes = inner.read(bytesMax: TerminalRelay.pieceBytesMax), !bytes.isEmpty
      else { return }
      unshown = bytes[...]
    }
  }
}
