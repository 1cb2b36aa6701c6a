import Testing
import TorporModel

@testable import TorporCore

@Suite("A background task")
struct BackgroundTaskTests {
  /// An app on screen, about to leave it.
  private func device(_ profile: ProfileName = .ios26) -> TestDevice {
    var device = TestDevice(profile)
    device.install("sync", modes: [.audio, .remoteNotification])
    device.open("sync")
    return device
  }

  @Test(
    "that is never ended is warned of 5 s before the budget is over and kills the app 1 s after",
    arguments: [
      (ProfileName.ios4, 600, TerminationCode.watchdog), (.ios7, 180, .watchdog),
      (.ios10, 180, .watchdog), (.ios13, 30, .backgroundTaskOverrun),
      (.ios26, 30, .backgroundTaskOverrun), (.linux, 30, .backgroundTaskOverrun),
    ]
  )
  func overrun(profile: ProfileName, budget: Int, code: TerminationCode) {
    var device = device(profile)
    _ = device.beginTask("sync", "upload")
    device.pass(.minutes(5))
    device.home()
    let left = device.now
    device.pass(.seconds(budget + 10))
    #expect(device.times(of: "expiration:upload", "sync") == [left + .seconds(budget - 5)])
    #expect(device.lastExit("sync") == .code(code))
    #expect(device.lastExitAt("sync") == left + .seconds(budget + 1))
    #expect(device.broken == [])
  }

  @Test("delays suspension until it is ended, and the freeze follows in the same moment")
  func ended() {
    var device = device()
    let task = device.beginTask("sync")
    device.home()
    device.pass(.seconds(10))
    #expect(device.state("sync") == .background)
    device.ask("sync", .endBackgroundTask(task: task))
    #expect(device.state("sync") == .suspended)
  }

  @Test("ended by its handler saves the app")
  func endedByHandler() {
    var device = device()
    let task = device.beginTask("sync", "upload")
    device.home()
    device.pass(.seconds(25))
    #expect(device.callbacks("sync").last == "expiration:upload")
    device.ask("sync", .endBackgroundTask(task: task))
    device.pass(.minutes(1))
    #expect(device.state("sync") == .suspended)
  }

  @Test("begun later does not add to the app's budget")
  func sharedBudget() {
    var device = device()
    let first = device.beginTask("sync", "first")
    device.home()
    let left = device.now
    device.pass(.seconds(15))
    let second = device.beginTask("sync", "second")
    #expect(first != second)
    device.pass(.seconds(20))
    #expect(device.times(of: "expiration:first", "sync") == [left + .seconds(25)])
    #expect(device.times(of: "expiration:second", "sync") == [left + .seconds(25)])
    #expect(device.lastExitAt("sync") == left + .seconds(31))
  }

  @Test("begun after the warning is warned of at once")
  func begunLate() {
    var device = device()
    _ = device.beginTask("sync", "first")
    device.home()
    device.pass(.seconds(27))
    _ = device.beginTask("sync", "late")
    device.pass(.milliseconds(1))
    #expect(device.callbacks("sync").contains("expiration:late"))
  }

  @Test("left open kills the app after the next home, with a fresh budget")
  func visitToTheFront() {
    var device = device()
    _ = device.beginTask("sync")
    device.home()
    device.pass(.seconds(20))
    device.open("sync")
    device.pass(.minutes(3))
    device.home()
    let left = device.now
    device.pass(.minutes(1))
    #expect(device.lastExitAt("sync") == left + .seconds(31))
  }

  @Test("must be ended once for every token")
  func everyToken() {
    var device = device()
    let first = device.beginTask("sync")
    _ = device.beginTask("sync")
    device.home()
    device.ask("sync", .endBackgroundTask(task: first))
    let again = device.ask("sync", .endBackgroundTask(task: first))
    #expect(again == .refused(.unknownTask(first)))
    device.pass(.minutes(1))
    #expect(device.lastExit("sync") == .code(.backgroundTaskOverrun))
  }

  @Test("without a handler gets no warning, and the same end")
  func noHandler() {
    var device = device()
    _ = device.beginTask("sync", "upload", hasHandler: false)
    device.home()
    device.pass(.minutes(1))
    #expect(!device.callbacks("sync").contains("expiration:upload"))
    #expect(device.lastExit("sync") == .code(.backgroundTaskOverrun))
  }

