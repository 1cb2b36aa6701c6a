package import TorporModel

/// The time that a suspended app has to save its state before it is ended for its memory, because it asked for it
/// (docs/decisions/0053).
///
/// It owns since when that is, and what has come of it; that it ends is for the deadline of the process.
package struct SavingTime: Hashable, Sendable, Saved {
  private var beganAt: Instant
  /// Whether a daemon was restarted meanwhile, from which on it counts; `nil`: none was.
  private var isBegunAgain: Bool?
  /// How it ended; `nil`: it has not.
  private var outcome: Outcome?

  fileprivate struct Outcome: Hashable, Saved {
    let length: Duration
    let isFinished: Bool
  }

  init(at now: Instant) { beganAt = now }

  var isUnderWay: Bool { outcome == nil }

  /// What the app's next process is told of it.
  var result: TerminationSave { outcome?.isFinished == true ? .finished : .unfinished }

  /// The app says that it has saved.
  mutating func finish(at now: Instant) { end(at: now, isFinished: true) }

  /// It has had its time, or has ended.
  mutating func stop(at now: Instant) { end(at: now, isFinished: false) }

  private mutating func end(at now: Instant, isFinished: Bool) {
    guard isUnderWay else { return }
    outcome = Outcome(length: max(.zero, now - beganAt), isFinished: isFinished)
  }

  /// A new daemon does not know whether the app has heard of it.
  mutating func beginAgain(at now: Instant) {
    guard isUnderWay else { return }
    beganAt = now
    isBegunAgain = true
  }

  /// The machine slept meanwhile, and the app with it.
  mutating func slept(for length: Duration) {
    if isUnderWay { beganAt = beganAt + length }
  }

  /// What came of it, for the ledger.
  func condition(at now: Instant) -> Condition {
    let milliseconds = (outcome?.length ?? max(.zero, now - beganAt)).nanoseconds / 1_000_000
    let length = "\(milliseconds) ms"
    return Condition(
      .stateSaved,
      holds: result == .finished,
      subject: isBegunAgain == true ? length + " after a restart of the daemon" : length
    )
  }
}

extension SavingTime {
  /// How many apps may save at the same time: 2.
  ///
  /// Each takes memory when it is thawed, and there is little left; each waits for the same disk. Our choice.
  package static let countMax = 2
}

extension AppRecord {
  /// Whether it has time to save before it is ended for its memory.
  package var isSaving: Bool { !process.isKilled && facts.savingTime?.isUnderWay == true }

  /// Wakes the suspended app, once and for no longer than `Callback.saveLimit`, so that it saves; then it is ended.
  mutating func saveAndEnd(because causes: [Condition], in turn: inout Turn) {
    let reason = WakeReason.terminationSave
    let deadline = turn.now + Callback.saveLimit
    facts.savingTime = SavingTime(at: turn.now)
    usage.noteWake(reason)
    apply(
      .saveOrdered(.jetsam, deadline: deadline),
      in: &turn,
      because: [Condition(.wake, since: turn.now, subject: reason.rawValue)]
    )
    causeOfEnd = causes
    turn.record(
      .wake(reason),
      of: identifier,
      launch: process.launch,
      because: [Condition(.budget, until: deadline)]
    )
  }

  /// The process has ended while it had time to save, before it was killed.
  ///
  /// An app has finished if it ends without an error; a program that only gets SIGTERM, if it dealt with the signal.
  mutating func savingExited(_ status: ExitStatus, at now: Instant) {
    guard isSaving else { return }
    if case .exited(let status) = status, status == 0 || !facts.speaks {
      facts.savingTime?.finish(at: now)
    } else {
      facts.savingTime?.stop(at: now)
    }
  }
}

extension Device {
  /// Whether the app has asked for time to save before it is ended for its memory.
  func asksToSave(_ app: AppIdentifier) -> Bool {
    apps.slot(of: app).flatMap { slot in
      apps.read(slot: slot) { $0.manifest.savesBeforeTermination }
    } == true
  }

  /// Why there is no time for that now; `nil`: there is.
  ///
  /// An app that runs takes memory: what it writes, and what of its own memory stands in swap. That must be there
  /// without a wait, or the end that should give memory back would cost others theirs.
  func obstacleToSaving(of app: AppIdentifier, _ judgment: MemoryJudgment) -> Condition? {
    let swappedBytes =
      apps.slot(of: app).flatMap { slot in apps.read(slot: slot) { $0.paging.freedBytes } } ?? 0
    let spareBytes = -judgment.missingBytes(to: MemoryJudgment.shortestPermille)
    let savingCount = apps.slotRange.count { slot in
      apps.read(slot: slot) { $0.isSaving } == true
    }
    let obstacle: String? =
      if judgment.isKernelKilling {
        "the kernel is killing processes for memory"
      } else if judgment.isShortest {
        "memory is almost used up"
      } else if swappedBytes > spareBytes {
        "\(swappedBytes / bytesInMegabyte) MB of it are in swap, and there is no room for them"
      } else if savingCount >= SavingTime.countMax {
        "\(savingCount) others are saving"
      } else {
        nil
      }
    return obstacle.map { Condition(.noTimeToSave, holds: false, subject: $0) }
  }
}

private let bytesInMegabyte: Int64 = 1_000_000

extension Callback {
  /// Whether the app is ended when it has returned from it.
  package var endsApp: Bool { self == .willTerminate || self == .willTerminateForMemory }

  /// Whether it is the first of a process.
  var isLaunch: Bool { if case .didFinishLaunching = self { true } else { false } }
}

// MARK: - Saved, written by scripts/generate-saved

extension SavingTime {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("beganAt")
    beganAt.write(to: &writer)
    if let isBegunAgain {
      writer.key("isBegunAgain")
      isBegunAgain.write(to: &writer)
    }
    if let outcome {
      writer.key("outcome")
      outcome.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("beganAt")
    beganAt = try Instant(from: &reader)
    isBegunAgain = try reader.hasKey("isBegunAgain") ? Bool(from: &reader) : nil
    outcome = try reader.hasKey("outcome") ? SavingTime.Outcome(from: &reader) : nil
    try reader.endObject()
  }
}

extension SavingTime.Outcome {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isFinished")
    isFinished.write(to: &writer)
    writer.key("length")
    length.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isFinished")
    isFinished = try Bool(from: &reader)
    try reader.key("length")
    length = try Duration(from: &reader)
    try reader.endObject()
  }
}
