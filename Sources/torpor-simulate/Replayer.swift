import Glibc
import TorporSimulator
import TorporText
import TorporWire

/// Replays a recording, and shows what came of it.
struct Replayer {
  let options: ReplayOptions

  /// Replays; returns the exit status: 0 the same policy decides the same, 1 it does not.
  ///
  /// - Throws: `ReplayFailure`.
  func replay() throws -> Int32 {
    guard options.files.count == 1 else {
      throw Options.Mistake(sentence: "Give one recording. \(ReplayOptions.usage)")
    }
    ReplayTrap.arm(options.files[0])
    var replay = Replay(try RecordingSource(options.files[0]))
    replay.changes = options.changes
    replay.rowsMax = options.rowsMax
    let progress = WorkProgress("Replaying")
    replay.progress = { permille, line in
      ReplayTrap.reach(line)
      progress.show(permille)
    }
    let report = try replay.run()
    progress.end()
    if options.isJSON {
      Output.show(report.json, .withoutDaemon)
    } else {
      Output.show(ReplayText(report, clock: .withoutDaemon).lines)
    }
    return report.exact.isExact ? 0 : 1
  }
}

/// How much of the work is done, on standard error, where it takes longer than a second and a person sees it.
final class WorkProgress {
  private let verb: String
  private let begun = WorkProgress.milliseconds()
  private var isShown = false
  private var shown = -1
  private let isSeen = Output.isErrorSeen

  /// When a person begins to wonder: 1 s.
  private static let patienceMilliseconds: Int64 = 1000

  init(_ verb: String) { self.verb = verb }

  func show(_ permille: Int) {
    let percent = min(100, permille / 10)
    guard isSeen, percent != shown, Self.milliseconds() - begun > Self.patienceMilliseconds else {
      return
    }
    shown = percent
    isShown = true
    // Over what it said before (ECMA-48: CR, EL).
    put("\r\(verb): \(percent) %\u{1b}[K")
  }

  func end() { if isShown { put("\r\u{1b}[K") } }

  private func put(_ text: String) {
    Output.passError(text)
  }

  private static func milliseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
