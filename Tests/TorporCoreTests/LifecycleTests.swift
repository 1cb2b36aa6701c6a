import Testing
import TorporModel

@testable import TorporCore

@Suite("The life of an app")
struct LifecycleTests {
  @Test("begins with a launch that ends in didBecomeActive")
  func coldLaunch() {
    var device = TestDevice()
    device.install("notes")
    device.open("notes")
    #expect(device.callbacks("notes") == ["didFinishLaunching", "didBecomeActive"])
    #expect(device.state("notes") == .active)
    #expect(device.broken == [])
  }

  @Test("goes through the background to suspended when nothing holds it")
  func home() {
    var device = TestDevice()
    device.install("notes")
    device.open("notes")
    device.home()
    #expect(device.callbacks("notes").suffix(2) == ["willResignActive", "didEnterBackground"])
    #expect(device.state("notes") == .suspended)
  }

  @Test("comes back to the screen in the same process")
  func comeBack() {
    var device = TestDevice()
    device.install("notes")
    device.open("notes")
    device.home()
    device.open("notes")
    #expect(device.callbacks("notes").suffix(2) == ["willEnterForeground", "didBecomeActive"])
    #expect(device.count { if case .launch = $0 { true } else { false } } == 1)
  }

  @Test("makes room on a single screen for the next app")
  func nextApp() {
    var device = TestDevice()
    device.install("notes")
    device.install("maps")
    device.open("notes")
    device.open("maps")
    #expect(device.state("notes") == .suspended)
    #expect(device.state("maps") == .active)
  }

  @Test("shares a desktop's screen with others")
  func sharedScreen() {
    var device = TestDevice(.linux)
    device.install("notes")
    device.install("maps")
    device.open("notes")
    device.open("maps")
    #expect(device.state("notes") == .active)
    device.user(.home(app: device.app("notes")))
    #expect(device.state("notes") == .suspended)
    #expect(device.state("maps") == .active)
  }

  @Test("is inactive under a banner, and never in the background for it")
  func interruption() {
    var device = TestDevice()
    device.install("notes")
    device.open("notes")
    device.user(.interrupt)
    #expect(device.state("notes") == .inactive)
    device.user(.endInterrupt)
    #expect(device.state("notes") == .active)
    #expect(!device.callbacks("notes").contains("didEnterBackground"))
  }

  @Test(
    "ends by a watchdog when a callback takes too long",
    arguments: [
      ("didFinishLaunching", Duration.seconds(20)), ("didEnterBackground", .seconds(5)),
      ("willEnterForeground", .seconds(10)),
    ]
  )
  func watchdogs(callback: String, limit: Duration) {
    var device = TestDevice()
    device.install("notes")
    if callback == "didFinishLaunching" { device.slowCallbacks = [callback] }
    device.open("notes")
    device.pass(.seconds(60))
    if callback != "didFinishLaunching" {
      #expect(device.state("notes") == .active)
      device.home()
      if callback == "didEnterBackground" { device.open("notes") }
      device.slowCallbacks = [callback]
      callback == "didEnterBackground" ? device.home() : device.open("notes")
    }
    let start = device.times(of: callback, "notes").last!
    device.pass(limit - .milliseconds(1))
    #expect(device.state("notes") != .notRunning || callback == "didFinishLaunching")
    device.pass(.seconds(61))
    #expect(device.lastExit("notes") == .code(.watchdog))
    #expect(device.lastExitAt("notes") == start + limit)
    #expect(device.broken == [])
  }

  @Test("ends with the last word on exit-on-suspend before iOS 13, and ignores the key after")
  func exitsOnSuspend() {
    var old = TestDevice(.ios6)
    old.install("calc", exitsOnSuspend: true)
    old.open("calc")
    old.home()
    #expect(old.lastExit("calc") == .exitsOnSuspend)
    #expect(old.callbacks("calc").suffix(2) == ["willResignActive", "willTerminate"])
    var new = TestDevice(.ios26)
    new.install("calc", exitsOnSuspend: true)
    new.open("calc")
    new.home()
    #expect(new.state("calc") == .suspended)
  }

