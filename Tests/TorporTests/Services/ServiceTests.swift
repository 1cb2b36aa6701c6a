import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import Torpor

private func token(_ number: UInt64) -> CallbackToken { CallbackToken(rawValue: number) }

@MainActor
@Suite("The services of an application", .timeLimit(.minutes(1)))
struct ServiceTests {
  /// Runs an application that is told those callbacks, numbered from 1, until it has made the request.
  private func run(
    _ callbacks: [ServiceCallback],
    until last: AppRequest
  ) async throws -> (calls: [String], requests: [AppRequest]) {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      for (index, callback) in callbacks.enumerated() {
        try connection.deliver(UInt64(index + 1), .service(callback))
      }
      if let call = try connection.serve(until: { $0 == last }) {
        try connection.answer(call, .done)
      }
      try connection.deliver(99, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let delegate = ServiceRecorder()
    let application = try Application(connectingTo: system.endpoint)
    delegate.listen(to: application)
    try await application.run(delegate)
    #expect(system.faults == [])
    return (delegate.calls, system.requests)
  }

  @Test("call their delegates in order, and are returned from when those have returned")
  func callbacks() async throws {
    let here = Location(
      coordinate: Coordinate(latitude: 1, longitude: 2),
      horizontalAccuracyMetres: 5,
      at: .zero
    )
    let read = CentralRequest(
      identifier: CentralRequestIdentifier(rawValue: 1),
      kind: .read,
      service: "180d",
      characteristic: "2a37"
    )
    let state = BluetoothCallback.willRestoreState(
      identifier: "home",
      peripherals: ["lamp"],
      services: []
    )
    let callbacks: [ServiceCallback] = [
      .location(.didUpdate([here, here])), .location(.didEnterRegion("home")),
      .location(.didChangeAccuracy(.reduced)), .audio(.interruptionEnded(shouldResume: true)),
      .accessory(.data(accessory: "scale")), .bluetooth(state),
      .bluetooth(.centralRequest()), .bluetooth(.centralRequest(read)),
      .descriptor(.readable(name: "server", isHungUp: false)), .descriptor(.lost(name: "timer")),
      .notifications(.didReceiveLocal(ServiceSamples.notification)),
      .pushToTalk(.didRestore(channel: "crew")),
    ]
    let (calls, requests) = try await run(callbacks, until: .returned(callback: token(12)))
    #expect(
      calls == [
        "locations 2", "enter home", "authorization", "resume true", "bytes of scale",
        "central home [\"lamp\"]", "peripheral home", "request", "read 2a37",
        "readable server false", "lost timer", "local tea", "restored crew",
      ]
    )
    #expect(requests.prefix(13) == [.attach] + (1...12).map { .returned(callback: token($0)) })
  }

  @Test("that nobody has set a delegate for are returned from all the same")
  func withoutDelegates() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let response = NotificationResponse(notification: "tea")
      let callbacks: [ServiceCallback] = [
        .location(.didEnterRegion("home")), .descriptor(.keepAlive),
        .didReceiveIncomingPush(payload: "{}", mustReport: false),
        .notifications(.didReceiveResponse(response)),
      ]
      for (index, callback) in callbacks.enumerated() {
        try connection.deliver(UInt64(index + 1), .service(callback))
      }
      let last = AppRequest.complete(callback: token(4), result: .success)
      if let call = try connection.serve(until: { $0 == last }) {
        try connection.answer(call, .done)
      }
      try connection.deliver(99, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    try await Application(connectingTo: system.endpoint).run(ServiceRecorder())
    #expect(system.faults == [])
    for number in UInt64(1)...4 {
      #expect(system.requests.contains(.returned(callback: token(number))))
    }
  }

  @Test("call the handler of a keep-alive")
  func keepAlive() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let asked = AppRequest.service(.descriptor(.setKeepAlive(.minutes(10))))
      if let call = try connection.serve(until: { $0 == asked }) {
        try connection.answer(call, .done)
      }
      try connection.deliver(1, .service(.descriptor(.keepAlive)))
      try connection.deliver(2, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    var count = 0
    try await application.setKeepAliveTimeout(.minutes(10)) { count += 1 }
    try await application.run(ServiceRecorder())
    #expect(count == 1)
  }

