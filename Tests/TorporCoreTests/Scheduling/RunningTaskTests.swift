import Testing
import TorporModel

@testable import TorporCore

@Suite("A task that runs")
struct RunningTaskTests {
  /// Mail on a charging, connected, locked phone, with a refresh and a processing request.
  private func device(hasHandler: Bool = true) -> TestDevice {
    var device = TestDevice()
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 80)))
    device.tell(.network(NetworkState(link: .wifi)))
    device.requests["didFinishLaunching"] = ["m.refresh", "m.index"].map {
      .registerTask(identifier: $0, key: nil)
    }
    device.install("mail", modes: [.fetch, .processing], tasks: ["m.refresh", "m.index"])
    device.open("mail")
    device.ask(
      "mail",
      .submitTask(
        TaskRequest(identifier: "m.refresh", kind: .appRefresh, earliestBegin: .hours(9))
      )
    )
    device.ask(
      "mail",
      .submitTask(
        TaskRequest(identifier: "m.index", kind: .processing(.init()), earliestBegin: .hours(9))
      )
    )
    device.user(.lock)
    return device
  }

  private func simulate(_ device: inout TestDevice, _ task: String, hasHandler: Bool = true) {
    #expect(device.user(.simulateLaunch(app: nil, task: task)) == .done)
    guard hasHandler, let token = device.token(of: "task:\(task)", "mail") else { return }
    device.ask("mail", .setExpirationHandler(callback: token, isSet: true))
  }

  private func complete(_ device: inout TestDevice, _ task: String) {
    let token = device.token(of: "task:\(task)", "mail")!
    #expect(device.ask("mail", .complete(callback: token, result: .success)) == .done)
  }

  @Test("keeps its app from being suspended until it is complete")
  func holds() {
    var device = device()
    simulate(&device, "m.refresh")
    device.pass(.seconds(10))
    #expect(device.state("mail") == .background)
    complete(&device, "m.refresh")
    #expect(device.state("mail") == .suspended)
    #expect(device.broken.isEmpty)
  }

  @Test("shares the time of its launch with the others: the app goes when the last is complete")
  func shares() {
    var device = device()
    simulate(&device, "m.refresh")
    simulate(&device, "m.index")
    device.pass(.seconds(5))
    complete(&device, "m.refresh")
    #expect(device.state("mail") == .background)
    complete(&device, "m.index")
    #expect(device.state("mail") == .suspended)
  }

  @Test("that refreshes is warned 5 s before its 30 s are over, and its app is ended 1 s after")
  func overruns() {
    var device = device()
    let began = device.now
    simulate(&device, "m.refresh")
    device.pass(.minutes(2))
    #expect(device.times(of: "expiration:m.refresh", "mail") == [began + .seconds(25)])
    #expect(device.lastExitAt("mail") == began + .seconds(31))
    #expect(device.lastExit("mail") == .code(.fetchOverrun))
  }

  @Test("without an expiration handler is over without a word, and its app lives")
  func noHandler() {
    var device = device()
    simulate(&device, "m.refresh", hasHandler: false)
    device.pass(.minutes(2))
    #expect(device.times(of: "expiration:m.refresh", "mail").isEmpty)
    #expect(device.state("mail") == .suspended)
    let ends = device.decisions("mail") { if case .finish = $0 { true } else { false } }
    #expect(ends.map(\.action) == [.finish(.task(identifier: "m.refresh"), .failure)])
  }

  @Test("takes its time while its app is on screen")
  func onScreen() {
    var device = device()
    simulate(&device, "m.refresh")
    device.open("mail")
    device.pass(.minutes(5))
    #expect(device.times(of: "expiration:m.refresh", "mail").isEmpty)
    device.home()
    device.pass(.seconds(26))
    #expect(device.times(of: "expiration:m.refresh", "mail").count == 1)
  }

  @Test("that the launched process has no handler for is dropped, with the reason")
  func unregistered() {
    var device = device()
    device.report("mail", .exited(status: .signalled(signal: 11)))
    device.requests = [:]
    simulate(&device, "m.refresh", hasHandler: false)
    #expect(device.state("mail") == .suspended)
    let last = device.decisions("mail") { if case .finish = $0 { true } else { false } }.last
    #expect(last?.conditions.map(\.reason) == [.notRegistered])
  }

  @Test("can be told to end at any time by a developer")
  func simulatedExpiration() {
    var device = device()
    simulate(&device, "m.refresh")
    #expect(device.user(.simulateExpiration(app: nil, task: "m.refresh")) == .done)
    #expect(device.callbacks("mail").last == "expiration:m.refresh")
    complete(&device, "m.refresh")
    #expect(device.state("mail") == .suspended)
    let unknown = device.user(.simulateExpiration(app: nil, task: "m.refresh"))
    #expect(unknown == .refused(.noSuchTask(identifier: "m.refresh")))
  }

  @Test("gives background tasks that are begun inside it seconds, not minutes")
  func inside() {
    var device = device()
    simulate(&device, "m.refresh")
    let task = device.beginTask("mail", "flush")
    #expect(task != .invalid)
    #expect(device.remaining("mail") == .seconds(40))
  }
}

