import Testing
import TorporModel

@testable import TorporCore

@Suite("The caches of apps, by request")
struct CacheRequestTests {
  @Test("go by hand, whatever room there is; an app that runs is refused")
  func byHand() {
    var device = TestDevice.withThreeAtRest()
    let app = device.app("mail")
    #expect(device.user(.purgeCaches(app: app)) == .done)
    #expect(device.storageOrders == [.purgeCaches(app)])
    #expect(device.device.storage.isPurging(app))
    device.purged("mail", 0, free: 20_000_000_000)
    #expect(!device.device.storage.isPurging(app))
    // Who asked hears that there was nothing.
    #expect(device.purgeRows.map(\.bytes) == [0])
    #expect(device.purgeRows.first?.2?.reason == .userAction)
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
    var device = TestDevice.withThreeAtRest()
    for name in ["notes", "maps"] { device.user(.purgeCaches(app: device.app(name))) }
    #expect(device.storageOrders == [.purgeCaches(device.app("notes"))])
    device.purged("notes", 5, free: 20_000_000_000)
    #expect(device.storageOrders.last == .purgeCaches(device.app("maps")))
    // A removed app waits for nothing.
    device.user(.purgeCaches(app: device.app("mail")))
    device.user(.uninstall(app: device.app("maps")))
    #expect(device.storageOrders.last == .purgeCaches(device.app("mail")))
  }

  @Test("are purged by the next daemon where the last one died over it")
  func restart() {
    var device = TestDevice.withThreeAtRest()
    device.user(.purgeCaches(app: device.app("mail")))
    device.tell(.daemonRestarted(survivors: []))
    #expect(
      device.storageOrders == [.purgeCaches(device.app("mail")), .purgeCaches(device.app("mail"))]
    )
    device.purged("mail", 7, free: 20_000_000_000)
    #expect(device.purgeRows.map(\.bytes) == [7])
  }

  @Test("that are left since the app began to run are told so, and are purged when it rests again")
  func stopped() {
    var device = TestDevice.withThreeAtRest()
    let mail = device.app("mail")
    device.user(.purgeCaches(app: mail))
    device.open("mail")
    device.tell(.caches(CacheReport(app: mail, isPurge: true, bytes: 0, isStopped: true)))
    #expect(!device.device.storage.isPurging(mail))
    #expect(device.device.storage.requestedPurge(of: mail)?.isStopped == true)
    #expect(device.purgeRows.isEmpty)
    // Those that wait are told, too.
    device.user(.purgeCaches(app: device.app("maps")))
    device.user(.purgeCaches(app: device.app("notes")))
    device.open("notes")
    device.purged("maps", 1, free: 20_000_000_000)
    #expect(device.device.storage.requestedPurge(of: device.app("notes"))?.isStopped == true)
    #expect(!device.device.storage.isPurging(device.app("notes")))
  }

  @Test("are told apart: what went by request, and what went for want of room")
  func twoKinds() {
    var device = TestDevice.withThreeAtRest()
    let maps = device.app("maps")
    device.user(.purgeCaches(app: maps))
    device.purged("maps", 5, free: 20_000_000_000)
    device.pass(.seconds(1))
    device.tell(.room(Disk.short))
    device.purged("maps", 7, free: Disk.enough)
    #expect(device.device.storage.requestedPurge(of: maps)?.freedBytes == 5)
    #expect(device.device.storage.purge(of: maps)?.freedBytes == 7)
  }

  @Test("of an exempt app with a process are refused for that reason")
  func exemptByHand() {
    var device = TestDevice.withMailSuspended()
    let mail = device.app("mail")
    device.user(.exempt(app: mail, lasting: nil))
    #expect(device.user(.purgeCaches(app: mail)) == .refused(.isExempt(mail)))
  }

  @Test("say why they stay: the app runs, has become exempt, or something needs them")
  func reasons() {
    var device = TestDevice.withMailSuspended()
    let mail = device.app("mail")
    func reason() -> CacheStop? { device.device.storage.requestedPurge(of: mail)?.stop }
    device.user(.purgeCaches(app: mail))
    device.user(.exempt(app: mail, lasting: nil))
    device.tell(.caches(CacheReport(app: mail, isPurge: false, bytes: 9_000_000)))
    #expect(reason() == .isExempt)
    device.user(.endExemption(app: mail))
    device.pass(.seconds(60))
    device.user(.purgeCaches(app: mail))
    device.open("mail")
    device.tell(.caches(CacheReport(app: mail, isPurge: false, bytes: 9_000_000)))
    #expect(reason() == .runs)
    device.user(.forceQuit(app: mail))
    device.pass(.seconds(10))
    device.user(.purgeCaches(app: mail))
    // A transfer was begun, of which only the host knows.
    device.tell(.caches(CacheReport(app: mail, isPurge: true, bytes: 0, isStopped: true)))
    #expect(reason() == .wasNeeded)
    #expect(device.purgeRows.isEmpty)
    #expect(device.broken == [])
  }

  @Test("that could not be removed leave their cause, and no line that says that they were")
  func refused() {
    var device = TestDevice.withThreeAtRest()
    let mail = device.app("mail")
    device.user(.purgeCaches(app: mail))
    device.tell(.caches(CacheReport(app: mail, isPurge: true, bytes: 0, errno: 5)))
    #expect(device.device.storage.requestedPurge(of: mail)?.errno == 5)
    #expect(device.purgeRows.isEmpty)
  }
}
