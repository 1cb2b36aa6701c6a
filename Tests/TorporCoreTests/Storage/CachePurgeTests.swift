import Testing
import TorporModel

@testable import TorporCore

@Suite("The caches of apps, when the disk is short")
struct CachePurgeTests {
  @Test("stay where the disk has room")
  func room() {
    let device = TestDevice.withThreeAtRest()
    #expect(device.storageOrders == [])
    #expect(device.device.storage.shortSince == nil)
  }

  @Test(
    "go when the disk is short: those of the least recently used app first, until there is room"
  )
  func order() {
    var device = TestDevice.withThreeAtRest()
    device.tell(.room(Disk.short))
    #expect(device.storageOrders == [.purgeCaches(device.app("maps"))])
    device.purged("maps", 100_000_000, free: 500_000_000)
    // More than at which it is short, and less than is wanted.
    #expect(device.storageOrders.last == .purgeCaches(device.app("mail")))
    device.purged("mail", 500_000_000, free: Disk.enough)
    #expect(device.storageOrders.count == 2)
    #expect(device.device.storage.shortSince == nil)
    let rows = device.purgeRows
    #expect(rows.map(\.app) == [device.app("maps"), device.app("mail")])
    #expect(rows.map(\.bytes) == [100_000_000, 500_000_000])
    #expect(rows.first?.2?.reason == .storage)
    #expect(rows.first?.2?.holds == false)
  }

  @Test("of each app go once in a shortage, and leave no line where there were none")
  func once() {
    var device = TestDevice.withThreeAtRest()
    device.tell(.room(Disk.short))
    for name in ["maps", "mail", "notes"] { device.purged(name, 0, free: Disk.short) }
    #expect(device.storageOrders.count == 3)
    device.tell(.room(300_000_000))
    #expect(device.storageOrders.count == 3)
    #expect(device.purgeRows.isEmpty)
    #expect(device.device.storage.purge(of: device.app("maps")) == nil)
  }

  @Test("go again when the app has run since")
  func again() {
    var device = TestDevice.withThreeAtRest()
    device.tell(.room(Disk.short))
    for name in ["maps", "mail", "notes"] { device.purged(name, 0, free: Disk.short) }
    device.open("mail")
    device.pass(.seconds(5))
    device.user(.forceQuit(app: device.app("mail")))
    device.pass(.seconds(10))
    #expect(device.storageOrders.last == .purgeCaches(device.app("mail")))
    #expect(device.storageOrders.count == 4)
  }

  @Test("of an app on screen, or of one that works in the background, stay")
  func running() {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    device.tell(.room(Disk.short))
    #expect(device.storageOrders == [])
    _ = device.beginTask("mail", "upload")
    device.home()
    device.pass(.seconds(2))
    #expect(device.state("mail") == .background)
    #expect(device.storageOrders == [])
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
    device.tell(.room(Disk.short))
    let app = device.app("mail")
    #expect(device.storageOrders == [.measureCaches(app)])
    device.tell(.caches(CacheReport(app: app, isPurge: false, bytes: 999_999)))
    #expect(device.state("mail") == .suspended)
    // It runs and is suspended again: there may be more now.
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    #expect(device.storageOrders == [.measureCaches(app), .measureCaches(app)])
    device.tell(.caches(CacheReport(app: app, isPurge: false, bytes: 1_000_000)))
    #expect(device.lastExit("mail") == .code(.diskSpace))
    #expect(device.storageOrders.last == .purgeCaches(app))
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
    device.tell(.room(Disk.short))
    device.open("mail")
    device.tell(.caches(CacheReport(app: device.app("mail"), isPurge: false, bytes: 9_000_000)))
    #expect(device.state("mail") == .active)
    #expect(device.storageOrders == [.measureCaches(device.app("mail"))])
  }

