import Testing
import TorporModel
import TorporWire

@testable import TorporCore

private let megabyte: Int64 = 1_000_000
private let roomy = SwapState(freeBytes: 4000 * megabyte, totalBytes: 4000 * megabyte)
private let full = SwapState(freeBytes: 100 * megabyte, totalBytes: 4000 * megabyte)

/// A desktop of 2 GB with three frozen apps of 300 MB each; "front" runs on screen.
private func device(swap: SwapState?, canPageOut: Bool = true) -> TestDevice {
  var device = TestDevice(.linux)
  if canPageOut { device.tell(.swap(swap)) }
  for name in ["mail", "maps", "notes", "front"] { device.install(name) }
  for name in ["mail", "maps", "notes"] {
    device.open(name)
    device.user(.home(app: device.app(name)))
  }
  device.open("front")
  device.pass(.seconds(20))
  for name in ["mail", "maps", "notes"] { device.report(name, .footprint(bytes: 300 * megabyte)) }
  return device
}

extension TestDevice {
  fileprivate mutating func memory(
    _ level: MemoryPressureLevel,
    _ megabytes: Int64,
    swap: SwapState?,
    isFresh: Bool = true,
    readAgain: Int64 = 0
  ) {
    tell(
      .memory(
        MemoryReport(
          level: level,
          availableBytes: megabytes * megabyte,
          totalBytes: 2000 * megabyte,
          evidence: MemoryEvidence(
            swap: swap,
            refaultedBytes: readAgain * megabyte,
            fileCacheBytes: 200 * megabyte,
            fullStallPermille: 700,
            isFresh: isFresh
          )
        )
      )
    )
  }

  fileprivate var ended: [String] {
    ["mail", "maps", "notes", "front"].filter { lastExit($0) == .jetsam }
  }

  fileprivate var orders: [PageOutOrder] {
    log.compactMap { entry in
      if case .pageOut(let order) = entry.effect { order } else { nil }
    }
  }

  /// The kernel has written all of the app that was ordered away last.
  fileprivate mutating func pagedOutAll(swap: SwapState) {
    guard let launch = orders.last?.launch else { return }
    let bytes = 300 * megabyte
    feed(
      .process(
        launch: launch,
        event: .pagedOut(
          PageOutReport(freedBytes: bytes, writtenBytes: bytes, isComplete: true, swap: swap)
        )
      )
    )
  }
}

@Suite("Relief from a shortage of memory, where there may be swap")
struct MemoryReliefTests {
  @Test("ends and warns nobody for waits that our own writing to a slow disk makes")
  func ownWriting() {
    var device = device(swap: roomy)
    device.pass(.seconds(300))
    #expect(device.orders.count == 1)
    for _ in 1...20 {
      device.memory(.critical, 240, swap: roomy)
      device.pass(.seconds(1))
    }
    #expect(device.ended == [])
    #expect(!device.callbacks("front").contains("didReceiveMemoryWarning"))
    #expect(device.device.conditions.memoryLevel.value == .normal)
    #expect(device.broken == [])
  }

  @Test("orders memory of frozen apps to swap at once, one after the other, and ends nobody")
  func swapFirst() {
    var device = device(swap: roomy)
    device.memory(.critical, 60, swap: roomy)
    #expect(device.orders.count == 1)
    #expect(device.orders.last?.isUrgent == true)
    for count in 2...3 {
      device.pagedOutAll(swap: roomy)
      device.memory(.critical, 60, swap: roomy)
      device.pass(.milliseconds(1))
      #expect(device.orders.count == count)
    }
    #expect(Set(device.orders.map(\.launch)).count == 3)
    #expect(device.ended == [])
    #expect(device.callbacks("front").contains("didReceiveMemoryWarning"))
    #expect(device.broken == [])
  }

  @Test("does not count against what may be written in a day what the kernel would write itself")
  func noBudget() {
    var device = device(swap: roomy)
    device.memory(.warning, 150, swap: roomy)
    let bytes = PagingTable.orderBytesMax
    for count in 1...40 {
      #expect(device.orders.count == count)
      guard let launch = device.orders.last?.launch else { return }
      device.feed(
        .process(
          launch: launch,
          event: .pagedOut(
            PageOutReport(freedBytes: 1, writtenBytes: bytes, isComplete: false, swap: roomy)
          )
        )
      )
      device.pass(.milliseconds(1))
    }
  }

  @Test("hurries what is being written at leisure when memory gets short")
  func hurry() {
    var device = device(swap: roomy)
    device.pass(.seconds(300))
    #expect(device.orders.map(\.isUrgent) == [nil])
    device.memory(.warning, 150, swap: roomy)
    #expect(device.orders.map(\.isUrgent) == [nil, true])
    #expect(Set(device.orders.map(\.launch)).count == 1)
    device.memory(.warning, 140, swap: roomy)
    #expect(device.orders.count == 2)
  }

  @Test("does not order again at once what could not be written")
  func declined() {
    var device = device(swap: roomy)
    device.memory(.warning, 150, swap: roomy)
    guard let launch = device.orders.last?.launch else { return }
    let none = PageOutReport(freedBytes: 0, writtenBytes: 0, isComplete: false, swap: roomy)
    device.feed(.process(launch: launch, event: .pagedOut(none)))
    device.pass(.milliseconds(99))
    #expect(device.orders.count == 1)
    device.pass(.milliseconds(1))
    #expect(device.orders.count == 2)
  }