@Suite("A processing task")
struct ProcessingTests {
  private func device(
    _ needs: TaskRequest.ProcessingNeeds = .init(network: true, externalPower: true)
  ) -> TestDevice {
    var device = TestDevice()
    device.tell(.power(PowerState(isOnExternalPower: false, batteryPercent: 80)))
    device.tell(.network(NetworkState(link: .wifi)))
    device.requests["didFinishLaunching"] = [.registerTask(identifier: "p.index", key: nil)]
    device.install("photos", modes: [.processing], tasks: ["p.index"])
    device.open("photos")
    device.ask("photos", .submitTask(TaskRequest(identifier: "p.index", kind: .processing(needs))))
    return device
  }

  private func charge(_ device: inout TestDevice, _ isOn: Bool = true) {
    device.tell(.power(PowerState(isOnExternalPower: isOn, batteryPercent: 80)))
  }

  @Test("waits for the charger, and until the charging is likely to last")
  func waits() {
    var device = device()
    device.user(.lock)
    device.pass(.hours(2))
    #expect(device.blockers(of: "p.index", "photos") == [.externalPower])
    charge(&device)
    #expect(device.blockers(of: "p.index", "photos") == [.plannedMoment])
    device.pass(.minutes(30))
    #expect(device.times(of: "task:p.index", "photos").count == 1)
    #expect(device.broken.isEmpty)
  }

  @Test("does not ask for a charger, and gets one all the same if one comes within twelve hours")
  func patience() {
    for comes in [true, false] {
      var device = device(.init())
      device.user(.lock)
      device.pass(.hours(11))
      #expect(device.times(of: "task:p.index", "photos").isEmpty)
      if comes { charge(&device) }
      device.pass(.minutes(50))
      #expect(device.times(of: "task:p.index", "photos").count == (comes ? 1 : 0))
      device.pass(.hours(2))
      #expect(device.times(of: "task:p.index", "photos").count == 1)
      #expect(device.broken.isEmpty)
    }
  }

