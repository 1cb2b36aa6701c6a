import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("A command that has ended")
struct EndedAppTests {
  private func explained(
    _ daemon: TestDaemon,
    _ name: String,
    user: UInt32
  ) throws -> (status: AppStatus, decisions: [LoggedDecision]) {
    let reply = try daemon.control(Control.Why(app: name), user: user)
    return (reply.app, reply.decisions)
  }

  @Test("is still explained by its identifier and its name, with how it ended")
  func why() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock", user: 501)
    daemon.kernel.end(launch, .exited(status: 3))
    daemon.pass(.seconds(1))
    for name in ["run.clock", "clock"] {
      let (status, decisions) = try explained(daemon, name, user: 501)
      #expect(status.state == .notRunning)
      #expect(status.lastExit?.reason == .exit(status: 3))
      #expect(decisions.contains { $0.decision.action == .end(.exit(status: 3)) })
    }
    let log = try daemon.control(Control.Log(app: "clock"), user: 501).decisions
    #expect(log.contains { $0.decision.action == .end(.exit(status: 3)) })
  }

  @Test("is told to nobody else but root, and is forgotten after a day")
  func isPrivate() throws {
    let daemon = try TestDaemon()
    daemon.kernel.end(try daemon.run("clock", user: 501), .exited(status: 0))
    daemon.pass(.seconds(1))
    #expect(throws: WireError.refused(.unknownApp(name: "clock", similar: []))) {
      try explained(daemon, "clock", user: 502)
    }
    #expect(try explained(daemon, "clock", user: 0).status.lastExit != nil)
    daemon.pass(.hours(24))
    #expect(throws: WireError.refused(.unknownApp(name: "clock", similar: []))) {
      try explained(daemon, "clock", user: 501)
    }
  }

  @Test("is not mixed up with the next of its name")
  func runs() throws {
    let daemon = try TestDaemon()
    daemon.kernel.end(try daemon.run("clock", user: 501), .exited(status: 3))
    daemon.pass(.seconds(1))
    let second = try daemon.run("clock", user: 501)
    let (status, decisions) = try explained(daemon, "clock", user: 501)
    #expect(status.launch == second)
    #expect(!decisions.contains { $0.decision.action == .end(.exit(status: 3)) })
    #expect(decisions.contains { $0.decision.launch == second })
  }

  @Test("that shares its name with others which run is refused with all identifiers")
  func ambiguous() throws {
    let daemon = try TestDaemon()
    daemon.kernel.end(try daemon.run("clock", user: 501), .exited(status: 3))
    daemon.pass(.seconds(1))
    _ = try daemon.run("clock", user: 501)
    _ = try daemon.run("clock", user: 501)
    let both = ["run.clock", "run.clock-2"].compactMap { AppIdentifier($0) }
    let refusal = WireError.refused(.ambiguousApp(name: "clock", apps: both))
    #expect(throws: refusal) { try daemon.control(Control.Quit(app: "clock"), user: 501) }
    // Nor does a question about them get the answer of one that has ended.
    #expect(throws: refusal) { try daemon.control(Control.Why(app: "clock"), user: 501) }
    #expect(throws: refusal) {
      try daemon.control(Control.Diagnose(app: "clock"), user: 501)
    }
    #expect(
      refusal.sentence
        == "'clock' matches several apps: 'run.clock' and 'run.clock-2'. Use one of these identifiers."
    )
  }
}
