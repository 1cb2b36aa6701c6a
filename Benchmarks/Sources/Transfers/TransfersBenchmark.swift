import Glibc
import TorporModel
import TorporPosix

/// B5: files from a server on this machine, by the daemon and by programs that people download with.
///
/// Ours are durable: a row before the first byte, every file and its name on the disk before it is
/// called done, and the journal of the daemon beside. The peers write files and leave the rest to the
/// kernel. (a) many tiny files, (b) files of real sizes, (c) a large one, (d) a queue that does not
/// move, (e) the service or the daemon killed in the middle of a download.
enum TransfersBenchmark {
  struct Size {
    let pairs: Int
    /// Runs of the peers that nothing is held against.
    let others: Int
    let tiny: Int
    let sized: Int
    let largeMebibytes: Int
    let queued: Int
    let kills: Int

    static let whole = Size(
      pairs: 11,
      others: 3,
      tiny: 10_000,
      sized: 2000,
      largeMebibytes: 256,
      queued: 100_000,
      kills: 20
    )
    static let quick = Size(
      pairs: 1,
      others: 1,
      tiny: 100,
      sized: 20,
      largeMebibytes: 8,
      queued: 1000,
      kills: 2
    )
  }

  static func run(_ options: Options) throws -> Report {
    let size = options.isQuick ? Size.quick : Size.whole
    var report = Report("B5", "transfers")
    guard let torpord = PeerProgram("torpord", options),
      let torpor = PeerProgram("torpor", options),
      PeerProgram("torpor-transferd", options) != nil
    else {
      report.notes.append(
        "skipped: torpord, torpor or torpor-transferd is not built; run scripts/bench"
      )
      return report
    }
    let scratch = try ScratchFolder(onDisk: true)
    guard let server = try WebServer(in: scratch) else {
      report.notes.append("skipped: nginx is not installed (Debian: nginx-light)")
      return report
    }
    let peers = TransferPeer.installed
    report.notes += ["wget2", "curl", "aria2c"].filter { name in
      !peers.contains { $0.name == name }
    }.map { "\($0) is not installed and is left out" }
    let start = {
      try TransferDaemon(torpord, command: torpor, scratch: ScratchFolder(onDisk: true))
    }
    // One daemon at a time: all have a group of the same name.
    do {
      let cells = TransferCells(daemon: try start(), peers: peers, size: size)
      try cells.measureMany(on: server, scratch, options, in: &report)
      try cells.measureLarge(on: server, scratch, in: &report)
    }
    try TransferQueue.measure(size.queued, try start(), in: &report)
    try TransferKills.measure(
      size,
      on: server,
      scratch,
      torpord: torpord,
      torpor: torpor,
      in: &report
    )
    return report
  }
}

/// The cells in which we and peers download the same.
struct TransferCells {
  let daemon: TransferDaemon
  let peers: [TransferPeer]
  let size: TransfersBenchmark.Size

  /// The goals: time and processor time over wget2's, and time over curl's.
  private static let tinyWallMax = 1.0
  private static let tinyProcessorMax = 1.1
  private static let largeWallMax = 1.05

  // MARK: (a) and (b)

  func measureMany(
    on server: WebServer,
    _ scratch: ScratchFolder,
    _ options: Options,
    in report: inout Report
  ) throws {
    let tiny = try ServedFiles(
      "tiny",
      sizes: Array(repeating: 1024, count: size.tiny),
      on: server,
      in: scratch
    )
    let drawn = try ServedFiles.downloadSizes(size.sized, options)
    let sized = try ServedFiles("sized", sizes: drawn.sizes, on: server, in: scratch)
    report.input += [
      "\(size.pairs) pairs, in turns, and \(size.others) runs of other peers, all on ext4 or what "
        + "/var/tmp is on",
      "(a) \(size.tiny) x 1 KiB; (b) \(size.sized) files, \(sized.byteCount >> 20) MiB, \(drawn.origin)",
    ]
    try measure("(a)", tiny, in: &report)
    try measure("(b)", sized, in: &report)
  }