  @Test("ends at once for work on the graphics processor in the background")
  func graphics() {
    var device = TestDevice()
    device.install("render")
    device.open("render")
    _ = device.beginTask("render")
    device.report("render", .submittedGPUWork)
    #expect(device.state("render") == .active)
    device.home()
    device.report("render", .submittedGPUWork)
    #expect(device.lastExit("render") == .code(.excessiveResources))
  }

  @Test("lets an app use the GPU while it is told that it leaves the screen, and no longer")
  func gpuOnTheWayOut() {
    var device = TestDevice()
    device.install("render")
    device.open("render")
    _ = device.beginTask("render")
    device.slowCallbacks = ["willResignActive"]
    device.home()
    device.report("render", .submittedGPUWork)
    #expect(device.state("render") == .background)
    device.ask("render", .returned(callback: device.token(of: "willResignActive", "render")!))
    device.report("render", .submittedGPUWork)
    #expect(device.lastExit("render") == .code(.excessiveResources))
  }

  @Test("reopens as soon as the old process is gone")
  func reopen() {
    var device = TestDevice()
    device.install("notes")
    device.open("notes")
    device.slowCallbacks = ["willTerminate"]
    device.user(.forceQuit(app: device.app("notes")))
    device.open("notes")
    #expect(device.state("notes") == .background)
    device.pass(.seconds(5))
    #expect(device.lastExit("notes") == .forceQuit)
    #expect(device.state("notes") == .active)
    #expect(device.broken == [])
  }

  @Test("announces the end of protected data 10 s after a lock with a passcode")
  func protectedData() {
    var device = TestDevice()
    device.install("radio", modes: [.audio])
    device.open("radio")
    device.report("radio", .audio(isPlaying: true))
    device.user(.lock)
    device.pass(.seconds(9))
    #expect(!device.callbacks("radio").contains("protectedDataWillBecomeUnavailable"))
    device.pass(.seconds(1))
    #expect(device.callbacks("radio").last == "protectedDataWillBecomeUnavailable")
    device.user(.unlock)
    #expect(
      device.callbacks("radio").suffix(3)
        == ["protectedDataDidBecomeAvailable", "willEnterForeground", "didBecomeActive"]
    )
  }

  @Test("tells a suspended app that its protected data is back, when the unlock returns it")
  func protectedDataOfTheSuspended() {
    var device = TestDevice()
    for name in ["notes", "mail"] {
      device.install(name)
      device.open(name)
    }
    device.user(.lock)
    device.pass(.minutes(1))
    #expect(device.state("mail") == .suspended)
    device.user(.unlock)
    #expect(device.callbacks("mail").last == "protectedDataDidBecomeAvailable")
    #expect(!device.callbacks("notes").contains("protectedDataDidBecomeAvailable"))
    device.user(.lock)
    device.pass(.minutes(1))
    device.open("notes")
    #expect(device.callbacks("notes").last == "protectedDataDidBecomeAvailable")
    #expect(device.broken == [])
  }
}

@Suite("A program that does not speak to the system")
struct PlainProgramTests {
  @Test("is on screen as soon as it runs and frozen 5 s after it left")
  func grace() {
    var device = TestDevice(.linux)
    device.install("clock", isCooperative: false)
    device.open("clock")
    #expect(device.state("clock") == .active)
    device.home()
    device.pass(.milliseconds(4999))
    #expect(device.state("clock") == .background)
    device.pass(.milliseconds(1))
    #expect(device.state("clock") == .suspended)
    #expect(device.callbacks("clock") == [])
  }

  @Test("is asked by signal to end, and killed 5 s later")
  func quit() {
    var device = TestDevice(.linux)
    device.install("clock", isCooperative: false, isTransient: true)
    device.open("clock")
    device.user(.forceQuit(app: device.app("clock")))
    #expect(device.count { if case .requestTermination = $0 { true } else { false } } == 1)
    device.pass(.seconds(5))
    #expect(device.state("clock") == nil)
    #expect(device.count { if case .remove = $0 { true } else { false } } == 1)
  }

  @Test("becomes an app like any other when it attaches")
  func attach() {
    var device = TestDevice(.linux)
    device.install("clock", isCooperative: false)
    device.open("clock")
    device.ask("clock", .attach)
    #expect(device.callbacks("clock") == ["didFinishLaunching", "didBecomeActive"])
    device.home()
    #expect(device.state("clock") == .suspended)
    #expect(device.broken == [])
  }
}
