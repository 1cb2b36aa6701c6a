import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("A call that the policy answers with something else")
struct UnansweredCallTests {
  private let id = WireSession.CallIdentifier(rawValue: 1)

  @Test("of an app is not implemented, and ends nobody")
  func app() {
    let list = AppCalls().listTransfers(Incoming(App.ListTransfers(session: "a"), id: id))
    #expect(throws: WireError.methodNotImplemented(method: "io.torpor.App.ListTransfers")) {
      try list.reply(.done)
    }
    let visits = AppCalls().monitoredRegions(Incoming(App.MonitoredRegions(), id: id))
    #expect(throws: WireError.methodNotImplemented(method: "io.torpor.App.MonitoredRegions")) {
      try visits.reply(.registered(true))
    }
  }

  @Test("of a program is not implemented, and ends nobody")
  func program() throws {
    let daemon = try TestDaemon()
    let connection = daemon.connect()
    let peer = Peer(processID: 77, userID: 500, groupID: 500, launch: nil)
    let calls = ControlCalls(
      table: daemon.sessions,
      connection: connection,
      permission: daemon.sessions.permission(of: peer),
      descriptors: []
    )
    func reply(to submissions: [Submission]) throws -> any WireReply {
      let request = try #require(submissions[0].input.request)
      let pending = try #require(daemon.sessions.pending[request])
      guard case .call(let makeReply) = pending.shape else { return NoReply() }
      return try makeReply(.done)
    }
    let job = JobSubmission(
      request: JobRequest(command: "make"),
      executable: "/usr/bin/make",
      arguments: ["make"],
      environment: [],
      workingDirectory: "/"
    )
    let jobs = try calls.submitJob(Incoming(Control.SubmitJob(job), id: id))
    #expect(throws: WireError.methodNotImplemented(method: "io.torpor.Control.SubmitJob")) {
      try reply(to: jobs)
    }
    let transfer = TransferSubmission(
      requests: [TransferRequest(direction: .download, hostKey: 1)],
      contents: [TransferContent(url: "http://a")]
    )
    let transfers = try calls.submitTransfers(Incoming(Control.SubmitTransfers(transfer), id: id))
    #expect(throws: WireError.methodNotImplemented(method: "io.torpor.Control.SubmitTransfers")) {
      try reply(to: transfers)
    }
  }
}
