import Foundation
import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix

@testable import TorporLinux

@Suite("The output of a job")
struct JobOutputTests {
  private let folder: TemporaryFolder
  private let job = JobIdentifier(rawValue: 3)

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/\(getuid())/3.log" }

  /// Opens the file for a run, and prints.
  private func run(
    _ number: Int,
    isFailureCommand: Bool = false,
    printing text: String
  ) throws {
    var heading: String?
    let file = try JobOutputFile.open(
      JobRunNumber(job: job, run: number, isFailureCommand: isFailureCommand),
      in: folder.path,
      userID: getuid(),
      groupID: getgid(),
      heldHeading: &heading
    )
    #expect(heading == nil)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file.rawValue, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func read(offset: Int64 = 0, lengthMax: Int = 1 << 20) throws -> JobOutputPiece {
    try JobOutputAdapter(folder: folder.path, logFolder: folder.path + "/logs")
      .read(job, ofUser: getuid(), offset: offset, lengthMax: lengthMax)
  }

  @Test("has a line for each run, and can be read in pieces")
  func pieces() throws {
    #expect(try read() == JobOutputPiece())
    try run(1, printing: "one")
    try run(2, printing: "two\n")
    let all = try read()
    let lines = String(decoding: all.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("--- run 1 began 20") && lines[0].hasSuffix("Z ---"))
    #expect(lines[1] == "one")
    #expect(lines[2].hasPrefix("--- run 2 began 20"))
    #expect(lines[3] == "two")
    #expect(all.total == Int64(all.bytes.count))
    #expect(try read(offset: -4).bytes == Array("two\n".utf8))
    #expect(try read(offset: 4, lengthMax: 5).bytes == Array(all.bytes[4..<9]))
    #expect(try read(offset: 1 << 40).bytes == [])
    #expect(try read(offset: -(1 << 40)).offset == 0)
  }

  @Test("tells the command for a failure apart from the runs")
  func failureCommand() throws {
    try run(1, printing: "one\n")
    try run(2, isFailureCommand: true, printing: "two\n")
    let lines = String(decoding: try read().bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[2].hasPrefix("--- the --on-failure command began 20"))
    #expect(lines[2].hasSuffix("Z ---"))
  }

  @Test("keeps its last MiB when a run ends, and the numbers of its places")
  func trimmed() throws {
    let line = String(repeating: "x", count: 99) + "\n"
    try run(1, printing: String(repeating: line, count: 20_000))
    let before = try read(offset: -1000)
    JobOutputFile.trim(JobRunNumber(job: job, run: 1), in: folder.path, userID: getuid())
    let after = try read(offset: -1000)
    #expect(after == before)
    let kept = try read()
    #expect(kept.total - kept.offset <= 1 << 20)
    #expect(kept.total - kept.offset > 1 << 19)
    #expect(kept.bytes.first == UInt8(ascii: "x"))
    // And again, after more was printed.
    try run(2, printing: String(repeating: line, count: 20_000))
    let total = try read().total
    JobOutputFile.trim(JobRunNumber(job: job, run: 2), in: folder.path, userID: getuid())
    #expect(try read().total == total)
    #expect(try read(offset: total - 100).bytes == Array(line.utf8))
  }

