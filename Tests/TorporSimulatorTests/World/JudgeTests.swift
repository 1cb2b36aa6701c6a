import Testing
import TorporCore
import TorporModel
import TorporTestSupport

@testable import TorporSimulator

@Suite("The judge of the simulated kernel")
struct JudgeTests {
  private let clock = VirtualClock()
  private let timeline: TimelineRecorder
  private let processes: SimulatedProcesses
  /// Takes what the processes report; they do not own it.
  private let sink = EventRecorder()
  private let launch = LaunchIdentifier(rawValue: 1)

  init() throws {
    let (clock, timeline) = (clock, TimelineRecorder(clock: clock))
    let processes = SimulatedProcesses(clock: clock, recorder: timeline, sink: sink)
    self.timeline = timeline
    self.processes = processes
    processes.makeProcess = { order, _ in
      SimulatedProcess(
        launch: order.launch,
        app: AppDefinition(alias: "app", manifest: AppManifest(identifier: order.app)),
        environment: ProcessEnvironment(
          clock: clock,
          recorder: timeline,
          ask: { _, _, _ in RequestIdentifier(rawValue: 1) },
          setFootprint: { _, _ in },
          report: { _, _ in },
          wasTold: { _ in },
          didRead: { _ in },
          reads: { _ in },
          didEnd: { _, _ in },
          storage: AppStorage()
        )
      )
    }
    try start(launch)
  }

  private func start(_ launch: LaunchIdentifier) throws {
    let app = try #require(AppIdentifier("com.example.app"))
    let recipe = LaunchRecipe(
      executable: "/app",
      arguments: [],
      environment: [],
      workingDirectory: "/",
      userID: 1000,
      groupID: 1000
    )
    processes.launch(
      LaunchOrder(launch: launch, app: app, destination: .foreground),
      recipe: recipe,
      streams: []
    )
    settle()
  }

  private func settle() { while clock.runNext(upTo: .at(.seconds(1))) {} }

  private var complaints: [String] {
    timeline.violations.compactMap {
      if case .violation(let sentence) = $0.event { sentence } else { nil }
    }
  }

  @Test("is silent while orders are legal")
  func legal() {
    processes.freeze(launch)
    settle()
    processes.thaw(launch)
    processes.freeze(launch)
    processes.kill(launch)
    settle()
    #expect(complaints.isEmpty)
  }

  @Test("complains of a group that is frozen twice")
  func frozenTwice() {
    processes.freeze(launch)
    processes.freeze(launch)
    #expect(complaints == ["'app' (1) was frozen twice"])
  }

  @Test("lets an order pass whose process has died unseen, and complains when the death was told")
  func dead() {
    processes.end(launch, .signalled(signal: 9))
    processes.freeze(launch)
    #expect(complaints.isEmpty)
    processes.turnEnded()
    processes.freeze(launch)
    #expect(complaints == ["freeze was ordered for 1, which is known to be dead"])
  }

  @Test("complains of memory that is ordered away while the app runs, or a second time at once")
  func pagedOut() {
    processes.setSwap(totalBytes: 1_000_000)
    let order = PageOutOrder(launch: launch, bytesMax: 1)
    processes.pageOut(order)
    #expect(complaints == ["memory of 'app' (1) was ordered away while it runs"])
    processes.freeze(launch)
    settle()
    processes.pageOut(order)
    #expect(complaints.count == 1)
    processes.pageOut(order)
    #expect(complaints.last == "memory of 'app' (1) was ordered away twice")
  }

  @Test("complains of memory that is read back while the app runs, and reads what is in swap once")
  func readBack() {
    let order = ReadBackOrder(launch: launch, bytesMax: 1 << 30, availablePermilleMin: 0)
    processes.setSwap(totalBytes: 1_000_000_000)
    processes.readBack(order)
    #expect(complaints == ["memory of 'app' (1) was read back while it runs"])
    processes.freeze(launch)
    settle()
    processes.pageOut(PageOutOrder(launch: launch, bytesMax: 1 << 30))
    settle()
    processes.readBack(order)
    settle()
    processes.readBack(order)
    settle()
    let (written, read) = (written, read)
    #expect(written > 0)
    #expect(read == [0, written, 0])
    #expect(complaints.count == 1)
  }

  /// What went to swap, and what came back with each order.
  private var written: Int64 {
    sink.events.reduce(0) { sum, event in
      guard case .input(.process(_, .pagedOut(let report))) = event else { return sum }
      return sum + report.writtenBytes
    }
  }
  private var read: [Int64] {
    sink.events.compactMap { event in
      guard case .input(.process(_, .readBack(let report))) = event else { return nil }
      return report.readBytes
    }
  }

  @Test("complains of an order for a process that never was")
  func unknown() {
    processes.kill(LaunchIdentifier(rawValue: 9))
    #expect(complaints == ["kill was ordered for 9, which never was"])
  }

  @Test("complains of a second process of an app, and of a number given twice")
  func launchedTwice() throws {
    try start(LaunchIdentifier(rawValue: 2))
    #expect(complaints == ["com.example.app was launched although a process of it lives"])
    processes.end(LaunchIdentifier(rawValue: 1), .exited(status: 0))
    processes.end(LaunchIdentifier(rawValue: 2), .exited(status: 0))
    try start(launch)
    #expect(complaints.last == "launch 1 was ordered twice")
  }
}
