import Glibc
import Testing
import TorporCore
import TorporModel
import TorporText
import TorporWire

@testable import TorporSimulator

/// Recordings of earlier builds, made by `scripts/golden-recording`.
@Suite("A recording of an earlier build")
struct GoldenRecordingTests {
  static let files: [String] = {
    let here = #filePath.split(separator: "/").map(String.init)
    let golden = "/" + here.dropLast(3).joined(separator: "/") + "/Golden"
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(golden + "/recording-*.jsonl", 0, nil, &found) == 0 else {
      return ["there is none in Tests/Golden"]
    }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }()

  @Test(
    "is read to its end, with everything that was recorded and over the deaths of its daemons",
    arguments: files
  )
  func isRead(_ file: String) throws {
    let exact = try Replay(try RecordingSource(file)).run().exact
    #expect(exact.endCause == .stopped)
    #expect(exact.gapCount == 0)
    #expect(exact.inputCount > 80 && exact.decisionCount > 50)
    let reader = try #require(AppIdentifier("golden.reader"))
    let record = try #require(exact.device?.apps[reader])
    #expect(record.manifest.name == "Reader")
    #expect(record.settings.backgroundRefresh == .wifi && record.settings.wifiOnly == true)
    #expect(exact.device?.jobs.records.count == 5)
    #expect(exact.firstDevice?.apps.slot(of: reader) == nil)
    #expect(exact.appsSeen.contains(reader))
  }

  @Test("can be replayed without an app and under another policy", arguments: files)
  func isCompared(_ file: String) throws {
    var replay = Replay(try RecordingSource(file))
    replay.changes.without = ["golden.reader"]
    replay.changes.settings = [Control.ChangeSetting(profile: .ios10)]
    replay.changes.words = ["profile=ios10", "no golden.reader"]
    let report = try replay.run()
    let other = try #require(report.other)
    #expect(other.difference.onlyRecorded > 0)
    #expect(ReplayText(report, clock: .withoutDaemon).lines.contains { $0.hasPrefix("wakes ") })
  }
}
