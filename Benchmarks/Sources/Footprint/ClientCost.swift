import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// What the client library adds to the start of a static Swift program.
///
/// Both programs are started by the daemon as apps, in turns: one runs its first line, the other its
/// first handler, after it has connected and attached. What the daemon takes is in both.
struct ClientCost {
  let daemon: DaemonUnderTest
  let plain: PeerProgram
  let attached: PeerProgram

  /// The goals: what a start may cost more, in milliseconds and MiB.
  private static let startMax = 1.0
  private static let residentMax = 1.5
  /// Of it what no other process shares, in MiB.
  private static let privateMax = 0.5

  /// One start.
  private struct Start {
    let milliseconds: Double
    let footprint: ProcessFootprint
  }

  func measure(pairs: Int, in report: inout Report) throws {
    let scratch = try ScratchFolder()
    let page = try StampPage(path: scratch.file("page"))
    let plainApp = try daemon.install("bench.plain", plain, arguments: [page.path])
    let attachedApp = try daemon.install("bench.hello", attached, arguments: [page.path])
    var added: [Double] = []
    var addedMebibytes: [Double] = []
    var addedPrivate: [Double] = []
    var last: (plain: Start, attached: Start)?
    for _ in 0..<pairs {
      let one = try start(plainApp, page)
      let other = try start(attachedApp, page)
      added.append(other.milliseconds - one.milliseconds)
      addedMebibytes.append(other.footprint.residentMebibytes - one.footprint.residentMebibytes)
      addedPrivate.append(other.footprint.privateMebibytes - one.footprint.privateMebibytes)
      last = (one, other)
    }
    let (time, memory) = (Sample(added), Sample(addedMebibytes))
    report.add("client: added to a start", time.median, .atMost(Self.startMax), in: .milliseconds)
    report.add(
      "client: added to memory",
      memory.median,
      .atMost(Self.residentMax),
      in: .mebibytes
    )
    report.add(
      "client: of it private",
      Sample(addedPrivate).median,
      .atMost(Self.privateMax),
      in: .mebibytes
    )
    guard let last else { return }
    report.show("client: a start without it", Unit.milliseconds.text(last.plain.milliseconds))
    report.show("client: memory without it", last.plain.footprint.sentence)
    report.show("client: memory with it", last.attached.footprint.sentence)
  }

  /// Starts the app, waits for its stamp, looks at its memory, and ends it.
  private func start(_ app: String, _ page: borrowing StampPage) throws -> Start {
    page.clear()
    let begin = Stopwatch.monotonicNanoseconds()
    let launch = try daemon.control.call(Control.Launch(app: app)).launch
    let runs = try page.next(after: 0)
    let processID = page.processID()
    // The library is at rest: its replies are sent and its threads wait.
    usleep(5000)
    let footprint = ProcessFootprint(of: processID)
    kill(processID, SIGKILL)
    try daemon.control.call(Control.Wait(launch: launch))
    return Start(milliseconds: Double(runs - begin) / 1e6, footprint: footprint)
  }
}
