import Logging
import Testing
import TorporCore
import TorporPosix
import TorporTestSupport

@testable import torpord

@Suite("What the service manager is told")
struct ServiceNoticesTests {
  private func environment(_ variables: [String: String]) -> ServiceEnvironment {
    ServiceEnvironment(processID: 42) { variables[$0] }
  }

  @Test(
    "is that the daemon is ready, with what it serves, and that it is about to end",
    arguments: [false, true]
  )
  func readiness(isAbstract: Bool) throws {
    let manager = try DatagramReceiver(isAbstract: isAbstract)
    let notices = ServiceNotices(
      to: environment(["NOTIFY_SOCKET": manager.path]),
      on: try EventLoop()
    ) { Issue.record("\($0)") }
    #expect(manager.next() == nil)
    notices.ready("serves /run/torpor/socket") { Issue.record("it is not watched") }
    #expect(manager.next() == "READY=1\nSTATUS=serves /run/torpor/socket")
    notices.stopping()
    #expect(manager.next() == "STOPPING=1")
    #expect(manager.next() == nil)
  }

  @Test(
    "is that it lives, again and again, where the manager asks for that, and from its readiness on"
  )
  func watchdog() throws {
    let (manager, loop) = (try DatagramReceiver(), try EventLoop())
    let notices = ServiceNotices(
      to: environment(["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "2000"]),
      on: loop
    ) { Issue.record("\($0)") }
    var beats = 0
    notices.ready("serves") { beats += 1 }
    #expect(manager.next()?.hasPrefix("READY=1") == true)
    for _ in 0..<5000 where beats < 3 { loop.runOnce(timeoutMilliseconds: 1000) }
    #expect(beats == 3)
    for _ in 0..<3 { #expect(manager.next() == "WATCHDOG=1") }
    #expect(manager.next() == nil)
  }

  @Test("is nothing without a service manager: nothing is sent, and nothing wakes")
  func alone() throws {
    let loop = try EventLoop()
    for variables in [[:], ["WATCHDOG_USEC": "1"]] {
      let notices = ServiceNotices(to: environment(variables), on: loop) { Issue.record("\($0)") }
      notices.ready("serves") { Issue.record("it was woken") }
      notices.stopping()
      loop.runOnce(timeoutMilliseconds: 5)
    }
  }

  @Test("is given up with a word where it cannot be told")
  func gone() throws {
    let manager = try DatagramReceiver()
    manager.remove()
    var complaints: [String] = []
    let notices = ServiceNotices(
      to: environment(["NOTIFY_SOCKET": manager.path]),
      on: try EventLoop()
    ) { complaints.append("\($0)") }
    notices.ready("serves") {}
    #expect(complaints == ["cannot send to \(manager.path): No such file or directory (ENOENT)"])
  }

  @Test("comes with the one socket that it has made, and several are refused")
  func sockets() throws {
    #expect(try environment([:]).socket(for: "/run/torpor/socket") == nil)
    let one = environment(["LISTEN_PID": "42", "LISTEN_FDS": "1"])
    #expect(try one.socket(for: "/run/torpor/socket") == 3)
    let two = environment(["LISTEN_PID": "42", "LISTEN_FDS": "2"])
    let failure = #expect(throws: (any Error).self) { try two.socket(for: "/run/torpor/socket") }
    #expect(
      failure.map { "\($0)" }
        == "the service manager has handed the daemon 2 sockets, and the daemon is to listen on unix "
        + "/run/torpor/socket; give ListenStream= of the socket unit and --socket the same path"
    )
  }
}

@Suite("The log of the daemon in the journal")
struct JournalLogTests {
  @Test("has the line, its priority, who wrote it, and a field for each fact")
  func fields() {
    let fields = StandardErrorLog.fields(
      of: .warning,
      "the journal was damaged cause=\"x\"",
      [(name: "cause", value: "x")]
    )
    #expect(
      fields.map { "\($0.name)=\($0.value)" } == [
        "MESSAGE=the journal was damaged cause=\"x\"", "PRIORITY=4", "SYSLOG_IDENTIFIER=torpord",
        "TORPOR_cause=x",
      ]
    )
  }

  @Test(
    "has the priorities of syslog(3)",
    arguments: [
      (Logger.Level.critical, 2), (.error, 3), (.warning, 4), (.notice, 5), (.info, 6), (.debug, 7),
      (.trace, 7),
    ]
  )
  func priorities(level: Logger.Level, priority: Int) {
    #expect(StandardErrorLog.priority(of: level) == priority)
  }
}
