package import TorporModel

/// The reasons that prevent freezing an idle app, and the checks while it is frozen.
///
/// It owns the grace of programs that cannot say that they are done, the holds that hazards put on
/// freezing, and the watch over the file locks of a frozen app.
package struct Suspension: Hashable, Sendable, Saved {
  /// When the grace of a program that is not Torpor-aware ends.
  package var graceEnd: Instant?
  /// The hazard that prevents freezing at present; checked again at `recheckAt`.
  package var hold: Hold?
  /// The watch over the locks of the frozen app; `nil` when it holds none.
  package internal(set) var lockWatch: LockWatch?

  /// Whether the sockets that it serves are watched while it is frozen; `nil`: no.
  package internal(set) var watchesSockets: Bool?

  /// Consecutive freezes that other processes have undone; `nil`: none.
  package internal(set) var undone: UndoneFreezes?

  /// Freezes that other processes have undone, one soon after the other.
  package struct UndoneFreezes: Hashable, Sendable, Saved {
    package internal(set) var count: Int
    package internal(set) var lastAt: Instant
  }

  /// The check of a frozen app's locks, at growing intervals.
  package struct LockWatch: Hashable, Sendable, Saved {
    package private(set) var nextAt: Instant
    private var interval: Duration

    /// The app was frozen with a lock just now.
    init(at now: Instant) {
      interval = Suspension.lockRecheck
      nextAt = now + interval
    }

    mutating func slept(for length: Duration) { nextAt = nextAt + length }

    /// Returns whether a check is due, and if so sets the next one.
    mutating func take(at now: Instant) -> Bool {
      guard nextAt <= now else { return false }
      interval = min(interval * 2, Suspension.lockRecheckMax)
      nextAt = now + interval
      return true
    }
  }

  package struct Hold: Hashable, Sendable, Saved {
    package let conditions: [Condition]
    /// `nil` while it is being looked at again.
    package internal(set) var recheckAt: Instant?
  }

  /// When something here is due.
  @inline(__always)
  var deadline: Instant? {
    .earlier(.earlier(graceEnd, hold?.recheckAt), lockWatch?.nextAt)
  }

  /// The machine slept meanwhile: no grace has passed, and no process could wait for a lock.
  mutating func slept(for length: Duration) {
    graceEnd = graceEnd.map { $0 + length }
    if let recheckAt = hold?.recheckAt { hold?.recheckAt = recheckAt + length }
    lockWatch?.slept(for: length)
  }

  /// Notes that another process has undone a freeze; returns whether this is one too many to try again.
  mutating func freezeWasUndone(at now: Instant) -> Bool {
    let isInRow = undone.map { now - $0.lastAt <= Suspension.undoneInterval } ?? false
    undone = UndoneFreezes(count: isInRow ? (undone?.count ?? 0) + 1 : 1, lastAt: now)
    return undone?.count ?? 0 >= Suspension.undoneMax
  }

  /// Makes the check due now, because the hazard may have changed.
  mutating func lookAgain() { hold?.recheckAt = nil }

  /// What it adds to the reasons for which the app runs.
  func heldBy(at now: Instant) -> [Condition] {
    var held: [Condition] = []
    if let graceEnd, graceEnd > now { held.append(Condition(.grace, until: graceEnd)) }
    if let hold, hold.recheckAt != nil { held += hold.conditions }
    return held
  }
}

extension Suspension {
  /// The background time of a program that is not Torpor-aware: the time that Apple allows for
  /// entering the background (§1.3), because the program cannot report that it is done.
  static let grace = Duration.seconds(5)

  /// How soon the locks of an app that was just frozen, or that others wait for, are checked.
  ///
  /// 1 s: a user who waits for a lock is still patient; our choice.
  static let lockRecheck = Duration.seconds(1)

  /// The longest interval at which the locks of a frozen app are checked.
  ///
  /// The time doubles up to 16 s: who waits for the lock of a program that nobody has used for a
  /// minute waits a little longer, and a browser that holds a lock all day costs 225 wake-ups an hour
  /// instead of 3,600. Our choice; the kernel gives no notice of a waiter.
  static let lockRecheckMax = Duration.seconds(16)

  /// How often a hazard that rarely changes (a terminal, a session) is checked again.
  ///
  /// 30 s: our choice; two wake-ups a minute for a program that should not be managed at all.
  static let hazardRecheck = Duration.seconds(30)

  /// How many freezes of an app of the desktop others undo before it is left alone: 3.
  ///
  /// A program that does it three times manages the app itself. Our choice.
  static let undoneMax = 3

  /// How soon after the one before an undone freeze counts as the next in a row: 10 min; our choice.
  static let undoneInterval = Duration.seconds(600)

  /// When freezing is tried again after the kernel could not do it; our choice.
  static let freezeRetry = Duration.seconds(60)
}

extension Hazard {
  /// The hazard as a condition of a decision to freeze.
  package var condition: Condition {
    switch self {
    case .fileLock(let path, _): Condition(.fileLock, holds: false, subject: path)
    case .controllingTerminal(let name):
      Condition(.controllingTerminal, holds: false, subject: name)
    case .sessionLeader(let pid):
      Condition(.sessionLeader, holds: false, subject: "process \(pid)")
    case .callersShell(let pid): Condition(.callersShell, holds: false, subject: "process \(pid)")
    case .displayServer(let socket): Condition(.displayServer, holds: false, subject: socket)
    case .busName(let name, _): Condition(.busCall, holds: false, subject: name)
    case .servedSocket(let name, _): Condition(.waitingPeer, holds: false, subject: name)
    // As of any other push: whatever the program does with it has the time of one.
    case .pushMessage: Condition(.wake, holds: false, subject: WakeReason.visiblePush.rawValue)
    case .inputGrab: Condition(.inputGrab, holds: false)
    case .hasFocus: Condition(.focused, holds: false)
    case .isUnderPointer: Condition(.underPointer, holds: false)
    case .hasStatusItem: Condition(.statusItem, holds: false)
    }
  }

  var isFileLock: Bool {
    if case .fileLock = self { true } else { false }
  }

  var isServedSocket: Bool {
    if case .servedSocket = self { true } else { false }
  }

  /// Whether freezing is out of the question while it lasts.
  ///
  /// False for a lock without waiters, a name without callers, and a socket without waiting peers: they are watched.
  package var forbidsFreezing: Bool {
    switch self {
    case .fileLock(_, let hasWaiters): hasWaiters
    case .busName(_, let hasCaller): hasCaller
    case .servedSocket(_, let hasWaiters): hasWaiters
    case .controllingTerminal, .sessionLeader, .callersShell, .displayServer, .inputGrab,
      .hasFocus, .isUnderPointer, .hasStatusItem, .pushMessage:
      true
    }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension Suspension.LockWatch {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("interval")
    interval.write(to: &writer)
    writer.key("nextAt")
    nextAt.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("interval")
    interval = try Duration(from: &reader)
    try reader.key("nextAt")
    nextAt = try Instant(from: &reader)
    try reader.endObject()
  }
}
