import Testing
import TorporModel
import TorporPosix
import TorporSQLite
import TorporWire

@testable import torpor_transferd

@Suite("Transfers that wait for their turn")
struct LanesTests {
  private let fast = Lanes.Key(origin: "http://fast:80", connectionsMax: 2)
  private let slow = Lanes.Key(origin: "http://slow:80", connectionsMax: 1)

  private func number(_ value: UInt64) -> TransferIdentifier { TransferIdentifier(rawValue: value) }

  @Test("take turns by host, and no host gets more than its connections")
  func turns() {
    var lanes = Lanes()
    for value in 1...4 { lanes.append(number(UInt64(value)), to: fast) }
    for value in 11...12 { lanes.append(number(UInt64(value)), to: slow) }
    var order: [UInt64] = []
    while let next = lanes.next() { order.append(next.transfer.rawValue) }
    #expect(order == [1, 11, 2])
    lanes.leave(fast)
    #expect(lanes.next()?.transfer == number(3))
    #expect(lanes.next() == nil)
    lanes.leave(slow)
    #expect(lanes.next()?.transfer == number(12))
  }

  @Test("of a host that was waited for in vain come behind all others, until one is done")
  func slowLast() {
    var lanes = Lanes()
    lanes.append(number(11), to: slow)
    lanes.append(number(12), to: slow)
    #expect(lanes.next()?.transfer == number(11))
    lanes.append(number(1), to: fast)
    #expect(lanes.hasUse(forPlaceIn: slow))
    lanes.gaveWay(slow)
    lanes.leave(slow)
    #expect(lanes.next()?.transfer == number(1))
    #expect(lanes.next()?.transfer == number(12))
    #expect(lanes.connectionCount == 2 && lanes.waitingCount == 0)
    lanes.completed(slow)
    lanes.append(number(13), to: slow)
    lanes.append(number(2), to: fast)
    lanes.leave(slow)
    #expect(lanes.next()?.transfer == number(13))
  }

  @Test("have no more connections together than there may be")
  func connections() {
    var lanes = Lanes()
    for host in 1...40 {
      let key = Lanes.Key(origin: "http://\(host):80", connectionsMax: 4)
      for value in 1...4 { lanes.append(number(UInt64(host * 10 + value)), to: key) }
    }
    var count = 0
    while lanes.next() != nil { count += 1 }
    #expect(count == CurlMulti.connectionsMax && lanes.waitingCount == 160 - count)
    #expect(lanes.hasUse(forPlaceIn: fast))
  }

  @Test("share a connection where the host lets them")
  func multiplexed() {
    var lanes = Lanes()
    for value in 1...50 { lanes.append(number(UInt64(value)), to: slow) }
    #expect(lanes.next()?.transfer == number(1))
    #expect(lanes.next() == nil)
    lanes.answered(slow, isMultiplexed: true)
    var count = 1
    while lanes.next() != nil { count += 1 }
    #expect(count == Lanes.requestsPerConnectionMax)
  }
}

@Suite("Reports on their way")
struct ReportQueueTests {
  @Test("go in messages of 64, each below the limit of the framer with the longest texts")
  func messages() throws {
    var queue = ReportQueue()
    let long = String(repeating: "x", count: ResponseHead.valueBytesMax)
    for value in 1...65 {
      queue.append(
        TransferServiceResult(
          transfer: TransferIdentifier(rawValue: UInt64(value)),
          attempt: 1,
          detail: TransferDetail(finalURL: long)
        )
      )
    }
    var framer = VarlinkFramer()
    framer.append(queue.take())
    var counts: [Int] = []
    while let message = try framer.next() {
      let report = try SavedCodec.decode(TransferServiceReport.self, from: Array(message))
      guard case .ended(let results) = report else { continue }
      counts.append(results.count)
    }
    #expect(counts == [64, 1])
    #expect(queue.take().isEmpty)
  }
}

@Suite("The rate of a transfer")
struct ProgressMeterTests {
  private let transfer = TransferIdentifier(rawValue: 1)
  private static let second: Int64 = 1_000_000_000

  @Test("is that of the last five seconds, whatever bursts it comes in")
  func bursts() {
    var meter = ProgressMeter()
    var rates: [Int64] = []
    // 2 MB at once every two seconds, looked at twice a second: 1 MB/s.
    for look in Int64(0)..<40 {
      let told = meter.measure(
        transfer,
        bytes: look / 4 * 2_000_000,
        totalBytes: nil,
        resumedAt: nil,
        nowNanoseconds: look * Self.second / 2
      )
      if let told, look >= 12 { rates.append(told.progress.bytesPerSecond) }
    }
    #expect(!rates.isEmpty)
    #expect(rates.allSatisfy { (800_000...1_300_000).contains($0) })
  }

