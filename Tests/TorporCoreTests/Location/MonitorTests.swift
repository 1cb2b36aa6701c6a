import Testing
import TorporModel

@testable import TorporCore

@Suite("A monitor")
struct MonitorTests {
  private static let home = MonitorCondition.circle(
    center: TestDevice.north(1000),
    radiusMetres: 200
  )

  /// On screen, at the square, with a service session and the monitor "house".
  private func casa(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.follow("casa", .live(.holdServiceSession), .monitor(.open(monitor: "house")))
    return device
  }

  private func add(
    _ identifier: String = "home",
    _ condition: MonitorCondition = home,
    assuming state: ConditionState = .unknown,
    to device: inout TestDevice
  ) {
    device.monitor(
      "casa",
      .add(monitor: "house", identifier: identifier, condition: condition, assuming: state)
    )
  }

  @Test("tells how a condition stands at first, and each crossing, by the rules of regions")
  func crossings() {
    var device = casa()
    add(to: &device)
    device.move(0)
    #expect(device.states("casa") == [.unsatisfied])
    device.home()
    device.pass(.minutes(1))
    device.move(1000)
    let arrived = device.now
    device.pass(.seconds(19))
    #expect(device.states("casa").count == 1)
    device.pass(.minutes(1))
    #expect(device.states("casa") == [.unsatisfied, .satisfied])
    #expect(device.times(of: "didChangeCondition", "casa").last == arrived + .seconds(20))
  }

  @Test("says nothing where the app has assumed right")
  func assumption() {
    var device = casa()
    add(assuming: .unsatisfied, to: &device)
    add("there", assuming: .satisfied, to: &device)
    device.move(0)
    #expect(device.events("casa").map(\.identifier) == ["there"])
    #expect(device.states("casa") == [.unsatisfied])
  }

