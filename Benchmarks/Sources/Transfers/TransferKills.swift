import Glibc
import TorporModel
import TorporPosix

/// B5 (e): a download whose service, or daemon, is killed at a random byte.
///
/// The server's log says what was asked for again and what it sent; what it sent may still lie in the
/// sockets when the reader dies, so both are given.
enum TransferKills {
  /// The goal for what is fetched twice, in bytes.
  private static let repeatedBytesMax = 1_048_576.0

  static func measure(
    _ size: TransfersBenchmark.Size,
    on server: WebServer,
    _ scratch: ScratchFolder,
    torpord: PeerProgram,
    torpor: PeerProgram,
    in report: inout Report
  ) throws {
    let bytes = size.largeMebibytes << 20
    let file = try ServedFiles("large", sizes: [bytes], on: server, in: scratch)
    var random = SplitMix64(seed: 20)
    var totals = Totals()
    for number in 0..<size.kills {
      let state = try ScratchFolder(onDisk: true)
      let victim: Victim = number.isMultiple(of: 2) ? .service : .daemon
      let kill = KilledDownload(
        file: file,
        server: server,
        start: { try TransferDaemon(torpord, command: torpor, scratch: state) }
      )
      totals.add(try kill.run(victim, atByte: Int64(random.below(bytes))))
    }
    report.input.append(
      "(e) \(size.largeMebibytes) MiB, kill -9 at a random byte, of the service and of the daemon in turns"
    )
    report.add("(e) lost or damaged", Double(totals.lost), .atMost(0), in: .count)
    report.add("(e) received twice", Double(totals.duplicated), .atMost(0), in: .count)
    let most = Goal.atMost(repeatedBytesMax)
    report.add(
      "(e) asked for twice at a kill, most",
      Double(totals.asked.max() ?? 0),
      most,
      in: .bytes
    )
    report.add(
      "(e) sent twice at a kill, by the log, median",
      Sample(totals.sent.map { Double($0) }).median,
      most,
      in: .bytes
    )
    report.show("(e) sent twice, most", Unit.bytes.text(Double(totals.sent.max() ?? 0)))
    report.show(
      "(e) kills that met a download under way",
      "\(totals.hits) of \(totals.kills)"
    )
  }

  enum Victim {
    case service, daemon
  }

  /// What one kill came to.
  struct Outcome {
    var isWhole: Bool
    var fileCount: Int
    /// `nil`: the download was over before the kill.
    var askedTwiceBytes: Int64?
    var sentTwiceBytes: Int64
  }

  private struct Totals {
    var kills = 0
    var hits = 0
    var lost = 0
    var duplicated = 0
    var asked: [Int64] = []
    var sent: [Int64] = []

    mutating func add(_ outcome: Outcome) {
      kills += 1
      if !outcome.isWhole { lost += 1 }
      if outcome.fileCount > 1 { duplicated += 1 }
      if let asked = outcome.askedTwiceBytes {
        hits += 1
        self.asked.append(asked)
        sent.append(outcome.sentTwiceBytes)
      }
    }
  }
}

/// One download and one kill.
private struct KilledDownload {
  let file: ServedFiles
  let server: WebServer
  let start: () throws -> TransferDaemon

  func run(_ victim: TransferKills.Victim, atByte byte: Int64) throws -> TransferKills.Outcome {
    let answersBefore = server.answers().count
    let folder = try ReceivingFolder()
    var daemon: TransferDaemon? = try start()
    defer { withExtendedLifetime(daemon) {} }
    let destination = TransferDestination(file: TransferFile(path: folder.path), isFolder: true)
    let transfers = try daemon?.submit(file.urls, to: destination) ?? []
    awaitByte(byte, in: folder)
    // Stopped first, so that the length which is read is the one that the next process finds.
    let service = daemon?.serviceID
    if let service { kill(service, SIGSTOP) }
    usleep(1000)
    let length = receivedBytes(folder)
    if victim == .daemon, let processID = daemon?.daemon.processID {
      kill(processID, SIGKILL)
      if let service { kill(service, SIGCONT) }
      // What is left of the old one is tidied up before the new one has a group of the same name.
      daemon = nil
      daemon = try start()
    } else if let service {
      kill(service, SIGKILL)
    }
    try daemon?.wait(for: transfers)
    let answers = server.answers().dropFirst(answersBefore)
    let sent = answers.reduce(Int64(0)) { $0 + $1.sentBytes }
    let isInterrupted = answers.count > 1
    let names = Files.names(in: folder.path)
    return TransferKills.Outcome(
      isWhole: names.contains { isEqual(folder.scratch.file($0)) },
      fileCount: names.count,
      askedTwiceBytes: isInterrupted ? max(0, length - (answers.last?.rangeStart ?? 0)) : nil,
      sentTwiceBytes: sent - Int64(file.byteCount)
    )
  }

  /// Waits until the file that is being received has so many bytes, or is done.
  private func awaitByte(_ byte: Int64, in folder: ReceivingFolder) {
    let end = Stopwatch.wallSeconds() + 60
    while receivedBytes(folder) < byte, Stopwatch.wallSeconds() < end { usleep(50) }
  }

  private func receivedBytes(_ folder: ReceivingFolder) -> Int64 {
    Files.names(in: folder.path).first.flatMap {
      try? Int64(Files.facts(of: folder.scratch.file($0)).st_size)
    } ?? 0
  }

  private func isEqual(_ path: String) -> Bool {
    let served = server.root + "/large/file0"
    let cmp = ForegroundProgram(installed: "cmp")
    return (try? cmp?.run(["-s", path, served])) != nil
  }
}