  private func measure(_ cell: String, _ files: ServedFiles, in report: inout Report) throws {
    let rival = peers.first { $0.name == "wget2" }
    var (wall, processor, bare) = (Pairs(), Pairs(), Pairs())
    var ours: [TransferCost] = []
    let folders = ReceivingFolders(for: files)
    for _ in 0..<size.pairs {
      let cost = try runProgram(files, folders.next())
      ours.append(cost)
      guard let rival else { continue }
      let peer = try rival.download(files, into: folders.next())
      wall.add(ours: cost.wallMilliseconds, peer: peer.wallMilliseconds)
      processor.add(ours: cost.processorMilliseconds, peer: peer.processorMilliseconds)
      bare.add(
        ours: try runBare(files, folders.next()).wallMilliseconds,
        peer: peer.wallMilliseconds
      )
    }
    if let rival {
      report.add(
        "\(cell) wall",
        wall,
        .atMost(Self.tinyWallMax),
        in: .milliseconds,
        peer: rival.name
      )
      report.add(
        "\(cell) wall, without `torpor`",
        bare,
        .atMost(Self.tinyWallMax),
        in: .milliseconds,
        peer: rival.name
      )
      report.add(
        "\(cell) processor time",
        processor,
        .atMost(Self.tinyProcessorMax),
        in: .milliseconds,
        peer: rival.name
      )
    } else {
      report.show("\(cell) ours", Self.sentence(ours))
    }
    for peer in peers where peer.name != "wget2" {
      var costs: [TransferCost] = []
      for _ in 0..<size.others {
        costs.append(try peer.download(files, into: folders.next()))
      }
      report.show("\(cell) \(peer.name)", Self.sentence(costs))
    }
  }

  private func runProgram(
    _ files: ServedFiles,
    _ folder: ReceivingFolder
  ) throws -> TransferCost {
    let cost = try daemon.run(["-i", files.list, "-d", folder.path])
    try folder.check(files, of: "torpor download")
    return cost
  }

  private func runBare(_ files: ServedFiles, _ folder: ReceivingFolder) throws -> TransferCost {
    let destination = TransferDestination(file: TransferFile(path: folder.path), isFolder: true)
    let cost = try daemon.download(files.urls, to: destination)
    try folder.check(files, of: "torpord")
    return cost
  }

  private static func sentence(_ costs: [TransferCost]) -> String {
    "\(Unit.milliseconds.text(Sample(costs.map(\.wallMilliseconds)).median)), processor time "
      + Unit.milliseconds.text(Sample(costs.map(\.processorMilliseconds)).median)
  }

  // MARK: (c)

  func measureLarge(
    on server: WebServer,
    _ scratch: ScratchFolder,
    in report: inout Report
  ) throws {
    let bytes = size.largeMebibytes << 20
    let file = try ServedFiles("whole", sizes: [bytes], on: server, in: scratch)
    report.input.append("(c) \(size.largeMebibytes) MiB")
    guard let curl = ForegroundProgram(installed: "curl") else { return }
    let sync = ForegroundProgram(installed: "sync")
    var (wall, bare, processor, synced) = (Pairs(), Pairs(), Pairs(), Pairs())
    for _ in 0..<size.pairs {
      let ours = try runProgram(file, ReceivingFolder())
      let bareMilliseconds = try runBare(file, ReceivingFolder()).wallMilliseconds
      let folder = try ReceivingFolder()
      defer { withExtendedLifetime(folder) {} }
      let target = folder.scratch.file("file")
      let peer = try curl.run(["-q", "-s", "-f", "-o", target, file.urls[0]])
      let sync = try sync?.run(["-d", target]).wallMilliseconds ?? 0
      wall.add(ours: ours.wallMilliseconds, peer: peer.wallMilliseconds)
      bare.add(ours: bareMilliseconds, peer: peer.wallMilliseconds)
      synced.add(ours: bareMilliseconds, peer: peer.wallMilliseconds + sync)
      processor.add(ours: ours.processorMilliseconds, peer: peer.processorMilliseconds)
    }
    let goal = Goal.atMost(Self.largeWallMax)
    report.add("(c) wall", wall, goal, in: .milliseconds, peer: "curl")
    report.add("(c) wall, without `torpor`", bare, goal, in: .milliseconds, peer: "curl")
    report.add(
      "(c) the same, beside curl and then sync",
      synced,
      goal,
      in: .milliseconds,
      peer: "both"
    )
    report.add("(c) processor time", processor, goal, in: .milliseconds, peer: "curl")
  }
}