  @Test("shares the device with one other: a third waits for one of them to end")
  func slots() throws {
    var device = TestDevice()
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 80)))
    device.tell(.network(NetworkState(link: .wifi)))
    for name in ["one", "two", "three"] {
      device.requests["didFinishLaunching"] = [.registerTask(identifier: name, key: nil)]
      device.install(name, modes: [.processing], tasks: [name])
      device.open(name)
      device.ask(name, .submitTask(TaskRequest(identifier: name, kind: .processing(.init()))))
    }
    device.user(.lock)
    func waits() -> [String] { ["one", "two", "three"].filter { device.pending($0) == [$0] } }
    while waits().count == 3 { device.pass(.seconds(10)) }
    let waiting = waits()
    try #require(waiting.count == 1)
    #expect(device.blockers(of: waiting[0], waiting[0]) == [.slotTaken])
    let first = ["one", "two", "three"].first { !waiting.contains($0) }!
    let token = device.token(of: "task:\(first)", first)!
    device.ask(first, .complete(callback: token, result: .success))
    #expect(device.pending(waiting[0]).isEmpty)
    #expect(device.broken.isEmpty)
  }

  @Test("does not run before the device has been idle for five minutes")
  func idle() {
    var device = device()
    charge(&device)
    #expect(device.blockers(of: "p.index", "photos").contains(.deviceInUse))
    device.user(.lock)
    device.pass(.seconds(299))
    #expect(device.times(of: "task:p.index", "photos").isEmpty)
    #expect(device.blockers(of: "p.index", "photos") == [.deviceInUse])
    device.pass(.minutes(30))
    #expect(device.times(of: "task:p.index", "photos").count == 1)
  }

  @Test("is told to end when the user picks the device up, the charger goes, or the network")
  func expires() {
    let losses: [(TestDevice) -> Input] = [
      { _ in .user(action: .unlock, id: nil) },
      { _ in
        .device(event: .power(PowerState(isOnExternalPower: false, batteryPercent: 80)))
      },
      { _ in .device(event: .network(NetworkState(link: .none))) },
    ]
    for loss in losses {
      var device = device()
      charge(&device)
      device.user(.lock)
      while device.times(of: "task:p.index", "photos").isEmpty { device.pass(.minutes(1)) }
      let token = device.token(of: "task:p.index", "photos")!
      device.ask("photos", .setExpirationHandler(callback: token, isSet: true))
      device.feed(loss(device))
      #expect(device.callbacks("photos").contains("expiration:p.index"))
      device.ask("photos", .complete(callback: token, result: .failure))
      device.pass(.days(3))
      #expect(device.times(of: "task:p.index", "photos").count == 1)
      #expect(device.broken.isEmpty)
    }
  }

  @Test("turns the processor monitor off while external power is required")
  func processorMonitor() {
    var device = device()
    charge(&device)
    device.user(.lock)
    while device.times(of: "task:p.index", "photos").isEmpty { device.pass(.minutes(1)) }
    let samples = device.count { if case .sampleProcessorTime = $0 { true } else { false } }
    device.pass(.minutes(4))
    #expect(device.state("photos") == .background)
    #expect(
      device.count { if case .sampleProcessorTime = $0 { true } else { false } } == samples
    )
  }

  @Test("of an app that was not opened for a week waits until it is")
  func unused() {
    var device = device()
    device.user(.lock)
    device.pass(.days(8))
    charge(&device)
    #expect(device.blockers(of: "p.index", "photos") == [.usage])
  }

  @Test("says how long each condition has stood in its way, the longest first")
  func blockedTimes() {
    var device = device()
    device.pass(.hours(1))
    device.user(.lock)
    device.pass(.hours(2))
    let status = device.device.activity(
      named: "p.index",
      of: device.app("photos"),
      at: device.now
    )
    #expect(status?.blocked.first == BlockedTime(reason: .externalPower, total: .hours(3)))
    let inUse = status?.blocked.first { $0.reason == .deviceInUse }
    #expect(inUse?.total == .hours(1) + .minutes(5))
    #expect(status?.forecast.needs == [.externalPower])
  }
}

@Suite("Continued processing")
struct ContinuedProcessingTests {
  private func device() -> TestDevice {
    var device = TestDevice()
    device.requests["didFinishLaunching"] = [.registerTask(identifier: "v.export", key: nil)]
    device.install("video", tasks: ["v.export"])
    device.open("video")
    device.ask(
      "video",
      .submitTask(TaskRequest(identifier: "v.export", kind: .continued(.init(title: "Export"))))
    )
    let token = device.token(of: "task:v.export", "video")!
    device.ask("video", .setExpirationHandler(callback: token, isSet: true))
    device.home()
    return device
  }

  private func progress(_ device: inout TestDevice, _ permille: Int) -> Reply? {
    let token = device.token(of: "task:v.export", "video")!
    return device.ask(
      "video",
      .reportProgress(callback: token, permille: permille, title: nil, subtitle: nil)
    )
  }

  @Test("goes on off screen for as long as it makes progress")
  func goesOn() {
    var device = device()
    for step in 1...40 {
      device.pass(.seconds(20))
      #expect(progress(&device, step * 20) == .done)
    }
    #expect(device.state("video") == .background)
    #expect(device.times(of: "expiration:v.export", "video").isEmpty)
    #expect(device.broken.isEmpty)
  }

  @Test("is told to end after 30 s without progress, and its app is ended if it does not heed it")
  func stalls() {
    var device = device()
    let left = device.now
    device.pass(.seconds(20))
    _ = progress(&device, 100)
    device.pass(.seconds(10))
    // The same number again is no progress.
    _ = progress(&device, 100)
    device.pass(.minutes(2))
    #expect(device.times(of: "expiration:v.export", "video") == [left + .seconds(50)])
    #expect(device.lastExitAt("video") == left + .seconds(56))
  }
}
