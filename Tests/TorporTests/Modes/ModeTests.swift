import Glibc
import Testing
import TorporPosix
import TorporWire

@testable import Torpor

private func token(_ number: UInt64) -> CallbackToken { CallbackToken(rawValue: number) }

/// A delegate that writes down what the services for modes tell, and ends the run at `willTerminate`.
@MainActor
private final class ModeRecorder: ApplicationDelegate {
  private(set) var calls: [String] = []

  func applicationWillTerminate(_ application: Application) async { application.stop() }

  func application(_ application: Application, didUpdateLocations locations: [Location]) async {
    calls.append("locations \(locations.count)")
  }
  func application(_ application: Application, didEnterRegion region: String) async {
    calls.append("enter \(region)")
  }
  func application(
    _ application: Application,
    willPresent notification: LocalNotification
  ) async -> PresentationOptions {
    calls.append("present \(notification.identifier)")
    return [.banner, .sound]
  }
  func application(_ application: Application, didReceive response: NotificationResponse) async {
    calls.append("response \(response.action)")
  }
  func application(
    _ application: Application,
    didReceiveIncomingPush payload: String,
    mustReport: Bool
  ) async {
    calls.append("push \(mustReport)")
    try? await application.pushes.reportCall()
  }
  func application(
    _ application: Application,
    audioInterruptionEndedAndShouldResume shouldResume: Bool
  ) async { calls.append("resume \(shouldResume)") }
  func application(_ application: Application, accessoryHasBytesAvailable accessory: String) async {
    calls.append("bytes of \(accessory)")
  }
  func application(_ application: Application, bluetooth event: BluetoothCallback) async {
    calls.append(event.name)
  }
  func application(
    _ application: Application,
    descriptorDidBecomeReadable name: String,
    isHungUp: Bool
  ) async { calls.append("readable \(name) \(isHungUp)") }
  func application(_ application: Application, descriptorWasLost name: String) async {
    calls.append("lost \(name)")
  }
  func applicationKeepAlive(_ application: Application) async { calls.append("keepAlive") }
  func application(_ application: Application, pushToTalk event: PushToTalkCallback) async {
    calls.append(event.name)
    guard case .incomingPush(let channel, _) = event else { return }
    try? await application.pushToTalk.setActiveParticipant("Ada", on: channel)
  }
}

@MainActor
@Suite("The services for modes", .timeLimit(.minutes(1)))
struct ModeTests {
  /// Runs an application that is told those callbacks, numbered from 1, until it has made the request.
  private func run(
    _ callbacks: [ModeCallback],
    until last: AppRequest
  ) async throws -> (calls: [String], requests: [AppRequest]) {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      for (index, callback) in callbacks.enumerated() {
        try connection.deliver(UInt64(index + 1), .mode(callback))
      }
      if let call = try connection.serve(until: { $0 == last }) {
        try connection.answer(call, .done)
      }
      try connection.deliver(99, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let delegate = ModeRecorder()
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(system.faults == [])
    return (delegate.calls, system.requests)
  }

  @Test("tell the delegate in order, and are returned from when it has returned")
  func callbacks() async throws {
    let here = Location(
      coordinate: Coordinate(latitude: 1, longitude: 2),
      horizontalAccuracyMetres: 5,
      at: .zero
    )
    let callbacks: [ModeCallback] = [
      .location(.didUpdate([here, here])), .location(.didEnterRegion("home")),
      .audio(.interruptionEnded(shouldResume: true)), .accessory(.data(accessory: "scale")),
      .bluetooth(.centralRequest()), .descriptor(.readable(name: "server", isHungUp: false)),
      .descriptor(.lost(name: "timer")), .descriptor(.keepAlive),
    ]
    let (calls, requests) = try await run(callbacks, until: .returned(callback: token(8)))
    #expect(
      calls == [
        "locations 2", "enter home", "resume true", "bytes of scale", "centralRequest",
        "readable server false", "lost timer", "keepAlive",
      ]
    )
    #expect(requests.prefix(9) == [.attach] + (1...8).map { .returned(callback: token($0)) })
  }

  @Test("hear of a call before the callback of its push has returned")
  func reportedCall() async throws {
    let (calls, requests) = try await run(
      [.didReceiveIncomingPush(payload: "{}", mustReport: true)],
      until: .returned(callback: token(1))
    )
    #expect(calls == ["push true"])
    let returned = try #require(requests.firstIndex(of: .returned(callback: token(1))))
    #expect(requests[..<returned].contains(.mode(.push(.reportCall))))
  }

  @Test("hear who speaks on a channel before the callback of its push has returned")
  func answeredChannelPush() async throws {
    let (calls, requests) = try await run(
      [.pushToTalk(.incomingPush(channel: "crew", payload: "{}"))],
      until: .returned(callback: token(1))
    )
    #expect(calls == ["incomingChannelPush"])
    let returned = try #require(requests.firstIndex(of: .returned(callback: token(1))))
    let answer = AppRequest.mode(.pushToTalk(.setActiveParticipant("Ada", channel: "crew")))
    #expect(requests[..<returned].contains(answer))
  }

