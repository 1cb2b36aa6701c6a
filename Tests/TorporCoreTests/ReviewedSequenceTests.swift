import Testing
import TorporModel

@testable import TorporCore

/// Sequences that once left an app stuck, ended it for nothing, or lost what it was promised.
@Suite("Once broken")
struct ReviewedSequenceTests {
  private func chat(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.install("chat", modes: [.audio, .remoteNotification])
    device.open("chat")
    return device
  }

  @Test("a push handler that never returns is bounded, on screen or off")
  func pushHandler() {
    for opensAgain in [false, true] {
      var device = chat()
      device.slowCallbacks = ["didReceiveRemoteNotification"]
      if opensAgain { device.home() }
      device.push("chat")
      if opensAgain { device.open("chat") }
      device.home()
      device.pass(.minutes(2))
      #expect(device.lastExit("chat") == .code(.watchdog))
      #expect(device.broken == [])
    }
  }

  @Test("a completed push whose callback never returns is bounded")
  func completedNotReturned() {
    var device = chat()
    device.home()
    device.slowCallbacks = ["didReceiveRemoteNotification"]
    device.push("chat")
    let token = device.token(of: "didReceiveRemoteNotification", "chat")!
    device.ask("chat", .complete(callback: token, result: .noData))
    device.pass(.minutes(2))
    #expect(device.state("chat") != .background)
  }

  @Test("the warning of an activity that never returns holds nothing")
  func activityWarning() {
    var device = chat()
    device.slowCallbacks = ["expiringActivity:index"]
    device.ask("chat", .performExpiringActivity(reason: "index", key: nil))
    let first = device.token(of: "expiringActivity:index", "chat")!
    device.home()
    device.pass(.seconds(26))
    device.ask("chat", .returned(callback: first))
    device.pass(.seconds(10))
    #expect(device.state("chat") == .suspended)
  }

  @Test("an activity without any time left does not buy more")
  func activityWithoutTime() {
    var device = chat()
    device.report("chat", .audio(isPlaying: true))
    device.home()
    let task = device.beginTask("chat")
    device.pass(.seconds(29))
    device.ask("chat", .endBackgroundTask(task: task))
    device.pass(.seconds(1))
    device.slowCallbacks = ["expiringActivity:index"]
    device.report("chat", .audio(isPlaying: false))
    device.pass(.minutes(5))
    #expect(device.state("chat") == .suspended)
  }

  @Test("a machine that slept through the warning leaves the handler its three seconds")
  func sleptThroughTheWarning() {
    var device = chat()
    _ = device.beginTask("chat", "upload")
    device.home()
    device.sleep(.hours(8))
    let woken = device.now
    #expect(device.times(of: "expiration:upload", "chat") == [woken])
    #expect(device.state("chat") == .background)
    device.pass(.minutes(1))
    #expect(device.lastExitAt("chat") == woken + .seconds(3))
  }

  @Test("a plain program that was being launched when the daemon died is governed")
  func adoptedWhileLaunching() {
    var device = TestDevice(.linux)
    device.install("clock", isCooperative: false)
    device.silencesStarts = true
    device.open("clock")
    device.tell(.daemonRestarted(survivors: device.survivors))
    #expect(device.state("clock") == .active)
    device.home()
    device.pass(.seconds(6))
    #expect(device.state("clock") == .suspended)
  }

  @Test("a program that Torpor will not freeze may work as much as it likes")
  func workingPlainProgram() {
    var device = TestDevice(.linux)
    device.install("make", isCooperative: false)
    device.open("make")
    device.hazards[device.app("make")] = [.controllingTerminal(name: "pts/1")]
    device.home()
    for minute in 1...5 {
      device.pass(.minutes(1))
      device.report("make", .usedProcessor(total: .minutes(minute * 8)))
    }
    #expect(device.state("make") == .background)
  }

