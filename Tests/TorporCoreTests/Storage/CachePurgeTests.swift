import Testing
import TorporModel

@testable import TorporCore

@Suite("The caches of apps")
struct CachePurgeTests {
  /// A disk of 100 GB with so much room.
  private static func room(_ bytes: Int64) -> DeviceEvent {
    .storage(freeBytes: bytes, totalBytes: 100_000_000_000)
  }

  private static let short: Int64 = 400_000_000
  private static let enough: Int64 = 1_000_000_000

  /// Three apps without a process, used in this order, and a device with room.
  private func device() -> TestDevice {
    var device = TestDevice()
    for name in ["maps", "mail", "notes"] { device.install(name) }
    for name in ["maps", "mail", "notes"] {
      device.open(name)
      device.pass(.seconds(10))
      device.user(.forceQuit(app: device.app(name)))
      device.pass(.seconds(10))
    }
    device.tell(Self.room(20_000_000_000))
    return device
  }

  private func orders(_ device: TestDevice) -> [StorageOrder] {
    device.log.compactMap { if case .storage(let order) = $0.effect { order } else { nil } }
  }

  private func purged(_ name: String, _ bytes: Int64, free: Int64, in device: inout TestDevice) {
    let app = device.app(name)
    device.tell(.caches(CacheReport(app: app, isPurge: true, bytes: bytes, freeBytes: free)))
  }

  private func rows(_ device: TestDevice) -> [(app: AppIdentifier?, bytes: Int64, Condition?)] {
    device.log.compactMap { entry in
      guard case .record(let decision) = entry.effect,
        case .purgeCaches(let bytes) = decision.action
      else { return nil }
      return (decision.app, bytes, decision.conditions.first)
    }
  }

  @Test("stay where the disk has room")
  func room() {
    let device = device()
    #expect(orders(device) == [])
    #expect(device.device.storage.shortSince == nil)
  }

  @Test(
    "go when the disk is short: those of the least recently used app first, until there is room"
  )
  func order() {
    var device = device()
    device.tell(Self.room(Self.short))
    #expect(orders(device) == [.purgeCaches(device.app("maps"))])
    purged("maps", 100_000_000, free: 500_000_000, in: &device)
    // More than at which it is short, and less than is wanted.
    #expect(orders(device).last == .purgeCaches(device.app("mail")))
    purged("mail", 500_000_000, free: Self.enough, in: &device)
    #expect(orders(device).count == 2)
    #expect(device.device.storage.shortSince == nil)
    let rows = rows(device)
    #expect(rows.map(\.app) == [device.app("maps"), device.app("mail")])
    #expect(rows.map(\.bytes) == [100_000_000, 500_000_000])
    #expect(rows.first?.2?.reason == .storage)
    #expect(rows.first?.2?.holds == false)
  }

  @Test("of each app go once in a shortage, and leave no line where there were none")
  func once() {
    var device = device()
    device.tell(Self.room(Self.short))
    for name in ["maps", "mail", "notes"] { purged(name, 0, free: Self.short, in: &device) }
    #expect(orders(device).count == 3)
    device.tell(Self.room(300_000_000))
    #expect(orders(device).count == 3)
    #expect(rows(device).isEmpty)
    #expect(device.device.storage.purge(of: device.app("maps")) == nil)
  }

  @Test("go again when the app has run since")
  func again() {
    var device = device()
    device.tell(Self.room(Self.short))
    for name in ["maps", "mail", "notes"] { purged(name, 0, free: Self.short, in: &device) }
    device.open("mail")
    device.pass(.seconds(5))
    device.user(.forceQuit(app: device.app("mail")))
    device.pass(.seconds(10))
    #expect(orders(device).last == .purgeCaches(device.app("mail")))
    #expect(orders(device).count == 4)
  }

  @Test("of an app on screen, or of one that works in the background, stay")
  func running() {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    device.tell(Self.room(Self.short))
    #expect(orders(device) == [])
    _ = device.beginTask("mail", "upload")
    device.home()
    device.pass(.seconds(2))
    #expect(device.state("mail") == .background)
    #expect(orders(device) == [])
  }

