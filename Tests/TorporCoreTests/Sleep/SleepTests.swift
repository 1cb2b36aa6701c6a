import Testing
import TorporModel

@testable import TorporCore

@Suite("Sleep of the machine")
struct SleepTests {
  private func device(
    _ profile: ProfileName = .ios26,
    isCooperative: Bool = true
  ) -> TestDevice {
    var device = TestDevice(profile)
    device.install("sync", modes: [.remoteNotification], isCooperative: isCooperative)
    device.open("sync")
    return device
  }

  // MARK: Running time

  @Test(
    "is no part of the time that a callback may take",
    arguments: [Duration.seconds(12), .hours(8)]
  )
  func watchdog(sleep: Duration) {
    var device = device()
    device.slowCallbacks = ["didEnterBackground"]
    device.home()
    device.pass(.seconds(1))
    device.suspend(sleep)
    device.pass(.seconds(3))
    #expect(device.lastExit("sync") == nil)
    device.pass(.milliseconds(999))
    #expect(device.state("sync") == .background)
    device.pass(.milliseconds(1))
    #expect(device.lastExit("sync") == .code(.watchdog))
    #expect(device.broken == [])
  }

  @Test("is no part of the time of background tasks, before their warning or after it")
  func backgroundTask() {
    var device = device()
    _ = device.beginTask("sync", "upload")
    device.home()
    let left = device.now
    device.pass(.seconds(10))
    device.suspend(.hours(1))
    #expect(device.remaining("sync") == .seconds(20))
    device.pass(.seconds(15))
    #expect(device.times(of: "expiration:upload", "sync") == [left + .hours(1) + .seconds(25)])
    device.suspend(.hours(1))
    device.pass(.seconds(5))
    #expect(device.lastExit("sync") == nil)
    device.pass(.seconds(1))
    #expect(device.lastExitAt("sync") == left + .hours(2) + .seconds(31))
    #expect(device.broken == [])
  }

  @Test("is no part of a wake for a push")
  func wake() {
    var device = device()
    device.home()
    device.pass(.minutes(20))
    device.slowCallbacks = ["didReceiveRemoteNotification"]
    device.tell(.network(NetworkState(link: .wired)))
    device.push("sync")
    let woken = device.now
    device.pass(.seconds(29))
    device.suspend(.hours(8))
    device.pass(.milliseconds(1900))
    #expect(device.lastExit("sync") == nil)
    device.pass(.milliseconds(100))
    #expect(device.lastExitAt("sync") == woken + .hours(8) + .seconds(31))
  }

  @Test("is no part of the grace of a program that says nothing")
  func grace() {
    var device = device(.linux, isCooperative: false)
    device.home()
    device.pass(.seconds(2))
    device.suspend(.minutes(1))
    device.pass(.milliseconds(2999))
    #expect(device.state("sync") == .background)
    device.pass(.milliseconds(1))
    #expect(device.state("sync") == .suspended)
  }

  @Test("is no part of the time that a process has to end")
  func termination() {
    var device = device(.linux, isCooperative: false)
    device.user(.forceQuit(app: device.app("sync")))
    device.pass(.seconds(1))
    device.suspend(.minutes(1))
    let isKilled = { (effect: Effect) in if case .kill = effect { true } else { false } }
    #expect(device.count(of: isKilled) == 0)
    device.pass(.seconds(5))
    #expect(device.count(of: isKilled) == 1)
  }

  @Test("is no part of the time-out of a job")
  func timeout() {
    var device = TestDevice.inTheEvening()
    let job = device.submit(JobRequest(command: "backup", timeout: .seconds(20)))
    device.pass(.seconds(10))
    device.suspend(.minutes(1))
    #expect(!device.wasAskedToEnd(job))
    device.pass(.milliseconds(9999))
    #expect(!device.wasAskedToEnd(job))
    device.pass(.milliseconds(1))
    #expect(device.wasAskedToEnd(job))
  }

  @Test("stands in the ledger once, from a second on")
  func ledger() {
    var device = device()
    device.suspend(.milliseconds(999))
    device.suspend(.hours(8))
    let sleeps = device.log.compactMap { entry -> Decision? in
      guard case .record(let decision) = entry.effect, decision.isSleep else { return nil }
      return decision
    }
    #expect(sleeps.map(\.action) == [.sleep(.hours(8))])
    #expect(sleeps.map(\.app) == [nil])
  }