  @Test("is nothing when nothing has come for five seconds, and that is told once")
  func stall() {
    var meter = ProgressMeter()
    func look(_ bytes: Int64, atSecond second: Int64) -> Int64? {
      meter.measure(
        transfer,
        bytes: bytes,
        totalBytes: nil,
        resumedAt: nil,
        nowNanoseconds: second * Self.second
      )?.progress.bytesPerSecond
    }
    #expect(look(1_000_000, atSecond: 1) != nil)
    #expect(look(2_000_000, atSecond: 2) != nil)
    #expect((3...6).allSatisfy { look(2_000_000, atSecond: $0) == nil })
    let rest = (7...20).compactMap { look(2_000_000, atSecond: $0) }
    #expect(rest == [0])
    // What comes after it is not told as one great leap.
    #expect((look(2_500_000, atSecond: 21) ?? .max) <= 500_000)
  }
}

@Suite("The room that stays free")
struct ReserveTests {
  @Test(
    "is 64 MiB, and a twentieth of a small disk",
    arguments: [
      (60_000_000, 3_000_000), (1_000_000_000, 50_000_000), (100_000_000_000, 64 << 20),
    ] as [(Int64, Int64)]
  )
  func reserve(total: Int64, reserve: Int64) {
    #expect(Download.reserveBytes(ofDisk: total) == reserve)
  }
}

@Suite("The record")
struct RecordTests {
  @Test("gives back what it was given, in another process too")
  func roundTrip() throws {
    let folder = try TestFolder()
    var row = RecordRow(transfer: TransferIdentifier(rawValue: .max), url: "http://a/b")
    row.stage = .whole
    row.root = "/r"
    row.folder = "f"
    row.freshName = ".n.torpor-1"
    row.name = "n"
    row.inode = -5
    row.validator = "\"v\""
    row.totalBytes = 0
    row.bytes = 3
    row.syncedBytes = 2
    row.bootID = "boot"
    row.status = 206
    row.path = "/r/f/n"
    row.finalURL = "http://c"
    row.mimeType = "text/plain"
    row.uploadURL = "http://d"
    row.uploadProtocol = .tus
    row.sourceBytes = 8
    row.sourceModifiedNanoseconds = 9
    row.sourceInode = 10
    row.bestBytes = 11
    row.unansweredRanges = 12
    do {
      let record = try Record(folder: folder.path)
      record.save(row)
      #expect(try record.row(of: row.transfer) == row)
      try record.commit()
    }
    let record = try Record(folder: folder.path)
    #expect(try record.row(of: row.transfer) == row)
    record.remove(row.transfer)
    #expect(try record.row(of: row.transfer) == nil)
    try record.commit()
    #expect(try record.row(of: row.transfer) == nil)
  }
}

@Suite("The record of an earlier version")
struct EarlierRecordTests {
  @Test("is read, and has the columns of this one then")
  func laterColumns() throws {
    let folder = try TestFolder()
    do {
      let database = try Database(path: folder.path + "/record.sqlite")
      let values =
        "7, 0, 'http://a', NULL, 'f', 'n', 'n', 1, NULL, NULL, 0, 0, '', 200, NULL, NULL, NULL"
      try database.execute(
        RecordStatements.schema
          + "INSERT INTO transfers VALUES (\(values), NULL, NULL, 0, 0, 0);",
        for: "make"
      )
    }
    for _ in 1...2 {
      let record = try Record(folder: folder.path)
      var row = try #require(try record.row(of: TransferIdentifier(rawValue: 7)))
      #expect(row.status == 200 && row.unansweredRanges == 0)
      row.bestBytes += 1
      record.save(row)
      try record.commit()
    }
    let row = try Record(folder: folder.path).row(of: TransferIdentifier(rawValue: 7))
    #expect(row?.bestBytes == 2)
  }
}

@Suite("The command line of the service")
struct ServiceOptionsTests {
  @Test(
    "is refused with what is wrong and what is right",
    arguments: [
      ([], "--state is missing; torpor-transferd --help says more."),
      (["--state"], "--state needs a folder; torpor-transferd --help says more."),
      (["--state", "x"], "--state takes an absolute path, one that begins with /, not 'x'."),
      (["-x"], "'-x' is not an option; torpor-transferd --help lists them."),
    ]
  )
  func mistakes(arguments: [String], sentence: String) {
    let mistake = #expect(throws: Options.Mistake.self) { try Options(arguments) }
    #expect(mistake?.sentence == sentence)
  }

  @Test("run by hand says what it is, in one sentence")
  func byHand() throws {
    #expect(try Options(["--state", "/s"]).stateFolder == "/s")
    #expect(
      Options.needsDaemon
        == "torpor-transferd moves bytes for torpord, which starts it with a socket as descriptor 3; "
        + "there is none here. To transfer a file, use `torpor download`."
    )
    #expect(
      try ServerProcess([ServiceUnderTest.program], readsLine: true).end() == .exited(status: 2)
    )
  }
}
