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
  // Shape: the state of one terminal between two events; all of it is to be put back in the end.
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
  /// Whether the command's terminal has the modes of the outer one.
  private var hasModes = false
  /// Whether the command is stopped until this program is in front: it asked for keys where no shell
  /// could stop this program, which would see to that.
  private var waitsForFront = false
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
  /// Called when the command shall go on, in front or behind: it may have been frozen meanwhile.
  var goesOn: (_ isInFront: Bool) -> Void = { _ in }
  /// Called when the command was stopped, before this program stops with it.
  var isStopped: () -> Void = {}
  /// Called when the command waits for keys and no shell can bring it to the front.
  var isStranded: () -> Void = {}

  /// How much is read at once, in bytes: what a terminal holds (`N_TTY_BUF_SIZE` of the kernel).
  private static let pieceBytesMax = 4096

  // How often a program in the background of its shell looks whether it is in front again; not all
  // shells say so of a job that runs. 4 times a second: our choice, and only while it is there.
  private static let frontInterval = Duration.milliseconds(250)

  /// Makes the command's terminal, with the size of the outer one, and its modes if it is in front.
  ///
  /// - Throws: `SystemError` when there is no terminal left.
  init(_ outer: ControllingTerminal, plan: TerminalPlan, on loop: EventLoop) throws(SystemError) {
    self.outer = outer
    self.plan = plan
    self.loop = loop
    inner = try PseudoTerminal()
    hasKeys = plan == .whole
    inner.setSize(ofTerminal: outer.number)
    // A background process that sets modes, or prints where `stty tostop` holds, would be stopped.
    signal(SIGTTOU, SIG_IGN)
    signal(SIGTTIN, SIG_IGN)
    isInFront = outer.isInFront
    if isInFront { copyModes() }
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
        goesOn(true)
        if waitsForFront { resume() }
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

  /// Gives the command's terminal the modes of the outer one, once.
  ///
  /// From behind they would be those of the shell's line editor, which shows and edits each key itself.
  private func copyModes() {
    guard !hasModes, let modes = TerminalModes(of: outer.number) else { return }
    inner.setModes(modes)
    hasModes = true
  }

  /// The keys are the command's from now on, where it may have them.
  private func takeKeys() {
    copyModes()
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
    // Its last words too: an editor takes its screen away before it stops.
    drain()
    restore()
    isStopped()
    let wasStopped = stopOurselves(by: asksForKeys ? signal : SIGTSTP)
    isInFront = outer.isInFront
    inner.send(place)
    if asksForKeys, !wasStopped, !isInFront {
      // It would ask again at once, for ever.
      waitsForFront = true
      isStranded()
      return checkFrontLater()
    }
    if isInFront { takeKeys() } else { checkFrontLater() }
    watchOuter()
    goesOn(isInFront)
    resume()
  }

  private func resume() {
    waitsForFront = false
    inner.send(.resume)
  }

  /// Stops all of the shell's job, as the key would have; returns when the shell has it go on, and whether
  /// it was stopped.
  ///
  /// Where no shell could have it go on, in an orphaned process group, the kernel does not stop it.
  private func stopOurselves(by number: Int32) -> Bool {
    var (only, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&only)
    sigaddset(&only, number)
    signal(number, SIG_DFL)
    kill(0, number)
    sigprocmask(SIG_UNBLOCK, &only, &before)
    sigprocmask(SIG_SETMASK, &before, nil)
    if number != SIGTSTP { signal(number, SIG_IGN) }
    // What has it go on waits, blocked, for the loop.
    sigpending(&pending)
    return sigismember(&pending, SIGCONT) == 1
  }

  // MARK: Bytes

  /// What was printed goes to the outer terminal, and waits here while that takes no more.
  private func moveInner() {
    guard unshown.isEmpty else { return }
    guard let bytes = inner.read(bytesMax: TerminalRelay.pieceBytesMax) else {
      // No process has it open: all was read. One may open it again, as the command `/dev/tty`.
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

  // What is shown at most after the end of the command or before a stop, and how long is waited for it in all, where what it
  // left running still prints: 64 KiB, more than a terminal holds, and 200 ms. Our choice.
  private static let restBytesMax = 64 * 1024
  private static let restNanosecondsMax: Int64 = 200_000_000

  private func drain() {
    var entry = pollfd(fd: inner.masterNumber, events: Int16(POLLIN), revents: 0)
    var (bytesLeft, nanosecondsLeft) = (Self.restBytesMax, Self.restNanosecondsMax)
    while !isHungUp {
      guard showAll(), bytesLeft > 0, nanosecondsLeft > 0 else { return }
      let begin = BootClock.nanoseconds()
      guard poll(&entry, 1, Self.quietMilliseconds) > 0,
        let bytes = inner.read(bytesMax: Self.pieceBytesMax), !bytes.isEmpty
      else { return }
      nanosecondsLeft -= BootClock.nanoseconds() - begin
      bytesLeft -= bytes.count
      unshown = bytes[...]
    }
  }

  /// Shows what was printed, however slow the outer terminal is; false when that is gone, or when this
  /// program shall end.
  private func showAll() -> Bool {
    while !unshown.isEmpty {
      guard let count = outer.write(unshown) else { return false }
      unshown = unshown.dropFirst(count)
      guard !unshown.isEmpty else { break }
      var room = pollfd(fd: outer.number, events: Int16(POLLOUT), revents: 0)
      if poll(&room, 1, Self.quietMilliseconds) == 0, isAskedToEnd { return false }
    }
    return true
  }

  /// Whether a signal waits that asks this program to end; the loop, which would take it, runs no more.
  private var isAskedToEnd: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains { sigismember(&pending, $0) == 1 }
  }
}
