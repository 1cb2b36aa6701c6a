import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("A journal whose file is replaced after its daemon was killed")
  struct ReplacedWhileStoppedTests {
    /// The files as a daemon that is killed leaves them.
    struct Killed {
      var file: [UInt8]
      var log: [UInt8]
      /// How many inputs were accepted.
      let count: Int
    }

    /// One journal, killed after each so many inputs more.
    ///
    /// Of 100 inputs, some are in the log alone; 256 pages of it are copied into the file, and it is begun anew.
    private func killed(after counts: [Int], fill: UInt8 = 7) throws -> [Killed] {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      let journal = try SQLiteJournal(path: path)
      try journal.accept()
      var states: [Killed] = []
      for sequence in 1...(counts.max() ?? 1) {
        var turn = TurnRecord()
        let bytes = [UInt8](repeating: fill, count: 700)
        turn.entries = [JournalEntry(sequence: UInt64(sequence), at: .zero, bytes: bytes)]
        try journal.commit(turn)
        guard counts.contains(sequence) else { continue }
        let log = try FileContent.bytes(of: path + "-wal")
        states.append(Killed(file: try FileContent.bytes(of: path), log: log, count: sequence))
      }
      return states
    }

    /// A state folder with such a file and log.
    private func laidOut(_ file: [UInt8], _ log: [UInt8]) throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try FileContent.write(file, to: folder.path + "/journal.sqlite")
      try FileContent.write(log, to: folder.path + "/journal.sqlite-wal")
      return folder
    }

    /// What a daemon finds in such a file and log.
    private func found(
      _ file: [UInt8],
      _ log: [UInt8]
    ) throws -> (count: Int, replacement: String?, hasKeptLog: Bool) {
      let folder = try laidOut(file, log)
      let path = folder.path + "/journal.sqlite"
      let journal = try SQLiteJournal(path: path)
      let entries = try journal.load().entries
      let sequences: [UInt64] = entries.indices.map { UInt64($0) + 1 }
      #expect(entries.map(\.sequence) == sequences)
      let kept =
        Files.exists(path + "-wal.left1") ? try FileContent.bytes(of: path + "-wal.left1") : nil
      #expect(kept == nil || kept == log)
      return (entries.count, journal.replacement, kept != nil)
    }

    private static func replaced(
      _ cause: String = "the file was replaced",
      keeping names: String = "journal.sqlite-wal.left1"
    ) -> String {
      "\(cause) while no daemon had it open; the file is used as it is now, and kept beside it: \(names). To use the "
        + "file that was there before, stop the daemon, and put it back together with these, as journal.sqlite-wal and "
        + "environments"
    }

    @Test("has every input, whenever it was killed, where it was not replaced")
    func notReplaced() throws {
      for state in try killed(after: [1, 2, 30, 90, 100, 150, 200, 250, 300, 400, 600]) {
        let found = try found(state.file, state.log)
        #expect(found == (state.count, nil, false))
      }
    }

    @Test("has what the copy of an earlier day has, and the log is kept beside it")
    func earlierCopy() throws {
      let states = try killed(after: [300, 400, 600])
      let copy = states[0].file
      let before = try found(copy, []).count
      #expect(states[1].file != copy && before < 300)
      for state in states.dropFirst() {
        #expect(try found(copy, state.log) == (before, Self.replaced(), true))
      }
    }

    @Test("has what the journal of another machine has")
    func anotherJournal() throws {
      let mine = try killed(after: [300])[0]
      let other = try killed(after: [300], fill: 9)[0]
      let alone = try found(other.file, []).count
      #expect(try found(other.file, mine.log) == (alone, Self.replaced(), true))
      #expect(try found(other.file, other.log) == (300, nil, false))
    }

    @Test("is found out in the first log of a journal, too")
    func firstLog() throws {
      let mine = try killed(after: [3])[0]
      let other = try killed(after: [300], fill: 9)[0]
      #expect(try found(other.file, mine.log).replacement == Self.replaced())
    }

    @Test("has every input where the copying of its log into the file had only begun")
    func halfCopied() throws {
      // Pages of the log are copied in the order of their numbers, as far as the machine came.
      let whole = try killed(after: [300])[0]
      var pages: [Int: ArraySlice<UInt8>] = [:]
      for begin in stride(from: 32, to: whole.log.count - 4119, by: 4120) {
        guard whole.log[begin + 8..<begin + 16] == whole.log[16..<24] else { break }
        let number = whole.log[begin..<begin + 4].reduce(0) { $0 << 8 | Int($1) }
        pages[number] = whole.log[begin + 24..<begin + 4120]
      }
      #expect(pages.count > 3 && pages[1] != nil)
      for count in 1...pages.count {
        var file = whole.file
        for (number, page) in pages.sorted(by: { $0.key < $1.key }).prefix(count) {
          let end = number * 4096
          if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
          file.replaceSubrange(end - 4096..<end, with: page)
        }
        #expect(try found(file, whole.log) == (300, nil, false))
      }
    }

    @Test("is refused where it is not a database, and neither file is changed")
    func noDatabase() throws {
      let state = try killed(after: [30])[0]
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      for garbage in [[UInt8](repeating: 120, count: 5000), Array("hello".utf8)] {
        try FileContent.write(garbage, to: path)
        try FileContent.write(state.log, to: path + "-wal")
        let failure = #expect(throws: JournalFailure.self) { try SQLiteJournal(path: path) }
        #expect(
          failure?.cause
            == "the file is damaged or is not a journal (file is not a database); move it away to start from the "
            + "beginning, or restore a copy"
        )
        #expect(try FileContent.bytes(of: path) == garbage)
        #expect(try FileContent.bytes(of: path + "-wal") == state.log)
      }
    }

    @Test("is found out where backups are tried one after the other")
    func triedBackups() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      /// One daemon that adds an input and stops, and what a backup has then.
      func session(_ number: UInt64) throws -> [UInt8] {
        do {
          let journal = try SQLiteJournal(path: path)
          try journal.accept()
          var turn = TurnRecord()
          turn.entries = [JournalEntry(sequence: number, at: .zero, bytes: [1])]
          try journal.commit(turn)
        }
        return try FileContent.bytes(of: path)
      }
      let (first, second) = (try session(1), try session(2))
      try FileContent.write(first, to: path)
      let journal = try SQLiteJournal(path: path)
      try journal.accept()
      var turn = TurnRecord()
      turn.entries = [JournalEntry(sequence: 7, at: .zero, bytes: [7])]
      try journal.commit(turn)
      let log = try FileContent.bytes(of: path + "-wal")
      _ = journal
      #expect(try found(second, log) == (2, Self.replaced(), true))
    }

    @Test("keeps the environments of apps that it does not know beside it, too")
    func environments() throws {
      let states = try killed(after: [300, 400])
      let folder = try laidOut(states[0].file, states[1].log)
      let path = folder.path + "/journal.sqlite"
      try Files.makeFolder(folder.path + "/environments", mode: 0o700)
      try folder.write("HOME=/", to: "environments/mail")
      let journal = try SQLiteJournal(path: path)
      try journal.accept()
      let names = "journal.sqlite-wal.left1, environments.left1"
      #expect(journal.replacement == Self.replaced(keeping: names))
      #expect(!Files.exists(folder.path + "/environments/mail"))
      #expect(try Files.read(folder.path + "/environments.left1/mail") == "HOME=/")
    }

    @Test("may be right where its log is damaged, and both is said")
    func damagedLog() throws {
      let states = try killed(after: [300, 400])
      var log = states[1].log
      log[32 + 5 * 4120 + 100] ^= 1
      let folder = try laidOut(states[0].file, log)
      let path = folder.path + "/journal.sqlite"
      let journal = try SQLiteJournal(path: path)
      let cause = "the log is damaged, or the file was replaced,"
      #expect(journal.replacement == Self.replaced(cause))
      #expect(journal.damage?.hasPrefix("page 6 of its log is not as it was written") == true)
    }

    @Test("that cannot be read says why, and is left as it is")
    func unreadable() throws {
      let log = try killed(after: [30])[0].log
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      try Files.makeFolder(path, mode: 0o700)
      try FileContent.write(log, to: path + "-wal")
      let failure = #expect(throws: JournalFailure.self) { try SQLiteJournal(path: path) }
      #expect(
        failure?.cause == "unable to open database file (SQLite 14): Is a directory (EISDIR)"
      )
      #expect(try FileContent.bytes(of: path + "-wal") == log)
    }

    @Test("is refused where the log of the one before cannot be put aside")
    func noName() throws {
      let states = try killed(after: [300, 400])
      let folder = try laidOut(states[0].file, states[1].log)
      let path = folder.path + "/journal.sqlite"
      for number in 1...100 { try folder.write("", to: "journal.sqlite-wal.left\(number)") }
      let failure = #expect(throws: JournalFailure.self) { try SQLiteJournal(path: path) }
      #expect(
        failure?.cause
          == "the file was replaced while no process had it open, and the log beside it (\(path)-wal) continues "
          + "another one and cannot be renamed: File exists (EEXIST); move the log away, or put its own file back"
      )
      #expect(try FileContent.bytes(of: path) == states[0].file)
      #expect(try FileContent.bytes(of: path + "-wal") == states[1].log)
    }

    @Test("is the one that builds without numbers have left, as far as can be told")
    func earlierBuild() throws {
      func setNumber(_ number: [UInt8], in state: inout Killed) {
        state.file.replaceSubrange(68..<72, with: number)
      }
      var state = try killed(after: [300])[0]
      setNumber([0, 0, 0, 0], in: &state)
      // The log says that it continues a file with a number.
      #expect(try found(state.file, state.log).replacement == Self.replaced())
      var first = try killed(after: [3])[0]
      setNumber(Array("Torp".utf8), in: &first)
      #expect(try found(first.file, first.log) == (3, nil, false))
    }
  }
}
