import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporSQLite

@testable import TorporLinux

extension LinuxTests {
  @Suite("The format of a journal")
  struct JournalFormatTests {
    @Test("changes the tables only of formats that this build reads and does not write")
    func steps() {
      #expect(JournalSchema.steps.keys.sorted() == [3])
      #expect(JournalFormat.earlier.contains(3))
    }

    @Test("of a new file is this build's, in the file and in each record")
    func fresh() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      try {
        let journal = try SQLiteJournal(path: path)
        try journal.accept()
        try journal.commit(turn(1))
        try journal.writeSnapshot(SnapshotRecord(sequence: 1, at: .zero, bytes: [1]))
        try journal.commit(turn(2))
      }()
      #expect(try numbers("PRAGMA user_version", in: path) == [JournalFormat.current])
      for table in ["snapshot", "journal"] {
        #expect(
          try numbers("SELECT format FROM \(table)", in: path) == [JournalFormat.current]
        )
      }
      #expect(
        try numbers("SELECT format FROM ledger", in: path)
          == [JournalFormat.current, JournalFormat.current]
      )
    }

    @Test("3 had no number in its records: each is read as one of format 3, and new ones are not")
    func withoutNumbers() throws {
      let folder = try TemporaryFolder()
      let path = try earlier(in: folder)
      let journal = try SQLiteJournal(path: path)
      try journal.accept()
      try journal.commit(turn(2))
      #expect(try journal.load().snapshot?.format == nil)
      #expect(try journal.load().entries.map(\.format) == [3, JournalFormat.current])
      let rows = try journal.decisions(about: nil, after: 0, countMax: 10)
      #expect(rows.map(\.format) == [3, JournalFormat.current])
    }

    @Test("stays that of the build before until the journal is accepted")
    func waits() throws {
      let folder = try TemporaryFolder()
      let path = try earlier(in: folder)
      #expect(try SQLiteJournal(path: path).load().entries.map(\.sequence) == [1])
      #expect(try numbers("PRAGMA user_version", in: path) == [3])
      try SQLiteJournal(path: path).accept()
      #expect(try numbers("PRAGMA user_version", in: path) == [JournalFormat.current])
    }

    @Test("of a newer build is turned down with what to do, and no file is changed")
    func newer() throws {
      let folder = try TemporaryFolder()
      let path = try earlier(in: folder)
      // Left in the log, as after a death.
      try execute("PRAGMA user_version = 99", in: path)
      try folder.write("x", to: "environments/torpor.job.9")
      let before = try folder.bytes()
      #expect(before.keys.contains("journal.sqlite-wal"))
      for _ in 0..<2 {
        let failure = #expect(throws: JournalFailure.self) { try SQLiteJournal(path: path) }
        #expect(failure?.operation == "open")
        #expect(
          failure?.cause
            == "it was written by a newer Torpor (format 99; this one reads 3 to "
            + "\(JournalFormat.current)); nothing was changed. Install that version again; to go back "
            + "all the same, save what it holds there with `torpor export`, and import that here into "
            + "another state folder"
        )
        #expect(try folder.bytes() == before)
      }
    }

    @Test("of the first day is turned down with what to do, and no file is changed")
    func older() throws {
      let folder = try TemporaryFolder()
      let path = try earlier(in: folder)
      try execute("PRAGMA user_version = 2", in: path)
      let before = try folder.bytes()
      let failure = #expect(throws: JournalFailure.self) { try SQLiteJournal(path: path) }
      #expect(
        failure?.cause
          == "it has format 2, from the first day of Torpor's development, and this one reads 3 to "
          + "\(JournalFormat.current); nothing was changed. Move the state folder away, or give another "
          + "one with --state, and install the apps there again"
      )
      #expect(try folder.bytes() == before)
    }

    // MARK: Details

    private func turn(_ sequence: UInt64) -> TurnRecord {
      var turn = TurnRecord()
      turn.entries = [JournalEntry(sequence: sequence, at: .zero, bytes: [1])]
      turn.decisions = [
        LedgerEntry(sequence: sequence, at: .zero, app: nil, wallNanoseconds: 0, bytes: [1])
      ]
      return turn
    }

    /// A journal as format 3 had it, with one entry and one decision.
    private func earlier(in folder: TemporaryFolder) throws -> String {
      let path = folder.path + "/journal.sqlite"
      let database = try Database(path: path)
      database.leaveLogAtClose(true)
      try database.execute(
        """
        PRAGMA journal_mode = WAL;
        \(JournalSchema.firstTables)
        PRAGMA user_version = 3;
        INSERT INTO journal VALUES (1, 0, x'01');
        INSERT INTO ledger VALUES (1, 0, NULL, 0, x'01');
        """,
        for: "test"
      )
      return path
    }

    private func execute(_ text: String, in path: String) throws {
      let database = try Database(path: path)
      database.leaveLogAtClose(true)
      try database.execute(text, for: "test")
    }

    private func numbers(_ query: String, in path: String) throws -> [Int] {
      let database = try Database(path: path)
      var numbers: [Int] = []
      try database.prepare(query, for: "test").run { numbers.append(Int($0.integer(0))) }
      return numbers
    }
  }
}

extension TemporaryFolder {
  /// The bytes of every file in it and in the folders beneath, but for SQLite's index of the log, which
  /// says nothing of its own.
  fileprivate func bytes(below folder: String = "") throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in Files.names(in: path + "/" + folder) where !name.hasSuffix("-shm") {
      let full = "\(path)/\(folder)\(name)"
      if Files.isFolder(full) {
        found.merge(try bytes(below: "\(folder)\(name)/")) { old, _ in old }
        continue
      }
      let file = try Files.open(full, O_RDONLY)
      var bytes = [UInt8](repeating: 0, count: Int(try Files.facts(of: full).st_size))
      let count = bytes.withUnsafeMutableBytes { read(file.rawValue, $0.baseAddress, $0.count) }
      #expect(count == bytes.count)
      found[folder + name] = bytes
    }
    return found
  }
}
