import Synchronization
import Testing
import TorporModel
import TorporWire

@testable import Torpor

private typealias Samples = SessionSamples

@Suite("A background session", .timeLimit(.minutes(1)))
struct TransferSessionTests {
  private func session(of system: FakeSystem) async throws -> (Application, TransferSession) {
    let application = try Application(connectingTo: system.endpoint)
    return (application, try await application.transferSession(Samples.episodes))
  }

  @Test("is made once, and is one value for its identifier")
  func identity() async throws {
    let system = try FakeSystem.obliging()
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    #expect(try await application.transferSession(Samples.episodes) === session)
    #expect(system.sessionRequests == [.open(Samples.episodes)])
  }

  @Test("that the system refuses may be made again")
  func refusal() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      if let call = try connection.serve(until: Samples.isOpening) {
        try connection.answer(call, .refused(.transfer(.sessionIsInvalid("episodes"))))
      }
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    await #expect {
      try await application.transferSession(Samples.episodes)
    } throws: { error in
      (error as? TorporError)?.code == .sessionIsInvalid
    }
    _ = try await application.transferSession(Samples.episodes)
    #expect(system.sessionRequests == [.open(Samples.episodes), .open(Samples.episodes)])
  }

  @Test("that could not be is refused before the system is asked", arguments: ["", "a\nb"])
  func impossible(identifier: String) async throws {
    let system = try FakeSystem.obliging()
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    await #expect {
      try await application.transferSession(SessionConfiguration(identifier: identifier))
    } throws: { error in
      (error as? TorporError)?.code == .invalidSession
    }
    #expect(system.sessionRequests.isEmpty)
  }

  @Test("starts transfers, and never says where a download goes")
  func starting() async throws {
    let system = try FakeSystem.obliging()
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    #expect(
      try await session.download("https://example.com/7.mp3", taskDescription: "Seven")
        == Samples.transfer(1)
    )
    #expect(
      try await session.upload(file: "/etc/hostname", to: "http://a/b") == Samples.transfer(2)
    )
    var detailed = Transfer.download("https://example.com/8.mp3")
    detailed.headers = [TransferHeader("Accept", "audio/mpeg")]
    detailed.isDiscretionary = true
    detailed.earliestBeginDate = WallDate(timeIntervalSinceNow: 3600)
    detailed.expectedBytes = 5
    detailed.allowsCellularAccess = false
    detailed.resumes = Samples.transfer(1)
    #expect(
      try await session.start([detailed, detailed]) == [Samples.transfer(3), Samples.transfer(4)]
    )
    let starts = system.calls.filter { !$0.contents.isEmpty }
    #expect(
      starts.map(\.contents) == [
        [TransferContent(url: "https://example.com/7.mp3", label: "Seven")],
        [TransferContent(url: "http://a/b", source: TransferFile(path: "/etc/hostname"))],
        Array(
          repeating: TransferContent(
            url: "https://example.com/8.mp3",
            headers: [TransferHeader("Accept", "audio/mpeg")]
          ),
          count: 2
        ),
      ]
    )
    guard case .session(.start(_, let requests, _)) = starts[2].request else {
      Issue.record("\(starts[2])")
      return
    }
    // What has passed since the date was made is taken off, and no more than that.
    let wait = try #require(requests[0].earliestBegin)
    #expect((.zero ... .hours(1)).contains(wait) && wait > .minutes(1))
    #expect(
      requests[0]
        == TransferRequest(
          direction: .download,
          isDiscretionary: true,
          earliestBegin: wait,
          expectedBytes: 5,
          network: TransferNetwork(allowsCellular: false),
          hostKey: try TransferURL(parsing: "https://example.com").hostKey,
          resumes: Samples.transfer(1)
        )
    )
    application.stop()
  }

  @Test("lets a transfer begin that has its number already, as what it has become")
  func suspended() async throws {
    let system = try FakeSystem.obliging()
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    var transfer = Transfer.download("https://example.com/7.mp3")
    transfer.isSuspended = true
    let number = try await session.start([transfer])[0]
    transfer.taskDescription = "Seven"
    try await session.resume(number, as: transfer)
    let request = TransferRequest(
      direction: .download,
      hostKey: try TransferURL(parsing: "https://example.com").hostKey,
      isSuspended: true
    )
    #expect(system.sessionRequests.last == .begin(number, request))
    #expect(
      system.calls.last?.contents
        == [TransferContent(url: "https://example.com/7.mp3", label: "Seven")]
    )
    await #expect {
      try await session.resume(number, as: Transfer.download("ftp://example.com/"))
    } throws: { error in
      (error as? TorporError)?.code == .invalidTransfer
    }
    application.stop()
  }

  @Test("has forms that wait, for code that cannot suspend")
  func waiting() async throws {
    let system = try FakeSystem.obliging()
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    let number = Samples.transfer(1)
    try waitForAll(session, number)
    #expect(
      Array(system.sessionRequests.dropFirst(2)) == [
        .list(session: "episodes", after: nil), .suspend(number), .resume(number),
        .answerChallenge(number, .performDefaultHandling), .cancel(number, keepsPartial: true),
        .invalidate(session: "episodes", cancelsTransfers: false),
        .invalidate(session: "episodes", cancelsTransfers: true),
      ]
    )
    application.stop()
  }

  private func waitForAll(
    _ session: TransferSession,
    _ number: TransferIdentifier
  ) throws {
    var transfer = Transfer.download("https://example.com/7.mp3")
    transfer.isSuspended = true
    #expect(try session.start([transfer]) == [number])
    #expect(try session.transfers().isEmpty)
    try session.suspend(number)
    try session.resume(number)
    try session.answer(number, .none)
    try session.cancel(number, keepsPartial: true)
    try session.finishTasksAndInvalidate()
    try session.invalidateAndCancel()
  }

  @Test("starts nothing twice when the reply is lost")
  func lostReply() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      let call = try connection.serve(until: { request in
        if case .session(.start) = request { number == 1 } else { false }
      })
      // It has begun them, and dies before it says so.
      if let call { try connection.decide(call) }
    }
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    #expect(try await session.download("http://a/b") == Samples.transfer(1))
    #expect(try await session.download("http://a/b") == Samples.transfer(2))
    let starts = system.sessionRequests.filter { if case .start = $0 { true } else { false } }
    #expect(starts.count == 3)
    #expect(starts[0] == starts[1])
    #expect(starts[1] != starts[2])
    application.stop()
  }

  @Test("starts many in as many calls as they need, each within its limits")
  func many() async throws {
    let system = try FakeSystem.obliging()
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    let short = try await session.start((0..<600).map { .download("http://a/\($0)") })
    #expect(short == (1...600).map { Samples.transfer($0) })
    let long = "http://a/" + String(repeating: "b", count: 8000)
    #expect(try await session.start(Array(repeating: .download(long), count: 100)).count == 100)
    let counts = system.calls.map(\.contents.count).filter { $0 > 0 }
    #expect(counts.prefix(3) == [256, 256, 88])
    #expect(counts.dropFirst(3).reduce(0, +) == 100)
    #expect(system.faults.isEmpty)
    application.stop()
  }

  @Test(
    "says what is wrong with a transfer before the system is asked",
    arguments: [
      (
        Transfer.download("ftp://a/b"),
        "The transfer of 'ftp://a/b' was not started. The URL begins neither with http:// nor with "
          + "https://, and no other kinds are supported. Write the whole URL."
      ),
      (
        {
          var transfer = Transfer.download("http://a/b")
          transfer.sha256 = "00"
          return transfer
        }(),
        "The transfer of 'http://a/b' was not started. Its 'sha256' is too long, or of no form that "
          + "can be sent. Correct it."
      ),
      (
        {
          var transfer = Transfer.download("http://a/b")
          transfer.headers = [TransferHeader("A", "b\r\nC: d")]
          return transfer
        }(),
        "The transfer of 'http://a/b' was not started. Its 'headers.0.value' is too long, or of no "
          + "form that can be sent. Correct it."
      ),
    ]
  )
  func mistakes(mistaken: Transfer, sentence: String) async throws {
    let system = try FakeSystem.obliging()
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    await #expect {
      try await session.start([.download("http://a/good"), mistaken])
    } throws: { error in
      (error as? TorporError)?.code == .invalidTransfer && "\(error)" == sentence
    }
    #expect(system.sessionRequests == [.open(Samples.episodes)])
    application.stop()
  }

  @Test("steers its transfers, and answers what is asked")
  func steering() async throws {
    let system = try FakeSystem.obliging()
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    try await session.suspend(Samples.transfer(1))
    try await session.resume(Samples.transfer(1))
    try await session.cancel(Samples.transfer(1), keepsPartial: true)
    try await session.answer(Samples.transfer(2), .password(user: "ada", password: "secret"))
    try await session.answer(Samples.transfer(2), ChallengeAnswer.none)
    try await session.answer(Samples.transfer(3), .replace(.download("http://a/new")))
    try await session.answer(Samples.transfer(3), .continue)
    try await session.invalidateAndCancel()
    #expect(
      system.sessionRequests.dropFirst() == [
        .suspend(Samples.transfer(1)), .resume(Samples.transfer(1)),
        .cancel(Samples.transfer(1), keepsPartial: true),
        .answerChallenge(Samples.transfer(2), .useCredential),
        .answerChallenge(Samples.transfer(2), .performDefaultHandling),
        .answerDelayedRequest(Samples.transfer(3), .useNewRequest),
        .answerDelayedRequest(Samples.transfer(3), .continueLoading),
        .invalidate(session: "episodes", cancelsTransfers: true),
      ]
    )
    #expect(
      system.calls.compactMap(\.credential) == [
        .password(user: "ada", password: "secret"), TransferCredential.none,
      ]
    )
    #expect(system.calls.flatMap(\.contents) == [TransferContent(url: "http://a/new")])
    application.stop()
  }

  @Test("takes a repeated request that has nothing left to do for done")
  func repeatedSteering() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      let call = try connection.serve(until: {
        $0 == .session(.cancel(Samples.transfer(1), keepsPartial: false))
      })
      guard let call, number == 2 else { return }
      try connection.answer(call, .refused(.transfer(.transferIsOver(Samples.transfer(1)))))
      try connection.serve()
    }
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    try await session.cancel(Samples.transfer(1))
    #expect(system.connectionCount == 2)
    application.stop()
  }

  @Test("lists what is not over, page by page, with what each is about")
  func listing() async throws {
    @Sendable
    func row(_ number: UInt64, _ progress: TransferProgress?) -> TransferRow {
      TransferRow(
        status: TransferStatus(
          transfer: Samples.transfer(number),
          app: nil,
          ownerUserID: nil,
          session: "episodes",
          direction: .download,
          state: .running,
          isDiscretionary: false,
          submittedAt: .zero,
          deadline: .at(.hours(1)),
          attempts: 1,
          bytes: 5,
          expectedBytes: 9
        ),
        url: "http://a/\(number)",
        label: "Episode \(number)",
        progress: progress
      )
    }
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let pages: [(UInt64, TransferIdentifier?)] = [(1, nil), (2, Samples.transfer(1))]
      for (number, after) in pages {
        let isListing = { (request: AppRequest) in
          request == .session(.list(session: "episodes", after: after))
        }
        guard let call = try connection.serve(until: isListing) else { return }
        let progress = TransferProgress(bytes: 7, totalBytes: 9, bytesPerSecond: 2)
        let page = [row(number, number == 2 ? progress : nil)]
        try connection.answer(call, transfers: page, hasMore: number == 1)
      }
      try connection.serve()
    }
    defer { system.stop() }
    let (application, session) = try await session(of: system)
    let transfers = try await session.transfers()
    #expect(transfers.map(\.url) == ["http://a/1", "http://a/2"])
    #expect(transfers.map(\.taskDescription) == ["Episode 1", "Episode 2"])
    #expect(transfers.map(\.taskIdentifier) == [Samples.transfer(1), Samples.transfer(2)])
    #expect(transfers.map(\.progress.bytes) == [5, 7])
    application.stop()
  }
}