  @Test("hear of a call before the callback of its push has returned")
  func reportedCall() async throws {
    let (calls, requests) = try await run(
      [.didReceiveIncomingPush(payload: #"{"caller":"Ada"}"#, mustReport: true)],
      until: .returned(callback: token(1))
    )
    #expect(calls == ["push of Ada true"])
    let returned = try #require(requests.firstIndex(of: .returned(callback: token(1))))
    #expect(requests[..<returned].contains(.service(.push(.reportCall))))
  }

  @Test("hear who speaks on a channel before the callback of its push has returned")
  func answeredChannelPush() async throws {
    let (calls, requests) = try await run(
      [.pushToTalk(.incomingPush(channel: "crew", payload: "{}"))],
      until: .returned(callback: token(1))
    )
    #expect(calls == ["push on crew"])
    let returned = try #require(requests.firstIndex(of: .returned(callback: token(1))))
    let answer = AppRequest.service(.pushToTalk(.setActiveParticipant("Ada", channel: "crew")))
    #expect(requests[..<returned].contains(answer))
  }

  @Test("are told what is shown of a notification of the app in front")
  func presentation() async throws {
    let answer = AppRequest.service(
      .notifications(.present(callback: token(1), [.banner, .sound]))
    )
    let (calls, requests) = try await run(
      [.notifications(.willPresent(ServiceSamples.notification))],
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
      let opening = AppRequest.service(.location(.monitor(.open(monitor: "house"))))
      if let call = try connection.serve(until: { $0 == opening }) {
        // Another monitor's event comes first, and is not for this one.
        let other = LocationCallback.didChangeCondition(monitor: "garden", event)
        try connection.deliver(1, .service(.location(other)))
        let own = LocationCallback.didChangeCondition(monitor: "house", event)
        try connection.deliver(2, .service(.location(own)))
        try connection.answer(call, .done)
      }
      if let call = try connection.serve(until: { $0 == .service(.location(.monitor(taken))) }) {
        try connection.answer(call, .done)
      }
      try connection.deliver(99, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let house = Task { () -> MonitorEvent? in
      let house = try await application.locationManager.monitor("house")
      return await house.events.next()
    }
    try await application.run(ServiceRecorder())
    #expect(try await house.value == event)
    #expect(system.requests.contains(.service(.location(.monitor(taken)))))
    #expect(system.faults == [])
  }

  @Test("have the user's decision waited for, which comes beside the callbacks")
  func decision() async throws {
    let request = PermissionRequest.request(.microphone, wantsAlways: false, isProvisional: false)
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      if let call = try connection.serve(until: { $0 == .service(.permission(request)) }) {
        try connection.answer(call, .service(.permission(.notDetermined, isAsked: true)))
      }
      try connection.deliver(1, .service(.didDecide(.bluetooth, .authorized)))
      try connection.deliver(2, .service(.didDecide(.microphone, .denied)))
      try connection.deliver(99, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let isAllowed = Task { try await application.audioSession.requestRecordPermission() }
    try await application.run(ServiceRecorder())
    #expect(try await isAllowed.value == false)
    #expect(system.faults == [])
  }

  @Test("are asked for notifications by code that cannot suspend, in the order of its calls")
  func blockingNotifications() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    func ask() throws {
      let center = application.userNotificationCenter
      try center.add(ServiceSamples.notification)
      #expect(try center.pendingNotificationRequests() == [ServiceSamples.notification])
      #expect(try center.deliveredNotifications() == [ServiceSamples.notification])
      try center.removePendingNotificationRequests(withIdentifiers: ["tea"])
      try center.removeAllPendingNotificationRequests()
      try center.removeDeliveredNotifications(withIdentifiers: ["tea"])
      try center.removeAllDeliveredNotifications()
      try center.setNotificationCategories([])
      try center.setBadgeCount(3)
    }
    try ask()
    #expect(
      system.requests == [
        .attach, .service(.notifications(.add(ServiceSamples.notification))),
        .service(.notifications(.pending)), .service(.notifications(.delivered)),
        .service(.notifications(.removePending(["tea"]))),
        .service(.notifications(.removePending(nil))),
        .service(.notifications(.removeDelivered(["tea"]))),
        .service(.notifications(.removeDelivered(nil))),
        .service(.notifications(.setCategories([]))),
        .service(.notifications(.setBadge(3))),
      ]
    )
    application.stop()
  }

  @Test("are asked for places by code that cannot suspend, in the order of its calls")
  func blockingLocation() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    func ask() throws {
      let manager = application.locationManager
      manager.desiredAccuracy = 100
      try manager.startUpdatingLocation()
      try manager.requestLocation()
      try manager.stopUpdatingLocation()
      try manager.startMonitoringSignificantLocationChanges()
      try manager.stopMonitoringSignificantLocationChanges()
      try manager.startMonitoringVisits()
      try manager.stopMonitoringVisits()
      try manager.startMonitoring(for: ServiceSamples.region)
      #expect(try manager.currentMonitoredRegions() == [ServiceSamples.region])
      try manager.requestState(for: ServiceSamples.region)
      try manager.stopMonitoring(for: ServiceSamples.region)
      #expect(try manager.currentAuthorizationStatus() == .always)
    }
    try ask()
    let requests: [LocationRequest] = [
      .startUpdating(LocationSession(desiredAccuracyMetres: 100)),
      .requestOnce(accuracyMetres: 100), .stopUpdating, .startMonitoringSignificantChanges,
      .stopMonitoringSignificantChanges, .startMonitoringVisits, .stopMonitoringVisits,
      .startMonitoring(ServiceSamples.region), .monitoredRegions,
      .requestState(region: ServiceSamples.region.identifier),
      .stopMonitoring(region: ServiceSamples.region.identifier), .authorizationStatus,
    ]
    #expect(system.requests == [.attach] + requests.map { .service(.location($0)) })
    application.stop()
  }

  @Test("are asked, and answer")
  func requests() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    #expect(try await application.pushRegistry.register(for: .voIP) == "token-of-voIP")
    #expect(try await application.locationManager.monitoredRegions == [ServiceSamples.region])
    #expect(try await application.locationManager.authorizationStatus == .always)
    #expect(
      try await application.userNotificationCenter.pendingNotificationRequests()
        == [ServiceSamples.notification]
    )
    #expect(try await application.userNotificationCenter.requestAuthorization())
    let accessories = try await application.accessoryManager.connectedAccessories
    #expect(accessories == [Accessory(name: "scale", devicePath: "/dev/ttyUSB0")])
    application.audioSession.setCategory(.playback, options: .mixWithOthers)
    try await application.audioSession.setActive(true)
    try await application.audioSession.setActive(false, options: .notifyOthersOnDeactivation)
    try await application.centralManager(restoreIdentifier: "home")
      .scanForPeripherals(withServices: ["180d"])
    let standing = try await application.centralManager(restoreIdentifier: "home").standing
    #expect(standing.connections.map(\.peripheral) == ["home"])
    #expect(standing.scan == [] && standing.advertising == nil)
    let offered = try await application.peripheralManager.standing
    #expect(offered.services.map(\.number) == ["180D"])
    application.locationManager.desiredAccuracy = 100
    application.locationManager.allowsBackgroundLocationUpdates = true
    try await application.locationManager.startUpdatingLocation()
    let sound = TorporModel.AudioSession(category: .playback, mixesWithOthers: true)
    let updates = LocationSession(desiredAccuracyMetres: 100, allowsBackgroundUpdates: true)
    #expect(
      system.requests.suffix(6) == [
        .service(.audio(.activate(sound))), .service(.audio(.deactivate(notifiesOthers: true))),
        .service(.bluetooth(.scan(services: ["180d"], restoreIdentifier: "home"))),
        .service(.bluetooth(.standing(restoreIdentifier: "home"))),
        .service(.bluetooth(.standing(restoreIdentifier: nil))),
        .service(.location(.startUpdating(updates))),
      ]
    )
    application.stop()
  }

  @Test("say before the process ends what is wrong with an interval")
  func misuse() {
    #expect(
      NotificationMisuse(interval: .seconds(59), least: .seconds(60)).crashMessage
        == "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: "
        + "'time interval must be at least 60 if repeating'\n*** A notification after 59 s is refused: "
        + "60 s is the minimum for one that repeats, and any other must be later than now. Schedule it "
        + "with a longer interval.\n"
    )
    #expect(
      NotificationMisuse(interval: .zero, least: .zero).crashMessage.contains(
        "'time interval must be greater than 0'"
      )
    )
  }
}