  @Test("of an exempt app stay, with and without a process, and go where its user asks for it")
  func exempt() {
    var device = TestDevice.withMailSuspended()
    let mail = device.app("mail")
    device.user(.exempt(app: mail, lasting: nil))
    #expect(device.state("mail") == .background)
    device.tell(.room(Disk.short))
    #expect(device.storageOrders == [])
    device.user(.forceQuit(app: mail))
    device.pass(.seconds(10))
    #expect(device.state("mail") == .notRunning)
    #expect(device.storageOrders == [])
    #expect(device.user(.purgeCaches(app: mail)) == .done)
    #expect(device.storageOrders == [.purgeCaches(mail)])
    #expect(device.broken == [])
  }

  @Test("of an app that becomes exempt while its process ends stay")
  func exemptMeanwhile() {
    var device = TestDevice.withMailSuspended()
    let mail = device.app("mail")
    device.tell(.room(Disk.short))
    device.holdsExits = true
    device.tell(.caches(CacheReport(app: mail, isPurge: false, bytes: 9_000_000)))
    #expect(device.device.storage.order?.step == .end)
    device.user(.exempt(app: mail, lasting: nil))
    device.report("mail", .exited(status: .signalled(signal: 9)))
    #expect(device.storageOrders == [.measureCaches(mail)])
    #expect(device.device.storage.order == nil)
    #expect(device.broken == [])
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

  @Test("of the next app stay until the file system had time to give back what is removed")
  func settling() {
    var device = TestDevice.withThreeAtRest()
    device.tell(.room(Disk.short))
    let report = CacheReport(
      app: device.app("maps"),
      isPurge: true,
      bytes: 900_000_000,
      risenBytes: 1_000_000,
      freeBytes: Disk.short
    )
    device.tell(.caches(report))
    #expect(device.storageOrders.count == 1)
    #expect(device.device.wantsStorage)
    device.pass(DiskRoom.settlingTime - .milliseconds(1))
    #expect(device.storageOrders.count == 1)
    device.pass(.milliseconds(1))
    #expect(device.storageOrders.last == .purgeCaches(device.app("mail")))
    // By a look at the disk it is known earlier.
    device = TestDevice.withThreeAtRest()
    device.tell(.room(Disk.short))
    device.tell(.caches(report))
    device.tell(.room(Disk.enough))
    #expect(device.device.storage.settlesAt == nil)
    device.pass(.minutes(5))
    #expect(device.storageOrders.count == 1)
    #expect(device.broken == [])
  }

  @Test("cost no wake-up where the disk stays short and none are left")
  func noPolling() {
    var device = TestDevice.withThreeAtRest()
    device.tell(.room(Disk.short))
    #expect(device.device.wantsStorage)
    for name in ["maps", "mail", "notes"] { device.purged(name, 0, free: Disk.short) }
    #expect(device.device.storage.shortSince != nil)
    #expect(!device.device.wantsStorage)
  }

  @Test("stay on a disk of unknown size")
  func unknownSize() {
    var device = TestDevice.withThreeAtRest()
    device.tell(.storage(freeBytes: 0))
    #expect(device.storageOrders == [])
  }

  @Test("of an app that becomes exempt while they are removed stay from then on")
  func exemptDuringRemoval() {
    var device = TestDevice.withThreeAtRest()
    let (maps, mail) = (device.app("maps"), device.app("mail"))
    device.tell(.room(Disk.short))
    device.user(.exempt(app: maps, lasting: nil))
    #expect(device.storageOrders == [.purgeCaches(maps), .stopPurge(maps)])
    device.tell(.caches(CacheReport(app: maps, isPurge: true, bytes: 5, isStopped: true)))
    #expect(device.device.storage.purge(of: maps)?.stop == .isExempt)
    #expect(device.storageOrders.last == .purgeCaches(mail))
    // Another one's exemption concerns nobody else.
    device.user(.exempt(app: device.app("notes"), lasting: nil))
    #expect(device.storageOrders.count == 3)
    #expect(device.broken == [])
  }
}
