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
    // Of a disk of unknown size nothing is removed.
    #expect(!DiskRoom.isShort(free: 0, total: nil, wasShort: false))
    #expect(!DiskRoom.isShort(free: 0, total: nil, wasShort: true))
  }

  // MARK: Between the end of a process and the removal

  /// A suspended app whose process is ended for its caches and is still there.
  private func ending(byUser: Bool) -> TestDevice {
    var device = TestDevice()
    device.install("mail", modes: [.remoteNotification])
    device.install("maps")
    device.open("mail")
    device.ask("mail", .service(.push(.register(.remote, token: "t"))))
    device.home()
    device.pass(.seconds(60))
    device.holdsExits = true
    if byUser {
      device.user(.purgeCaches(app: device.app("mail")))
    } else {
      device.tell(Self.room(Self.short))
      // The other app has no process, and goes first.
      purged("maps", 0, free: Self.short, in: &device)
    }
    device.tell(.caches(CacheReport(app: device.app("mail"), isPurge: false, bytes: 9_000_000)))
    #expect(device.device.storage.order?.step == .end)
    device.holdsExits = false
    return device
  }

  private func exits(_ device: inout TestDevice) {
    device.report("mail", .exited(status: .signalled(signal: 9)))
  }

  @Test("stay where the user opens the app while its process ends", arguments: [false, true])
  func openedAtTheEnd(byUser: Bool) {
    var device = ending(byUser: byUser)
    let mail = device.app("mail")
    device.open("mail")
    exits(&device)
    #expect(device.state("mail") == .active)
    #expect(!orders(device).contains(.purgeCaches(mail)))
    #expect(device.device.storage.order == nil)
    // Whoever asked for it is told, and others have their turn.
    #expect(device.device.storage.requestedPurge(of: mail)?.isStopped == (byUser ? true : nil))
    #expect(rows(device).isEmpty)
    device.user(.purgeCaches(app: device.app("maps")))
    #expect(orders(device).last == .purgeCaches(device.app("maps")))
    #expect(device.broken == [])
  }

  @Test("stay where a push has the app launched while its process ends", arguments: [false, true])
  func pushedAtTheEnd(byUser: Bool) {
    var device = ending(byUser: byUser)
    device.push("mail")
    exits(&device)
    #expect(device.device.apps[device.app("mail")]?.process.launch != nil)
    #expect(!orders(device).contains(.purgeCaches(device.app("mail"))))
    #expect(device.device.storage.order == nil)
    #expect(device.broken == [])
  }

  @Test("stay where the disk has room again before its process has ended, but for the user's wish")
  func roomAtTheEnd() {
    var device = ending(byUser: false)
    device.tell(Self.room(20_000_000_000))
    exits(&device)
    #expect(!orders(device).contains(.purgeCaches(device.app("mail"))))
    #expect(device.device.storage.order == nil)
    device = ending(byUser: true)
    device.tell(Self.room(20_000_000_000))
    exits(&device)
    #expect(orders(device).last == .purgeCaches(device.app("mail")))
  }

  @Test("that are left since the app began to run are told so, and are purged when it rests again")
  func stopped() {
    var device = device()
    let mail = device.app("mail")
    device.user(.purgeCaches(app: mail))
    device.open("mail")
    device.tell(.caches(CacheReport(app: mail, isPurge: true, bytes: 0, isStopped: true)))
    #expect(!device.device.storage.isPurging(mail))
    #expect(device.device.storage.requestedPurge(of: mail)?.isStopped == true)
    #expect(rows(device).isEmpty)
    // Those that wait are told, too.
    device.user(.purgeCaches(app: device.app("maps")))
    device.user(.purgeCaches(app: device.app("notes")))
    device.open("notes")
    purged("maps", 1, free: 20_000_000_000, in: &device)
    #expect(device.device.storage.requestedPurge(of: device.app("notes"))?.isStopped == true)
    #expect(!device.device.storage.isPurging(device.app("notes")))
  }

  @Test("are told apart: what went by request, and what went for want of room")
  func twoKinds() {
    var device = device()
    let maps = device.app("maps")
    device.user(.purgeCaches(app: maps))
    purged("maps", 5, free: 20_000_000_000, in: &device)
    device.pass(.seconds(1))
    device.tell(Self.room(Self.short))
    purged("maps", 7, free: Self.enough, in: &device)
    #expect(device.device.storage.requestedPurge(of: maps)?.freedBytes == 5)
    #expect(device.device.storage.purge(of: maps)?.freedBytes == 7)
  }

  @Test("of an app that is uninstalled on a disk that is short go with it, and are no victim")
  func uninstalled() {
    var device = TestDevice()
    for name in ["mail", "maps"] { device.install(name) }
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    device.tell(Self.room(Self.short))
    #expect(orders(device) == [.purgeCaches(device.app("maps"))])
    device.holdsExits = true
    device.user(.uninstall(app: device.app("mail")))
    purged("maps", 0, free: Self.short, in: &device)
    #expect(orders(device) == [.purgeCaches(device.app("maps"))])
    device.holdsExits = false
    exits(&device)
    // Its record is gone, and so is every order for it; a late report is nobody's.
    device.tell(.caches(CacheReport(app: device.app("mail"), isPurge: true, bytes: 5)))
    #expect(device.device.storage.order == nil)
    #expect(rows(device).isEmpty)
    #expect(device.broken == [])
  }

  @Test(
    "of an app that is uninstalled while they are removed are nobody's, and the next one has its turn"
  )
  func uninstalledMeanwhile() {
    var device = device()
    device.tell(Self.room(Self.short))
    device.user(.uninstall(app: device.app("maps")))
    #expect(
      orders(device) == [.purgeCaches(device.app("maps")), .purgeCaches(device.app("mail"))]
    )
    device.tell(.caches(CacheReport(app: device.app("maps"), isPurge: true, bytes: 5)))
    #expect(device.device.storage.order?.app == device.app("mail"))
    #expect(rows(device).isEmpty)
    #expect(device.broken == [])
  }

  @Test("of an exempt app that is suspended are refused for that reason")
  func exemptByHand() {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    let mail = device.app("mail")
    device.user(.exempt(app: mail, lasting: nil))
    #expect(device.state("mail") == .suspended)
    #expect(device.user(.purgeCaches(app: mail)) == .refused(.isExempt(mail)))
  }

  // MARK: The room

  @Test("of the next app stay until the file system had time to give back what is removed")
  func settling() {
    var device = device()
    device.tell(Self.room(Self.short))
    let report = CacheReport(
      app: device.app("maps"),
      isPurge: true,
      bytes: 900_000_000,
      risenBytes: 1_000_000,
      freeBytes: Self.short
    )
    device.tell(.caches(report))
    #expect(orders(device).count == 1)
    #expect(device.device.wantsStorage)
    device.pass(DiskRoom.settlingTime - .milliseconds(1))
    #expect(orders(device).count == 1)
    device.pass(.milliseconds(1))
    #expect(orders(device).last == .purgeCaches(device.app("mail")))
    // By a look at the disk it is known earlier.
    device = self.device()
    device.tell(Self.room(Self.short))
    device.tell(.caches(report))
    device.tell(Self.room(Self.enough))
    #expect(device.device.storage.settlesAt == nil)
    device.pass(.minutes(5))
    #expect(orders(device).count == 1)
    #expect(device.broken == [])
  }

  @Test("cost no wake-up where the disk stays short and none are left")
  func noPolling() {
    var device = device()
    device.tell(Self.room(Self.short))
    #expect(device.device.wantsStorage)
    for name in ["maps", "mail", "notes"] { purged(name, 0, free: Self.short, in: &device) }
    #expect(device.device.storage.shortSince != nil)
    #expect(!device.device.wantsStorage)
  }

  @Test("stay on a disk of unknown size")
  func unknownSize() {
    var device = device()
    device.tell(.storage(freeBytes: 0))
    #expect(orders(device) == [])
  }
}
