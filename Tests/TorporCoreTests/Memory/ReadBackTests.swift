import Testing
import TorporModel

@testable import TorporCore

private let gigabyte: Int64 = 1 << 30
private let swap = SwapState(freeBytes: 4 * gigabyte, totalBytes: 4 * gigabyte)

extension TestDevice {
  /// A device with swap on external power at 09:00, with apps that the user has opened at 9:00 and 12:00 on each of 28 days, and
  /// whose memory has gone to swap.
  fileprivate static func withHabits(
    _ names: [String] = ["mail"]
  ) -> TestDevice {
    var device = TestDevice(.linux)
    // 2026-03-02T09:00:00Z, a Monday.
    device.tell(.wallClock(unixNanoseconds: 1_772_442_000_000_000_000))
    device.power(true)
    device.tell(.swap(swap))
    for name in names {
      device.install(name)
      let opens = (1...28).flatMap { [Duration.hours(24 * $0), .hours(24 * $0 - 3)] }
      device.tell(.usageHistory(app: device.app(name), openedAgo: opens.sorted { $0 > $1 }))
      device.open(name)
      device.home()
    }
    device.pass(.seconds(20))
    for _ in names { device.pageOutNext() }
    return device
  }

  /// Lets time pass until the next order to page out, and has the kernel write all of it.
  fileprivate mutating func pageOutNext() {
    let before = pageOuts.count
    while pageOuts.count == before, now < .zero + .minutes(30) { pass(.seconds(10)) }
    let report = PageOutReport(
      freedBytes: 40 << 20,
      writtenBytes: 40 << 20,
      isComplete: true,
      swap: swap
    )
    if let launch = pageOuts.last { feed(.process(launch: launch, event: .pagedOut(report))) }
  }

  private var pageOuts: [LaunchIdentifier] {
    log.compactMap { if case .pageOut(let order) = $0.effect { order.launch } else { nil } }
  }

  /// The orders to read back so far, with their times.
  fileprivate var readBacks: [(at: Instant, order: ReadBackOrder)] {
    log.compactMap { entry in
      guard case .readBack(let order) = entry.effect else { return nil }
      return (entry.at, order)
    }
  }
}

@Suite("Reading back")
struct ReadBackTests {
  @Test(
    "comes within an hour before the user is likely to open the app, once, and is in the ledger"
  )
  func once() throws {
    var device = TestDevice.withHabits()
    device.pass(.minutes(90) - (device.now - Instant.zero))
    #expect(device.readBacks.isEmpty)
    device.pass(.hours(3) - (device.now - Instant.zero))
    let read = try #require(device.readBacks.first)
    #expect(device.readBacks.count == 1)
    // At 12:00 it is opened.
    #expect(read.at >= .zero + .minutes(120))
    #expect(read.at < .zero + .hours(3))
    #expect(read.order.bytesMax == 256 << 20)
    #expect(read.order.availablePermilleMin == 250)
    device.report("mail", .readBack(ReadBackReport(readBytes: 40_000_000)))
    let decision = try #require(device.decisions("mail").last)
    #expect(decision.action == .readBack)
    #expect(
      decision.sentence(naming: "mail")
        .hasSuffix("read memory of mail back from swap: the user is likely to open it soon (40 MB)")
    )
    // It fills memory again: to end the app would give back all of it.
    let paging = try #require(device.device.apps[device.app("mail")]?.paging)
    #expect(paging.freedBytes == 1_943_040)
    // Neither does it go to swap again in this freeze, nor come back again tomorrow.
    device.pass(.hours(30))
    #expect(device.readBacks.count == 1)
    #expect(device.decisions("mail") { $0 == .pageOut }.count == 1)
    #expect(device.broken == [])
  }

  @Test("does not come for an app that nobody is likely to open, nor where none is in swap")
  func nobody() {
    var device = TestDevice(.linux)
    device.power(true)
    device.tell(.swap(swap))
    device.install("seldom")
    device.open("seldom")
    device.home()
    device.pass(.seconds(20))
    device.pageOutNext()
    device.pass(.hours(48))
    #expect(device.readBacks.isEmpty)
    var nowhere = TestDevice.withHabits()
    nowhere.tell(.swap(nil))
    nowhere.pass(.hours(6))
    #expect(nowhere.readBacks.isEmpty)
    #expect(device.broken + nowhere.broken == [])
  }

  @Test("does not come once the user has been there: what is thawed reads by itself")
  func wasThere() {
    var device = TestDevice.withHabits()
    device.pass(.hours(1))
    device.open("mail")
    device.pass(.hours(3))
    #expect(device.readBacks.isEmpty)
    #expect(device.broken == [])
  }

  @Test(
    "waits while memory is short, power is to be saved or the machine is hot",
    arguments: Shortage.allCases
  )
  func conditions(shortage: Shortage) {
    var device = TestDevice.withHabits()
    device.set(shortage, true)
    device.pass(.hours(3) - (device.now - Instant.zero))
    #expect(device.readBacks.isEmpty)
    device.set(shortage, false)
    // The user is late, and expected still; or else tomorrow at the same time.
    device.pass(.hours(24))
    #expect(device.readBacks.count == 1)
    #expect(device.broken == [])
  }

  enum Shortage: CaseIterable { case memory, battery, lowPowerMode, heat }

  @Test("of several apps comes one after the other, a minute apart")
  func several() {
    var device = TestDevice.withHabits(["mail", "maps", "news"])
    device.pass(.hours(3) - (device.now - Instant.zero))
    let moments = device.readBacks.map(\.at)
    #expect(moments.count == 3)
    #expect(Set(device.readBacks.map(\.order.launch)).count == 3)
    for (one, next) in zip(moments, moments.dropFirst()) { #expect(next - one >= .minutes(1)) }
    #expect(device.broken == [])
  }

  @Test("follows the wall clock where that is set")
  func clock() {
    var device = TestDevice.withHabits()
    device.pass(.minutes(30))
    // From some time after 09:30 to two hours later.
    device.tell(
      .wallClock(
        unixNanoseconds: 1_772_442_000_000_000_000
          + (device.now - Instant.zero + .hours(2)).nanoseconds
      )
    )
    let set = device.now
    device.pass(.hours(1))
    #expect(device.readBacks.count == 1)
    #expect(device.readBacks.allSatisfy { $0.at < set + .hours(1) })
    #expect(device.broken == [])
  }

  @Test("says nothing in the ledger where nothing was read")
  func nothingRead() {
    var device = TestDevice.withHabits()
    device.pass(.hours(3) - (device.now - Instant.zero))
    #expect(device.readBacks.count == 1)
    let before = device.decisions("mail").count
    device.report("mail", .readBack(ReadBackReport(readBytes: 0)))
    #expect(device.decisions("mail").count == before)
  }
}

extension TestDevice {
  fileprivate mutating func set(_ shortage: ReadBackTests.Shortage, _ isSo: Bool) {
    switch shortage {
    case .memory:
      tell(
        .memory(
          MemoryReport(
            level: isSo ? .warning : .normal,
            availableBytes: isSo ? gigabyte / 2 : 3 * gigabyte,
            totalBytes: 4 * gigabyte
          )
        )
      )
    case .battery: power(!isSo, percent: isSo ? 15 : 80)
    case .lowPowerMode: user(.change(setting: .lowPowerMode(isSo)))
    case .heat: tell(.thermal(isSo ? .serious : .nominal))
    }
  }
}
