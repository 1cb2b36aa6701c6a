import Testing
import TorporModel

@testable import TorporCore

@Suite("The caches of apps, between the end of a process and their removal")
struct CacheEndingTests {
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
      device.tell(.room(Disk.short))
      // The other app has no process, and goes first.
      device.purged("maps", 0, free: Disk.short)
    }
    device.tell(.caches(CacheReport(app: device.app("mail"), isPurge: false, bytes: 9_000_000)))
    #expect(device.device.storage.order?.step == .end)
    device.holdsExits = false
    return device
  }

  @Test("stay where the user opens the app while its process ends", arguments: [false, true])
  func openedAtTheEnd(byUser: Bool) {
    var device = ending(byUser: byUser)
    let mail = device.app("mail")
    device.open("mail")
    device.report("mail", .exited(status: .signalled(signal: 9)))
    #expect(device.state("mail") == .active)
    #expect(!device.storageOrders.contains(.purgeCaches(mail)))
    #expect(device.device.storage.order == nil)
    // Whoever asked for it is told, and others have their turn.
    #expect(device.device.storage.requestedPurge(of: mail)?.isStopped == (byUser ? true : nil))
    #expect(device.purgeRows.isEmpty)
    device.user(.purgeCaches(app: device.app("maps")))
    #expect(device.storageOrders.last == .purgeCaches(device.app("maps")))
    #expect(device.broken == [])
  }

  @Test("stay where a push has the app launched while its process ends", arguments: [false, true])
  func pushedAtTheEnd(byUser: Bool) {
    var device = ending(byUser: byUser)
    device.push("mail")
    device.report("mail", .exited(status: .signalled(signal: 9)))
    #expect(device.device.apps[device.app("mail")]?.process.launch != nil)
    #expect(!device.storageOrders.contains(.purgeCaches(device.app("mail"))))
    #expect(device.device.storage.order == nil)
    #expect(device.broken == [])
  }

  @Test("stay where the disk has room again before its process has ended, but for the user's wish")
  func roomAtTheEnd() {
    var device = ending(byUser: false)
    device.tell(.room(20_000_000_000))
    device.report("mail", .exited(status: .signalled(signal: 9)))
    #expect(!device.storageOrders.contains(.purgeCaches(device.app("mail"))))
    #expect(device.device.storage.order == nil)
    device = ending(byUser: true)
    device.tell(.room(20_000_000_000))
    device.report("mail", .exited(status: .signalled(signal: 9)))
    #expect(device.storageOrders.last == .purgeCaches(device.app("mail")))
  }

  @Test("of an app that is uninstalled on a disk that is short go with it, and are no victim")
  func uninstalled() {
    var device = TestDevice()
    for name in ["mail", "maps"] { device.install(name) }
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    device.tell(.room(Disk.short))
    #expect(device.storageOrders == [.purgeCaches(device.app("maps"))])
    device.holdsExits = true
    device.user(.uninstall(app: device.app("mail")))
    device.purged("maps", 0, free: Disk.short)
    #expect(device.storageOrders == [.purgeCaches(device.app("maps"))])
    device.holdsExits = false
    device.report("mail", .exited(status: .signalled(signal: 9)))
    // Its record is gone, and so is every order for it; a late report is nobody's.
    device.tell(.caches(CacheReport(app: device.app("mail"), isPurge: true, bytes: 5)))
    #expect(device.device.storage.order == nil)
    #expect(device.purgeRows.isEmpty)
    #expect(device.broken == [])
  }

  @Test(
    "of an app that is uninstalled while they are removed are nobody's, and the next one has its turn"
  )
  func uninstalledMeanwhile() {
    var device = TestDevice.withThreeAtRest()
    device.tell(.room(Disk.short))
    device.user(.uninstall(app: device.app("maps")))
    #expect(
      device.storageOrders == [.purgeCaches(device.app("maps")), .purgeCaches(device.app("mail"))]
    )
    device.tell(.caches(CacheReport(app: device.app("maps"), isPurge: true, bytes: 5)))
    #expect(device.device.storage.order?.app == device.app("mail"))
    #expect(device.purgeRows.isEmpty)
    #expect(device.broken == [])
  }
}
