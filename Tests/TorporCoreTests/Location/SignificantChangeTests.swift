import Testing
import TorporModel

@testable import TorporCore

@Suite("An app that monitors significant changes")
struct SignificantChangeTests {
  /// Suspended, at the square.
  private func diary(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    // LO1: a process that was launched for a change asks anew.
    device.requests["didFinishLaunching"] = [
      .service(.location(.startMonitoringSignificantChanges))
    ]
    device.follow("diary")
    device.move(0)
    device.home()
    return device
  }

  @Test("is woken in the background 500 m on, and not before")
  func distance() {
    var device = diary()
    device.move(499)
    #expect(device.state("diary") == .suspended)
    device.move(501)
    #expect(device.state("diary") == .background)
    #expect(device.fixes("diary") == [[501]])
  }

  @Test("is not woken by a move that the fix could be wrong about")
  func accuracy() {
    var device = diary()
    device.move(700, accuracy: 800)
    #expect(device.fixes("diary") == [])
    device.move(900, accuracy: 800)
    #expect(device.fixes("diary") == [[900]])
  }

  @Test("is told the newest place at most once in 5 min")
  func rate() {
    var device = diary()
    device.move(1000)
    let first = device.now
    device.pass(.minutes(1))
    device.move(2000)
    device.pass(.minutes(1))
    device.move(3000)
    device.pass(.minutes(10))
    #expect(device.fixes("diary") == [[1000], [3000]])
    #expect(device.times(of: "didUpdateLocations", "diary") == [first, first + .minutes(5)])
  }

  @Test("is not woken when it has come back before it could be told")
  func cameBack() {
    var device = diary()
    device.move(1000)
    device.pass(.minutes(1))
    device.move(2000)
    device.move(1000)
    device.pass(.hours(1))
    #expect(device.fixes("diary") == [[1000]])
  }

  @Test("is launched when it crashed, and goes on from where it was when it asks again")
  func launched() {
    var device = diary()
    device.report("diary", .exited(status: .signalled(signal: 6)))
    device.move(600)
    #expect(device.callbacks("diary").suffix(3).first == "didFinishLaunching")
    #expect(device.fixes("diary") == [[600]])
    device.pass(.minutes(6))
    device.move(1000)
    #expect(device.fixes("diary") == [[600]])
    device.move(1200)
    #expect(device.fixes("diary") == [[600], [1200]])
  }

  @Test("is launched, and told nothing before it asks again (LO1)")
  func notAsking() {
    var device = diary()
    device.requests = [:]
    device.report("diary", .exited(status: .signalled(signal: 6)))
    device.move(600)
    #expect(device.callbacks("diary").contains("didFinishLaunching"))
    #expect(device.fixes("diary") == [])
    device.open("diary")
    device.askLocation("diary", .startMonitoringSignificantChanges)
    #expect(device.fixes("diary") == [[600]])
  }

  @Test("is launched after a force-quit from iOS 8 on", arguments: ProfileName.allCases)
  func forceQuit(profile: ProfileName) {
    var device = diary(profile)
    device.user(.forceQuit(app: device.app("diary")))
    device.move(11_000)
    #expect(device.fixes("diary").isEmpty == [.ios3, .ios4, .ios6, .ios7].contains(profile))
  }

  @Test("minds the refresh switch only on iOS 7", arguments: ProfileName.allCases)
  func refreshSwitch(profile: ProfileName) {
    var device = diary(profile)
    device.user(.change(setting: .backgroundRefresh(.off)))
    device.move(11_000)
    // Without multitasking nothing runs off the screen, whatever the switch says.
    #expect(device.fixes("diary").isEmpty == [.ios3, .ios7].contains(profile))
  }

  @Test("is launched after a restart, but not before the first unlock, and then for where it is")
  func firstUnlock() {
    var device = diary()
    device.tell(.booted)
    device.move(2000)
    device.move(3000)
    device.pass(.hours(1))
    #expect(device.state("diary") == .notRunning)
    device.user(.unlock)
    #expect(device.fixes("diary") == [[3000]])
  }

  @Test("needs 'always'")
  func authorization() {
    var device = TestDevice()
    device.install("diary")
    device.allow("diary", .whenInUse)
    device.open("diary")
    device.askLocation("diary", .startMonitoringSignificantChanges)
    #expect(device.told("diary") == [.didFail(.denied)])
    #expect(device.demand == nil)
  }

  @Test("goes with the app from the device")
  func uninstalled() {
    var device = diary()
    device.user(.uninstall(app: device.app("diary")))
    #expect(device.device.location.isEmpty)
    #expect(device.count { $0 == .service(.locate(nil)) } == 1)
  }
}

@Suite("A wake for a place")
struct LocationWakeTests {
  private func woken(slow: Bool = false) -> TestDevice {
    var device = TestDevice()
    device.follow("diary", .startMonitoringSignificantChanges)
    device.move(0)
    device.home()
    if slow { device.slowCallbacks = ["didUpdateLocations"] }
    device.move(1000)
    return device
  }

  @Test(
    "lasts 10 s, whenever the callback returns, and ends in suspension",
    arguments: [false, true]
  )
  func tenSeconds(slow: Bool) {
    var device = woken(slow: slow)
    device.pass(.seconds(9))
    #expect(device.state("diary") == .background)
    device.pass(.seconds(2))
    #expect(device.state("diary") == .suspended)
    device.pass(.hours(1))
    #expect(device.lastExit("diary") == nil)
    #expect(device.broken == [])
  }

  @Test("leaves a background task that was begun in it its time")
  func backgroundTask() {
    var device = woken()
    let woken = device.now
    let task = device.beginTask("diary", "upload")
    device.pass(.seconds(12))
    #expect(device.state("diary") == .background)
    device.ask("diary", .endBackgroundTask(task: task))
    #expect(device.state("diary") == .suspended)
    #expect(device.now == woken + .seconds(12))
  }

  @Test("is over when the user opens the app")
  func opened() {
    var device = woken()
    device.open("diary")
    #expect(device.device.apps[device.app("diary")]?.wakes == [])
    device.home()
    #expect(device.state("diary") == .suspended)
  }

  @Test("that is over before a slow launch is leaves the app suspended, and not killed for it")
  func slowLaunch() {
    var device = woken()
    device.report("diary", .exited(status: .signalled(signal: 6)))
    device.pass(.minutes(6))
    device.slowCallbacks = ["didFinishLaunching", "didUpdateLocations"]
    device.move(2000)
    device.pass(.seconds(15))
    let token = device.token(of: "didFinishLaunching", "diary")!
    device.ask("diary", .returned(callback: token))
    #expect(device.state("diary") == .suspended)
    device.pass(.hours(1))
    #expect(device.lastExit("diary") == .crash(signal: 6))
    #expect(device.state("diary") == .suspended)
    #expect(device.broken == [])
  }

  @Test("in which the main thread was blocked gives the callbacks behind it their time later")
  func blocked() {
    var device = woken(slow: true)
    device.pass(.seconds(11))
    device.open("diary")
    device.pass(.seconds(11))
    #expect(device.lastExit("diary") == .code(.watchdog))
    #expect(device.broken == [])
  }
}
