import Synchronization
import Testing
import TorporModel
import TorporWire

@testable import Torpor

private typealias Samples = SessionSamples

@Suite("The events of a background session", .timeLimit(.minutes(1)))
struct TransferEventsTests {
  private let detail = TransferDetail(
    path: "/c/7.mp3",
    finalURL: "http://b/7.mp3",
    mimeType: "audio/mpeg",
    url: "http://a/7.mp3",
    taskDescription: "Seven"
  )

  @Test("come in order, and each is returned from when the next is asked for")
  func order() async throws {
    let detail = detail
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      guard let call = try connection.serve(until: Samples.isOpening) else { return }
      try connection.answer(call, .done)
      let file = SessionCallback.didFinishDownloading(
        session: "episodes",
        transfer: Samples.transfer(1),
        status: 206
      )
      let end = SessionCallback.didComplete(
        session: "episodes",
        transfer: Samples.transfer(1),
        outcome: Samples.success
      )
      try connection.deliver(1, .session(file), detail: detail)
      try connection.deliver(2, .session(end))
      try connection.deliver(3, .session(.didBecomeInvalid(session: "episodes")))
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let session = try await application.transferSession(Samples.episodes)
    var events: [TransferEvent] = []
    for await event in session.events {
      events.append(event)
      // What is being handled is not returned from, however long that takes.
      let current = AppRequest.returned(callback: Samples.token(UInt64(events.count)))
      _ = try await session.transfers()
      #expect(!system.requests.contains(current))
    }
    #expect(
      events == [
        .didFinishDownloading(
          Samples.transfer(1),
          DownloadedFile(
            path: "/c/7.mp3",
            status: 206,
            finalURL: "http://b/7.mp3",
            mimeType: "audio/mpeg",
            url: "http://a/7.mp3",
            taskDescription: "Seven"
          )
        ),
        .didComplete(Samples.transfer(1), Samples.success, TransferDetail()), .didBecomeInvalid,
      ]
    )
    // A session of that name is another one from now on.
    let next = try await application.transferSession(Samples.episodes)
    #expect(next !== session)
    _ = try await next.transfers()
    #expect(
      system.requests.filter { if case .returned = $0 { true } else { false } }
        == (1...3).map { .returned(callback: Samples.token($0)) }
    )
    application.stop()
  }

  @Test("are questions, too")
  func questions() async throws {
    let challenge = TransferChallenge(host: "example.com", scheme: "Basic", realm: "Episodes")
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      guard let call = try connection.serve(until: Samples.isOpening) else { return }
      try connection.answer(call, .done)
      let asked = SessionCallback.didReceiveChallenge(
        session: "episodes",
        transfer: Samples.transfer(1)
      )
      try connection.deliver(1, .session(asked), detail: TransferDetail(challenge: challenge))
      let begins = SessionCallback.willBeginDelayedRequest(
        session: "episodes",
        transfer: Samples.transfer(2)
      )
      try connection.deliver(2, .session(begins))
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    var events = try await application.transferSession(Samples.episodes).events.makeAsyncIterator()
    #expect(await events.next() == .didReceiveChallenge(Samples.transfer(1), challenge))
    #expect(await events.next() == .willBeginDelayedRequest(Samples.transfer(2)))
    application.stop()
    #expect(await events.next() == nil)
  }

  @Test("keep of the progress of a transfer only the latest, and where it has continued")
  func progress() async throws {
    @Sendable
    func progress(_ number: UInt64, _ bytes: Int64, resumedAt: Int64? = nil) -> SessionProgress {
      SessionProgress(
        session: "episodes",
        transfer: Samples.transfer(number),
        progress: TransferProgress(bytes: bytes, totalBytes: 9),
        resumedAt: resumedAt
      )
    }
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      guard let call = try connection.serve(until: Samples.isOpening) else { return }
      try connection.answer(call, .done)
      for report in [progress(1, 1), progress(2, 2, resumedAt: 1), progress(1, 3)] {
        try connection.report(report)
      }
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let session = try await application.transferSession(Samples.episodes)
    // Its answer comes behind the reports.
    _ = try await session.transfers()
    var events = session.events.makeAsyncIterator()
    #expect(
      await events.next()
        == .didMakeProgress(Samples.transfer(1), TransferProgress(bytes: 3, totalBytes: 9))
    )
    #expect(
      await events.next() == .didResume(Samples.transfer(2), atByte: 1, totalBytes: 9)
    )
    #expect(
      await events.next()
        == .didMakeProgress(Samples.transfer(2), TransferProgress(bytes: 2, totalBytes: 9))
    )
    application.stop()
  }

  @Test("end for a reader that is cancelled, and stay for the next")
  func cancellation() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let isListing = { $0 == AppRequest.session(.list(session: "episodes", after: nil)) }
      guard let call = try connection.serve(until: isListing) else { return }
      try connection.deliver(1, .session(.didFinishEvents(session: "episodes")))
      try connection.answer(call, transfers: [])
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let session = try await application.transferSession(Samples.episodes)
    let reader = Task {
      var events = session.events.makeAsyncIterator()
      return await events.next()
    }
    reader.cancel()
    #expect(await reader.value == nil)
    _ = try await session.transfers()
    var events = session.events.makeAsyncIterator()
    #expect(await events.next() == .didFinishEvents)
    application.stop()
  }
}
