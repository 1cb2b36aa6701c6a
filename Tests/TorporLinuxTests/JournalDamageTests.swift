import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("A journal that was damaged on its disk")
  struct JournalDamageTests {
    /// The database and its log as a daemon that is killed leaves them: thirty inputs, none of them
    /// written back into the database.
    private func killed() throws -> (database: [UInt8], log: [UInt8]) {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      let journal = try SQLiteJournal(path: path)
      for sequence in 1...30 {
        var turn = TurnRecord()
        turn.isDurable = true
        turn.entries = [
          JournalEntry(
            sequence: UInt64(sequence),
            at: .at(.seconds(sequence)),
            bytes: [UInt8](repeating: UInt8(sequence), count: 700)
          )
        ]
        try journal.commit(turn)
      }
      let files = (try FileContent.bytes(of: path), try FileContent.bytes(of: path + "-wal"))
      _ = journal
      return files
    }

    /// What a daemon finds in such files: how many inputs from the first on, and what it says.
    private func found(
      _ database: [UInt8],
      _ log: [UInt8]
    ) throws -> (inputCount: Int, damage: String?) {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      for (name, bytes) in [(path, database), (path + "-wal", log)] {
        try FileContent.write(bytes, to: name)
      }
      let journal = try SQLiteJournal(path: path)
      let entries = try journal.load().entries
      let sequences: [UInt64] = entries.indices.map { UInt64($0) + 1 }
      #expect(entries.map(\.sequence) == sequences)
      for entry in entries {
        let bytes = [UInt8](repeating: UInt8(entry.sequence), count: 700)
        #expect(entry.bytes == bytes)
      }
      return (entries.count, journal.damage)
    }

    /// The frames of the log begin behind its head of 32 bytes; each has 24 bytes and a page.
    private static let frameBytes = 24 + 4096

    @Test("has all that was accepted, and says nothing, where nothing was damaged")
    func whole() throws {
      let (database, log) = try killed()
      #expect(try found(database, log) == (30, nil))
    }

    @Test("of which the file was emptied or removed says so, and what is left of it is kept")
    func gone() throws {
      let (_, log) = try killed()
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      try Files.makeFolder(folder.path + "/environments", mode: 0o700)
      try folder.write("HOME=/", to: "environments/mail")
      let tail =
        ", so a new journal begins, without the earlier apps, jobs and settings; kept beside it: "
      for (number, isEmpty) in [(1, true), (2, false)] {
        try? Files.remove(path)
        if isEmpty { try folder.write("", to: "journal.sqlite") }
        try FileContent.write(log, to: path + "-wal")
        let journal = try SQLiteJournal(path: path)
        let found =
          isEmpty ? "the file was empty" : "the file was missing, but parts of it remained"
        let environments = isEmpty ? ", environments.left1" : ""
        #expect(journal.loss == "\(found)\(tail)journal.sqlite-wal.left\(number)\(environments)")
        #expect(journal.damage == nil)
        #expect(try FileContent.bytes(of: path + "-wal.left\(number)") == log)
        #expect(try journal.load().entries.isEmpty)
      }
      #expect(try Files.read(folder.path + "/environments.left1/mail") == "HOME=/")
    }

    @Test("that is new, or was never begun, says nothing")
    func begun() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "journal.sqlite")
      for name in ["journal.sqlite", "other.sqlite"] {
        let journal = try SQLiteJournal(path: folder.path + "/" + name)
        #expect(journal.loss == nil && journal.damage == nil)
      }
    }

    @Test("whose log was cut off anywhere has what came before, and nothing is wrong with that")
    func cut() throws {
      let (database, log) = try killed()
      var counts: [Int] = []
      for end in stride(from: log.count, through: 0, by: -1777) {
        let (count, damage) = try found(database, Array(log[..<end]))
        #expect(damage == nil)
        counts.append(count)
      }
      #expect(counts == counts.sorted(by: >) && counts.first == 30 && counts.last == 0)
    }

    @Test("whose log has one bit wrong says so wherever later pages are lost by it")
    func flipped() throws {
      let (database, log) = try killed()
      let frameCount = (log.count - 32) / Self.frameBytes
      var saidCount = 0
      for place in stride(from: 8, to: log.count, by: 5003) {
        var log = log
        log[place] ^= 1 << UInt8(place % 8)
        let (count, damage) = try found(database, log)
        let frame = place < 32 ? 0 : (place - 32) / Self.frameBytes + 1
        let laterCount = frameCount - frame
        // The log's end may be cut off as well as wrong.
        guard laterCount > 0 else { continue }
        saidCount += 1
        let what = frame == 0 ? "the head of its log" : "page \(frame) of its log"
        let later = laterCount == 1 ? "1 later one is" : "\(laterCount) later ones are"
        #expect(count < 30)
        #expect(damage == "\(what) is not as it was written, and \(later) not read")
      }
      #expect(saidCount > 10)
    }
  }
}