  @Test("one victim of unknown size is enough until the next report")
  func unknownSizes() {
    var device = TestDevice()
    for name in ["one", "two", "three"] {
      device.install(name)
      device.open(name)
    }
    device.home()
    device.tell(
      .memory(MemoryReport(level: .critical, availableBytes: 0, totalBytes: 1_000_000))
    )
    let dead = ["one", "two", "three"].filter { device.lastExit($0) == .jetsam }
    #expect(dead.count == 1)
  }

  @Test("a force-quit while the device is locked is not forgiven by the unlock")
  func forceQuitWhileLocked() {
    var device = chat()
    _ = device.beginTask("chat")
    device.slowCallbacks = ["willTerminate"]
    device.user(.lock)
    device.user(.forceQuit(app: device.app("chat")))
    device.user(.unlock)
    device.pass(.minutes(1))
    #expect(device.device.apps[device.app("chat")]?.persistentState.isForceQuit == true)
    #expect(device.state("chat") == .notRunning)
  }

  @Test("an app installed over one that is dying stays installed")
  func installOverDying() {
    var device = TestDevice(.linux)
    device.install("chat", isTransient: true)
    device.holdsExits = true
    device.open("chat")
    device.user(.uninstall(app: device.app("chat")))
    let manifest = AppManifest(identifier: device.app("chat"))
    device.user(.install(manifest: manifest, settings: AppSettings(), replaces: true))
    device.report("chat", .exited(status: .signalled(signal: 9)))
    #expect(device.state("chat") == .notRunning)
  }

  @Test("a push takes no background time away")
  func pushKeepsBudget() {
    var device = chat()
    device.report("chat", .audio(isPlaying: true))
    device.home()
    device.push("chat")
    let token = device.token(of: "didReceiveRemoteNotification", "chat")!
    device.ask("chat", .complete(callback: token, result: .noData))
    device.pass(.minutes(1))
    #expect(device.remaining("chat") == .seconds(30))
    #expect(device.beginTask("chat") != .invalid)
  }

  @Test("a push that arrives on screen may be completed after the home button")
  func completionAfterHome() {
    var device = chat()
    device.push("chat")
    device.home()
    #expect(device.state("chat") == .background)
    let token = device.token(of: "didReceiveRemoteNotification", "chat")!
    let reply = device.ask("chat", .complete(callback: token, result: .newData))
    #expect(reply == .done)
    #expect(device.state("chat") == .suspended)
  }

  @Test("a push for a process that is dying starts the next one")
  func pushWhileDying() {
    var device = chat()
    device.holdsExits = true
    device.user(.update(app: device.app("chat")))
    device.push("chat")
    device.holdsExits = false
    device.report("chat", .exited(status: .signalled(signal: 9)))
    #expect(device.state("chat") == .background)
    #expect(device.callbacks("chat").last == "didReceiveRemoteNotification")
  }

  @Test("an exempt app may begin tasks, and its exemption ends without a surprise")
  func exemptApp() {
    var device = chat()
    device.user(.exempt(app: device.app("chat"), lasting: nil))
    device.home()
    #expect(device.beginTask("chat") != .invalid)
    device.pass(.minutes(10))
    device.user(.endExemption(app: device.app("chat")))
    #expect(device.state("chat") == .background)
    #expect(device.broken == [])
    device.pass(.minutes(1))
    #expect(device.lastExit("chat") == .code(.backgroundTaskOverrun))
  }

  @Test("an app opened under a banner is inactive until it goes")
  func openedUnderABanner() {
    var device = chat()
    device.install("maps")
    device.user(.interrupt)
    device.open("maps")
    #expect(device.state("maps") == .inactive)
    device.user(.endInterrupt)
    #expect(device.state("maps") == .active)
  }

  @Test("a profile with one screen sends the other apps off it")
  func profileChange() {
    var device = TestDevice(.linux)
    for name in ["one", "two"] {
      device.install(name)
      device.open(name)
    }
    device.user(.change(setting: .profile(.ios13)))
    #expect(device.state("one") == .suspended)
    #expect(device.state("two") == .active)
    #expect(device.device.profile.name == .ios13)
    #expect(device.broken == [])
  }
}