  @Test(
    "of a suspended app go after its end, with the code that iOS has for it, and not for a few bytes"
  )
  func suspended() {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    #expect(device.state("mail") == .suspended)
    device.tell(Self.room(Self.short))
    let app = device.app("mail")
    #expect(orders(device) == [.measureCaches(app)])
    device.tell(.caches(CacheReport(app: app, isPurge: false, bytes: 999_999)))
    #expect(device.state("mail") == .suspended)
    // It runs and is suspended again: there may be more now.
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    #expect(orders(device) == [.measureCaches(app), .measureCaches(app)])
    device.tell(.caches(CacheReport(app: app, isPurge: false, bytes: 1_000_000)))
    #expect(device.lastExit("mail") == .code(.diskSpace))
    #expect(orders(device).last == .purgeCaches(app))
    // It did nothing wrong: what it waits for launches it as after an end for memory.
    #expect(device.lastExit("mail")?.relaunchCause == .jetsam)
  }

  @Test("of an app that was opened while they were measured stay")
  func opened() {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    device.tell(Self.room(Self.short))
    device.open("mail")
    device.tell(.caches(CacheReport(app: device.app("mail"), isPurge: false, bytes: 9_000_000)))
    #expect(device.state("mail") == .active)
    #expect(orders(device) == [.measureCaches(device.app("mail"))])
  }

  @Test("of an exempt app that is suspended stay")
  func exempt() {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    device.user(.exempt(app: device.app("mail"), lasting: nil))
    device.tell(Self.room(Self.short))
    #expect(orders(device) == [])
  }

  @Test("go by hand, whatever room there is; an app that runs is refused")
  func byHand() {
    var device = device()
    let app = device.app("mail")
    #expect(device.user(.purgeCaches(app: app)) == .done)
    #expect(orders(device) == [.purgeCaches(app)])
    #expect(device.device.storage.isPurging(app))
    purged("mail", 0, free: 20_000_000_000, in: &device)
    #expect(!device.device.storage.isPurging(app))
    // Who asked hears that there was nothing.
    #expect(rows(device).map(\.bytes) == [0])
    #expect(rows(device).first?.2?.reason == .userAction)
    device.open("notes")
    #expect(
      device.user(.purgeCaches(app: device.app("notes")))
        == .refused(.isRunning(device.app("notes")))
    )
    let refusal = device.user(.purgeCaches(app: device.app("nobody")))
    guard case .refused(.unknownApp) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test("of a plain command are nobody's to remove")
  func command() {
    var device = TestDevice()
    device.install("make", isCooperative: false, isTransient: true)
    device.open("make")
    let app = device.app("make")
    #expect(device.user(.purgeCaches(app: app)) == .refused(.noContainer(app)))
  }

  @Test("are purged one app after the other, in the order in which that was asked for")
  func queue() {
    var device = device()
    for name in ["notes", "maps"] { device.user(.purgeCaches(app: device.app(name))) }
    #expect(orders(device) == [.purgeCaches(device.app("notes"))])
    purged("notes", 5, free: 20_000_000_000, in: &device)
    #expect(orders(device).last == .purgeCaches(device.app("maps")))
    // A removed app waits for nothing.
    device.user(.purgeCaches(app: device.app("mail")))
    device.user(.uninstall(app: device.app("maps")))
    #expect(orders(device).last == .purgeCaches(device.app("mail")))
  }

  @Test("are purged by the next daemon where the last one died over it")
  func restart() {
    var device = device()
    device.user(.purgeCaches(app: device.app("mail")))
    device.tell(.daemonRestarted(survivors: []))
    #expect(orders(device) == [.purgeCaches(device.app("mail")), .purgeCaches(device.app("mail"))])
    purged("mail", 7, free: 20_000_000_000, in: &device)
    #expect(rows(device).map(\.bytes) == [7])
  }

  @Test("make a small disk short at 5 % of it, and are enough at 10 %")
  func thresholds() {
    #expect(DiskRoom.bytesMin(ofTotal: 64_000_000) == 3_200_000)
    #expect(DiskRoom.bytesWanted(ofTotal: 64_000_000) == 6_400_000)
    #expect(DiskRoom.bytesMin(ofTotal: 1_000_000_000_000) == 500_000_000)
    #expect(DiskRoom.bytesWanted(ofTotal: nil) == 1_000_000_000)
  }
}
