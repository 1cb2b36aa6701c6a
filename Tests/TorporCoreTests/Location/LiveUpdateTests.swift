import Testing
import TorporModel

@testable import TorporCore

@Suite("Live updates")
struct LiveUpdateTests {
  /// On screen, at the square, with live updates and the requests.
  private func run(
    _ authorization: LocationAuthorization = .whenInUse,
    modes: [BackgroundMode] = [.location],
    _ requests: LiveRequest...
  ) -> TestDevice {
    var device = TestDevice()
    device.install("run", modes: modes)
    device.allow("run", authorization)
    device.open("run")
    for request in requests { device.askLocation("run", .live(request)) }
    device.askLocation("run", .live(.start(.fitness)))
    device.move(0)
    return device
  }

  @Test("tell every fix on screen, the first at once")
  func onScreen() {
    var device = run()
    device.move(10)
    device.askLocation("run", .live(.start(.fitness)))
    #expect(device.live("run").map(\.location?.coordinate) == [0, 10, 10].map(TestDevice.north))
    #expect(
      device.demand == LocationDemand(accuracyMetres: 10, intervalSeconds: 5, distanceMetres: 0)
    )
  }

  @Test("keep the app running off screen with a background activity that was begun on screen")
  func background() {
    var device = run(.whenInUse, .beginBackgroundActivity)
    device.home()
    for step in 1...30 {
      device.pass(.minutes(1))
      device.move(Double(step) * 100)
    }
    #expect(device.state("run") == .background)
    #expect(device.live("run").count == 31)
    device.askLocation("run", .live(.endBackgroundActivity))
    device.pass(.minutes(1))
    #expect(device.state("run") == .suspended)
    #expect(device.demand == nil)
  }

  @Test("need the mode for that, and the session")
  func withoutModeOrSession() {
    var device = run(.whenInUse, modes: [], .beginBackgroundActivity)
    device.home()
    device.pass(.minutes(1))
    #expect(device.state("run") == .suspended)
    device = run(.whenInUse)
    device.home()
    device.pass(.minutes(1))
    #expect(device.state("run") == .suspended)
    device = run(.always)
    device.home()
    device.pass(.minutes(1))
    #expect(device.state("run") == .suspended)
  }

  @Test("go on with 'always' and a service session, without a background activity (LO8)")
  func serviceSession() {
    var device = run(.always, .holdServiceSession)
    device.home()
    device.pass(.minutes(1))
    device.move(100)
    #expect(device.state("run") == .background)
    #expect(device.live("run").count == 2)
  }

  @Test(
    "say once that the device stands still, let the app be suspended, and wake it when it goes on"
  )
  func stationary() {
    var device = run(.whenInUse, .beginBackgroundActivity)
    device.home()
    device.pass(.minutes(6))
    #expect(device.live("run").map(\.isStationary) == [false, true])
    #expect(device.live("run").last?.location?.coordinate == TestDevice.square)
    #expect(device.state("run") == .suspended)
    #expect(
      device.demand == LocationDemand(accuracyMetres: 100, intervalSeconds: 60, distanceMetres: 50)
    )
    device.move(20)
    #expect(device.live("run").count == 2)
    device.move(300)
    #expect(device.live("run").map(\.isStationary) == [false, true, false])
    #expect(device.state("run") == .background)
    device.pass(.minutes(4))
    #expect(device.state("run") == .background)
    device.pass(.hours(1))
    #expect(device.live("run").map(\.isStationary) == [false, true, false, true])
    #expect(device.state("run") == .suspended)
  }

  @Test("launch a dead app when the device goes on, which takes up its session (LO7)")
  func relaunch() {
    var device = run(.whenInUse, .beginBackgroundActivity)
    device.home()
    device.pass(.minutes(6))
    device.report("run", .exited(status: .signalled(signal: 9)))
    device.requests["didFinishLaunching"] = Self.takingUp
    device.move(300)
    #expect(device.wakeReasons("run") == [.liveLocation])
    device.pass(.minutes(1))
    #expect(device.state("run") == .background)
    device.move(400)
    #expect(device.live("run").last?.location?.coordinate == TestDevice.north(400))
  }

  private static let takingUp: [AppRequest] = [
    .service(.location(.live(.beginBackgroundActivity))),
    .service(.location(.live(.start(.fitness)))),
  ]

  @Test("have nothing to take up after 10 s, and launch no more")
  func tooLate() {
    var device = run(.whenInUse, .beginBackgroundActivity)
    device.home()
    device.report("run", .exited(status: .signalled(signal: 9)))
    device.move(300)
    device.pass(.seconds(9))
    #expect(device.askLocation("run", .live(.beginBackgroundActivity)) == .done)
    device.report("run", .exited(status: .signalled(signal: 9)))
    device.pass(.minutes(2))
    device.move(600)
    device.pass(.seconds(11))
    #expect(device.wakeReasons("run").count == 2)
    #expect(
      device.askLocation("run", .live(.beginBackgroundActivity))
        == .refused(.service(.location(.denied)))
    )
    device.report("run", .exited(status: .signalled(signal: 9)))
    device.pass(.minutes(2))
    device.move(900)
    #expect(device.wakeReasons("run").count == 2)
  }

  @Test("do not launch an app that crashes on its way more often than once a minute")
  func crashes() {
    var device = run(.whenInUse, .beginBackgroundActivity)
    device.home()
    device.requests["didFinishLaunching"] = Self.takingUp
    for step in 1...60 {
      device.report("run", .exited(status: .signalled(signal: 11)))
      device.pass(.seconds(5))
      device.move(Double(step) * 100)
    }
    #expect((4...6).contains(device.wakeReasons("run").count))
  }

  @Test("end with a force-quit (§10)")
  func forceQuit() {
    var device = run(.whenInUse, .beginBackgroundActivity)
    device.home()
    device.user(.forceQuit(app: device.app("run")))
    device.move(300)
    device.pass(.minutes(5))
    device.move(600)
    #expect(device.wakeReasons("run") == [])
    #expect(device.demand == nil)
  }

  @Test("outlive a restart of the device, and are told from the first unlock on")
  func reboot() {
    var device = run(.whenInUse, .beginBackgroundActivity)
    device.home()
    device.tell(.booted)
    device.move(300)
    #expect(device.demand == nil)
    #expect(device.wakeReasons("run") == [])
    device.user(.unlock)
    device.move(600)
    #expect(device.wakeReasons("run") == [.liveLocation])
  }

  @Test("begin no session off screen, and say what is missing")
  func offScreen() {
    var device = run(.always)
    device.askLocation("run", .live(.stop))
    let task = device.beginTask("run")
    device.home()
    #expect(task != .invalid)
    let refused = Reply.refused(.service(.location(.denied)))
    #expect(device.askLocation("run", .live(.beginBackgroundActivity)) == refused)
    #expect(device.askLocation("run", .live(.holdServiceSession)) == refused)
    device.askLocation("run", .live(.start(.standard)))
    #expect(device.live("run").last?.obstacle == .serviceSessionRequired)
    device.allow("run", .whenInUse)
    device.askLocation("run", .live(.start(.standard)))
    #expect(device.live("run").last?.obstacle == .insufficientlyInUse)
    device.allow("run", .never)
    #expect(device.live("run").last?.obstacle == .authorizationDenied)
  }

  @Test("are as coarse as the user wants, and say so")
  func reduced() {
    var device = run()
    device.blur("run")
    device.move(20_000)
    let update = device.live("run").last
    #expect(update?.obstacle == .accuracyLimited)
    #expect(update?.location?.horizontalAccuracyMetres == 5000)
  }

  @Test("and a region share one demand")
  func oneDemand() {
    var device = run()
    device.follow("casa", .startMonitoring(TestDevice.region("house", 1000)))
    device.open("run")
    device.move(0)
    #expect(
      device.demand == LocationDemand(accuracyMetres: 10, intervalSeconds: 5, distanceMetres: 0)
    )
    device.home()
    #expect(
      device.demand == LocationDemand(accuracyMetres: 50, intervalSeconds: 15, distanceMetres: 50)
    )
  }
}
