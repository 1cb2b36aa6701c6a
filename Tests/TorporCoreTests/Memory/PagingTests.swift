import Testing
import TorporModel
import TorporWire

@testable import TorporCore

private let gigabyte: Int64 = 1 << 30
private let swap = SwapState(freeBytes: 4 * gigabyte, totalBytes: 4 * gigabyte)

/// A device with swap, and apps that were opened that often and stand frozen now.
private func device(_ opens: [(name: String, count: Int)], swap: SwapState? = swap) -> TestDevice {
  var device = TestDevice(.linux)
  device.tell(.swap(swap))
  for (name, _) in opens { device.install(name) }
  for (name, count) in opens {
    for _ in 0..<count {
      device.open(name)
      device.user(.home(app: device.app(name)))
    }
  }
  device.pass(.seconds(20))
  return device
}

extension TestDevice {
  /// The orders to page out so far, by the names of the apps.
  fileprivate var pageOuts: [String] {
    log.compactMap { entry in
      guard case .pageOut(let order) = entry.effect else { return nil }
      return self.device.apps.records.first { $0.process.launch == order.launch }
        .map { String($0.identifier.text.split(separator: ".").last ?? "") }
    }
  }

  /// The kernel has written that much of an app away.
  fileprivate mutating func pagedOut(_ name: String, megabytes: Int64, isComplete: Bool) {
    let bytes = megabytes << 20
    report(
      name,
      .pagedOut(
        PageOutReport(freedBytes: bytes, writtenBytes: bytes, isComplete: isComplete, swap: swap)
      )
    )
  }
}

@Suite("Paging out")
struct PagingTests {
  @Test("begins five minutes after the freeze, and never where there is no swap")
  func begins() {
    var there = device([("mail", 1)])
    #expect(there.pageOuts == [])
    there.pass(.seconds(270))
    #expect(there.pageOuts == [])
    there.pass(.seconds(30))
    #expect(there.pageOuts == ["mail"])
    var nowhere = device([("mail", 1)], swap: nil)
    nowhere.pass(.seconds(86400))
    #expect(nowhere.pageOuts == [])
    #expect(nowhere.device.nextWakeup == nil)
  }

  @Test("begins with the app that is likely to come back last")
  func order() {
    var device = device([("often", 6), ("seldom", 1), ("now", 3)])
    device.pass(.seconds(300))
    #expect(device.pageOuts == ["seldom"])
    device.pagedOut("seldom", megabytes: 10, isComplete: true)
    device.pass(.seconds(2))
    #expect(device.pageOuts == ["seldom", "now"])
    device.pagedOut("now", megabytes: 10, isComplete: true)
    device.pass(.seconds(2))
    #expect(device.pageOuts == ["seldom", "now", "often"])
  }

