import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("A session about a user's transfers")
struct TransferSessionTests {
  private func submission(
    _ names: [String] = ["a"],
    url: String = "https://example.org/"
  ) -> TransferSubmission {
    TransferSubmission(
      requests: names.map { _ in TransferRequest(direction: .download, hostKey: 1) },
      contents: names.map {
        TransferContent(
          url: url + $0,
          destination: TransferDestination(file: TransferFile(path: "/home/ada/\($0)")),
          label: $0
        )
      }
    )
  }

  /// A daemon with a network.
  private func daemon(_ journal: MemoryJournal = MemoryJournal()) throws -> TestDaemon {
    let daemon = try TestDaemon(journal: journal)
    daemon.driver.post(.input(.device(event: .network(NetworkState(link: .wifi)))))
    daemon.driver.turn()
    return daemon
  }

  private func rows(
    _ daemon: TestDaemon,
    _ query: Control.ListTransfers = Control.ListTransfers(includesOver: true),
    user: UInt32 = 501
  ) throws -> [TransferRow] {
    try daemon.control(query, user: user).transfers
  }

  private func number(_ number: UInt64) -> TransferIdentifier {
    TransferIdentifier(rawValue: number)
  }

  @Test("begins transfers as their caller, and shows what they carry and how far they are")
  func submit() throws {
    let daemon = try daemon()
    let reply = try daemon.control(Control.SubmitTransfers(submission(["a", "b"])), user: 501)
    #expect(reply == Control.SubmitTransfers.Reply(first: number(1), count: 2))
    try #require(daemon.services.lines.map(\.userID) == [501])
    let line = daemon.services.lines[0]
    #expect(line.groupID == 501)
    guard case .start(let starts)? = line.takeOrders().first else {
      Issue.record("nothing was begun")
      return
    }
    #expect(starts.map(\.content.url) == ["https://example.org/a", "https://example.org/b"])
    #expect(starts[1].content.destination?.file.path == "/home/ada/b")
    let progress = TransferProgress(bytes: 5, totalBytes: 10, bytesPerSecond: 2)
    try line.say(
      .begun([TransferServiceBegin(transfer: number(2), attempt: 1, keptBytes: 0)])
    )
    try line.say(.progress([TransferServiceProgress(transfer: number(2), progress: progress)]))
    try line.finish([1])
    daemon.driver.turn()
    let rows = try rows(daemon)
    #expect(rows.map(\.status.state) == [.completed, .running])
    #expect(rows.map(\.url) == ["https://example.org/a", "https://example.org/b"])
    #expect(rows.map(\.label) == ["a", "b"])
    #expect(rows.map(\.detail.path) == ["/files/1", nil])
    #expect(rows.map(\.progress) == [nil, progress])
    // The result is saved, so the service may forget it.
    daemon.pass(.zero)
    #expect(line.takeOrders() == [.forget([number(1)], removesFile: false)])
  }

  @Test("says of what has its turn and no connection that it waits for one")
  func connections() throws {
    let daemon = try daemon()
    _ = try daemon.control(Control.SubmitTransfers(submission(["a", "b"])), user: 501)
    let line = try #require(daemon.services.lines.first)
    let waiting = [Condition(.slotTaken, holds: false, subject: "connection")]
    #expect(try rows(daemon).map(\.status.state) == [.queued, .queued])
    #expect(try rows(daemon).map(\.status.blockers) == [waiting, waiting])
    try line.say(.begun([TransferServiceBegin(transfer: number(1), attempt: 1, keptBytes: 0)]))
    #expect(try rows(daemon).map(\.status.state) == [.running, .queued])
    #expect(try rows(daemon, Control.ListTransfers(transfer: number(1)))[0].status.blockers == [])
    // It gives its place to the other, with what it has.
    let progress = TransferProgress(bytes: 5, totalBytes: 10, bytesPerSecond: 0)
    try line.say(.progress([TransferServiceProgress(transfer: number(1), progress: progress)]))
    try line.say(.queued([number(1)]))
    try line.say(.begun([TransferServiceBegin(transfer: number(2), attempt: 1, keptBytes: 0)]))
    let rows = try rows(daemon)
    #expect(rows.map(\.status.state) == [.waiting, .running])
    #expect(rows.map(\.status.blockers) == [waiting, []])
    #expect(rows[0].progress == progress)
  }