  @Test("trusts free swap also where this daemon may write nothing there: the kernel does")
  func kernelWrites() {
    var device = device(swap: nil, canPageOut: false)
    device.memory(.critical, 60, swap: roomy)
    #expect(device.orders.isEmpty)
    #expect(device.ended == [])
    device.memory(.critical, 60, swap: full)
    #expect(device.ended.count == 1)
  }

  @Test("ends one when swap is full, and the next not before its memory is back")
  func oneByOne() {
    var device = device(swap: full)
    device.memory(.critical, 60, swap: full)
    #expect(device.ended.count == 1)
    // The kernel says so again and again for ten seconds, and nothing is new.
    for _ in 1...10 {
      device.memory(.critical, 60, swap: full, isFresh: false)
      device.pass(.seconds(1))
    }
    #expect(device.ended.count == 1)
    // It is back, and more is needed.
    device.memory(.critical, 220, swap: full, isFresh: false)
    device.memory(.critical, 80, swap: full, isFresh: true)
    #expect(device.ended.count == 2)
    #expect(device.broken == [])
  }

  @Test("ends nobody else when the end has helped")
  func enough() {
    var device = device(swap: full)
    device.memory(.critical, 60, swap: full)
    #expect(device.ended.count == 1)
    for _ in 1...10 {
      device.memory(.critical, 360, swap: full, isFresh: false)
      device.pass(.seconds(1))
    }
    device.memory(.normal, 360, swap: full, isFresh: false)
    #expect(device.ended.count == 1)
  }

  @Test("ends another when the memory does not come back and somebody waits anew")
  func takenAtOnce() {
    var device = device(swap: full)
    device.memory(.critical, 60, swap: full)
    device.pass(.milliseconds(4900))
    device.memory(.critical, 60, swap: full)
    #expect(device.ended.count == 1)
    device.pass(.milliseconds(100))
    device.memory(.critical, 60, swap: full)
    #expect(device.ended.count == 2)
  }

  @Test("waits for what is dying already")
  func dying() {
    var device = device(swap: full)
    device.holdsExits = true
    for _ in 1...2 {
      device.memory(.critical, 60, swap: full)
      let kills = device.count { effect in
        if case .kill = effect { true } else { false }
      }
      #expect(kills == 1)
      device.pass(.seconds(6))
    }
  }

  @Test("does not wait for ever for one that hangs in the kernel and keeps its memory")
  func hanging() {
    var device = device(swap: full)
    device.holdsExits = true
    for _ in 1...3 {
      device.memory(.critical, 60, swap: full)
      device.pass(.seconds(6))
    }
    let kills = device.count { effect in
      if case .kill = effect { true } else { false }
    }
    #expect(kills == 2)
  }

  @Test(
    "warns by what is left, whatever the kernel's trigger says: critical comes at once after low"
  )
  func judgedWarnings() {
    var device = device(swap: nil)
    device.memory(.normal, 160, swap: nil)
    #expect(device.callbacks("front").filter { $0 == "didReceiveMemoryWarning" }.count == 1)
    device.pass(.seconds(5))
    device.memory(.normal, 60, swap: nil)
    #expect(device.callbacks("front").filter { $0 == "didReceiveMemoryWarning" }.count == 2)
  }

  @Test("ends one when swap does not help: files are read again and again")
  func thrashing() {
    var device = device(swap: roomy)
    device.memory(.critical, 60, swap: roomy, readAgain: 50)
    #expect(device.ended == [])
    device.memory(.critical, 60, swap: roomy, readAgain: 70)
    #expect(device.ended.count == 1)
  }

  @Test("takes what runs only when nothing suspended is left, and never what is on screen")
  func runningLast() {
    var device = device(swap: nil)
    device.install("radio", modes: [.audio])
    device.open("radio")
    device.report("radio", .audio(isPlaying: true))
    device.user(.home(app: device.app("radio")))
    for _ in 1...5 {
      #expect(device.lastExit("radio") == nil || device.ended.count == 3)
      device.memory(.critical, 60, swap: nil)
      device.pass(.seconds(6))
    }
    #expect(device.ended == ["mail", "maps", "notes"])
    #expect(device.lastExit("radio") == .jetsam)
    #expect(device.state("front") == .active)
  }

  @Test("warns once for each time that somebody waits anew")
  func warnings() {
    var device = device(swap: roomy)
    for isFresh in [true, false, false, true] {
      device.memory(.warning, 150, swap: roomy, isFresh: isFresh)
      // Longer than between two warnings of one app.
      device.pass(.seconds(30))
    }
    let count = device.callbacks("front").count { $0 == "didReceiveMemoryWarning" }
    #expect(count == 2)
  }

  @Test("is written into the journal and read back as it was, also from before there was any")
  func coded() throws {
    var device = device(swap: full)
    device.memory(.critical, 60, swap: full)
    let bytes = try SavedCodec.encode(device.device)
    #expect(try SavedCodec.decode(Device.self, from: bytes) == device.device)
    let old = #"{"level":"critical","availableBytes":1,"totalBytes":2}"#
    let report = try SavedCodec.decode(MemoryReport.self, from: Array(old.utf8))
    #expect(report == MemoryReport(level: .critical, availableBytes: 1, totalBytes: 2))
    let order = #"{"launch":3,"bytesMax":2}"#
    #expect(
      try SavedCodec.decode(PageOutOrder.self, from: Array(order.utf8))
        == PageOutOrder(launch: LaunchIdentifier(rawValue: 3), bytesMax: 2)
    )
  }
}
