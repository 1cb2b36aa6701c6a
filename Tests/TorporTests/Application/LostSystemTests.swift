import Testing
import TorporModel
import TorporWire

@testable import Torpor

private func token(_ number: UInt64) -> CallbackToken { CallbackToken(rawValue: number) }

@MainActor
@Suite("An application whose system dies or misbehaves", .timeLimit(.minutes(1)))
struct LostSystemTests {
  /// The code of the error with which a run ends.
  private func codeOfRun(_ system: FakeSystem) async -> TorporError.Code? {
    do {
      try await Application(connectingTo: system.endpoint).run(RecordingDelegate())
      return nil
    } catch {
      return error.code
    }
  }

  @Test("asks again, with the same key, for what had no answer")
  func repeatsRequests() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      // The first two systems die with the request in hand.
      try connection.serve(until: { _ in number <= 2 })
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let task = try await application.beginBackgroundTask(withName: "save")
    #expect(task == BackgroundTaskIdentifier(rawValue: 1))
    #expect(system.connectionCount == 3)
    let begun = system.requests.filter { $0 != .attach }
    #expect(begun.count == 3)
    #expect(Set(begun).count == 1)
  }

  @Test("runs no callback twice when it comes again, and returns from it again")
  func duplicates() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      try connection.deliver(5, .didEnterBackground)
      let call = try connection.serve(until: { $0 == .returned(callback: token(5)) })
      guard number == 2, let call else { return }
      try connection.answer(call, .refused(.unknownCallback(token(5))))
      try connection.deliver(6, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let delegate = RecordingDelegate { call, application in
      if call == "willTerminate" { application.stop() }
    }
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.calls == ["didEnterBackground", "willTerminate"])
    #expect(system.requests.filter { $0 == .returned(callback: token(5)) }.count == 2)
  }

  @Test("goes on after half a message")
  func halfMessage() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      if number == 1 {
        try connection.send(Array(#"{"parameters":{"event":{"callba"#.utf8))
      } else {
        try connection.serve()
      }
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    #expect(try await application.backgroundTimeRemaining == .seconds(25))
  }

  @Test(
    "gives up when it hears nothing but nonsense",
    arguments: [
      "hello\0", "\0", "{}{}\0", "[]\0", #"{"parameters":7}"# + "\0",
      #"{"parameters":{"event":{"callback":5}}}"# + "\0",
    ]
  )
  func garbage(text: String) async throws {
    let system = try FakeSystem { connection, _ in
      try connection.send(Array(text.utf8))
      try connection.serve()
    }
    defer { system.stop() }
    #expect(await codeOfRun(system) == .notUnderstood)
    #expect(system.connectionCount == 5)
  }

  @Test("gives up on a system that sends a message of 100 MB, without keeping it")
  func hugeMessage() async throws {
    let system = try FakeSystem { connection, _ in
      let chunk = Array(repeating: UInt8(ascii: "x"), count: 1_000_000)
      // The client closes the connection long before the end, which ends the sending.
      for _ in 0..<100 { try? connection.send(chunk) }
    }
    defer { system.stop() }
    #expect(await codeOfRun(system) == .notUnderstood)
  }

  @Test("says so when the system does not take it for an app")
  func notAnApp() async throws {
    let system = try FakeSystem { connection, _ in
      guard let call = try connection.next() else { return }
      try connection.refuse(call, .permissionDenied)
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    await #expect(throws: TorporError(.notAnApp, subject: system.endpoint.path)) {
      try await application.run(RecordingDelegate())
    }
    await #expect(throws: TorporError(.notAnApp, subject: system.endpoint.path)) {
      try await application.beginBackgroundTask()
    }
    #expect(system.connectionCount == 1)
  }

  @Test("says so when nobody listens")
  func nobodyListens() throws {
    let error = #expect(throws: TorporError.self) {
      try Application(connectingTo: Endpoint(path: "/nonexistent/torpor/socket"))
    }
    #expect(error?.code == .systemUnavailable)
    #expect(
      error?.description
        == "Nothing answers at '/nonexistent/torpor/socket': No such file or directory (ENOENT). "
        + "Start the daemon with `torpord`, or set TORPOR_SOCKET to the path of its socket."
    )
  }

  @Test("answers what still waits when it is stopped, and everything after that")
  func stopped() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve(until: { _ in true })
      // The request stays without an answer until the client is gone.
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let waiting = Task { try await application.beginBackgroundTask(withName: "waiting") }
    while system.requests.count < 2 { await Task.yield() }
    application.stop()
    await #expect(throws: TorporError.self) { try await waiting.value }
    await #expect(throws: TorporError(.stopped, subject: "the request")) {
      try await application.backgroundTimeRemaining
    }
  }
}
