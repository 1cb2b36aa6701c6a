import Testing
import TorporModel
import TorporWire

@testable import TorporCore

@Suite("What the user lets apps use in a day")
struct AllowanceTests {
  private static let refresh = "com.example.mail.refresh"

  /// On external power and Wi-Fi, at 08:00; mail waits for a refresh.
  private func device(isOnExternalPower: Bool = true) -> TestDevice {
    var device = TestDevice(.ios26, hasPasscode: false)
    device.power(isExternal: isOnExternalPower)
    device.setWallClock(to: TestDevice.evening - 12 * 3600)
    device.tell(.network(NetworkState(link: .wifi)))
    device.install("mail", modes: [.fetch, .remoteNotification], tasks: [Self.refresh])
    device.requests["didFinishLaunching"] = [.registerTask(identifier: Self.refresh, key: nil)]
    device.open("mail")
    device.submit("mail", Self.refresh, earliest: .hours(1))
    return device
  }

  private func allow(_ device: inout TestDevice, _ change: (inout AppSettings) -> Void) {
    var settings = AppSettings()
    change(&settings)
    device.changeSettings("mail", settings)
  }

  /// mail runs off screen, and the kernel counts so much of it.
  private func use(_ device: inout TestDevice, bytes: Int64 = 0, seconds: Int = 0) {
    let task = device.beginTask("mail", "work")
    device.home()
    // What the kernel has counted on screen.
    device.report("mail", .measured(ResourceUsage()))
    device.report(
      "mail",
      .measured(ResourceUsage(processor: .seconds(seconds), receivedBytes: bytes))
    )
    device.ask("mail", .endBackgroundTask(task: task))
  }

  private func condition(_ device: TestDevice, _ reason: Reason) -> Condition? {
    device.device.activity(named: Self.refresh, of: device.app("mail"), at: device.now)?
      .conditions.first { $0.reason == reason }
  }

  @Test("is no condition of anything while none is set")
  func none() {
    var device = device()
    use(&device, bytes: 1_000_000_000, seconds: 1000)
    #expect(condition(device, .dataAllowance) == nil)
    #expect(condition(device, .energyAllowance) == nil)
    #expect(device.device.state.dayUse == nil)
  }