  @Test("shows and steers the caller's own transfers, and root's all")
  func owners() throws {
    let daemon = try daemon()
    _ = try daemon.control(Control.SubmitTransfers(submission(["mine"])), user: 501)
    _ = try daemon.control(Control.SubmitTransfers(submission(["yours"])), user: 502)
    #expect(try rows(daemon, user: 501).map(\.label) == ["mine"])
    #expect(try rows(daemon, user: 0).map(\.label) == ["mine", "yours"])
    let unknown = WireError.refused(.transfer(.unknownTransfer(number(2))))
    let both = [number(1), number(2)]
    for call in [
      ControlCall.pauseTransfers(Control.PauseTransfers(transfers: both)),
      .resumeTransfers(Control.ResumeTransfers(transfers: both)),
      .cancelTransfers(Control.CancelTransfers(transfers: both)),
      .retryTransfers(Control.RetryTransfers(transfers: both)),
      .removeTransfers(Control.RemoveTransfers(transfers: both)),
    ] {
      #expect(throws: unknown) { try daemon.control(call, user: 501) }
    }
    #expect(throws: unknown) {
      try daemon.control(Control.ListTransfers(transfer: number(2)), user: 501)
    }
    // What was refused did nothing to the caller's own either.
    #expect(try rows(daemon, user: 501).map(\.status.state) == [.queued])
    try daemon.control(Control.PauseTransfers(transfers: [number(2)]), user: 0)
    #expect(try rows(daemon, user: 502).map(\.status.state) == [.suspended])
    #expect(
      try rows(daemon, Control.ListTransfers(transfer: number(2)), user: 502).map(\.label) == [
        "yours"
      ]
    )
  }

  @Test("steers several in one call, with one answer: of what is refused, the first")
  func steering() throws {
    let daemon = try daemon()
    _ = try daemon.control(Control.SubmitTransfers(submission(["a", "b", "c"])), user: 501)
    let all = [number(1), number(2), number(3)]
    try daemon.control(Control.PauseTransfers(transfers: all), user: 501)
    #expect(try rows(daemon).map(\.status.state) == [.suspended, .suspended, .suspended])
    try daemon.control(Control.CancelTransfers(transfers: [number(2)]), user: 501)
    #expect(throws: WireError.refused(.transfer(.transferIsOver(number(2))))) {
      try daemon.control(Control.CancelTransfers(transfers: all), user: 501)
    }
    // The others were taken back all the same.
    #expect(try rows(daemon).map(\.status.state) == [.cancelled, .cancelled, .cancelled])
    try daemon.control(Control.RemoveTransfers(transfers: all), user: 501)
    #expect(try rows(daemon).isEmpty)
    #expect(try daemon.journal.transfers(all) == [nil, nil, nil])
  }

  @Test("gives long lists page by page, by number")
  func pages() throws {
    let daemon = try daemon()
    let names = (1...250).map { "\($0)" }
    _ = try daemon.control(Control.SubmitTransfers(submission(names)), user: 501)
    var counts: [Int] = []
    var labels: [String?] = []
    var query = Control.ListTransfers()
    repeat {
      let reply = try daemon.control(query, user: 501)
      let (page, next) = (reply.transfers, reply.next)
      counts.append(page.count)
      labels += page.map(\.label)
      query.after = next
    } while query.after != nil
    #expect(counts == [100, 100, 50])
    #expect(labels == names)
  }

  @Test("keeps what the transfers of one user carry below 64 MiB, whoever else has what")
  func bytes() throws {
    let journal = MemoryJournal()
    func keep(_ transfer: UInt64, bytes: Int) throws {
      let url = String(repeating: "x", count: bytes)
      var turn = TurnRecord()
      turn.newTransfers = [
        (
          number(transfer),
          StoredTransfer(content: TransferContent(url: url), userID: 501, groupID: 501)
        )
      ]
      try journal.commit(turn)
    }
    try keep(1000, bytes: (64 << 20) - 2000)
    let daemon = try daemon(journal)
    let call = Control.SubmitTransfers(submission(["a"]))
    #expect(
      try daemon.control(call, user: 501)
        == Control.SubmitTransfers.Reply(first: number(1), count: 1)
    )
    try keep(1001, bytes: 1500)
    #expect(
      throws: WireError.refused(.transfer(.tooManyTransferBytes(bytesMax: 64 << 20)))
    ) {
      try daemon.control(call, user: 501)
    }
    #expect(
      try daemon.control(call, user: 502)
        == Control.SubmitTransfers.Reply(first: number(2), count: 1)
    )
  }

  @Test("whose daemon dies finds its transfers, and what they carry, in the next one")
  func restart() throws {
    let journal = MemoryJournal()
    do {
      let daemon = try daemon(journal)
      _ = try daemon.control(Control.SubmitTransfers(submission(["a", "b"])), user: 501)
      try daemon.services.lines[0].finish([1])
      daemon.driver.turn()
    }
    let next = try TestDaemon(journal: journal)
    next.driver.takeOver(machineWasRestarted: false)
    #expect(try rows(next).map(\.label) == ["a", "b"])
    #expect(try rows(next).map(\.detail.path) == ["/files/1", nil])
    // The one that ran goes on: the next service knows how far it was.
    try #require(next.services.lines.count == 1)
    #expect(next.services.lines[0].takeStarts() == [2])
  }

  @Test("goes on when the service dies, and says why when it cannot be started")
  func death() throws {
    let daemon = try daemon()
    _ = try daemon.control(Control.SubmitTransfers(submission()), user: 501)
    daemon.services.lines[0].end()
    daemon.driver.turn()
    try #require(daemon.services.lines.count == 2)
    #expect(daemon.services.lines[1].takeStarts() == [1])
    daemon.services.lines[1].end(.notStarted(cause: "cannot execute /x", isLasting: true))
    daemon.driver.turn()
    let row = try rows(daemon)[0]
    #expect(row.status.lastError == .unknown)
    #expect(row.detail.cause == "cannot execute /x")
    #expect(row.status.blockers.map(\.reason) == [.retryInterval])
  }
}
