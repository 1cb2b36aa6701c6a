import Testing
import TorporCore
import TorporDaemon
import TorporModel
import TorporText
import TorporWire

@testable import TorporSimulator

/// The same at every run.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}

extension RecordedFile {
  /// The exported bytes, what came of it, and what was replaced.
  func exported(
    seed: UInt64 = 1
  ) throws -> (bytes: [UInt8], report: ExportReport, pseudonyms: Pseudonyms) {
    var random = SeededNumbers(state: seed)
    var export = RecordingExport(try source(), using: &random)
    var bytes: [UInt8] = []
    let report = try export.run { bytes += $0 }
    return (bytes, report, export.pseudonyms)
  }
}

@Suite("An exported recording")
struct ExportTests {
  /// Every text of a file, as JSON writes it.
  private func texts(_ bytes: [UInt8]) throws -> Set<String> {
    var found: Set<String> = []
    func look(_ json: JSON) {
      if let text = json.text { found.insert(text) }
      for element in json.elements ?? [] { look(element) }
      if case .object(let members) = json { for member in members { look(member.value) } }
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) { look(try JSON(parsing: Array(line))) }
    return found
  }

  /// The texts that came in from outside, and those of the apps that were there before.
  private func given(_ file: RecordedFile) throws -> Set<String> {
    var found: Set<String> = []
    let source = try file.source()
    while let line = try source.next() {
      switch line {
      case .turn(let turn): found.formUnion(try texts(try SavedCodec.encode(turn.inputs)))
      case .state(let state):
        for app in state.device.apps.records {
          found.formUnion(try texts(try SavedCodec.encode(app.manifest)))
        }
      case .header, .check, .end: break
      }
    }
    return found
  }

  @Test(
    "has none of the original's texts, and a replay decides, wakes, uses and spends the same",
    arguments: RecordedLives.seeds
  )
  func lives(seed: UInt64) throws {
    let file = RecordedLives.file(seed)
    let (bytes, report, pseudonyms) = try file.exported()
    #expect(pseudonyms.originals.count > 20)
    // What is a word of the vocabulary as well says nothing, wherever it stands.
    let words = Set(
      try ExportedFieldTests.golden("shape.txt")
        .flatMap { line in
          (line.split { !$0.isLetter && !$0.isNumber } + line.split(separator: " ")).map(
            String.init
          )
        }
    )
    // The subjects of reasons that the policy itself words (`errno 16`, `152 MB`) are worded again by the device without
    // names: nothing of them comes from the original.
    let own = Set(try given(file))
    let left = try texts(bytes).intersection(pseudonyms.originals).intersection(own)
      .subtracting(words)
    #expect(left == [])
    #expect(report.changedCount == 0, "\(ExportText(report, path: "x", bytes: 0).lines)")
    try compare(file, RecordedFile(bytes), pseudonyms)
  }

  @Test("of an earlier build as well", arguments: GoldenRecordingTests.files)
  func golden(path: String) throws {
    var random = SeededNumbers(state: 5)
    var export = RecordingExport(try RecordingSource(path), using: &random)
    var bytes: [UInt8] = []
    let report = try export.run { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(report.changedCount == 0)
    #expect(report.apps.contains { $0.identifier == "golden.reader" })
    // Names, titles, commands and folders that the recording has.
    for name in ["golden", "Reader", "exit 0", "/tmp"] {
      #expect(!text.contains(name), "'\(name)' is in the export")
    }
    let exact = try Replay(try RecordedFile(bytes).source()).run().exact
    #expect(exact.gapCount == 0 && exact.endCause == .stopped)
    #expect(exact.inputCount == report.inputCount)
  }

  /// Replays both, under the same policy and without background refresh.
  private func compare(
    _ original: RecordedFile,
    _ exported: RecordedFile,
    _ pseudonyms: Pseudonyms
  ) throws {
    var changes = ReplayChanges()
    changes.settings = [Control.ChangeSetting(backgroundRefresh: .off)]
    changes.words = ["backgroundRefresh=off"]
    let (before, after) = (try original.replay(changes), try exported.replay(changes))
    #expect(before.exact.isExact && after.exact.isExact)
    #expect(after.exact.inputCount == before.exact.inputCount)
    #expect(after.exact.decisionCount == before.exact.decisionCount)
    #expect(after.exact.checkCount == before.exact.checkCount)
    #expect(after.exact.gapCount == before.exact.gapCount)
    let (old, new) = (try #require(before.other), try #require(after.other))
    for (one, other) in [(old.recorded, new.recorded), (old.used, new.used)] {
      #expect(one.removed == other.removed)
      #expect(one.apps.count == other.apps.count)
      for (app, use) in one.apps {
        let name = pseudonyms.pseudonym(of: app.text) ?? app.text
        #expect(other.apps[try #require(AppIdentifier(name))] == use, "\(app.text)")
      }
    }
    let (wakes, others) = (old.difference.wakes, new.difference.wakes)
    #expect(wakes.count == others.count)
    #expect(
      wakes.values.reduce(0) { $0 + $1.recorded } == others.values.reduce(0) { $0 + $1.recorded }
    )
    #expect(wakes.values.reduce(0) { $0 + $1.other } == others.values.reduce(0) { $0 + $1.other })
    #expect(old.difference.recordedCount == new.difference.recordedCount)
  }

  @Test("gets other places at each export, and the same decisions")
  func twice() throws {
    let file = RecordedLives.file(3)
    let (first, second) = (try file.exported(seed: 1).bytes, try file.exported(seed: 2).bytes)
    let again = try file.exported(seed: 1).bytes
    #expect(first == again)
    let (one, other) = (try RecordedFile(first).replay(), try RecordedFile(second).replay())
    #expect(one.exact.decisionCount == other.exact.decisionCount)
  }

  // MARK: What is wrong with the recording

  @Test(
    "of a recording that was cut has everything before that, and an end, so that no daemon continues it"
  )
  func torn() throws {
    let file = RecordedLives.file(2)
    let lines = String(decoding: try bytes(of: file), as: UTF8.self).split(separator: "\n")
    let half = lines.prefix(lines.count / 2).joined(separator: "\n") + "\n"
    let cut = RecordedFile(Array((half + "{\"turn\":{\"at\":12").utf8))
    let (bytes, report, _) = try cut.exported()
    #expect(report.isTorn)
    let exact = try RecordedFile(bytes).replay().exact
    #expect(exact.isExact && exact.endCause == .stopped)
    #expect(exact.inputCount == report.inputCount)
    #expect(
      ExportText(report, path: "x", bytes: bytes.count).lines
        .contains("The last line of the recording was cut off; everything before it was exported.")
    )
  }

