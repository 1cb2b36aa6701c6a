import Testing
import TorporModel

@testable import TorporCore

@Suite("A command that ends before what it started")
struct CommandEndTests {
  private let ended = CommandEnd(status: .exited(status: 4), remaining: 2)

  private func device(isCooperative: Bool) -> TestDevice {
    var device = TestDevice(.linux)
    device.install("wrapper", isCooperative: isCooperative)
    device.open("wrapper")
    return device
  }

  @Test("continues as the app, which is frozen and thawed as before, and ends with its status")
  func continues() {
    var device = device(isCooperative: false)
    device.report("wrapper", .commandExited(ended))
    #expect(device.state("wrapper") == .active)
    #expect(
      device.decisions("wrapper").last?.action == .endCommand(.exit(status: 4), remaining: 2)
    )
    device.home()
    device.pass(.seconds(30))
    #expect(device.state("wrapper") == .suspended)
    device.open("wrapper")
    #expect(device.state("wrapper") == .active)
    device.report("wrapper", .exited(status: .exited(status: 4)))
    #expect(device.lastExit("wrapper") == .exit(status: 4))
    #expect(device.broken == [])
  }

  @Test("is told once, over restarts of the daemon too")
  func toldOnce() throws {
    var device = device(isCooperative: false)
    device.report("wrapper", .commandExited(ended))
    let launch = try #require(device.device.apps[device.app("wrapper")]?.process.launch)
    let survivor = Survivor(
      app: device.app("wrapper"),
      launch: launch,
      isFrozen: false,
      commandEnd: ended
    )
    device.tell(.daemonRestarted(survivors: [survivor]))
    let told = device.decisions("wrapper") { if case .endCommand = $0 { true } else { false } }
    #expect(told.count == 1)
    #expect(device.state("wrapper") == .active)
  }

  @Test("is told by the next daemon where none lived")
  func toldLate() throws {
    var device = device(isCooperative: false)
    let launch = try #require(device.device.apps[device.app("wrapper")]?.process.launch)
    let survivor = Survivor(
      app: device.app("wrapper"),
      launch: launch,
      isFrozen: false,
      commandEnd: ended
    )
    device.tell(.daemonRestarted(survivors: [survivor]))
    #expect(
      device.decisions("wrapper").last?.action == .endCommand(.exit(status: 4), remaining: 2)
    )
  }

  @Test("of an app that speaks to the system ends the app, and says so")
  func cooperative() {
    var device = device(isCooperative: true)
    device.report("wrapper", .commandExited(ended))
    #expect(device.lastExit("wrapper") == .exit(status: 4))
    let end = device.decisions("wrapper") { $0 == .end(.exit(status: 4)) }.last
    #expect(end?.conditions.map(\.reason) == [.leftBehind])
    #expect(end?.conditions.first?.subject == "2 processes")
  }

  @Test("of a job ends the run with its status, and what is left of it is asked to end")
  func job() throws {
    var device = TestDevice.inTheEvening()
    let job = device.submit(JobRequest(command: "wrapper"))
    let launch = try #require(device.device.jobs[job]?.run?.launch)
    device.feed(.process(launch: launch, event: .commandExited(ended)))
    #expect(device.count { $0 == .requestTermination(launch) } == 1)
    device.exit(job, .exited(status: 4))
    #expect(device.ends(of: job) == [.exited(status: 4)])
  }

  @Test("while it is asked to end has the others asked too")
  func ending() {
    var device = device(isCooperative: false)
    device.user(.forceQuit(app: device.app("wrapper")))
    device.report("wrapper", .commandExited(ended))
    #expect(device.count { if case .requestTermination = $0 { true } else { false } } == 2)
    device.pass(.seconds(6))
    #expect(device.lastExit("wrapper") == .forceQuit)
  }
}
