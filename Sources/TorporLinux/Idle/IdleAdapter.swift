package import TorporCore
package import TorporModel
package import TorporPosix

/// Since when the machine has not been used, reported while the device wants to know.
///
/// The kernel tells of the first byte that is read from a terminal, a keyboard or a mouse, so that
/// the end of idleness is known at once and an idle machine is not woken. While the machine is in use
/// it is looked every `quietTime` whether it still is. Where nobody wants to know, nothing is watched,
/// and the machine counts as in use.
///
/// A desktop session knows better, and will say so over the wire with the same input; then it takes
/// the place of this adapter.
package final class IdleAdapter {
  /// What is known of the user.
  private enum State {
    case notWatched
    /// The device is not told, for the mouse cannot be watched.
    case blind
    /// In use, at least as far as is known until the check.
    case inUse(check: EventLoop.Token)
    case idle
  }

  private let devices: UserDevices
  private let clock: ClockAdapter
  private let uptimeNanoseconds: () -> Int64
  private let quietTime: Duration
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var state = State.notWatched
  private var files: FileWatch?
  private var watched: [FileWatch.Entry] = []
  /// Whether a watched node was used since the watches were set; each tells once.
  private var wasUsed = false
  /// No use is known after it.
  private var lastUse = Instant.zero
  private var toldIdleSince: Instant?

  /// How long there must have been no input for the machine not to be in use: 30 s.
  ///
  /// Our choice: work that waits for idleness asks for minutes, and the machine is looked at so
  /// rarely only while it is in use.
  package static let defaultQuietTime = Duration.seconds(30)

  /// Makes an adapter that says nothing before `start`.
  ///
  /// `uptimeNanoseconds` is the time since the machine was started, its sleeps included.
  package init(
    devRoot: String = "/dev",
    runtimeFolder: String? = nil,
    quietTime: Duration = defaultQuietTime,
    uptimeNanoseconds: @escaping () -> Int64 = BootClock.nanoseconds,
    along clock: ClockAdapter,
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    devices = UserDevices(devRoot: devRoot, runtimeFolder: runtimeFolder)
    self.clock = clock
    self.quietTime = quietTime
    self.uptimeNanoseconds = uptimeNanoseconds
    self.loop = loop
    self.sink = sink
  }

  deinit {
    if case .inUse(let check) = state { loop.cancel(check) }
  }

  /// Withdraws what an earlier daemon reported to the policy, and reports whether use will be detected.
  package func start(knownIdleSince: Instant?) {
    let isHeard = devices.idleUnavailableReason == nil
    sink.post(.input(.device(event: .hearsInput(isHeard))))
    toldIdleSince = knownIdleSince
    tell(idleSince: nil)
  }

  /// Follows whether the device wants to know.
  ///
  /// - Throws: `SystemError` where nodes cannot be watched; the machine counts as in use then.
  package func follow(isWanted: Bool) throws(SystemError) {
    switch state {
    case .notWatched where isWanted: try begin()
    case .blind where !isWanted: state = .notWatched
    case .inUse(let check) where !isWanted:
      loop.cancel(check)
      end()
    case .idle where !isWanted: end()
    case .notWatched, .blind, .inUse, .idle: break
    }
  }

  /// Why it is not known whether the machine is in use; `nil` where it is.
  package var unavailableReason: String? { devices.idleUnavailableReason }

  // MARK: Watching

  private func begin() throws(SystemError) {
    guard devices.idleUnavailableReason == nil else { return state = .blind }
    if files == nil { files = try FileWatch(on: loop) { [unowned self] _ in used() } }
    watch()
    lastUse = lastUseOfTerminals().map { max($0, startOfMachine()) } ?? startOfMachine()
    settle()
  }

  private func end() {
    for entry in watched { files?.end(entry) }
    watched = []
    state = .notWatched
    // What is reported now is not withdrawn later.
    tell(idleSince: nil)
  }

  /// Sets all watches anew: each ends when it has told, and there may be new nodes.
  private func watch() {
    wasUsed = false
    var entries: Set<FileWatch.Entry> = []
    for path in devices.nodes {
      // A node may go at any moment, and the rest says enough.
      if let entry = try? files?.watch(path, for: [.read, .once]) { entries.insert(entry) }
    }
    for path in devices.folders {
      if let entry = try? files?.watch(path, for: [.added, .once]) { entries.insert(entry) }
    }
    watched = Array(entries)
  }

  private func used() {
    wasUsed = true
    guard case .idle = state else { return }
    tell(idleSince: nil)
    check(after: quietTime)
  }

  private func check(after length: Duration) {
    state = .inUse(
      check: loop.schedule(after: length) { [unowned self] in
        if wasUsed {
          // When in this time the last use was is not known: late at worst.
          watch()
          lastUse = clock.now()
        }
        settle()
      }
    )
  }

  /// The machine is idle when it was quiet for long enough, else it is looked again by then.
  private func settle() {
    let quiet = clock.now() - lastUse
    guard quiet >= quietTime else { return check(after: quietTime - quiet) }
    state = .idle
    tell(idleSince: lastUse)
  }

  // MARK: Times

  /// When terminals were last used, by their own account.
  private func lastUseOfTerminals() -> Instant? {
    devices.lastUseUnixNanoseconds().map { access in
      clock.now() - .nanoseconds(max(0, BootClock.wallNanoseconds() - access))
    }
  }

  /// The machine was not used before it was started, whatever a clock said that was wrong then.
  ///
  /// The journal may be younger than the machine; then this lies before its time line.
  private func startOfMachine() -> Instant {
    clock.now() - .nanoseconds(uptimeNanoseconds())
  }

  private func tell(idleSince: Instant?) {
    guard idleSince != toldIdleSince else { return }
    toldIdleSince = idleSince
    sink.post(.input(.device(event: .userIdle(since: idleSince))))
  }
}