  @Test("shows where the recording departs, and only there")
  func departing() throws {
    let file = RecordedLives.file(2)
    var lines = String(decoding: try bytes(of: file), as: UTF8.self).split(separator: "\n")
      .map(String.init)
    let index = try #require(lines.lastIndex { $0.contains("\"freeze\":{}") })
    lines[index] = lines[index].replacing("\"freeze\":{}", with: "\"thaw\":{}", maxReplacements: 1)
    let wrong = RecordedFile(Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(try wrong.replay().exact.departureCount == 1)
    let (bytes, report, _) = try wrong.exported()
    #expect(!report.isExact && report.changedCount == 0)
    #expect(try RecordedFile(bytes).replay().exact.departureCount == 1)
    #expect(
      ExportText(report, path: "x", bytes: 1).lines[1]
        == "A replay of it differs where one of the recording differs."
    )
  }

  @Test("is not begun of what is no recording, or has no device")
  func refusals() throws {
    #expect(throws: ReplayFailure.self) { try RecordedFile(Array("nothing\n".utf8)).exported() }
    let header = String(decoding: try bytes(of: RecordedLives.file(2)), as: UTF8.self)
      .split(separator: "\n")[0]
    let only = RecordedFile(Array((header + "\n").utf8))
    let failure = #expect(throws: ReplayFailure.self) { try only.exported() }
    #expect(
      failure?.sentence
        == "'\(only.path)' contains the beginning of a recording but no device: there is nothing to export."
    )
  }

  @Test("ends with the failure of its file")
  func fullDisk() throws {
    var random = SeededNumbers(state: 1)
    var export = RecordingExport(try RecordedLives.file(2).source(), using: &random)
    let failure = #expect(throws: ReplayFailure.self) {
      try export.run { _ throws(ReplayFailure) in throw ReplayFailure("the disk is full") }
    }
    #expect(failure?.sentence == "the disk is full")
  }

  // MARK: What is printed

  @Test("is described: what was replaced, what was left, and what the apps are called in it")
  func text() throws {
    let (bytes, report, pseudonyms) = try RecordedLives.file(2).exported()
    let lines = ExportText(report, path: "for-others.jsonl", bytes: bytes.count).lines
    #expect(lines[0].hasPrefix("Exported \(report.inputCount) inputs of "))
    #expect(lines[0].hasSuffix(" to for-others.jsonl, \(bytes.count) bytes."))
    #expect(lines[1] == "A replay of it makes the same decisions as one of the recording.")
    #expect(
      lines[3].hasPrefix("Replaced: \(report.textCount) texts (identifiers and names of apps, ")
    )
    #expect(lines[4].hasPrefix("Kept: the times, the time zone, "))
    let app = try #require(report.apps.first)
    #expect(app.pseudonym == pseudonyms.pseudonym(of: app.identifier))
    #expect(lines.contains { $0 == "  \(app.pseudonym)  \(app.identifier)" })
  }

  @Test("says where a name itself decides, and how many places miss inputs")
  func changedText() {
    var report = ExportReport()
    (report.changedCount, report.decisionCount, report.gapCount) = (1, 40, 2)
    let lines = ExportText(report, path: "x", bytes: 1).lines
    #expect(
      lines[1]
        == "Without names, 1 decision of 40 differs: it depends on a name, a text or a place. Say so when you share the file."
    )
    #expect(lines[2] == "Inputs are missing in 2 places of the recording.")
    report.changedCount = 3
    #expect(
      ExportText(report, path: "x", bytes: 1).lines[1].hasPrefix(
        "Without names, 3 decisions of 40 differ: they depend on"
      )
    )
  }

  private func bytes(of file: RecordedFile) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let source = try file.source()
    while let line = try source.next() {
      bytes += try SavedCodec.encode(line) + [UInt8(ascii: "\n")]
    }
    return bytes
  }
}