  @Test("is one of its name: a second is refused until the first is closed")
  func oneOfAName() {
    var device = casa()
    #expect(
      device.monitor("casa", .open(monitor: "house"))
        == .refused(.service(.monitor(.isOpen(monitor: "house"))))
    )
    device.monitor("casa", .close(monitor: "house"))
    #expect(
      device.monitor("casa", .records(monitor: "house"))
        == .refused(.service(.monitor(.isNotOpen(monitor: "house"))))
    )
    #expect(device.monitor("casa", .open(monitor: "house")) == .done)
    for index in 2...20 { device.monitor("casa", .open(monitor: "m\(index)")) }
    #expect(
      device.monitor("casa", .open(monitor: "m21"))
        == .refused(.service(.monitor(.tooMany(limit: 20))))
    )
  }

  @Test("has as a condition's last event the one that was awaited, not the one that was told (LO9)")
  func awaited() throws {
    var device = casa()
    add(to: &device)
    // No whole microsecond, in which the wire tells times.
    device.skip(.nanoseconds(1_234_567))
    device.move(0)
    #expect(device.events("casa").map(\.at) == [.at(.nanoseconds(1_234_000))])
    #expect(device.records("casa").map(\.lastEvent.state) == [.unknown])
    device.take("casa", try #require(device.events("casa").last))
    #expect(device.records("casa").map(\.lastEvent.state) == [.unsatisfied])
    #expect(device.records("casa").map(\.condition) == [Self.home])
  }

  @Test("launches a dead app, which opens it and is told, also after a force-quit (§10)")
  func launch() throws {
    var device = casa()
    add(to: &device)
    device.move(0)
    device.take("casa", try #require(device.events("casa").last))
    device.user(.forceQuit(app: device.app("casa")))
    device.requests["didFinishLaunching"] = Self.takingUp
    device.move(1000)
    device.pass(.seconds(25))
    #expect(device.wakeReasons("casa") == [.region])
    #expect(device.states("casa") == [.unsatisfied, .satisfied])
  }

  /// What a process does first that is launched for its monitor.
  private static let takingUp: [AppRequest] = [
    .service(.location(.live(.holdServiceSession))),
    .service(.location(.monitor(.open(monitor: "house")))),
  ]

  @Test("tells the next process what the last one did not await, and only how it is now")
  func untaken() {
    var device = casa()
    add(to: &device)
    for metres in [0.0, 1000, 0, 1000] {
      device.move(metres)
      device.pass(.minutes(1))
    }
    #expect(device.states("casa") == [.unsatisfied, .satisfied, .unsatisfied, .satisfied])
    device.report("casa", .exited(status: .signalled(signal: 11)))
    device.requests["didFinishLaunching"] = Self.takingUp
    device.open("casa")
    #expect(device.states("casa").count == 5)
    #expect(device.states("casa").last == .satisfied)
  }

  @Test("does not start an app again and again that does not open it")
  func ignored() {
    var device = casa()
    add(to: &device)
    device.move(0)
    device.report("casa", .exited(status: .signalled(signal: 11)))
    device.move(1000)
    device.pass(.minutes(1))
    device.report("casa", .exited(status: .signalled(signal: 11)))
    device.pass(.hours(1))
    #expect(device.wakeReasons("casa").count == 1)
  }

  @Test("needs a service session off screen, and tells the rest when the app is there again (LO8)")
  func serviceSession() {
    var device = casa()
    add(to: &device)
    device.move(0)
    device.askLocation("casa", .live(.endServiceSession))
    device.home()
    device.move(1000)
    device.pass(.minutes(5))
    #expect(device.states("casa") == [.unsatisfied])
    device.open("casa")
    #expect(device.states("casa") == [.unsatisfied, .satisfied])
  }

  @Test("loses its service session where a launched process does not take it up in 10 s")
  func notTakenUp() {
    var device = casa()
    add(to: &device)
    device.move(0)
    device.report("casa", .exited(status: .signalled(signal: 11)))
    device.move(1000)
    device.pass(.seconds(25))
    #expect(device.wakeReasons("casa") == [.region])
    device.pass(.seconds(10))
    let notes = device.decisions("casa") { $0 == .wake(.liveLocation) }
    #expect(notes.flatMap(\.conditions) == [Condition(.serviceSession, holds: false)])
    device.report("casa", .exited(status: .signalled(signal: 11)))
    device.move(0)
    device.pass(.minutes(5))
    #expect(device.wakeReasons("casa").count == 1)
  }

  @Test("shares the app's 20 with its regions; one more is told and not kept")
  func limit() {
    var device = casa()
    device.askLocation("casa", .startMonitoring(TestDevice.region("r", 90_000)))
    for index in 1...19 { add("c\(index)", to: &device) }
    add("c20", to: &device)
    let event = device.events("casa").last
    #expect(event?.identifier == "c20" && event?.state == .unmonitored)
    #expect(event?.obstacle == .conditionLimitExceeded)
    #expect(device.records("casa").count == 19)
    device.askLocation("casa", .startMonitoring(TestDevice.region("r2", 90_000)))
    #expect(
      device.told("casa").last == .monitoringDidFail(region: "r2", .regionMonitoringFailure)
    )
    device.monitor("casa", .remove(monitor: "house", identifier: "c1"))
    device.askLocation("casa", .startMonitoring(TestDevice.region("r2", 90_000)))
    #expect(device.askLocation("casa", .monitoredRegions) != nil)
    #expect(device.told("casa").count { $0.name == "monitoringDidFail" } == 1)
  }

  @Test("does not watch what the user does not allow, says why, and watches again when it may")
  func unmetConditions() {
    var device = casa()
    add(to: &device)
    device.move(0)
    device.blur("casa")
    #expect(device.events("casa").last?.obstacle == .accuracyLimited)
    device.move(1000)
    device.pass(.minutes(1))
    #expect(device.states("casa") == [.unsatisfied, .unmonitored])
    device.allow("casa", .whenInUse)
    #expect(device.events("casa").last?.obstacle == .insufficientlyInUse)
    device.allow("casa", .always)
    device.move(1001)
    device.pass(.minutes(1))
    let expected: [ConditionState] = [
      .unsatisfied, .unmonitored, .unmonitored, .unknown, .satisfied,
    ]
    #expect(device.states("casa") == expected)
  }

  @Test("keeps its conditions over a restart of the device")
  func reboot() {
    var device = casa()
    add(to: &device)
    device.move(0)
    device.tell(.booted)
    device.requests["didFinishLaunching"] = Self.takingUp
    device.move(1000)
    device.pass(.minutes(5))
    #expect(device.wakeReasons("casa") == [])
    device.user(.unlock)
    device.move(1000)
    device.pass(.minutes(5))
    #expect(device.wakeReasons("casa") == [.region])
    #expect(device.states("casa").last == .satisfied)
  }

  @Test("came with iOS 17", arguments: [ProfileName.ios8, .ios13])
  func versions(profile: ProfileName) {
    var device = TestDevice(profile)
    device.follow("casa")
    let refused = Reply.refused(.service(.location(.denied)))
    #expect(device.monitor("casa", .open(monitor: "house")) == refused)
    #expect(device.askLocation("casa", .live(.start(.standard))) == refused)
  }
}