  @Test("says in its first line how much of it was dropped")
  func mark() throws {
    try run(1, printing: String(repeating: "x\n", count: 1 << 20))
    try waitForWriter()
    JobOutputFile.trim(JobRunNumber(job: job, run: 1), in: folder.path, userID: getuid())
    let dropped = try read().offset
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    #expect(dropped > 1 << 20)
    #expect(
      text.hasPrefix("--- \(dropped) bytes of older output were dropped ---\nx\n")
    )
  }

  @Test(
    "is believed by nobody: a first line that says what cannot be is output",
    arguments: [
      "9223372036854775807", "9223372036854775808", "1152921504606846977", "-1", "x", "",
      "9999999999999999999999",
    ]
  )
  func forgedMark(dropped: String) throws {
    let line = "--- \(dropped) bytes of older output were dropped ---\n"
    try run(1, printing: "")
    truncate(path, 0)
    try Files.write(line, to: path)
    let all = try read()
    #expect(
      all == JobOutputPiece(bytes: Array(line.utf8), offset: 0, total: Int64(line.utf8.count))
    )
    #expect(try read(offset: -2).bytes == Array("-\n".utf8))
    // Nor is it in the way of the next run.
    try run(2, printing: String(repeating: "x\n", count: 1 << 20))
    JobOutputFile.trim(JobRunNumber(job: job, run: 2), in: folder.path, userID: getuid())
    #expect(try read(offset: -2).bytes == Array("x\n".utf8))
  }

  @Test("may claim the most that can be, and be as long as a file can be, and is read all the same")
  func greatestMark() throws {
    try run(1, printing: "")
    truncate(path, 0)
    try Files.write("--- \(1 << 60) bytes of older output were dropped ---\nend\n", to: path)
    #expect(
      try read()
        == JobOutputPiece(bytes: Array("end\n".utf8), offset: 1 << 60, total: (1 << 60) + 4)
    )
    #expect(try read(offset: .min).offset == 1 << 60)
    #expect(try read(offset: .max).bytes == [])
    // As long as this file system has it.
    var length = off_t.max
    while truncate(path, length) != 0, length > 1 << 30 { length /= 2 }
    #expect(try read(offset: -4, lengthMax: 4).bytes == [0, 0, 0, 0])
    #expect(try read(offset: .max).bytes == [])
    try run(2, printing: "x\n")
    JobOutputFile.trim(JobRunNumber(job: job, run: 2), in: folder.path, userID: getuid())
    #expect(try read(lengthMax: 1 << 21).bytes.count <= 1 << 20)
  }

  /// A writer of the file, as a run has it.
  private func startWriter(heading: String? = nil) throws -> OutputWriter.Inlet {
    try JobOutputFile.startWriter(
      of: job.description,
      in: folder.path,
      as: .init(userID: getuid(), groupID: getgid()),
      heading: heading,
      program: nil
    )
  }

  /// Waits until the writer has ended, which gives the lock back.
  private func waitForWriter() throws {
    let file = try Files.open(path, O_RDWR)
    #expect(flock(file.rawValue, LOCK_EX) == 0)
  }

  @Test("takes little room at any moment, however fast and however long a run prints")
  func bounded() throws {
    let line = String(repeating: "x", count: 99) + "\n"
    try run(1, printing: "")
    var printed = try read().total
    let bytes = Array(String(repeating: line, count: 50_000).utf8)
    let pipe = try startWriter()
    for _ in 1...20 {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(pipe.output.rawValue, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
        // Blocks of 512 bytes (stat(2)); what one read of the pipe takes may come on top.
        #expect(try Files.facts(of: path).st_blocks * 512 <= 5 << 20)
      }
      #expect(rest.isEmpty)
      printed += Int64(bytes.count)
    }
    #expect(try read().isBeingWritten)
    _ = consume pipe
    try waitForWriter()
    let kept = try read(lengthMax: 8 << 20)
    #expect(!kept.isBeingWritten)
    #expect(kept.total == printed)
    #expect(kept.bytes.count <= 1 << 20 && kept.bytes.count > 1 << 19)
    #expect(kept.bytes.starts(with: line.utf8))
    #expect(try read(offset: -100).bytes == Array(line.utf8))
    // With the next run the hole goes.
    JobOutputFile.trim(JobRunNumber(job: job, run: 1), in: folder.path, userID: getuid())
    #expect(try Files.facts(of: path).st_size <= (1 << 20) + 128)
    #expect(try read().total == printed)
  }

  @Test("is kept whole where it is longer than that by less than the line that would say so")
  func barelyLong() throws {
    try run(1, printing: "")
    let pipe = try startWriter()
    var bytes = Array(String(repeating: "x\n", count: 1 << 19).utf8)
    let total = (1 << 20) + 40
    bytes.removeLast(Int(try read().total) + bytes.count - total)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(pipe.output.rawValue, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    _ = consume pipe
    try waitForWriter()
    let all = try read(lengthMax: 2 << 20)
    #expect(all.total == Int64(total))
    #expect(all.offset == 0)
    #expect(all.bytes.starts(with: "--- run 1 began ".utf8))
    #expect(Array(all.bytes.suffix(bytes.count)) == bytes)
  }

  @Test("has the line of a run after all that the run before has printed")
  func headingOfNextRun() throws {
    try run(1, printing: "")
    let before = try read().bytes
    let first = try startWriter()
    var heading: String?
    _ = try JobOutputFile.open(
      JobRunNumber(job: job, run: 2, isFailureCommand: true),
      in: folder.path,
      userID: getuid(),
      groupID: getgid(),
      heldHeading: &heading
    )
    let line = try #require(heading)
    #expect(line.hasPrefix("--- the --on-failure command began 20"))
    let second = try startWriter(heading: line)
    #expect(write(second.output.rawValue, "two\n", 4) == 4)
    _ = consume second
    // Without an end of its line.
    #expect(write(first.output.rawValue, "one", 3) == 3)
    _ = consume first
    let whole = before + Array("one\n\(line)two\n".utf8)
    while try read().bytes.count < whole.count {}
    #expect(try read().bytes == whole)
  }

  @Test("is written by one at a time: the next run waits for what is left of the last")
  func twoWriters() throws {
    try run(1, printing: "")
    let before = try read().bytes
    let first = try startWriter()
    let second = try startWriter()
    #expect(write(second.output.rawValue, "two\n", 4) == 4)
    _ = consume second
    #expect(write(first.output.rawValue, "one\n", 4) == 4)
    _ = consume first
    while try read().bytes.count < before.count + 8 {}
    #expect(try read().bytes == before + Array("one\ntwo\n".utf8))
  }

  @Test("is left alone while it is being written, and goes on where its owner cut it short")
  func locked() throws {
    try run(1, printing: "")
    let pipe = try startWriter()
    #expect(write(pipe.output.rawValue, "one\n", 4) == 4)
    JobOutputFile.trim(JobRunNumber(job: job, run: 1), in: folder.path, userID: getuid())
    while try !String(decoding: read().bytes, as: UTF8.self).hasSuffix("one\n") {}
    truncate(path, 0)
    #expect(write(pipe.output.rawValue, "two\n", 4) == 4)
    _ = consume pipe
    try waitForWriter()
    #expect(try read().bytes == Array("two\n".utf8))
  }

  @Test("of plain commands is kept for a day, and of the newest 64")
  func oldCommands() throws {
    let own = "\(folder.path)/\(getuid())"
    let now: Int64 = 2_000_000_000
    for number in 0..<70 {
      try folder.write("x", to: "\(getuid())/run.c\(number).log")
      var times = [
        timeval(tv_sec: Int(now) - number, tv_usec: 0),
        timeval(tv_sec: Int(now) - number, tv_usec: 0),
      ]
      if number == 3 { times[1].tv_sec = Int(now - JobOutputFile.commandSecondsKept) - 1 }
      utimes("\(own)/run.c\(number).log", times)
    }
    let held = try Files.open("\(own)/run.c69.log", O_RDWR)
    #expect(flock(held.rawValue, LOCK_EX | LOCK_NB) == 0)
    JobOutputFile.removeOld(in: folder.path, userID: getuid(), now: now)
    let left = Set(Files.names(in: own))
    #expect(left.count == 65)
    #expect(!left.contains("run.c3.log") && left.contains("run.c64.log"))
    #expect(!left.contains("run.c65.log") && left.contains("run.c69.log"))
  }

  @Test(
    "is believed by nobody: a hole that cannot be is output",
    arguments: ["0", "9223372036854775807", "100000", "-5", "y"]
  )
  func forgedHole(start: String) throws {
    let line = "--- 5 bytes of older output were dropped; the rest begins at byte \(start) ---\n"
    try run(1, printing: "")
    truncate(path, 0)
    try Files.write(line, to: path)
    #expect(try read().bytes == Array(line.utf8))
    #expect(try read().offset == 0)
    JobOutputFile.trim(JobRunNumber(job: job, run: 1), in: folder.path, userID: getuid())
    #expect(try read().bytes == Array(line.utf8))
  }

  @Test("is never somebody else's file: links are replaced, and not read")
  func links() throws {
    try run(1, printing: "mine")
    let secret = folder.path + "/secret"
    symlink("/etc/hostname", secret)
    unlink(path)
    symlink(secret, path)
    #expect(try read() == JobOutputPiece())
    try run(2, printing: "fresh")
    let fresh = try read()
    #expect(String(decoding: fresh.bytes, as: UTF8.self).hasSuffix("fresh"))
  }

  @Test("goes with the job")
  func removed() throws {
    try run(1, printing: "one")
    JobOutputAdapter(folder: folder.path, logFolder: folder.path + "/logs").remove(
      job,
      ofUser: getuid()
    )
    #expect(access(path, F_OK) != 0)
  }
}

