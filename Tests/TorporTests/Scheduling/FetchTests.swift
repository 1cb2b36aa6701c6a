import Testing
import TorporModel
import TorporWire

@testable import Torpor

private func token(_ number: UInt64) -> CallbackToken { CallbackToken(rawValue: number) }

@MainActor
@Suite("An application that is fetched", .timeLimit(.minutes(1)))
struct FetchTests {
  @Test("completes a fetch with the delegate's result, after it has returned from the callback")
  func fetch() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .performFetch)
      let isComplete: (AppRequest) -> Bool = {
        $0 == .complete(callback: token(1), result: .newData)
      }
      guard let call = try connection.serve(until: isComplete) else { return }
      try connection.answer(call, .done)
      try connection.deliver(2, .powerStateDidChange(isLowPowerModeEnabled: true))
      try connection.deliver(3, .backgroundRefreshStatusDidChange(isAvailable: false))
      try connection.deliver(4, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let delegate = RecordingDelegate { call, application in
      if call == "willTerminate" { application.stop() }
    }
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.calls == ["fetch", "low power true", "refresh false", "willTerminate"])
    #expect(system.requests[1] == .returned(callback: token(1)))
  }

  @Test("begins a fetch in its turn, and is told what follows while the fetch lasts")
  func fetchInTurn() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .performFetch)
      try connection.deliver(2, .powerStateDidChange(isLowPowerModeEnabled: true))
      let isComplete: (AppRequest) -> Bool = {
        $0 == .complete(callback: token(1), result: .newData)
      }
      guard let call = try connection.serve(until: isComplete) else { return }
      try connection.answer(call, .done)
      try connection.deliver(3, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let (lowPower, known) = AsyncStream<Never>.makeStream()
    let delegate = RecordingDelegate { call, application in
      switch call {
      case "fetch": for await _ in lowPower {}
      case "low power true": known.finish()
      default: application.stop()
      }
    }
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.calls == ["fetch", "low power true", "willTerminate"])
    #expect(
      system.requests[1...3] == [
        .returned(callback: token(1)), .returned(callback: token(2)),
        .complete(callback: token(1), result: .newData),
      ]
    )
  }

  @Test("asks for it with an interval")
  func interval() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    try await application.setMinimumBackgroundFetchInterval(.atLeast(.seconds(3600)))
    try await application.setMinimumBackgroundFetchInterval(.never)
    #expect(
      system.requests == [
        .attach, .setFetchInterval(.atLeast(.seconds(3600))), .setFetchInterval(.never),
      ]
    )
  }

  @Test(
    "has three results, which the system knows by the same names",
    arguments: BackgroundFetchResult.allCases
  )
  func results(result: BackgroundFetchResult) {
    #expect(result.completion.rawValue == result.rawValue)
  }
}
