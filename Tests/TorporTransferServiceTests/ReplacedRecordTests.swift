import Testing
import TorporModel

@testable import torpor_transferd

@Suite("A record whose file is replaced after its service was killed")
struct ReplacedRecordTests {
  /// The files of a record after each of three services, which have each added a row: the last one is killed, which
  /// leaves its row in the log.
  private func records() throws -> [(file: [UInt8], log: [UInt8])] {
    let folder = try TestFolder()
    return try (1...3).map { (number: UInt64) in
      let record = try Record(folder: folder.path)
      record.save(
        RecordRow(transfer: TransferIdentifier(rawValue: number), url: "http://a/\(number)")
      )
      try record.commit()
      let log = try folder.read("record.sqlite-wal")
      return (try folder.read("record.sqlite"), log)
    }
  }

  /// Which rows a service finds in these files, and where the log is kept that is not theirs.
  private func found(_ file: [UInt8], _ log: [UInt8]) throws -> (rows: [UInt64], kept: String?) {
    let folder = try TestFolder()
    try folder.write(file, to: "record.sqlite")
    try folder.write(log, to: "record.sqlite-wal")
    let record = try Record(folder: folder.path)
    if let kept = record.foreignLog { #expect(try folder.read(kept) == log) }
    let rows = try (1...3).filter { (number: UInt64) in
      try record.row(of: TransferIdentifier(rawValue: number)) != nil
    }
    return (rows, record.foreignLog)
  }

  @Test("is what the file says, without the log of the one before, which is kept")
  func replaced() throws {
    let records = try records()
    let (earlier, last) = (records[1], records[2])
    #expect(try found(last.file, last.log) == ([1, 2, 3], nil))
    #expect(try found(earlier.file, last.log) == ([1], "record.sqlite-wal.left1"))
    #expect(try found(earlier.file, earlier.log) == ([1, 2], nil))
  }

  @Test("is found out where it is that of another machine, and both are new")
  func anotherMachine() throws {
    let (mine, other) = (try records(), try records())
    #expect(try found(other[1].file, mine[0].log) == ([1], "record.sqlite-wal.left1"))
  }

  @Test("begins anew where the file is gone, and its log is kept")
  func emptied() throws {
    let last = try records()[2]
    #expect(try found([], last.log) == ([], "record.sqlite-wal.left1"))
  }

  @Test("says where the log is kept")
  func sentence() {
    #expect(
      Record.replaced("record.sqlite-wal.left1")
        == "record.sqlite was replaced while no service had it open, and is used as it is now; the log of the file "
        + "that was there before is kept as record.sqlite-wal.left1"
    )
  }
}
