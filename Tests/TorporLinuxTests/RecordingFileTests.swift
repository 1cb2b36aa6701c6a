import Glibc
import Testing
import TorporCore
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The file of a recording")
  struct RecordingFileTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/recording.jsonl" }

    init() throws { folder = try TemporaryFolder() }

    private func line(_ text: String) -> [UInt8] { Array((text + "\n").utf8) }
    private func content() throws -> String { try Files.read(path, bytesMax: 4 << 20) }

    @Test("only its owner reads it, also one that others could read before")
    func mode() throws {
      let file = RecordingFile(path: path)
      #expect(try file.find() == nil)
      try file.begin(line("first"), replaces: true)
      #expect(try Files.facts(of: path).st_mode & 0o777 == 0o600)
      chmod(path, 0o644)
      _ = try RecordingFile(path: path).find()
      #expect(try Files.facts(of: path).st_mode & 0o777 == 0o600)
    }

    @Test("a line that was cut off is no part of it, and is removed before the next is appended")
    func torn() throws {
      try folder.write("first\nsecond\nthi", to: "recording.jsonl")
      let file = RecordingFile(path: path)
      let found = try #require(try file.find())
      #expect(found.firstLine == Array("first".utf8) && found.lastLine == Array("second".utf8))
      #expect(found.byteCount == 13)
      #expect(try content() == "first\nsecond\nthi", "looking changes nothing")
      try file.append(line("third"))
      #expect(try content() == "first\nsecond\nthird\n")
    }

    @Test("a file without a whole line has none, and one line is the first and the last")
    func few() throws {
      try folder.write("no end", to: "recording.jsonl")
      let none = try #require(try RecordingFile(path: path).find())
      #expect(none.lastLine.isEmpty && none.byteCount == 0)
      try folder.write("only\n", to: "recording.jsonl")
      let one = try #require(try RecordingFile(path: path).find())
      #expect(one.firstLine == one.lastLine && one.byteCount == 5)
    }

    @Test(
      "a last line longer than what is read at once is found whole",
      arguments: [65_535, 65_536, 300_000]
    )
    func longLine(length: Int) throws {
      let long = String(repeating: "x", count: length)
      try folder.write("first\n\(long)\ntorn", to: "recording.jsonl")
      let found = try #require(try RecordingFile(path: path).find())
      #expect(found.lastLine == Array(long.utf8))
      #expect(found.byteCount == Int64(7 + length))
    }

    @Test(
      "a link, a pipe and a folder at its path are not continued, and what a link names is not written"
    )
    func links() throws {
      try folder.write("somebody's\n", to: "target")
      #expect(symlink(folder.path + "/target", path) == 0)
      #expect(throws: JournalFailure.self) { try RecordingFile(path: path).find() }
      let file = RecordingFile(path: path)
      try file.begin(line("first"), replaces: true)
      #expect(try Files.read(folder.path + "/target") == "somebody's\n")
      #expect(try content() == "first\n")
      unlink(path)
      #expect(mkfifo(path, 0o600) == 0)
      #expect(throws: JournalFailure.self) { try RecordingFile(path: path).find() }
      unlink(path)
      #expect(mkdir(path, 0o700) == 0)
      #expect(throws: JournalFailure.self) { try RecordingFile(path: path).find() }
    }

    @Test("another user's file is not continued")
    func foreignOwner() throws {
      guard geteuid() == 0 else { return print("skipped: only root gives a file another owner") }
      try folder.write("first\n", to: "recording.jsonl")
      #expect(chown(path, 65_534, 65_534) == 0)
      let failure = #expect(throws: JournalFailure.self) { try RecordingFile(path: path).find() }
      #expect(failure?.operation == "continue")
    }

    @Test("a file that was deleted, replaced or moved away is not there any more")
    func gone() throws {
      let file = RecordingFile(path: path)
      #expect(!file.isThere)
      try file.begin(line("first"), replaces: true)
      #expect(file.isThere)
      #expect(rename(path, path + ".away") == 0)
      #expect(!file.isThere)
      try folder.write("another\n", to: "recording.jsonl")
      #expect(!file.isThere)
      #expect(try file.find()?.firstLine == Array("another".utf8))
      #expect(file.isThere)
    }

    @Test(
      "a file that was cut is not there any more, and nothing is appended to it, also not zeros"
    )
    func cut() throws {
      let file = RecordingFile(path: path)
      try file.begin(line("first"), replaces: true)
      try file.append(line("second"))
      #expect(truncate(path, 6) == 0)
      #expect(!file.isThere)
      let failure = #expect(throws: JournalFailure.self) { try file.append(line("third")) }
      #expect(failure?.cause == "it was cut or written by another program")
      #expect(try content() == "first\n")
      #expect(try file.find()?.byteCount == 6)
      #expect(file.isThere)
      try file.append(line("third"))
      #expect(try content() == "first\nthird\n")
    }

    @Test("a file that somebody has written over with a longer one is not cut")
    func writtenOver() throws {
      let file = RecordingFile(path: path)
      try file.begin(line("first"), replaces: true)
      try file.append(line("second"))
      // The same file, as `cp` writes it.
      let other = "somebody's first\nsomebody's second\n"
      try Files.write(other, to: path)
      #expect(!file.isThere)
      #expect(throws: JournalFailure.self) { try file.append(line("third")) }
      #expect(try content() == other)
    }

    @Test("a file that is begun replaces none unless that is said, and leaves no draft")
    func begun() throws {
      try folder.write("somebody's\n", to: "recording.jsonl")
      let file = RecordingFile(path: path)
      let failure = #expect(throws: JournalFailure.self) {
        try file.begin(line("first"), replaces: false)
      }
      #expect(
        failure?.cause
          == "something was put there meanwhile; move it away, or begin with `torpor record start --replace`"
      )
      #expect(try content() == "somebody's\n")
      #expect(Files.names(in: folder.path) == ["recording.jsonl"])
      try file.begin(line("first"), replaces: true)
      #expect(try content() == "first\n")
      unlink(path)
      try file.begin(line("again"), replaces: false)
      try file.append(line("more"))
      #expect(try content() == "again\nmore\n")
      #expect(Files.names(in: folder.path) == ["recording.jsonl"])
      #expect(try Files.facts(of: path).st_mode & 0o777 == 0o600)
    }

    @Test(
      "a draft that a killed daemon left, or somebody's link in its place, is not written through"
    )
    func draft() throws {
      try folder.write("somebody's\n", to: "target")
      #expect(symlink(folder.path + "/target", path + "@new") == 0)
      try RecordingFile(path: path).begin(line("first"), replaces: false)
      #expect(try Files.read(folder.path + "/target") == "somebody's\n")
      #expect(try content() == "first\n")
    }

    @Test("a last line without an end in sight is not looked for over the whole file")
    func boundedLook() throws {
      try folder.write("first\n", to: "recording.jsonl")
      // Without blocks on the disk: 65 MiB of zeros, and a newline.
      #expect(truncate(path, (65 << 20) + 6) == 0)
      let file = try Files.open(path, O_WRONLY | O_APPEND)
      #expect(Glibc.write(file.rawValue, "\n", 1) == 1)
      let failure = #expect(throws: JournalFailure.self) { try RecordingFile(path: path).find() }
      #expect(failure?.cause == SystemError.text(of: EFBIG))
    }

    @Test("what the disk has left is what the system says of its folder")
    func room() throws {
      let free = try #require(RecordingFile(path: path).freeBytes)
      #expect(free > 0)
    }

    @Test(
      "a write that the disk takes only in part leaves nothing of its lines, and later ones follow"
    )
    func diskFull() throws {
      guard mount("none", folder.path, "tmpfs", 0, "size=64k") == 0 else {
        let cause = SystemError.text(of: errno)
        return print("skipped: no right to mount a small file system (\(cause))")
      }
      defer { umount2(folder.path, Int32(MNT_DETACH)) }
      let file = RecordingFile(path: path)
      try file.begin(line("first"), replaces: true)
      let failure = #expect(throws: JournalFailure.self) {
        try file.append(line(String(repeating: "x", count: 200_000)))
      }
      #expect(failure?.isDiskFull == true && failure?.cause == "the disk is full")
      #expect(failure?.operation == "write to" && failure?.path == path)
      #expect(try content() == "first\n", "the part that fitted was removed")
      try file.append(line("second"))
      #expect(try content() == "first\nsecond\n")
    }
  }
}
