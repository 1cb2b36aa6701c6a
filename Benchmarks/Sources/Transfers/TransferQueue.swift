import Glibc
import TorporModel

/// B5 (d): what a queue costs that stands behind a host which says nothing.
enum TransferQueue {
  /// Above the daemon's own 5 s, after which it gives back what it does not need.
  private static let restSeconds: UInt32 = 7

  /// The goals: bytes for each item in both processes, and resident memory of both.
  private static let itemBytesMax = 200.0
  private static let residentMebibytesMax = 32.0

  static func measure(_ count: Int, _ daemon: TransferDaemon, in report: inout Report) throws {
    let host = try StalledServer()
    let folder = try ReceivingFolder()
    defer { withExtendedLifetime((host, folder, daemon)) {} }
    let destination = TransferDestination(file: TransferFile(path: folder.path), isFolder: true)
    func queue(_ range: Range<Int>) throws {
      _ = try daemon.submit(range.map { "\(host.address)/queued/file\($0)" }, to: destination)
    }
    // The service runs and has all that it is given at a time before anything is counted.
    let first = min(count / 10, 1000)
    try queue(0..<first)
    sleep(restSeconds)
    let before = Resident(daemon)
    let begin = Stopwatch.wallSeconds()
    try queue(first..<count)
    let wall = (Stopwatch.wallSeconds() - begin) * 1e3
    let busy = Resident(daemon)
    sleep(restSeconds)
    let after = Resident(daemon)
    let items = Double(count - first)
    let grown = Double(after.kibibytes - before.kibibytes) * 1024
    report.input.append("(d) \(count) downloads from a host that takes connections and is silent")
    report.add("(d) memory a queued download", grown / items, .atMost(itemBytesMax), in: .bytes)
    report.add(
      "(d) resident memory of both",
      Double(after.kibibytes) / 1024,
      .atMost(residentMebibytesMax),
      in: .mebibytes
    )
    report.show("(d) parts", after.sentence)
    report.show("(d) before", before.sentence)
    report.show("(d) right after the last call", busy.sentence)
    report.show("(d) submitting", Unit.milliseconds.text(wall))
  }

  /// The memory of the daemon and of its service.
  private struct Resident {
    let torpord: ProcessFootprint
    let service: ProcessFootprint

    init(_ daemon: TransferDaemon) {
      torpord = ProcessFootprint(of: daemon.daemon.processID)
      // A process that is not there has zeros.
      service = ProcessFootprint(of: daemon.serviceID ?? 0)
    }

    var kibibytes: Int { torpord.residentKibibytes + service.residentKibibytes }
    var sentence: String { "torpord \(torpord.sentence), service \(service.sentence)" }
  }
}
