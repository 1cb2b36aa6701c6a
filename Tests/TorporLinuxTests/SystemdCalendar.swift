import Glibc
import Testing
import TorporModel
import TorporPosix

/// What `systemd-analyze calendar` says; many expressions in one call.
struct SystemdCalendar {
  /// The normalised form, and seconds since 1970 of the next moments; `nil` when it refuses.
  struct Answer: Equatable {
    let normalised: String
    let moments: [Int]
    /// Whether it allows the expression and then fails to find the next moment: systemd 252 says
    /// "Resource deadlock avoided" after months like 05/6, which lead it over the end of the year.
    var gaveUp = false
  }

  static let path = "/usr/bin/systemd-analyze"

  /// Whether it is here; the reason is printed where it is not.
  static let isAvailable: Bool = {
    if Files.exists(path) { return true }
    print("skipped: \(path) is not installed (Debian has it in the package systemd)")
    return false
  }()

  let localZone: String

  /// Its answers, in the order of the expressions.
  func answers(to expressions: [String], after base: Int, iterations: Int) throws -> [Answer?] {
    let folder = try TemporaryFolder()
    let text = try run(expressions, after: base, iterations: iterations, in: folder)
    // An empty line stands between any two answers, also where one was refused.
    var blocks: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(line) }
    }
    blocks.removeLast()
    let errors = try Files.read(folder.path + "/errors")
    try #require(blocks.count >= expressions.count - 1, "\(blocks.count) answers: \(errors)")
    // The last line end of a refused last expression is missing.
    while blocks.count < expressions.count { blocks.append([]) }
    return try zip(blocks, expressions).map { block, expression in
      guard block.isEmpty else { return try answer(block) }
      guard errors.contains("Failed to determine next elapse for '\(expression)'") else {
        return nil
      }
      return Answer(normalised: "", moments: [], gaveUp: true)
    }
  }

  private func answer(_ lines: [Substring]) throws -> Answer {
    var normalised = ""
    var moments: [Int] = []
    for line in lines {
      let parts = line.split(separator: ": ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = parts[0].drop(while: \.isWhitespace)
      if name == "Normalized form" { normalised = String(parts[1]) }
      // Local time, and below it UTC, unless they are the same: in a zone at no distance from UTC, which may
      // have another name ("+00").
      if parts[1] == "never" {
        continue
      } else if name == "Next elapse" || name.hasPrefix("Iter. #") {
        moments.append(try seconds(parts[1]))
      } else if name == "(in UTC)", !moments.isEmpty {
        moments[moments.count - 1] = try seconds(parts[1])
      }
    }
    return Answer(normalised: normalised, moments: moments)
  }

  /// Seconds since 1970 of "Thu 2026-01-01 00:15:00 UTC".
  private func seconds(_ text: Substring) throws -> Int {
    let numbers = text.split { " -:".contains($0) }.compactMap { Int($0) }
    try #require(numbers.count >= 6, "\(text)")
    let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
    return day.daysSince1970 * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
  }

  private func run(
    _ expressions: [String],
    after base: Int,
    iterations: Int,
    in folder: TemporaryFolder
  ) throws -> String {
    let script = """
      exec \(SystemdCalendar.path) calendar --base-time=@\(base) --iterations=\(iterations) -- "$@" \
      >\(folder.path)/answers 2>\(folder.path)/errors
      """
    let start = ProcessStart(
      executable: "/bin/sh",
      arguments: ["sh", "-c", script, "sh"] + expressions,
      environment: ["PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=:\(localZone)"],
      workingDirectory: "/"
    )
    let started = try start.start(
      standardDescriptors: (0, 1, 2),
      inheritedDescriptor: nil,
      groupDirectory: nil
    ).take()
    defer { close(started.status) }
    // It ends with an error if it refused any.
    for _ in 0..<60_000 {
      if case .ended = started.process.end() {
        return try Files.read(folder.path + "/answers")
      }
      usleep(1000)
    }
    kill(started.processID, SIGKILL)
    throw SystemError(operation: "wait for", subject: SystemdCalendar.path, code: ETIMEDOUT)
  }
}