  @Test("makes the work of an app wait until midnight, with what was used of it")
  func data() throws {
    var device = device()
    allow(&device) { $0.dataAllowanceBytes = 50_000_000 }
    use(&device, bytes: 49_000_000)
    #expect(condition(device, .dataAllowance)?.holds == true)
    device.report("mail", .measured(ResourceUsage(receivedBytes: 52_000_000)))
    let blocked = try #require(condition(device, .dataAllowance))
    #expect(!blocked.holds)
    #expect(blocked.allowance == AllowanceUse(used: 52_000_000, allowed: 50_000_000))
    #expect(blocked.until == .at(.hours(16)))
    #expect(
      blocked.phrase(for: .run(.fetch)) == "its data allowance is used up: 52 of 50 MB used today"
    )
    device.pass(.hours(15))
    #expect(device.blockers(of: Self.refresh, "mail") == [.dataAllowance])
    #expect(device.broken == [])
  }

  @Test("refills at midnight, and the work that has waited runs then")
  func refills() {
    var device = device()
    allow(&device) { $0.dataAllowanceBytes = 1000 }
    use(&device, bytes: 2000)
    device.silentPush("mail")
    device.pass(.hours(16) - .seconds(1))
    #expect(device.times(of: "didReceiveRemoteNotification", "mail") == [])
    device.pass(.seconds(2))
    #expect(device.times(of: "didReceiveRemoteNotification", "mail") == [.at(.hours(16))])
    #expect(device.broken == [])
  }

  @Test("stands in the way of a wake of its app until then, and of no other app's")
  func inTheWay() throws {
    var device = device()
    device.install("notes")
    allow(&device) { $0.dataAllowanceBytes = 1000 }
    func blockers(_ name: String) throws -> [Condition] {
      try #require(device.device.status(of: device.app(name), at: device.now)).blockedBy
    }
    #expect(try blockers("mail") == [])
    use(&device, bytes: 2000)
    #expect(try blockers("mail").map(\.reason) == [.dataAllowance])
    #expect(try blockers("mail").map(\.until) == [.at(.hours(16))])
    #expect(try blockers("notes") == [])
    device.pass(.hours(17))
    #expect(try blockers("mail") == [])
  }

  @Test("counts what is used off screen, and nothing of what the user looks at")
  func onScreen() {
    var device = device()
    allow(&device) { $0.dataAllowanceBytes = 1000 }
    device.report("mail", .measured(ResourceUsage(receivedBytes: 1_000_000)))
    #expect(condition(device, .dataAllowance)?.holds == true)
    #expect(condition(device, .dataAllowance)?.allowance?.used == 0)
  }

  @Test("of energy counts on battery only")
  func energy() {
    var device = device(isOnExternalPower: false)
    allow(&device) { $0.energyAllowanceJoules = 8 }
    use(&device, seconds: 10)
    let blocked = condition(device, .energyAllowance)
    #expect(blocked?.holds == false)
    // A core at work is a watt, by the model of the ledger.
    #expect(blocked?.allowance == AllowanceUse(used: 10_000, allowed: 8000))
    #expect(
      blocked?.phrase(for: .run(.fetch)) == "its energy allowance is used up: 10 of 8 J used today"
    )
    device.power(isExternal: true)
    #expect(condition(device, .energyAllowance)?.holds == true)
  }

  @Test("of all apps makes each of them wait, and says whose it is")
  func all() {
    var device = device()
    device.user(.change(setting: .kept(.dataAllowanceBytes(1_000_000))))
    device.install("maps")
    device.open("maps")
    _ = device.beginTask("maps", "work")
    device.home()
    device.report("maps", .measured(ResourceUsage()))
    device.report("maps", .measured(ResourceUsage(sentBytes: 3_000_000)))
    let blocked = condition(device, .dataAllowance)
    #expect(
      blocked?.phrase(for: .run(.fetch))
        == "the data allowance of all apps is used up: 3 of 1 MB used today"
    )
    // What was used stays used when its app goes.
    device.user(.uninstall(app: device.app("maps")))
    #expect(condition(device, .dataAllowance)?.holds == false)
    device.user(.change(setting: .kept(.dataAllowanceBytes(0))))
    #expect(condition(device, .dataAllowance) == nil)
    #expect(device.broken == [])
  }

  @Test("counts from the day's beginning, also where it is set later")
  func setLater() {
    var device = device()
    use(&device, bytes: 2000)
    allow(&device) { $0.dataAllowanceBytes = 1000 }
    #expect(device.blockers(of: Self.refresh, "mail").contains(.dataAllowance))
    allow(&device) { $0.dataAllowanceBytes = 3000 }
    #expect(!device.blockers(of: Self.refresh, "mail").contains(.dataAllowance))
  }

  @Test("is known after a restart of the daemon, from the ledger")
  func restored() throws {
    var device = device()
    allow(&device) { $0.dataAllowanceBytes = 1000 }
    use(&device, bytes: 2000)
    let again = try SavedCodec.decode(Device.self, from: try SavedCodec.encode(device.device))
    #expect(again.state.dayUse == device.device.state.dayUse)
    #expect(again.state.dayUse?.total.bytes == 2000)
  }

  @Test("refills at the midnight of the wall clock, also where that is set")
  func clockChanged() {
    var device = device()
    allow(&device) { $0.dataAllowanceBytes = 1000 }
    use(&device, bytes: 2000)
    #expect(condition(device, .dataAllowance)?.until == .at(.hours(16)))
    // 14:00 of the same day.
    device.setWallClock(to: TestDevice.evening - 6 * 3600)
    #expect(condition(device, .dataAllowance)?.until == .at(.hours(10)))
    // Now it is 00:01 of the next day, and what was used two hours ago is of the day before.
    device.pass(.hours(2))
    device.setWallClock(to: TestDevice.evening + 4 * 3600 + 60)
    #expect(condition(device, .dataAllowance)?.holds == true)
    #expect(device.broken == [])
  }

  @Test(
    "refills within a day wherever the clock is set, by days too, and never has more used than was",
    arguments: [-400, -3, -1, 1, 3, 400]
  )
  func clockSetByDays(days: Int64) throws {
    var device = device()
    allow(&device) { $0.dataAllowanceBytes = 1000 }
    use(&device, bytes: 2000)
    device.pass(.hours(2))
    device.setWallClock(to: TestDevice.evening - 10 * 3600 + days * 86_400)
    let use = try #require(device.device.state.dayUse)
    #expect(use.refillsAt > device.now && use.refillsAt <= device.now + .hours(24))
    #expect(use.total.bytes <= 2000)
    device.pass(.hours(25))
    #expect(condition(device, .dataAllowance)?.holds != false)
    #expect(device.broken == [])
  }

  @Test(
    "keeps a discretionary transfer from beginning, stops none that runs, and holds nothing on screen"
  )
  func transfers() {
    var device = TestDevice.withPodcast()
    device.user(.change(setting: .kept(.dataAllowanceBytes(1000))))
    let discretionary = TransferRequest(direction: .download, isDiscretionary: true)
    let first = device.download(discretionary)
    device.home()
    device.pass(.minutes(1))
    #expect(device.state(of: first) == .running)
    device.report(first, .moved, movedBytes: 5000)
    #expect(device.state(of: first) == .running)
    device.open("podcast")
    _ = device.beginTask("podcast", "work")
    device.home()
    let second = device.download()
    #expect(device.device.transfers[second]?.isDiscretionary == true)
    #expect(device.blockers(of: second) == [.dataAllowance])
    device.open("podcast")
    #expect(device.state(of: second) == .running)
    #expect(device.broken == [])
  }

  @Test("lets a discretionary transfer begin after midnight")
  func transfersAfterMidnight() {
    var device = TestDevice.withPodcast()
    device.user(.change(setting: .kept(.dataAllowanceBytes(1000))))
    let task = device.beginTask("podcast", "work")
    device.home()
    device.report("podcast", .measured(ResourceUsage()))
    device.report("podcast", .measured(ResourceUsage(receivedBytes: 2000)))
    let transfer = device.download()
    device.ask("podcast", .endBackgroundTask(task: task))
    device.pass(.hours(23))
    #expect(device.blockers(of: transfer) == [.dataAllowance])
    device.pass(.hours(1))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test("holds nothing on the next day for what was used before midnight, whenever hours begin")
  func offsetHours() {
    // From now on hours begin at 20 past.
    var device = device()
    device.setWallClock(to: TestDevice.evening - 12 * 3600 + 1200)
    allow(&device) { $0.dataAllowanceBytes = 1000 }
    device.pass(.hours(15) + .minutes(25))
    device.open("mail")
    // It would run as soon as mail leaves the screen, before anything is counted.
    device.submit("mail", Self.refresh, earliest: .hours(3))
    use(&device, bytes: 2000)
    #expect(device.blockers(of: Self.refresh, "mail").contains(.dataAllowance))
    device.pass(.minutes(16))
    #expect(!device.blockers(of: Self.refresh, "mail").contains(.dataAllowance))
    // Something is booked, and all is added up again.
    device.open("mail")
    use(&device, bytes: 2500)
    #expect(!device.blockers(of: Self.refresh, "mail").contains(.dataAllowance))
    #expect(device.broken == [])
  }

  @Test("counts once what a command has used that ended and is run again")
  func commands() {
    var device = device()
    device.user(.change(setting: .kept(.dataAllowanceBytes(1000))))
    for round in 1...2 {
      device.user(.run(manifest: AppManifest(identifier: device.app("backup"), isTransient: true)))
      device.user(.home(app: device.app("backup")))
      device.report("backup", .measured(ResourceUsage()))
      device.report("backup", .measured(ResourceUsage(receivedBytes: 600)))
      #expect(device.device.state.dayUse?.total.bytes == Int64(round) * 600)
      device.user(.forceQuit(app: device.app("backup")))
      device.pass(.minutes(1))
      #expect(device.device.apps[device.app("backup")] == nil)
      #expect(device.device.state.dayUse?.total.bytes == Int64(round) * 600)
    }
    #expect(device.broken == [])
  }

  @Test("holds a job with conditions, and neither one without nor one whose deadline has come")
  func jobs() {
    var device = device()
    device.user(.change(setting: .kept(.dataAllowanceBytes(1000))))
    use(&device, bytes: 2000)
    let waiting = device.submit(.command(needs: JobNeeds(network: .any)))
    #expect(device.state(of: waiting) == .waiting)
    #expect(device.blockers(of: waiting) == [.dataAllowance])
    let local = device.submit(.command(needs: JobNeeds(externalPower: true)))
    #expect(device.state(of: local) == .running)
    let plain = device.submit(.command())
    #expect(device.state(of: plain) == .running)
    let deadline = (TestDevice.evening - 10 * 3600) * 1_000_000_000
    let urgent = device.submit(
      .command(
        needs: JobNeeds(network: .any),
        schedule: JobSchedule(deadlineUnixNanoseconds: deadline)
      )
    )
    #expect(device.state(of: urgent) == .waiting)
    device.pass(.hours(3))
    #expect(device.state(of: urgent) == .running)
    #expect(device.state(of: waiting) == .waiting)
    device.pass(.hours(14))
    #expect(device.state(of: waiting) == .running)
    #expect(device.broken == [])
  }

  @Test("is asked by what the system chooses the moment of, and by nothing that somebody waits for")
  func table() {
    let waits = WakeReason.allCases.filter { $0.allowanceRule == .waits }
    #expect(waits == [.appRefresh, .backgroundFetch, .processing, .silentPush])
    #expect(WakeReason.allCases.filter { $0.allowanceRule == .waitsIfDiscretionary } == [.transfer])
  }

  @Test("names the unit in which the allowance is a whole number")
  func units() {
    func text(_ used: Int64, _ allowed: Int64, _ reason: Reason = .dataAllowance) -> String {
      AllowanceUse(used: used, allowed: allowed).phrase(of: reason)
    }
    #expect(text(52_400_000, 50_000_000) == "52 of 50 MB")
    #expect(text(700_000, 500_000) == "700 of 500 kB")
    #expect(text(1200, 999) == "1200 of 999 bytes")
    #expect(text(310_500, 300_000, .energyAllowance) == "310 of 300 J")
  }
}

