import Glibc
import TorporPosix
import TorporWire

/// B7: what a daemon with a hundred frozen apps costs while nothing happens, and how soon it is there.
enum FootprintBenchmark {
  private struct Size {
    let apps: Int
    let seconds: UInt32
    let starts: Int

    static let whole = Size(apps: 100, seconds: 60, starts: 11)
    static let quick = Size(apps: 5, seconds: 2, starts: 2)
  }

  /// Above the daemon's own 5 s.
  private static let restSeconds: UInt32 = 6

  /// The goal for resident memory, in MiB; the daemon serves phones and handhelds too.
  private static let residentMax = 6.0

  static func run(_ options: Options) throws -> Report {
    let size = options.isQuick ? Size.quick : Size.whole
    var report = Report("B7", "footprint")
    guard let torpord = PeerProgram("torpord", options),
      let app = PeerProgram("attached-app", options)
    else {
      report.notes.append("skipped: torpord or attached-app is not built; run scripts/bench")
      return report
    }
    report.input = ["\(size.apps) frozen apps for \(size.seconds) s; \(size.starts) starts"]
    try measureStarts(torpord, size.starts, in: &report)
    try measureIdleness(torpord, app, size, in: &report)
    try measureClient(size, options, in: &report)
    return report
  }

  // MARK: The start

  /// Starts with the state of a daemon before it: what happens at each boot but the first.
  private static func measureStarts(
    _ torpord: PeerProgram,
    _ count: Int,
    in report: inout Report
  ) throws {
    let scratch = try ScratchFolder(onDisk: true)
    let first = try DaemonUnderTest(torpord, scratch: scratch).readyMilliseconds
    var times: [Double] = []
    for _ in 0..<count {
      times.append(try DaemonUnderTest(torpord, scratch: scratch).readyMilliseconds)
    }
    report.show("ready, first start ever", Unit.milliseconds.text(first))
    report.add(
      "ready, from start to first answer",
      Sample(times).median,
      .atMost(4),
      in: .milliseconds
    )
    report.show("ready, slowest", Unit.milliseconds.text(Sample(times).quantile(1)))
  }

  // MARK: Doing nothing

  private static func measureIdleness(
    _ torpord: PeerProgram,
    _ app: PeerProgram,
    _ size: Size,
    in report: inout Report
  ) throws {
    let scratch = try ScratchFolder()
    let daemon = try DaemonUnderTest(torpord, scratch: ScratchFolder(onDisk: true))
    for number in 0..<size.apps {
      let name = try daemon.install("bench.app\(number)", app, arguments: [])
      try daemon.control.call(Control.Launch(app: name))
      try daemon.control.call(Control.Home(app: name))
    }
    try daemon.waitForSuspended(size.apps)
    let bus = try BackgroundProgram.messageBus(in: scratch)
    // The daemon has come to rest, which takes it 5 s, and is as small as it gets.
    sleep(restSeconds)
    var watched: [(name: String, processID: Int32)] = [("torpord", daemon.processID)]
    if let bus { watched.append(("dbus-daemon", bus.processID)) }
    if let cron = runningCron() {
      watched.append(("cron", cron))
    } else {
      report.notes.append("cron does not run here, and starting it would run the machine's jobs")
    }
    let before = watched.map { ProcessFootprint(of: $0.processID) }
    sleep(size.seconds)
    for ((name, processID), start) in zip(watched, before) {
      let end = ProcessFootprint(of: processID)
      let waits = Double(end.waits - start.waits)
      let milliseconds = Double(end.processorNanoseconds - start.processorNanoseconds) / 1e6
      if name == "torpord" {
        report.add("wake-ups", waits, .atMost(0), in: .count)
        report.add("processor time", milliseconds, .atMost(0), in: .milliseconds)
        report.add("resident memory", end.residentMebibytes, .atMost(residentMax), in: .mebibytes)
        report.show("resident memory, parts", end.sentence)
      } else {
        report.show(
          name,
          "\(Int(waits)) wake-ups, \(Unit.milliseconds.text(milliseconds)), \(end.sentence)"
        )
      }
    }
  }

  /// A cron that runs already.
  private static func runningCron() -> Int32? {
    guard let text = try? Files.read("/run/crond.pid") else { return nil }
    return Int32(text.prefix { $0.isNumber })
  }

  // MARK: The client

  /// Programs that start and end: one says hello, the other has the client library attach as well.
  private static func measureClient(
    _ size: Size,
    _ options: Options,
    in report: inout Report
  ) throws {
    guard let plain = PeerProgram("hello-plain", options),
      let attached = PeerProgram("hello-attached", options),
      let torpord = PeerProgram("torpord", options)
    else {
      report.notes.append("the client library's cost is left out: its two programs are not built")
      return
    }
    let daemon = try DaemonUnderTest(torpord, scratch: ScratchFolder(onDisk: true))
    let client = ClientCost(daemon: daemon, plain: plain, attached: attached)
    try client.measure(pairs: size.starts * 2, in: &report)
  }
}
