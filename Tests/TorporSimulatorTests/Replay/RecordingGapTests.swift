import Glibc
import Testing
import TorporCore
import TorporDaemon
import TorporModel
import TorporText

@testable import TorporSimulator

@Suite("What is missing in a recording")
struct RecordingGapTests {
  private static let whole = SeedRun(seed: 1, isRecorded: true).recording

  private func lines(ended: Bool = true) -> [String] {
    var lines = String(decoding: Self.whole, as: UTF8.self).split(separator: "\n").map(String.init)
    if ended, let last = sequence(of: lines[lines.count - 1]) {
      lines.append(
        #"{"end":{"at":\#(Self.end),"because":"stopped","missesInputs":false,"sequence":\#(last),"wallNanoseconds":0}}"#
      )
    }
    return lines
  }

  private static let end = 3_600_000_000_000

  private func sequence(of line: String) -> Int? {
    line.firstMatch(of: #/"sequence":([0-9]+)(,"wallNanoseconds":[0-9]+)?\}\}$/#).flatMap {
      Int($0.1)
    }
  }

  private func replay(_ lines: [String]) throws -> (ExactReplay, text: [String]) {
    let report = try RecordedFile(Array((lines.joined(separator: "\n") + "\n").utf8)).replay()
    return (report.exact, ReplayText(report, clock: .withoutDaemon).lines)
  }

  private func turns(_ lines: [String]) -> [Int] {
    lines.indices.filter { lines[$0].hasPrefix("{\"turn\"") }
  }

  private let oneOpenGap =
    "Lines are missing in 1 place, and the state of the device at that point is unknown: the file was edited "
    + "or damaged. Differences after it may be due to that."

  @Test("where a turn is missing in the middle, nothing says how the device stood")
  func missingTurn() throws {
    var lines = lines()
    let (whole, _) = try replay(lines)
    #expect(whole.openGapCount == 0)
    lines.remove(at: turns(lines)[turns(lines).count / 2])
    let (exact, text) = try replay(lines)
    #expect(exact.openGapCount == 1 && exact.bridgedGapCount == whole.bridgedGapCount)
    #expect(text.contains(oneOpenGap))
  }

  @Test("turns that are missing before the end are missed by the number of the end")
  func missingLastTurns() throws {
    var lines = lines()
    let end = lines.removeLast()
    while !lines[lines.count - 1].hasPrefix("{\"turn\"") { lines.removeLast() }
    lines.removeLast()
    let (exact, text) = try replay(lines + [end])
    #expect(exact.openGapCount == 1)
    #expect(text.contains(oneOpenGap))
  }

  @Test("a check of another input than the last one is a gap, and is not compared")
  func checkAhead() throws {
    var lines = lines(ended: false)
    let (whole, _) = try replay(lines)
    let last = try #require(turns(lines).last)
    lines = Array(lines[...last])
    let number = try #require(sequence(of: lines[last]))
    lines.append(#"{"check":{"digest":"0","format":12,"sequence":\#(number + 3)}}"#)
    let (exact, _) = try replay(lines)
    #expect(exact.openGapCount == 1)
    #expect(exact.checkCount == exact.equalCheckCount && whole.checkCount >= exact.checkCount)
  }

  @Test("an end that misses inputs says so, and nothing departs for it")
  func missingAtTheEnd() throws {
    var lines = lines()
    lines[lines.count - 1] = lines[lines.count - 1]
      .replacing("\"missesInputs\":false", with: "\"missesInputs\":true")
    let (exact, text) = try replay(lines)
    #expect(exact.missesInputsAtEnd && exact.openGapCount == 0 && exact.isExact)
    #expect(
      text.contains("Inputs are missing before its end.")
    )
  }

  @Test(
    "inputs behind which the device was recorded are missing in a place, and it continues there"
  )
  func bridged() throws {
    var lines = lines()
    let state = try #require(lines.first { $0.hasPrefix("{\"state\"") })
    let number = try #require(sequence(of: state))
    let later = state.replacing(
      #/"sequence":[0-9]+,"wallNanoseconds":([0-9]+)\}\}$/#,
      with: { #""sequence":\#(number + 90_000),"wallNanoseconds":\#($0.1)}}"# }
    )
    lines.removeLast()
    let (before, _) = try replay(lines)
    let (exact, text) = try replay(lines + [later])
    #expect(exact.bridgedGapCount == before.bridgedGapCount + 1 && exact.openGapCount == 0)
    #expect(
      text.contains { $0.hasSuffix(": the device continues there as it stood.") }
    )
  }

  @Test("members that a line has and this build does not know are passed over")
  func unknownMembers() throws {
    let lines = lines()
    let (whole, _) = try replay(lines)
    let more = lines.map { line in
      let kind = line.prefix { $0 != ":" }
      return line.replacing(
        "\(kind):{",
        with: "\(kind):{\"aNew\":[{\"member\":1.5}],",
        maxReplacements: 1
      )
    }
    let (exact, _) = try replay(more)
    #expect(exact.inputCount == whole.inputCount && exact.decisionCount == whole.decisionCount)
    #expect(exact.isExact && exact.gapCount == whole.gapCount && exact.endCause == .stopped)
  }

  // MARK: What no daemon writes

  private func refusal(_ lines: [String]) -> String {
    let failure = #expect(throws: ReplayFailure.self) { _ = try replay(lines) }
    return (failure?.sentence ?? "").replacing(#/'/tmp/[^']*'/#, with: "FILE")
  }

  @Test(
    "a time that is not within the days of a recording is refused",
    arguments: [-1, 12 * 86_400_000_000_000]
  )
  func implausibleTime(nanoseconds: Int) throws {
    var lines = lines()
    let turn = turns(lines)[0]
    lines[turn] = lines[turn].replacing(#/"at":[0-9]+,/#, maxReplacements: 1) { _ in
      "\"at\":\(nanoseconds),"
    }
    #expect(
      refusal(lines)
        == "FILE is damaged at line \(turn + 1): its time is not one of the days after the first line. What comes before "
        + "it can be used: `head -n \(turn)`."
    )
  }

  @Test(
    "a first line with numbers that no daemon writes, a second one, and turns before a device are refused"
  )
  func wrongOrder() throws {
    let lines = lines()
    let wild = lines[0].replacing(#/"daysMax":[0-9]+/#, with: "\"daysMax\":9000")
    #expect(
      refusal([wild])
        == "FILE is not a recording: its first line has numbers that no daemon writes. `torpor record start` begins one."
    )
    #expect(refusal(Array(lines[..<2]) + [lines[0]]).contains("line 3: it begins a second time."))
    #expect(refusal([lines[0], lines[turns(lines)[0]]]).contains("line 2: no state comes first."))
  }

  @Test("a pipe and a folder are no recordings, and are not waited for")
  func pipe() throws {
    let file = RecordedFile([])
    let path = file.path + ".pipe"
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    for path in [path, "/tmp"] {
      let failure = #expect(throws: ReplayFailure.self) { _ = try RecordingSource(path) }
      #expect(failure?.sentence.hasPrefix("'\(path)' cannot be read: it is not a file.") == true)
    }
  }

  @Test("a line without an end is read to 64 MiB and no further")
  func longLine() throws {
    let file = RecordedFile(Array((lines()[0] + "\n").utf8))
    try #require(truncate(file.path, 70 << 20) == 0)
    let failure = #expect(throws: ReplayFailure.self) { _ = try file.replay() }
    #expect(
      failure?.sentence.hasSuffix(
        "is damaged at line 2: it is longer than 64 MiB, as no line of a recording is."
      ) == true
    )
  }
}