@Suite("Wi-Fi only")
struct WifiOnlyTests {
  @Test("makes what can wait wait for Wi-Fi or a cable, and nothing that the user looks at")
  func transfers() {
    var device = TestDevice.withPodcast(network: .cellular)
    device.user(.change(setting: .kept(.wifiOnly(true))))
    let transfer = device.download(TransferRequest(direction: .download, isDiscretionary: true))
    func wifi() -> Condition? {
      device.device.transferStatus(of: transfer, at: device.now)?.blockers
        .first { $0.subject == "wifiOnly" }
    }
    #expect(wifi() == nil)
    let own = device.download()
    #expect(device.state(of: own) == .running)
    device.home()
    #expect(wifi()?.phrase(for: .run(.fetch)) == "the user lets it use only Wi-Fi or a cable")
    device.tell(.network(NetworkState(link: .wired)))
    device.pass(.seconds(1))
    #expect(device.state(of: transfer) == .running)
    #expect(device.broken == [])
  }

  @Test("of an app makes its silent pushes wait, and those of no other")
  func pushes() {
    var device = TestDevice.withFrozen("mail")
    device.install("news", modes: [.remoteNotification])
    device.tell(.network(NetworkState(link: .cellular)))
    device.changeSettings("mail", AppSettings(wifiOnly: true))
    device.silentPush("mail")
    device.silentPush("news")
    #expect(device.callbacks("news").contains("didReceiveRemoteNotification"))
    #expect(!device.callbacks("mail").contains("didReceiveRemoteNotification"))
    device.tell(.network(NetworkState(link: .wifi)))
    #expect(device.callbacks("mail").contains("didReceiveRemoteNotification"))
    #expect(device.broken == [])
  }
}