  @Test("goes on until nothing is left, says how much went, and then waits for nothing")
  func wholeApp() {
    var device = device([("mail", 1)])
    device.pass(.seconds(300))
    for _ in 0..<3 {
      device.pagedOut("mail", megabytes: 32, isComplete: false)
      device.pass(.seconds(2))
    }
    device.pagedOut("mail", megabytes: 4, isComplete: true)
    #expect(device.pageOuts.count == 4)
    let decision = device.log.compactMap { entry -> Decision? in
      guard case .record(let decision) = entry.effect else { return nil }
      return decision.action == .pageOut ? decision : nil
    }
    #expect(
      decision.map { $0.sentence() } == [
        "wrote memory of com.example.mail to swap: it was frozen for a while (104 MB)"
      ]
    )
    device.pass(.seconds(10))
    // But for the moment of tomorrow at which the user may open it again (decision 0059).
    #expect(device.device.nextWakeup.map { $0 > .zero + .hours(12) } ?? true)
    #expect(device.broken == [])
  }

  @Test("by request begins at once, and spends more than the budget, until nothing is left")
  func byRequest() {
    var device = device([("mail", 1), ("maps", 1)])
    let mail = device.app("mail")
    #expect(device.user(.pageOut(app: mail)) == .done)
    #expect(device.pageOuts == ["mail"])
    #expect(device.device.apps[mail]?.paging.waits == true)
    for _ in 0..<20 { device.pagedOut("mail", megabytes: 32, isComplete: false) }
    // 672 MiB are more than the 512 that the budget has at first.
    #expect(device.pageOuts.count == 21)
    device.pagedOut("mail", megabytes: 1, isComplete: true)
    #expect(device.device.apps[mail]?.paging.waits == false)
    #expect(device.pageOuts.count == 21)
    #expect(device.decisions("mail").last?.conditions.first?.reason == .userAction)
    #expect(device.user(.pageOut(app: mail)) == .done)
    #expect(device.device.apps[mail]?.paging.waits == false)
    #expect(device.broken == [])
  }

  @Test(
    "by request is refused without swap and for an app that runs, and ends where nothing can be written"
  )
  func requestsRefused() {
    var nowhere = device([("mail", 1)], swap: nil)
    let mail = nowhere.app("mail")
    #expect(nowhere.user(.pageOut(app: mail)) == .refused(.noSwap(isFull: false)))
    var device = device([("mail", 1)])
    device.open("mail")
    #expect(device.user(.pageOut(app: mail)) == .refused(.notSuspended(mail)))
    device.home()
    device.pass(.seconds(20))
    #expect(device.user(.pageOut(app: mail)) == .done)
    // The kernel writes nothing.
    device.pagedOut("mail", megabytes: 0, isComplete: false)
    #expect(device.device.apps[mail]?.paging.waits == false)
    #expect(device.user(.pageOut(app: mail)) == .done)
    // Swap goes while the order is under way.
    device.tell(.swap(nil))
    device.report(
      "mail",
      .pagedOut(PageOutReport(freedBytes: 1, writtenBytes: 1, isComplete: false, swap: nil))
    )
    #expect(device.device.apps[mail]?.paging.waits == false)
    #expect(device.broken == [])
  }

  @Test("by request is forgotten when the app is used again")
  func requestsForgotten() {
    var device = device([("mail", 1)])
    let mail = device.app("mail")
    device.user(.pageOut(app: mail))
    device.open("mail")
    #expect(device.device.apps[mail]?.paging.waits == false)
    #expect(device.broken == [])
  }

  @Test("does not outrun its budget: 512 MiB at once, then 4 MiB a minute")
  func budget() {
    var device = device([("huge", 1)])
    device.pass(.seconds(300))
    var orders = 0
    while device.pageOuts.count > orders, orders < 100 {
      orders += 1
      device.pagedOut("huge", megabytes: 32, isComplete: false)
      device.pass(.seconds(2))
    }
    // Half a minute of orders has earned 2 MiB, which is no order yet.
    #expect(orders == 16)
    device.pass(.seconds(8 * 60))
    #expect(device.pageOuts.count == 17)
  }

  @Test("stops with the thaw, and begins anew with the next freeze")
  func thaw() {
    var device = device([("mail", 1)])
    device.pass(.seconds(300))
    device.open("mail")
    device.pagedOut("mail", megabytes: 8, isComplete: false)
    device.pass(.seconds(600))
    #expect(device.pageOuts == ["mail"])
    device.home()
    device.pass(.seconds(310))
    #expect(device.pageOuts == ["mail", "mail"])
    #expect(device.broken == [])
  }

  @Test("goes to the next app when the one under way ends without an answer")
  func killed() {
    var device = device([("often", 6), ("seldom", 1)])
    device.pass(.seconds(300))
    device.user(.forceQuit(app: device.app("seldom")))
    device.pass(.seconds(2))
    #expect(device.pageOuts.last == "often")
  }

  @Test(
    "leaves an app alone for twice as long whose return was slow, and for half after a quick one"
  )
  func slowReturn() {
    var device = device([("mail", 1)])
    func report(_ faults: Int64) {
      device.report("mail", .pagedIn(PageInReport(majorFaults: faults, swap: swap)))
    }
    /// The rest in minutes: how long after a freeze the order comes.
    func rest() -> Int? {
      device.open("mail")
      device.home()
      device.pass(.seconds(20))
      let before = device.pageOuts.count
      for minutes in 0..<100 {
        if device.pageOuts.count > before { return minutes }
        device.pass(.seconds(60))
      }
      return nil
    }
    let usual = rest()
    #expect(usual == 5)
    report(999)
    #expect(rest() == 5)
    report(1001)
    #expect(rest() == 10)
    report(1001)
    #expect(rest() == 20)
    report(1000)
    #expect(rest() == 10)
    for _ in 0..<9 { report(5000) }
    #expect(rest() == 80)
  }

  @Test("is begun when the user says so, and never where he wants none")
  func setting() {
    var device = device([("mail", 1)])
    device.user(.change(setting: .pageOutAfter(.zero)))
    device.pass(.seconds(86400))
    #expect(device.pageOuts == [])
    #expect(device.device.nextWakeup == nil)
    device.user(.change(setting: .pageOutAfter(.seconds(86400 * 2))))
    device.pass(.seconds(86370))
    #expect(device.pageOuts == [])
    device.user(.change(setting: .pageOutAfter(.seconds(60))))
    #expect(device.pageOuts == ["mail"])
    #expect(device.broken == [])
  }

  @Test("hurries while memory is low, and hurries more when it is short")
  func pressure() {
    func report(_ level: MemoryPressureLevel, megabytes: Int64) -> DeviceEvent {
      .memory(
        MemoryReport(level: level, availableBytes: megabytes << 20, totalBytes: 8 * gigabyte)
      )
    }
    var low = device([("mail", 1)])
    low.tell(report(.warning, megabytes: 1000))
    #expect(low.pageOuts == ["mail"])
    var plenty = device([("mail", 1)])
    plenty.tell(report(.warning, megabytes: 5000))
    #expect(plenty.pageOuts == [])
    var short = device([("mail", 1)])
    short.open("mail")
    short.home()
    #expect(short.pageOuts == [])
    short.tell(report(.critical, megabytes: 500))
    #expect(short.pageOuts == ["mail"])
  }

  @Test("leaves the disk alone while memory is critical where swap is no room")
  func criticalOnIOS() {
    var device = TestDevice(.ios26)
    device.tell(.swap(swap))
    // The larger one is ended; the other is still there, and could be written to swap.
    for name in ["film", "mail"] {
      device.install(name)
      device.open(name)
      device.report(name, .footprint(bytes: name == "film" ? 2 * gigabyte : gigabyte))
    }
    device.home()
    device.pass(.seconds(40))
    let said = MemoryReport(
      level: .critical,
      availableBytes: 5 * gigabyte,
      totalBytes: 8 * gigabyte
    )
    device.tell(.memory(said))
    device.pass(.seconds(600))
    #expect(device.lastExit("film") == .jetsam)
    #expect(device.state("mail") == .suspended)
    #expect(device.pageOuts == [])
    device.tell(
      .memory(MemoryReport(level: .normal, availableBytes: 5 * gigabyte, totalBytes: 8 * gigabyte))
    )
    #expect(device.pageOuts == ["mail"])
  }

  @Test("leaves the last tenth of swap to the kernel")
  func fullSwap() {
    let full = SwapState(freeBytes: gigabyte / 10, totalBytes: gigabyte)
    var device = device([("mail", 1)], swap: full)
    device.pass(.seconds(3600))
    #expect(device.pageOuts == [])
    device.tell(.swap(swap))
    #expect(device.pageOuts == ["mail"])
  }

  @Test("leaves exempt apps alone")
  func exempt() {
    var device = device([("mail", 1)])
    device.user(.exempt(app: device.app("mail"), lasting: nil))
    device.pass(.seconds(3600))
    #expect(device.pageOuts == [])
  }

  @Test("goes on after a restart of the daemon, whose order nobody answers any more")
  func restart() throws {
    var device = device([("mail", 1)])
    device.pass(.seconds(300))
    #expect(device.pageOuts.count == 1)
    let launch = try #require(device.device.apps[device.app("mail")]?.process.launch)
    let survivor = Survivor(app: device.app("mail"), launch: launch, isFrozen: true)
    device.tell(.daemonRestarted(survivors: [survivor]))
    #expect(device.pageOuts.count == 2)
  }

  @Test("is written into the journal and read back as it was")
  func coded() throws {
    var device = device([("mail", 2), ("maps", 1)])
    device.pass(.seconds(300))
    device.pagedOut("maps", megabytes: 32, isComplete: false)
    let bytes = try SavedCodec.encode(device.device)
    var copy = try SavedCodec.decode(Device.self, from: bytes)
    #expect(copy == device.device)
    #expect(copy.nextWakeup == device.device.nextWakeup)
    var original = device.device
    let later = device.now + .seconds(2)
    #expect(copy.handle(.timerFired, at: later) == original.handle(.timerFired, at: later))
  }
}
