import Glibc
import TorporModel

@testable import TorporSimulator

/// Recordings in files that go with the test.
final class RecordedFile {
  let path: String

  init(_ bytes: [UInt8]) {
    var template = Array("/tmp/torpor-recording-XXXXXX".utf8CString)
    let number = mkstemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      precondition(count > 0)
      rest = rest.dropFirst(count)
    }
    close(number)
  }

  deinit { unlink(path) }

  func source() throws -> RecordingSource { try RecordingSource(path) }

  func replay(_ changes: ReplayChanges = ReplayChanges()) throws -> ReplayReport {
    var replay = Replay(try source())
    replay.changes = changes
    return try replay.run()
  }
}

/// Lives with loads and faults, recorded; each is lived once.
enum RecordedLives {
  static let seeds: [UInt64] = [0, 1, 2, 3, 5, 8, 13, 21]
  private static let lives = Dictionary(
    uniqueKeysWithValues: seeds.map { ($0, SeedRun(seed: $0, isRecorded: true).recording) }
  )

  static func file(_ seed: UInt64) -> RecordedFile { RecordedFile(lives[seed] ?? []) }
}
