import Synchronization
import Testing
import TorporModel
import TorporWire

@testable import Torpor

private typealias Samples = SessionSamples

/// A delegate that is woken for a session and does what it was given to do.
@MainActor
private final class WokenDelegate: ApplicationDelegate, IssueDelegate {
  private(set) var sessions: [String] = []
  private(set) var issues: [String] = []
  private let handle: (Application) async throws -> Void
  private(set) var failure: (any Error)?

  init(_ handle: @escaping (Application) async throws -> Void = { _ in }) { self.handle = handle }

  func application(
    _ application: Application,
    handleEventsForBackgroundURLSession identifier: String
  ) async {
    sessions.append(identifier)
    do { try await handle(application) } catch { failure = error }
  }

  func application(
    _ application: Application,
    didReceiveIssueAnnouncement payload: Payload
  ) async {
    issues.append(payload.json)
  }

  func application(
    _ application: Application,
    didDownloadIssue transfer: TransferIdentifier,
    to path: String?,
    outcome: TransferOutcome
  ) async {
    issues.append("\(transfer) \(path ?? "-") \(outcome.status)")
  }

  func applicationWillTerminate(_ application: Application) async { application.stop() }
}

/// A delegate that makes its session while it is launched, and reads its events from the wake on.
@MainActor
private final class LaunchingDelegate: ApplicationDelegate {
  private(set) var steps: [String] = []
  private(set) var failure: (any Error)?
  private var session: TransferSession?

  func application(
    _ application: Application,
    didFinishLaunchingWithOptions options: LaunchOptions
  ) async {
    steps.append("launched")
    do {
      let session = try await application.transferSession(Samples.episodes)
      // The answer comes behind the events that the system has sent when the session was opened.
      _ = try await session.transfers()
      session.queue.add(.didResume(Samples.transfer(9), atByte: 0, totalBytes: nil), token: nil)
      self.session = session
    } catch {
      failure = error
    }
  }

  func application(
    _ application: Application,
    handleEventsForBackgroundURLSession identifier: String
  ) async {
    steps.append("called")
    guard let session else { return }
    for await event in session.events {
      switch event {
      case .didResume: steps.append("marker")
      case .didComplete: steps.append("completed")
      default: steps.append("finished")
      }
      if event == .didFinishEvents { break }
    }
  }

  func applicationWillTerminate(_ application: Application) async { application.stop() }
}

