package import TorporModel

/// The time that a suspended app has to save its state before it is ended for its memory, because it
/// requested it (docs/decisions/0053).
///
/// It owns its beginning and its outcome; the deadline of the process ends it.
package struct SavingTime: Hashable, Sendable, Saved {
  private var beganAt: Instant
  /// Whether a daemon was restarted meanwhile, from which on it counts; `nil`: none was.
  private var isBegunAgain: Bool?
  /// The memory written to swap that may return while it saves, in bytes; `nil`: none.
  let swappedBytes: Int64?
  /// How it ended; `nil`: it has not.
  private var outcome: Outcome?

  fileprivate struct Outcome: Hashable, Saved {
    /// `nil`: no daemon was there to measure it.
    let length: Duration?
    let isFinished: Bool
    /// Whether its end was not observed; `nil`: it was.
    let isUnseen: Bool?
  }

  init(at now: Instant, swappedBytes: Int64) {
    beganAt = now
    self.swappedBytes = swappedBytes > 0 ? swappedBytes : nil
  }

  private var isUnderWay: Bool { outcome == nil }

  /// The result reported to the app's next process.
  var result: TerminationSave { outcome?.isFinished == true ? .finished : .unfinished }

  /// Handles the app's report that it has saved.
  mutating func finish(at now: Instant) { end(at: now, isFinished: true) }

  /// Handles the end of its time, or of the process.
  mutating func stop(at now: Instant) { end(at: now, isFinished: false) }

  private mutating func end(at now: Instant, isFinished: Bool) {
    guard isUnderWay else { return }
    outcome = Outcome(length: max(.zero, now - beganAt), isFinished: isFinished, isUnseen: nil)
  }

  /// It has ended while no daemon was there; `isFinished`, as far as it is known; `nil`: it is not.
  mutating func endedUnwatched(isFinished: Bool?) {
    guard isUnderWay else { return }
    outcome = Outcome(
      length: nil,
      isFinished: isFinished == true,
      isUnseen: isFinished == nil ? true : nil
    )
  }

  /// Restarts the time, because a new daemon does not know whether the app was notified.
  mutating func beginAgain(at now: Instant) {
    guard isUnderWay else { return }
    beganAt = now
    isBegunAgain = true
  }

  /// The machine slept meanwhile, and the app with it.
  mutating func slept(for length: Duration) {
    if isUnderWay { beganAt = beganAt + length }
  }

  /// Returns the outcome, for the ledger.
  func condition(at now: Instant) -> Condition {
    Condition(.stateSaved, holds: result == .finished, subject: length(at: now))
  }

  /// How long it took, as far as a daemon was there to see it.
  private func length(at now: Instant) -> String {
    if outcome?.isUnseen == true { return "its end was not seen" }
    if let outcome, outcome.length == nil { return "while the daemon was not running" }
    let length = outcome?.length ?? max(.zero, now - beganAt)
    let text = "\(length.nanoseconds / 1_000_000) ms"
    return isBegunAgain == true ? text + " after a restart of the daemon" : text
  }
}

extension SavingTime {
  /// How many apps may save at the same time: 2.
  ///
  /// Each needs memory when it is thawed, and little is left; all wait for the same disk. Our choice.
  package static let countMax = 2
}

extension AppRecord {
  /// Whether it has time to save before it is ended for its memory: until it is killed, or all of it has ended.
  package var isSaving: Bool {
    if case .terminating = process.state { facts.savingTime != nil } else { false }
  }

  /// Wakes the suspended app, once and for no longer than `Callback.saveLimit`, so that it saves; then it is ended.
  mutating func saveAndEnd(because causes: [Condition], in turn: inout Turn) {
    let reason = WakeReason.terminationSave
    let deadline = turn.now + Callback.saveLimit
    facts.savingTime = SavingTime(at: turn.now, swappedBytes: paging.freedBytes)
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

  /// All of it has ended while it had time to save, before it was killed; `isWatched`: a daemon was there.
  ///
  /// An app has finished if it ends without an error; a program that only gets SIGTERM, if it handled
  /// the signal. For processes that outlived their command, the end is unknown.
  mutating func savingExited(_ status: ExitStatus, isWatched: Bool = true, at now: Instant) {
    guard isSaving else { return }
    let isFinished: Bool? =
      switch status {
      case .exited(let status): facts.commandEnd == nil && (status == 0 || !facts.speaks)
      case .unknown: nil
      case .signalled, .outOfMemory, .notStarted, .notInFolder: false
      }
    if !isWatched {
      facts.savingTime?.endedUnwatched(isFinished: isFinished)
    } else if isFinished == true {
      facts.savingTime?.finish(at: now)
    } else {
      facts.savingTime?.stop(at: now)
    }
  }
}

extension MemoryVictim {
  /// Returns whether the app requests time to save before it is ended for its memory.
  func asksToSave(by apps: AppTable) -> Bool {
    apps.slot(of: app).flatMap { slot in
      apps.read(slot: slot) { $0.manifest.savesBeforeTermination }
    } == true
  }
}

extension MemoryJudgment {
  /// Returns the reason why there is no time for that now; `nil`: there is.
  ///
  /// A running app needs memory: for what it writes, and for memory of it and of other saving apps
  /// that the daemon wrote to swap. It must be available without a wait, or the end that should
  /// release memory would take memory from others. Memory that the kernel wrote to swap by itself is
  /// not known here.
  func obstacleToSaving(of app: AppIdentifier, among apps: AppTable) -> Condition? {
    let swappedBytes =
      apps.slot(of: app).flatMap { slot in apps.read(slot: slot) { $0.paging.freedBytes } } ?? 0
    var spareBytes = -missingBytes(to: MemoryJudgment.shortestPermille)
    var savingCount = 0
    for slot in apps.slotRange {
      let swapped = apps.read(slot: slot) { record in
        record.isSaving ? record.facts.savingTime?.swappedBytes ?? 0 : nil
      }
      guard let bytes = swapped ?? nil else { continue }
      savingCount += 1
      spareBytes -= bytes
    }
    let obstacle: String? =
      if isKernelKilling {
        "the kernel is killing processes for memory"
      } else if isShortest {
        "memory is almost used up"
      } else if swappedBytes > max(0, spareBytes) {
        "\(swappedBytes / bytesInMegabyte) MB of it were written to swap, and there is no room for them"
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
    if let swappedBytes {
      writer.key("swappedBytes")
      swappedBytes.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("beganAt")
    beganAt = try Instant(from: &reader)
    isBegunAgain = try reader.hasKey("isBegunAgain") ? Bool(from: &reader) : nil
    outcome = try reader.hasKey("outcome") ? SavingTime.Outcome(from: &reader) : nil
    swappedBytes = try reader.hasKey("swappedBytes") ? Int64(from: &reader) : nil
    try reader.endObject()
  }
}

extension SavingTime.Outcome {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isFinished")
    isFinished.write(to: &writer)
    if let isUnseen {
      writer.key("isUnseen")
      isUnseen.write(to: &writer)
    }
    if let length {
      writer.key("length")
      length.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isFinished")
    isFinished = try Bool(from: &reader)
    isUnseen = try reader.hasKey("isUnseen") ? Bool(from: &reader) : nil
    length = try reader.hasKey("length") ? Duration(from: &reader) : nil
    try reader.endObject()
  }
}
