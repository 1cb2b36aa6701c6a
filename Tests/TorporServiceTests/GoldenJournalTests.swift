import Glibc
import Testing
import TorporCore
import TorporLinux
import TorporModel
import TorporPosix
import TorporSQLite

@testable import TorporDaemon

/// State folders of earlier builds, each of which was killed with the same things under way;
/// `scripts/golden-journal` says which.
@Suite("A journal of an earlier build")
struct GoldenJournalTests {
  static let builds: [String] = {
    let found = Files.names(in: golden).filter { Files.isFolder("\(golden)/\($0)") }.sorted()
    return found.isEmpty ? ["there is none in Tests/Golden"] : found
  }()

  private static let golden =
    FolderTree.parent(of: FolderTree.parent(of: #filePath)) + "/Golden"

  @Test("opens with everything that was accepted", arguments: builds)
  func opens(_ build: String) throws {
    let folder = try StateFolder(build)
    let journal = try SQLiteJournal(path: folder.journal)
    let device = try #require(try recover(journal))
    let app = try #require(AppIdentifier("golden.reader"))
    let record = try #require(device.apps[app])
    #expect(record.manifest.name == "Reader")
    #expect(record.settings.backgroundRefresh == .wifi)
    #expect(record.settings.location == .always)
    #expect(device.conditions.pageOutAfter == .hours(2))
    #expect(
      record.work.requests.pending.map(\.identifier)
        == ["golden.reader.refresh", "golden.reader.index"]
    )
    #expect(device.notifications[app]?.pending.map(\.notification.identifier) == ["tea"])
    #expect(device.usage.history(of: app)?.countSeen == 4)
    let jobs = device.jobs.records
    #expect(jobs.map(\.name) == ["golden-done", "golden-failed"] + waitingJobs)
    #expect(jobs.filter { $0.state == .waiting }.map(\.name) == waitingJobs)
    #expect(device.transfers.count == 1)
    let transfer = try #require(device.transfers.records.first { _ in true })
    let stored = try #require(try journal.transfers([transfer.transfer])[0])
    #expect(stored.content.url == "https://example.org/a.iso")
    #expect(stored.content.label == "golden")
    let owners = try journal.owners()
    #expect(owners.count == 6)
    for job in jobs {
      let recipe = try #require(try journal.recipe(of: job.app))
      #expect(recipe.environment == ["PATH=/usr/bin:/bin", "GREETING=hello"])
    }
    let decisions = try keeper(journal).decisions(about: app, after: 0, countMax: 1000)
    #expect(!decisions.isEmpty)
  }

  private let waitingJobs = ["golden-nightly", "golden-charged", "golden-after"]

  @Test("is one of this build's from then on, with the same state", arguments: builds)
  func isUpgraded(_ build: String) throws {
    let folder = try StateFolder(build)
    // One after the other: a journal is open in one place at a time.
    let format = try SQLiteJournal(path: folder.journal).load().snapshot?.format
    let before = try recover(try SQLiteJournal(path: folder.journal))
    let journal = try SQLiteJournal(path: folder.journal)
    let (snapshot, entries) = try journal.load()
    #expect(snapshot?.format == JournalFormat.current)
    // Entries of this build's own format stay behind their snapshot.
    #expect(entries.isEmpty == (format != JournalFormat.current))
    #expect(try recover(journal) == before)
  }

  @Test("has records that this build writes as the same bytes, where they are of its format")
  func hasSameBytes() throws {
    var count = 0
    for build in GoldenJournalTests.builds {
      let folder = try StateFolder(build)
      let journal = try SQLiteJournal(path: folder.journal)
      let codec = JournalCodec(path: folder.journal)
      let (snapshot, entries) = try journal.load()
      for entry in entries where entry.format == JournalFormat.current {
        #expect(try codec.bytes(of: try codec.input(from: entry)) == entry.bytes)
        count += 1
      }
      if let snapshot, snapshot.format == JournalFormat.current {
        #expect(try codec.bytes(of: try codec.device(from: snapshot)) == snapshot.bytes)
        count += 1
      }
      for row in try journal.decisions(about: nil, after: 0, countMax: 10_000)
      where row.format == JournalFormat.current {
        #expect(try codec.bytes(of: try codec.decision(from: row)) == row.bytes)
        count += 1
      }
    }
    #expect(count > 0, "no build of format \(JournalFormat.current) has a journal in Tests/Golden")
  }

  @Test(
    "has records that are read in a recording as well, with the same device at its end",
    arguments: builds
  )
  func isReadInARecording(_ build: String) throws {
    let folder = try StateFolder(build)
    let journal = try SQLiteJournal(path: folder.journal)
    let (snapshot, entries) = try journal.load()
    let begin = try #require(snapshot)
    let decisions = try journal.decisions(about: nil, after: 0, countMax: 10_000)
    var reader = RecordingReader()
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    func line(_ kind: String, _ members: String...) throws -> RecordingLine {
      let record = members.joined(separator: ",")
      return try reader.read(Array(#"{"\#(kind)":{\#(record),"wallNanoseconds":0}}"#.utf8))
    }
    _ = try line(
      "header",
      #""at":\#(begin.at.nanoseconds),"build":"\#(build)","bytesMax":1000000,"daysMax":10"#,
      #""format":\#(begin.format),"sequence":\#(begin.sequence),"version":1"#
    )
    let first = try line(
      "state",
      #""at":\#(begin.at.nanoseconds),"device":\#(text(begin.bytes))"#,
      #""format":\#(begin.format),"sequence":\#(begin.sequence)"#
    )
    guard case .state(let state) = first else { throw Wrong(line: first) }
    var device = state.device
    for entry in entries {
      let taken = decisions.filter { $0.at == entry.at && $0.format == entry.format }
      let read = try line(
        "turn",
        #""at":\#(entry.at.nanoseconds)"#,
        #""decisions":[\#(taken.map { text($0.bytes) }.joined(separator: ","))]"#,
        #""format":\#(entry.format),"inputs":[\#(text(entry.bytes))]"#,
        #""sequence":\#(entry.sequence)"#
      )
      guard case .turn(let turn) = read, turn.inputs.count == 1,
        turn.decisions.count == taken.count
      else { throw Wrong(line: read) }
      _ = device.handle(turn.inputs[0], at: turn.at)
    }
    let copy = try StateFolder(build)
    #expect(try recover(try SQLiteJournal(path: copy.journal)) == device)
  }

  private struct Wrong: Error { let line: RecordingLine }

  @Test("has the tables of a new one from then on", arguments: builds)
  func hasTables(_ build: String) throws {
    let folder = try StateFolder(build)
    _ = try recover(try SQLiteJournal(path: folder.journal))
    let fresh = folder.path + "/fresh.sqlite"
    try SQLiteJournal(path: fresh).accept()
    #expect(try tables(in: folder.journal) == tables(in: fresh))
  }

  private func tables(in path: String) throws -> [String] {
    var tables: [String] = []
    try Database(path: path).prepare("SELECT sql FROM sqlite_master ORDER BY name", for: "test")
      .run { tables.append($0.text(0) ?? "") }
    return tables
  }

  @Test("is byte for byte what it was until all of it could be read", arguments: builds)
  func isUnchangedUntilRead(_ build: String) throws {
    let folder = try StateFolder(build)
    let before = try folder.files()
    let journal = try SQLiteJournal(path: folder.journal)
    _ = try journal.load()
    _ = consume journal
    #expect(try folder.files() == before)
  }

  @Test("that cannot be read is named, with the entry and what to do, and stays", arguments: builds)
  func unreadable(_ build: String) throws {
    let folder = try StateFolder(build)
    try {
      let database = try Database(path: folder.journal)
      try database.execute(
        """
        UPDATE journal SET bytes = CAST('{"device":{"event":{"noSuchEvent":{}}}}' AS BLOB)
        WHERE sequence = (SELECT max(sequence) FROM journal)
        """,
        for: "test"
      )
    }()
    let before = try folder.files()
    let last = try SQLiteJournal(path: folder.journal).load().entries.last?.sequence ?? 0
    let failure = #expect(throws: JournalFailure.self) {
      try recover(try SQLiteJournal(path: folder.journal))
    }
    #expect(failure?.operation == "read entry \(last) (format \(folder.format)) of")
    #expect(failure?.path == folder.journal)
    #expect(
      failure?.cause.hasSuffix(
        ". Nothing was changed. Start the build that wrote it, which reads it"
          + (folder.format < 4 ? "" : ", and save what it holds with `torpor export`")
          + "; or move \(folder.path) away to start from the beginning"
      ) == true
    )
    #expect(failure?.cause.hasPrefix("device.event") == true)
    #expect(try folder.files() == before)
  }

  // MARK: Details

  private func keeper(_ journal: SQLiteJournal) -> JournalKeeper {
    JournalKeeper(journal, clock: StoppedClock(), limits: DriverLimits())
  }

  private func recover(_ journal: SQLiteJournal) throws -> Device? {
    try keeper(journal).recover()
  }

  /// A copy of a golden folder, which ends with the test.
  private final class StateFolder {
    let path: String
    var journal: String { path + "/journal.sqlite" }
    let format: Int

    init(_ build: String) throws {
      var template = Array("/tmp/torpor-golden-XXXXXX".utf8CString)
      try #require(mkdtemp(&template) != nil)
      path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let source = "\(golden)/\(build)"
      try StateFolder.copy(source + "/journal.sqlite", to: path + "/journal.sqlite")
      let environments = source + "/environments"
      if Files.isFolder(environments) {
        try Files.makeFolder(path + "/environments", mode: 0o700)
        for name in Files.names(in: environments) {
          try StateFolder.copy("\(environments)/\(name)", to: "\(path)/environments/\(name)")
        }
      }
      let database = try Database(path: path + "/journal.sqlite")
      database.leaveLogAtClose(true)
      var found = 0
      try database.prepare("PRAGMA user_version", for: "test").run { found = Int($0.integer(0)) }
      format = found
      // What the look has left beside it.
      for name in ["-wal", "-shm"] { try? Files.remove(path + "/journal.sqlite" + name) }
    }

    deinit {
      _ = try? FolderTree.emptyTrash(path)
      rmdir(path)
    }

    private static func copy(_ from: String, to path: String) throws {
      let bytes = try bytes(of: from)
      let file = try Files.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      #expect(
        bytes.withUnsafeBytes { write(file.rawValue, $0.baseAddress, $0.count) } == bytes.count
      )
    }

    private static func bytes(of path: String) throws -> [UInt8] {
      let file = try Files.open(path, O_RDONLY)
      var bytes = [UInt8](repeating: 0, count: Int(try Files.facts(of: path).st_size))
      let count = bytes.withUnsafeMutableBytes { read(file.rawValue, $0.baseAddress, $0.count) }
      #expect(count == bytes.count)
      return bytes
    }

    /// Every file in the folder with its bytes; an empty log, which SQLite makes when it reads, is none.
    func files() throws -> [String: [UInt8]] {
      var files: [String: [UInt8]] = [:]
      for folder in ["", "environments/"] {
        for name in Files.names(in: path + "/" + folder)
        where !Files.isFolder("\(path)/\(folder)\(name)") {
          let bytes = try StateFolder.bytes(of: "\(path)/\(folder)\(name)")
          if !bytes.isEmpty { files[folder + name] = bytes }
        }
      }
      return files
    }
  }
}

/// No time passes.
private final class StoppedClock: ClockPort {
  func now() -> Instant { .zero }
  func read() -> ClockReading { ClockReading(now: .zero, slept: .zero) }
  func wallNanoseconds() -> Int64 { 0 }
  func arm(at moment: Instant?) {}
  func set(_ alarms: Alarms) {}
}
