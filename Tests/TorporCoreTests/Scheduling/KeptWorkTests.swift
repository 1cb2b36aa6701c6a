import Testing
import TorporModel

@testable import TorporCore

/// What drawn lives showed: work that was lost, doubled, or held for ever.
@Suite("Background work that is accepted")
struct KeptWorkTests {
  /// A charging, connected phone with an app that has handlers for those tasks.
  private func phone(tasks: [String]) -> TestDevice {
    var device = TestDevice(hasPasscode: false)
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 80)))
    device.tell(.network(NetworkState(link: .wifi)))
    device.requests["didFinishLaunching"] = tasks.map { .registerTask(identifier: $0, key: nil) }
    device.install("mail", modes: [.fetch, .processing], tasks: tasks)
    device.open("mail")
    return device
  }

  private func submit(_ device: inout TestDevice, _ task: String, _ kind: TaskRequest.Kind) {
    #expect(device.ask("mail", .submitTask(TaskRequest(identifier: task, kind: kind))) == .done)
  }

  /// Lets the device wake as often as it asks to, until `isReached`; says whether it came to that.
  private func pass(_ device: inout TestDevice, until isReached: (Device) -> Bool) -> Bool {
    for _ in 0..<500 {
      if isReached(device.device) { return true }
      guard let next = device.device.nextWakeup else { return false }
      device.pass(next - device.now)
    }
    return false
  }

  private func running(_ device: Device) -> Int {
    device.apps.records.reduce(0) { $0 + $1.work.running.tasks.count }
  }

  @Test(
    "waits again when nobody saw whether the launch for it came about",
    arguments: [true, false]
  )
  func launchInDoubt(isReboot: Bool) {
    var device = phone(tasks: ["m.refresh"])
    submit(&device, "m.refresh", .appRefresh)
    device.user(.home(app: nil))
    device.report("mail", .exited(status: .signalled(signal: 11)))
    device.slowCallbacks = ["didFinishLaunching"]
    #expect(device.user(.simulateLaunch(app: nil, task: "m.refresh")) == .done)
    #expect(device.pending("mail").isEmpty)
    device.tell(isReboot ? .booted : .daemonRestarted(survivors: []))
    #expect(device.pending("mail") == ["m.refresh"])
    #expect(device.broken.isEmpty)
  }

  @Test(
    "is not run before its begin date when a developer's run of it was lost",
    arguments: [true, false]
  )
  func simulatedLaunchInDoubt(isReboot: Bool) {
    var device = phone(tasks: ["m.refresh"])
    let request = TaskRequest(
      identifier: "m.refresh",
      kind: .appRefresh,
      earliestBegin: .hours(1)
    )
    #expect(device.ask("mail", .submitTask(request)) == .done)
    let submittedAt = device.now
    device.user(.home(app: nil))
    device.report("mail", .exited(status: .signalled(signal: 11)))
    device.slowCallbacks = ["didFinishLaunching"]
    device.pass(.minutes(10))
    #expect(device.user(.simulateLaunch(app: nil, task: "m.refresh")) == .done)
    device.tell(isReboot ? .booted : .daemonRestarted(survivors: []))
    device.slowCallbacks = []
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 80)))
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.blockers(of: "m.refresh", "mail").contains(.notBefore))
    #expect(pass(&device) { running($0) > 0 })
    #expect(device.now >= submittedAt + .hours(1))
    #expect(device.broken.isEmpty)
  }

  @Test("is not run again when its process had launched before it was lost")
  func launchSeen() {
    var device = phone(tasks: ["m.refresh"])
    submit(&device, "m.refresh", .appRefresh)
    device.user(.home(app: nil))
    #expect(device.user(.simulateLaunch(app: nil, task: "m.refresh")) == .done)
    device.tell(.daemonRestarted(survivors: []))
    #expect(device.pending("mail").isEmpty)
  }

  @Test("takes no more than the two slots when three tasks of one app become due at once")
  func slots() {
    let tasks = ["m.index", "m.train", "m.sort"]
    var device = phone(tasks: tasks)
    for task in tasks { submit(&device, task, .processing(.init())) }
    device.user(.lock)
    #expect(pass(&device) { running($0) > 0 })
    #expect(running(device.device) == SchedulerService.processingTasksMax)
    #expect(device.pending("mail") == ["m.sort"])
    // The third has the slot of the first that is over.
    let mail = device.app("mail")
    #expect(pass(&device) { $0.apps[mail]?.work.requests.pending.isEmpty == true })
    #expect(running(device.device) <= SchedulerService.processingTasksMax)
    #expect(device.broken.isEmpty)
  }

  @Test("of a fetch comes again after an exemption that ended while one was under way")
  func fetchInExemption() {
    var device = phone(tasks: [])
    #expect(device.ask("mail", .setFetchInterval(.minimum)) == .done)
    device.user(.lock)
    let mail = device.app("mail")
    let isFetching = { (device: Device) in device.apps[mail]?.work.fetch.runningSince != nil }
    #expect(pass(&device, until: isFetching))
    device.user(.exempt(app: mail, lasting: nil))
    device.pass(.minutes(1))
    device.user(.endExemption(app: mail))
    #expect(!isFetching(device.device))
    #expect(pass(&device, until: isFetching))
    #expect(device.broken.isEmpty)
  }

  @Test("has the time of an app that just left the screen when an exemption ends")
  func taskAfterExemption() {
    var device = phone(tasks: ["m.refresh"])
    submit(&device, "m.refresh", .appRefresh)
    device.user(.home(app: nil))
    device.user(.exempt(app: device.app("mail"), lasting: nil))
    #expect(device.user(.simulateLaunch(app: nil, task: "m.refresh")) == .done)
    let token = device.token(of: "task:m.refresh", "mail")!
    device.ask("mail", .setExpirationHandler(callback: token, isSet: true))
    device.pass(.minutes(10))
    let end = device.now
    device.user(.endExemption(app: device.app("mail")))
    device.pass(.minutes(1))
    #expect(device.times(of: "expiration:m.refresh", "mail") == [end + .seconds(25)])
    #expect(device.lastExitAt("mail") == end + .seconds(31))
  }
}