  @Test("is booked on nobody's account, on screen or off it")
  func minutes() {
    var device = device()
    device.pass(.seconds(30))
    device.suspend(.hours(8))
    device.pass(.seconds(30))
    func usage() -> UsageAccount? { device.device.apps[device.app("sync")]?.usage }
    #expect(usage()?.foregroundTime(at: device.now) == .seconds(60))
    _ = device.beginTask("sync")
    device.home()
    device.pass(.seconds(5))
    device.suspend(.hours(8))
    #expect(usage()?.backgroundTime(at: device.now) == .seconds(5))
    #expect(usage()?.foregroundTime(at: device.now) == .seconds(60))
  }

  @Test("is no part of the rest before an app's memory is written away")
  func pageOut() {
    var device = device(.linux, isCooperative: false)
    device.tell(.swap(SwapState(freeBytes: 1 << 30, totalBytes: 1 << 30)))
    device.home()
    device.pass(.minutes(2))
    device.report("sync", .footprint(bytes: 100 << 20))
    device.suspend(.hours(8))
    let isPagedOut = { (effect: Effect) in if case .pageOut = effect { true } else { false } }
    device.pass(.minutes(2))
    #expect(device.count(of: isPagedOut) == 0)
    device.pass(.minutes(2))
    #expect(device.count(of: isPagedOut) > 0)
  }

  // MARK: Calendar time

  @Test("does not put off what has a date: it is due when the machine is awake")
  func calendar() throws {
    var device = TestDevice.inTheEvening()
    let at = try CalendarExpression(parsing: "21:00")
    let job = device.submit(.command(schedule: JobSchedule(at: at)))
    device.suspend(.hours(2))
    #expect(device.begins(of: job) == [device.now])
  }

  @Test("does not prolong what the user has set a date for")
  func exemption() {
    var device = device(.linux, isCooperative: false)
    device.user(.exempt(app: device.app("sync"), lasting: .hours(2)))
    device.home()
    device.suspend(.hours(3))
    device.pass(.seconds(5))
    #expect(device.state("sync") == .suspended)
  }

  @Test("keeps protected data no longer readable than ten seconds after the lock")
  func protectedData() {
    var device = device()
    device.user(.lock)
    device.suspend(.minutes(1))
    #expect(!device.device.screen.isProtectedDataAvailable)
  }

  // MARK: All of it

  @Test("is decided for every moment that an app has: each is moved, or named here as a date")
  func everyMoment() throws {
    var device = device(.linux)
    device.slowCallbacks = ["didEnterBackground"]
    _ = device.beginTask("sync", "upload")
    device.home()
    device.pass(.seconds(1))
    // The ledger has an hour with a run then.
    device.report("sync", .measured(ResourceUsage(processor: .milliseconds(10))))
    let before = Moments(of: device.device)
    device.suspend(.hours(8))
    let after = Moments(of: device.device)
    #expect(before.paths == after.paths)
    let still = before.paths.filter { before[$0] == after[$0] }
    #expect(still == Self.dates.sorted())
  }

  /// What the device of the test stores of moments that are dates: facts of the past, first of all.
  private static let dates = [
    ".services.consumption.apps.entries._state.storage.value.hours.begin",
    ".services.consumption.apps.entries._state.storage.value.hours.runs.began",
    ".services.jobs.table.conditional.table.now", ".services.jobs.table.free.table.now",
    ".services.location.table.device.stillness.since",
    ".services.paging.table.countedAt",
    ".state.apps.slots.some.storage.record.time.tasks.begunAt",
    ".state.apps.slots.some.storage.record.usage.lastOnScreen",
    ".state.apps.slots.some.storage.record.usage.since",
    ".state.apps.slots.some.storage.record.work.resumeLimiter.quietSince",
    ".state._conditions.storage.value.lastUserAction", ".state.energy.measuredAt",
  ]
}

/// Every moment inside a value, by where it stands.
private struct Moments {
  private var found: [String: [Instant]] = [:]

  init(of value: Any) { collect(value, at: "") }

  var paths: [String] { found.keys.sorted() }

  subscript(path: String) -> [Instant]? { found[path] }

  private mutating func collect(_ value: Any, at path: String) {
    if let moment = value as? Instant {
      found[path, default: []].append(moment)
      return
    }
    for child in Mirror(reflecting: value).children {
      collect(child.value, at: child.label.map { "\(path).\($0)" } ?? path)
    }
  }
}