  @Test("repeated with the same key is the same task")
  func key() {
    var device = device()
    let wish = AppRequest.beginBackgroundTask(name: nil, hasExpirationHandler: true, key: "1")
    let first = device.ask("sync", wish)
    let second = device.ask("sync", wish)
    #expect(first == second)
  }

  @Test("spends the budget only while it is held")
  func budgetIsSpentByHolding() {
    var device = device()
    device.report("sync", .audio(isPlaying: true))
    device.home()
    device.pass(.minutes(5))
    let task = device.beginTask("sync")
    device.pass(.seconds(10))
    device.ask("sync", .endBackgroundTask(task: task))
    device.pass(.minutes(5))
    #expect(device.remaining("sync") == .seconds(20))
  }

  @Test("reads unlimited time on screen and counts down in the background")
  func timeRemaining() {
    var device = device()
    _ = device.beginTask("sync")
    let onScreen = device.ask("sync", .backgroundTimeRemaining)
    #expect(onScreen == .timeRemaining(nil))
    device.home()
    device.pass(.seconds(10))
    let inBackground = device.ask("sync", .backgroundTimeRemaining)
    #expect(inBackground == .timeRemaining(.seconds(20)))
  }

  @Test("begun inside a wake ends 40 s after the wake began")
  func insideAWake() {
    var device = device(.ios7)
    device.home()
    device.pass(.minutes(5))
    device.push("sync")
    let woken = device.now
    _ = device.beginTask("sync", "more")
    let token = device.token(of: "didReceiveRemoteNotification", "sync")!
    device.ask("sync", .complete(callback: token, result: .newData))
    device.pass(.minutes(2))
    #expect(device.times(of: "expiration:more", "sync") == [woken + .seconds(35)])
    #expect(device.lastExitAt("sync") == woken + .seconds(41))
    #expect(device.broken == [])
  }

  @Test("is the thousand-and-first and kills the app, from iOS 11 on")
  func tooMany() {
    var device = device()
    for _ in 0..<1000 { _ = device.beginTask("sync") }
    #expect(device.state("sync") == .active)
    let last = device.beginTask("sync")
    #expect(last == .invalid)
    #expect(device.lastExit("sync") == .code(.tooManyTasks))
    var old = self.device(.ios7)
    for _ in 0..<1001 { _ = old.beginTask("sync") }
    #expect(old.state("sync") == .active)
  }

  @Test("with a name over 256 bytes is refused with the limit")
  func longName() {
    var device = device()
    let wish = AppRequest.beginBackgroundTask(
      name: String(repeating: "x", count: 257),
      hasExpirationHandler: false,
      key: nil
    )
    let reply = device.ask("sync", wish)
    #expect(reply == .refused(.textTooLong(bytes: 257, bytesMax: 256)))
  }
}

@Suite("An expiring activity")
struct ExpiringActivityTests {
  @Test("holds the app until its first call returns")
  func holds() {
    var device = TestDevice()
    device.install("sync")
    device.slowCallbacks = ["expiringActivity:index"]
    device.open("sync")
    device.ask("sync", .performExpiringActivity(reason: "index", key: nil))
    let token = device.token(of: "expiringActivity:index", "sync")!
    device.home()
    device.pass(.seconds(10))
    #expect(device.state("sync") == .background)
    device.ask("sync", .returned(callback: token))
    #expect(device.state("sync") == .suspended)
  }

  @Test("is called again when the suspension is near, beside the first call")
  func expires() {
    var device = TestDevice()
    device.install("sync")
    device.slowCallbacks = ["expiringActivity:index"]
    device.open("sync")
    device.ask("sync", .performExpiringActivity(reason: "index", key: nil))
    device.home()
    let left = device.now
    device.pass(.seconds(26))
    #expect(
      device.times(of: "expiringActivity:index", "sync").last == left + .seconds(25)
    )
    device.pass(.seconds(10))
    #expect(device.lastExit("sync") == .code(.backgroundTaskOverrun))
  }
}