@MainActor
@Suite("An app that is woken for a background session", .timeLimit(.minutes(1)))
struct SessionWakeTests {
  /// Wakes the app, tells its session what happened when that is made, and waits for the completion.
  private func wakingSystem() throws -> FakeSystem {
    try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .didFinishLaunching(into: .background(.transfer)))
      try connection.deliver(2, .session(.handleEvents(session: "episodes")))
      guard let call = try connection.serve(until: Samples.isOpening) else { return }
      try connection.answer(call, .done)
      let end = SessionCallback.didComplete(
        session: "episodes",
        transfer: Samples.transfer(1),
        outcome: Samples.success
      )
      try connection.deliver(3, .session(end))
      try connection.deliver(4, .session(.didFinishEvents(session: "episodes")))
      let isCompletion = { $0 == AppRequest.complete(callback: Samples.token(2), result: .success) }
      if let call = try connection.serve(until: isCompletion) {
        try connection.answer(call, .done)
      }
      try connection.deliver(5, .willTerminate)
      try connection.serve()
    }
  }

  /// What was returned from and completed, in order.
  ///
  /// The application stops in `willTerminate`, so that its return may or may not get out.
  private func ends(_ system: FakeSystem) -> [String] {
    system.requests.compactMap { request in
      switch request {
      case .returned(let token): "return \(token)"
      case .complete(let token, _): "complete \(token)"
      default: nil
      }
    }
  }

  @Test("reads the events, and the wake is over when its delegate has returned")
  func reading() async throws {
    let system = try wakingSystem()
    defer { system.stop() }
    let delegate = WokenDelegate { application in
      let session = try await application.transferSession(Samples.episodes)
      for await event in session.events where event == .didFinishEvents { break }
    }
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.sessions == ["episodes"])
    #expect(delegate.failure == nil)
    // The call itself is returned from at once; the events run one after the other.
    #expect(
      ends(system).prefix(5) == ["return 1", "return 2", "return 3", "return 4", "complete 2"]
    )
  }

  @Test("may leave the events to a task that reads them, and wait for it")
  func waiting() async throws {
    let system = try wakingSystem()
    defer { system.stop() }
    let reader = Mutex<Task<Int, Never>?>(nil)
    let delegate = WokenDelegate { application in
      let session = try await application.transferSession(Samples.episodes)
      reader.withLock {
        $0 = Task {
          var count = 0
          for await _ in session.events { count += 1 }
          return count
        }
      }
      await session.eventsFinished()
    }
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(
      ends(system).prefix(5) == ["return 1", "return 2", "return 3", "return 4", "complete 2"]
    )
    #expect(await reader.withLock { $0 }?.value == 2)
  }

  @Test("gets the events behind the call of its delegate, of a session made at the launch too")
  func order() async throws {
    let system = try wakingSystem()
    defer { system.stop() }
    let delegate = LaunchingDelegate()
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.failure == nil)
    #expect(delegate.steps == ["launched", "called", "marker", "completed", "finished"])
  }

  @Test("that calls no delegate, or no longer, gets the events at once")
  func withoutDelegate() async throws {
    let (queue, wakes) = try await Self.queue(heldMax: .seconds(3600))
    wakes.note("episodes")
    wakes.add(.didFinishEvents, token: nil, to: queue, of: "episodes")
    #expect(await queue.next()?.event == .didFinishEvents)
    wakes.beginServing()
    wakes.add(.didBecomeInvalid, token: nil, to: queue, of: "episodes")
    queue.add(.didFinishEvents, token: nil)
    #expect(await queue.next()?.event == .didFinishEvents)
    wakes.release()
    #expect(await queue.next()?.event == .didBecomeInvalid)
    wakes.note("episodes")
    wakes.add(.didFinishEvents, token: nil, to: queue, of: "episodes")
    #expect(await queue.next()?.event == .didFinishEvents)
  }

  @Test("gets the events where its delegate cannot be called, since the main thread waits")
  func bound() async throws {
    let (queue, wakes) = try await Self.queue(heldMax: .milliseconds(1))
    wakes.beginServing()
    wakes.note("episodes")
    wakes.add(.didFinishEvents, token: nil, to: queue, of: "episodes")
    #expect(await queue.next()?.event == .didFinishEvents)
  }

  private static func queue(
    heldMax: Duration
  ) async throws -> (TransferEventQueue, SessionWakes) {
    let system = try FakeSystem.obliging()
    let application = try Application(connectingTo: system.endpoint)
    let session = try await application.transferSession(Samples.episodes)
    application.stop()
    system.stop()
    return (TransferEventQueue(connection: session.connection), SessionWakes(heldMax: heldMax))
  }

  @Test("is told of the issues of a periodical")
  func issues() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .issueAnnounced(payload: "{}"))
      let downloaded = SessionCallback.issueDownloaded(
        session: "issues",
        transfer: Samples.transfer(7),
        outcome: Samples.success
      )
      try connection.deliver(2, .session(downloaded), detail: TransferDetail(path: "/c/7.pdf"))
      if let call = try connection.serve(until: Samples.isReturn(2)) {
        try connection.answer(call, .done)
      }
      try connection.deliver(3, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let delegate = WokenDelegate()
    let application = try Application(connectingTo: system.endpoint)
    application.issueDelegate = delegate
    try await application.run(delegate)
    #expect(delegate.issues == ["{}", "7 /c/7.pdf 200"])
  }

  @Test("returns from an event that has come before the application was there")
  func earlyEvent() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let beside = BackgroundListener()
    let early = Delivery(
      token: Samples.token(1),
      callback: .session(.didFinishEvents(session: "other"))
    )
    #expect(beside.take(early, nil))
    beside.attach(application)
    // Requests are answered in order: with this answer the return has been read as well.
    _ = try await application.backgroundTimeRemaining
    #expect(ends(system) == ["return 1"])
    application.stop()
  }

  @Test("that does not make the session returns from its events all the same")
  func unknownSession() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .session(.didFinishEvents(session: "other")))
      if let call = try connection.serve(until: Samples.isReturn(1)) {
        try connection.answer(call, .done)
      }
      try connection.deliver(2, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    try await Application(connectingTo: system.endpoint).run(WokenDelegate())
    #expect(ends(system).first == "return 1")
  }
}