  @Test("are told what is shown of a notification of the app in front")
  func presentation() async throws {
    let answer = AppRequest.mode(
      .notifications(.present(callback: token(1), [.banner, .sound]))
    )
    let (calls, requests) = try await run(
      [.notifications(.willPresent(ModeSamples.notification))],
      until: answer
    )
    #expect(calls == ["present tea"])
    #expect(requests.contains(.returned(callback: token(1))))
  }

  @Test("are told when the answer to a notification is worked off")
  func response() async throws {
    let response = NotificationResponse(notification: "tea", action: "later")
    let (calls, _) = try await run(
      [.notifications(.didReceiveResponse(response))],
      until: .complete(callback: token(1), result: .success)
    )
    #expect(calls == ["response later"])
  }

  @Test("tell a monitor what happened before it was asked, and the system what was awaited")
  func monitor() async throws {
    let event = MonitorEvent(identifier: "home", state: .satisfied, at: .at(.seconds(7)))
    let taken = MonitorRequest.take(monitor: "house", identifier: "home", at: event.at)
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let opening = AppRequest.mode(.location(.monitor(.open(monitor: "house"))))
      if let call = try connection.serve(until: { $0 == opening }) {
        // Another monitor's event comes first, and is not for this one.
        let other = LocationCallback.didChangeCondition(monitor: "garden", event)
        try connection.deliver(1, .mode(.location(other)))
        let own = LocationCallback.didChangeCondition(monitor: "house", event)
        try connection.deliver(2, .mode(.location(own)))
        try connection.answer(call, .done)
      }
      if let call = try connection.serve(until: { $0 == .mode(.location(.monitor(taken))) }) {
        try connection.answer(call, .done)
      }
      try connection.deliver(99, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let house = Task { () -> MonitorEvent? in
      let house = try await application.location.monitor("house")
      return await house.nextEvent()
    }
    try await application.run(ModeRecorder())
    #expect(try await house.value == event)
    #expect(system.requests.contains(.mode(.location(.monitor(taken)))))
    #expect(system.faults == [])
  }

  @Test("are asked, and answer")
  func requests() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    #expect(try await application.pushes.register(for: .voIP) == "token-of-voIP")
    #expect(try await application.location.monitoredRegions() == [ModeSamples.region])
    #expect(try await application.location.authorizationStatus() == .always)
    #expect(
      try await application.notifications.pendingNotifications() == [ModeSamples.notification]
    )
    #expect(try await application.notifications.isAllowed())
    let accessories = try await application.accessories.connected()
    #expect(accessories == [Accessory(name: "scale", devicePath: "/dev/ttyUSB0")])
    try await application.audioSession.activate(AudioSession(category: .playback))
    try await application.bluetooth.scan(services: ["180d"])
    try await application.setKeepAliveTimeout(.minutes(10))
    #expect(
      system.requests.suffix(3) == [
        .mode(.audio(.activate(AudioSession(category: .playback)))),
        .mode(.bluetooth(.scan(services: ["180d"], restoreIdentifier: nil))),
        .mode(.descriptor(.setKeepAlive(.minutes(10)))),
      ]
    )
    application.stop()
  }

  @Test("get a descriptor beside the request that hands it over, between requests of other threads")
  func handOver() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let (ours, theirs) = try DescriptorPair.sockets().take()
    defer { Descriptor.close([ours, theirs]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { try await application.handOver(descriptor: ours, name: "s\(number)") }
        group.addTask { try await application.notifications.setBadgeCount(number) }
      }
      try await group.waitForAll()
    }
    let identity = try DescriptorFacts(of: ours)
    let handed = system.calls.filter { $0.descriptorNumber != nil }
    #expect(handed.count == 20)
    for call in handed {
      let number = try #require(call.descriptors.first)
      #expect(try DescriptorFacts(of: number) == identity)
      #expect(call.descriptorNumber == ours)
    }
    Descriptor.close(handed.flatMap(\.descriptors))
    #expect(system.faults == [])
    application.stop()
  }

  @Test("get a descriptor once more when the answer was lost with the connection")
  func handOverAgain() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      // The first connection is closed with the request unanswered.
      if number == 1 {
        _ = try connection.serve { request in
          if case .mode(.descriptor(.handOver)) = request { true } else { false }
        }
        return
      }
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let (ours, theirs) = try DescriptorPair.sockets().take()
    try await application.handOver(descriptor: ours, name: "server", purpose: .voIP)
    #expect(system.calls.filter { $0.descriptors.count == 1 }.count == 2)
    Descriptor.close(system.calls.flatMap(\.descriptors) + [ours, theirs])
    application.stop()
  }

  @Test("say before the process ends what is wrong with an interval")
  func misuse() {
    #expect(
      NotificationMisuse(interval: .seconds(59), least: .seconds(60)).lastWords
        == "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: "
        + "'time interval must be at least 60 if repeating'\n*** A notification after 59 s is refused: "
        + "60 s is the least for one that repeats, and any other must be later than now. Schedule it "
        + "with a longer interval.\n"
    )
    #expect(
      NotificationMisuse(interval: .zero, least: .zero).lastWords.contains(
        "'time interval must be greater than 0'"
      )
    )
  }
}
