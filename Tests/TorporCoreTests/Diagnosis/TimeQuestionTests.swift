import Testing
import TorporModel

@testable import TorporCore

@Suite("A question about time in the background")
struct TimeQuestionTests {
  private func device(_ profile: ProfileName = .ios26, modes: [BackgroundMode] = []) -> TestDevice {
    var device = TestDevice(profile)
    device.power(isExternal: true)
    device.install("sync", modes: modes)
    device.open("sync")
    return device
  }

  @Test("tells a program whose code asks the system for nothing apart, and advises accordingly")
  func plain() {
    var device = TestDevice(.linux)
    device.install("tool", isCooperative: false)
    device.open("tool")
    #expect(device.answer(.refreshNeverRan, "tool").cause == .plainProgram)
    #expect(device.answer(.neverSleeps, "tool").cause == .onScreen)
    device.home()
    device.pass(.minutes(1))
    let frozen = device.answer(.timersStop, "tool")
    #expect(frozen.cause == .suspended)
    #expect(frozen.nextStep.hasPrefix("Let it run off screen for a time with `torpor exempt"))
  }

  // MARK: Q14

  @Test("why an app was killed names the task, its budget, the warning, and where it was begun")
  func overrun() {
    var device = device()
    _ = device.beginTask("sync", "upload")
    let ended = device.beginTask("sync", "save")
    device.home()
    let left = device.now
    device.ask("sync", .endBackgroundTask(task: ended))
    device.pass(.minutes(1))
    let answer = device.answer(.killedForAssertions, "sync")
    #expect(answer.cause == .breach)
    #expect(answer.reason == .backgroundTask)
    #expect(answer.explanation?.subject == "upload")
    #expect(answer.explanation?.length == .seconds(30))
    #expect(answer.explanation?.until == left + .seconds(30))
    #expect(answer.checks.count { $0.cause == .breach } == 1)
    #expect(answer.finding(.expirationHandlerTooSlow) == .found)
    #expect(answer.finding(.notWarned) == .ruledOut)
    #expect(
      answer.shownBy.map(\.at) == [.zero, left + .seconds(25), left + .seconds(31)]
    )
    #expect(device.questions("sync").contains(.killedForAssertions))
    #expect(!device.questions("sync").contains(.killedForFileLock))
  }

  @Test("why an app was killed names the callback that did not return")
  func watchdog() {
    var device = device()
    device.slowCallbacks = ["didEnterBackground"]
    device.home()
    device.pass(.minutes(1))
    let answer = device.answer(.killedForAssertions, "sync")
    #expect(answer.reason == .enterBackgroundWatchdog)
    #expect(answer.explanation?.subject == "didEnterBackground")
    #expect(answer.finding(.notWarned) == .ruledOut)
    let early = device.answer(.killedAfterThirtySeconds, "sync")
    #expect(early.cause == .mainThreadBusy)
  }

  @Test("why an app was killed finds nothing where it was not")
  func alive() {
    var device = device()
    device.home()
    device.pass(.minutes(1))
    #expect(device.answer(.killedForAssertions, "sync").explanation == nil)
    #expect(device.answer(.killedForFileLock, "sync").explanation == nil)
    #expect(device.answer(.killedAfterThirtySeconds, "sync").explanation == nil)
    #expect(device.questions("sync").isEmpty)
  }

  // MARK: Q15, Q16, Q17

  @Test("why the remaining time is huge finds the screen, or an exemption")
  func huge() {
    var device = device()
    #expect(device.answer(.remainingTimeIsHuge, "sync").cause == .onScreen)
    _ = device.beginTask("sync", "save")
    device.home()
    #expect(device.answer(.remainingTimeIsHuge, "sync").explanation == nil)
    device.user(.exempt(app: device.app("sync"), lasting: nil))
    #expect(device.answer(.remainingTimeIsHuge, "sync").cause == .exempt)
  }

  @Test(
    "why there is less time than before names the profile's budget",
    arguments: [
      (ProfileName.ios4, Duration.seconds(600)), (.ios7, .seconds(180)), (.ios26, .seconds(30)),
    ]
  )
  func budgets(profile: ProfileName, budget: Duration) {
    let answer = device(profile).answer(.lessTimeThanBefore, "sync")
    #expect(answer.cause == .budgetOfProfile)
    #expect(answer.explanation?.subject == profile.rawValue)
    #expect(answer.explanation?.length == budget)
  }

  @Test("why there is less time than before finds that the app runs for an event")
  func insideWake() {
    var device = device(modes: [.remoteNotification])
    device.home()
    device.pass(.minutes(1))
    device.push("sync")
    #expect(device.answer(.lessTimeThanBefore, "sync").cause == .insideWake)
  }

  @Test("about 0xdead10cc names the file and the moment of the suspension")
  func fileLock() {
    var device = device()
    device.hazards[device.app("sync")] = [.fileLock(path: "/group/db", hasWaiters: false)]
    device.pass(.seconds(10))
    device.home()
    let left = device.now
    device.pass(.minutes(1))
    let answer = device.answer(.killedForFileLock, "sync")
    #expect(answer.reason == .fileLock)
    #expect(answer.explanation?.subject == "/group/db")
    #expect(answer.explanation?.until == left)
    #expect(device.questions("sync").contains(.killedForFileLock))
  }

  // MARK: Q23, Q28

  @Test("why an app was started names the event, and shows what came of it")
  func started() {
    var device = device(modes: [.remoteNotification])
    #expect(device.answer(.startedByItself, "sync").cause == .noBackgroundLaunch)
    device.home()
    device.pass(.minutes(1))
    device.push("sync")
    let woken = device.now
    device.pass(.minutes(1))
    let answer = device.answer(.startedByItself, "sync")
    #expect(answer.cause == .woken)
    #expect(answer.explanation?.subject == "a push")
    #expect(answer.explanation?.since == woken)
    #expect(answer.shownBy.last?.action == .end(.code(.fetchOverrun)))
    #expect(device.questions("sync").contains(.startedByItself))
  }

  @Test("why timers stop tells since when the app is suspended")
  func timers() {
    var device = device()
    #expect(device.answer(.timersStop, "sync").explanation == nil)
    device.home()
    let left = device.now
    device.pass(.minutes(1))
    let answer = device.answer(.timersStop, "sync")
    #expect(answer.cause == .suspended)
    #expect(answer.explanation?.since == left)
    #expect(answer.finding(.notHeld) == .found)
  }

  // MARK: Q30, Q31, Q32

  @Test("why a continued task expired finds that it stood still")
  func stalled() {
    var device = TestDevice()
    device.requests["didFinishLaunching"] = [.registerTask(identifier: "v.export", key: nil)]
    device.install("video", tasks: ["v.export"])
    device.open("video")
    device.submit("video", "v.export", .continued(.init(title: "Export")))
    let token = device.token(of: "task:v.export", "video")!
    device.ask("video", .setExpirationHandler(callback: token, isSet: true))
    device.home()
    let left = device.now
    device.pass(.seconds(31))
    let answer = device.answer(.continuedTaskExpired, "video")
    #expect(answer.cause == .stalled)
    #expect(answer.explanation?.since == left)
    #expect(answer.finding(.obstacle, .forceQuit) == .ruledOut)
    #expect(device.questions("video").contains(.continuedTaskExpired))
  }

  @Test("why a continued task went finds that its app was removed from the switcher")
  func removed() {
    var device = TestDevice()
    let names = (1...4).map { "v.export\($0)" }
    device.requests["didFinishLaunching"] = names.map { .registerTask(identifier: $0, key: nil) }
    device.install("video", tasks: names)
    device.open("video")
    for name in names { device.submit("video", name, .continued(.init(title: "Export"))) }
    // Three run at once; the fourth waits for a slot.
    #expect(device.answer(.continuedTaskExpired, "video").finding(.stalled) == .ruledOut)
    device.user(.forceQuit(app: device.app("video")))
    let answer = device.answer(.continuedTaskExpired, "video")
    #expect(answer.reason == .forceQuit)
    #expect(answer.explanation?.since == device.now)
  }

  @Test("how to run for ever is answered by the rule, and after a force-quit by that first")
  func forever() {
    var device = device()
    #expect(device.answer(.runEveryFewMinutes, "sync").cause == .noFixedIntervals)
    device.user(.forceQuit(app: device.app("sync")))
    #expect(device.answer(.runEveryFewMinutes, "sync").reason == .forceQuit)
  }

  @Test("why an app never sleeps lists everything that holds it, with since when")
  func neverSleeps() {
    var device = device(.ios4)
    device.home()
    device.pass(.minutes(1))
    #expect(device.answer(.neverSleeps, "sync").cause == .nothingHeld)
    device.open("sync")
    #expect(device.answer(.neverSleeps, "sync").cause == .onScreen)
    #expect(device.answer(.remainingTimeIsHuge, "sync").cause == .onScreen)
    let begun = device.now
    _ = device.beginTask("sync", "upload")
    device.pass(.seconds(10))
    _ = device.beginTask("sync", "index")
    device.home()
    #expect(!device.questions("sync").contains(.neverSleeps))
    device.pass(.minutes(9) + .seconds(50))
    let answer = device.answer(.neverSleeps, "sync")
    #expect(answer.checks.map(\.subject) == ["upload", "index"])
    #expect(answer.checks.map(\.since) == [begun, begun + .seconds(10)])
    #expect(answer.checks.allSatisfy { $0.cause == .hold && $0.finding == .found })
    #expect(device.questions("sync").contains(.neverSleeps))
  }
}
