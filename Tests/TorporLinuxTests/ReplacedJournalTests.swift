import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("A journal whose file is replaced while a daemon has it open")
  final class ReplacedJournalTests {
    private let folder: TemporaryFolder
    private let path: String
    private var journal: SQLiteJournal?
    private var sequence: UInt64 = 0

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path + "/journal.sqlite"
      journal = try SQLiteJournal(path: path)
      try journal?.accept()
    }

    private func commit(_ count: Int = 1) throws(JournalFailure) {
      for _ in 0..<count {
        var turn = TurnRecord()
        let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: sequence), count: 700)
        turn.entries = [JournalEntry(sequence: sequence + 1, at: .zero, bytes: bytes)]
        try journal?.commit(turn)
        sequence += 1
      }
    }

    private func refusal() -> String? {
      return #expect(throws: JournalFailure.self) { try commit() }?.cause
    }

    /// Writes over the file without making another one, at a time that is not that of the daemon's last write.
    private func write(_ bytes: [UInt8], over path: String) throws {
      try FileContent.write(bytes, to: path, inPlace: true)
      touch(path)
    }

    private func touch(_ path: String) {
      let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    /// The file as it was once all that had been accepted was written back, and what it is after the next time.
    private func copyOfBefore() throws -> [UInt8] {
      try commit()
      journal = nil
      journal = try SQLiteJournal(path: path)
      try journal?.accept()
      let copy = try FileContent.bytes(of: path)
      // A commit that is rolled back has marked nothing: this number is there already.
      sequence -= 1
      #expect(throws: JournalFailure.self) { try commit() }
      sequence += 1
      // 256 pages of the log are written back; each commit has one at least.
      try commit(300)
      #expect(try FileContent.bytes(of: path) != copy)
      return copy
    }

    private let replaced =
      "the file was replaced or written by another program while the daemon had it open, and its log is kept as "
      + "journal.sqlite-wal.left1; restart the daemon to use the file that is there now, or stop it, and put the "
      + "file of before back together with that log (as journal.sqlite-wal)"

    @Test("is not mixed with it at the next start: its log is put aside at once")
    func replacedFile() throws {
      let copy = try copyOfBefore()
      try FileContent.write(copy, to: path + ".copy")
      #expect(rename(path + ".copy", path) == 0)
      #expect(refusal() == replaced)
      #expect(!Files.exists(path + "-wal"))
      journal = nil
      #expect(try FileContent.bytes(of: path) == copy)
      journal = try SQLiteJournal(path: path)
      #expect(try journal?.load().entries.map(\.sequence) == [1])
      #expect(Files.exists(path + "-wal.left1"))
    }

    @Test("has its log back with its file, and lacks nothing")
    func putBack() throws {
      let copy = try copyOfBefore()
      try FileContent.write(copy, to: path + ".copy")
      #expect(rename(path, path + ".before") == 0)
      #expect(rename(path + ".copy", path) == 0)
      #expect(refusal() == replaced)
      #expect(refusal() == replaced)
      #expect(rename(path + ".before", path) == 0)
      try commit()
      #expect(!Files.exists(path + "-wal.left1"))
      journal = nil
      journal = try SQLiteJournal(path: path)
      #expect(try journal?.load().entries.count == Int(sequence))
    }

    @Test("is known by its content where it was written over, and is not written to any more")
    func writtenOver() throws {
      let copy = try copyOfBefore()
      let size = try FileContent.bytes(of: path).count
      let over = copy + [UInt8](repeating: 0, count: size - copy.count)
      try write(over, over: path)
      #expect(refusal() == replaced)
      journal = nil
      #expect(try FileContent.bytes(of: path) == over)
      #expect(!Files.exists(path + "-wal"))
    }

    @Test("is the same where its files were only touched")
    func touched() throws {
      try commit()
      for name in [path, path + "-wal"] {
        touch(name)
        try commit()
      }
      #expect(try journal?.load().entries.count == 3)
    }

    @Test("whose log was replaced with it leaves both as they are")
    func bothReplaced() throws {
      let copy = try copyOfBefore()
      try FileContent.write(copy, to: path + ".copy")
      try FileContent.write([], to: path + "-wal.copy")
      for name in [path, path + "-wal"] { #expect(rename(name + ".copy", name) == 0) }
      #expect(refusal() == JournalPlace.gone)
      #expect(Files.exists(path + "-wal") && !Files.exists(path + "-wal.left1"))
    }

  }
}
