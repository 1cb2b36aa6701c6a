import Glibc
import TorporPosix
import TorporSimulator
import TorporText
import TorporWire

/// Replays a recording, or writes it again without names, and shows what came of it.
struct Replayer {
  let options: ReplayOptions

  /// Replays; returns the exit status: 0 the same policy decides the same, 1 it does not.
  ///
  /// - Throws: `ReplayFailure`.
  func replay() throws -> Int32 {
    guard options.files.count == 1 else {
      throw Options.Mistake(sentence: "Name one recording. \(ReplayOptions.usage)")
    }
    var replay = Replay(try RecordingSource(options.files[0]))
    replay.changes = options.changes
    replay.rowsMax = options.rowsMax
    let progress = WorkProgress("Replaying")
    replay.progress = progress.show
    let report = try replay.run()
    progress.end()
    if options.isJSON {
      Output.show(report.json, .withoutDaemon)
    } else {
      Output.show(ReplayText(report, clock: .withoutDaemon).lines)
    }
    return report.exact.isExact ? 0 : 1
  }

  /// Writes the first file again as the second, and replays what was written.
  ///
  /// - Throws: `ReplayFailure`, or `SystemError` where it cannot be written.
  func trim() throws -> Int32 {
    guard options.files.count == 2 else {
      throw Options.Mistake(sentence: "Name a recording, and the file to write.")
    }
    let (from, to) = (options.files[0], options.files[1])
    var trimmer = RecordingTrimmer(try RecordingSource(from))
    let progress = WorkProgress("Exporting")
    trimmer.progress = progress.show
    let draft = to + "@new"
    let file = try Files.open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
    let number = file.rawValue
    do {
      try trimmer.run { line in
        var rest = line[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else {
            throw SystemError(operation: "write to", subject: to, code: errno)
          }
          rest = rest.dropFirst(count)
        }
      }
      guard rename(draft, to) == 0 else {
        throw SystemError(operation: "write", subject: to, code: errno)
      }
    } catch {
      unlink(draft)
      throw error
    }
    _ = consume file
    progress.end()
    let exact = try Replay(try RecordingSource(to)).run().exact
    var lines = [
      "Wrote \(to), \(exact.inputCount) inputs with their \(exact.decisionCount) decisions, without names."
    ]
    if exact.departureCount > 0 {
      lines.append(
        "\(exact.departureCount) of the decisions do not result from it: they depend on places, or on the size of what "
          + "pushes carried."
      )
    }
    if exact.isExact { lines.append("Replayed, it decides what was recorded.") }
    lines.append("It is text: read it before you give it away.")
    Output.show(lines)
    return 0
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