extension LinuxTests {
  @Suite("The writer of an output", .enabled(if: Machine.isAvailable))
  struct OutputWriterTests {
    @Test("is in the group of keepers, not in the daemon's, which may be ended as a whole")
    func group() throws {
      let machine = try Machine()
      _ = try machine.start(machine.shell("exec sleep 1000"))
      expectHelpers(of: machine)
    }

    @Test("starts, like the keeper, although `cgroup.kill` was written in their group before")
    func killedGroup() throws {
      let machine = try Machine()
      _ = machine.tree.keepers.number
      try Files.write("1", to: machine.tree.root + "/keepers/cgroup.kill")
      let first = try machine.start(machine.shell("exec sleep 1000"))
      expectHelpers(of: machine)
      machine.processes.kill(first)
      machine.advance(upTo: .seconds(10)) {
        machine.events(of: first).contains(.exited(status: .signalled(signal: SIGKILL)))
      }
      _ = try machine.start(machine.shell("exec sleep 1000"), 2)
      expectHelpers(of: machine)
    }

    private func expectHelpers(of machine: Machine) {
      let members = machine.tree.root + "/keepers/cgroup.procs"
      func names() -> [String] {
        let numbers = ((try? Files.read(members)) ?? "").split(separator: "\n")
        return numbers.compactMap { try? Files.read("/proc/\($0)/comm") }.sorted()
      }
      let expected = ["torpor-keeper\n", "torpor-output\n"]
      machine.advance(upTo: .seconds(10)) { names() == expected }
      #expect(names() == expected)
    }
  }
}
