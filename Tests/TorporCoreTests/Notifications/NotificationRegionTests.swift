import Testing
import TorporModel

@testable import TorporCore

@Suite("A notification at a place")
struct NotificationRegionTests {
  private func region(_ name: String, entry: Bool = true, exit: Bool = true) -> CircularRegion {
    CircularRegion(
      identifier: name,
      center: Coordinate(latitude: 52.5, longitude: 13.4),
      radiusMetres: 100,
      notifyOnEntry: entry,
      notifyOnExit: exit
    )
  }

  @Test("is shown when the place is entered or left, as the region says, once or each time")
  func crossed() {
    var before = TestDevice.withTea()
    before.add("home", .region(region("house", exit: false), repeats: false))
    before.add("shop", .region(region("shop", entry: false), repeats: true))
    before.home()
    var device = before.device
    var shown: [String] = []
    for _ in 1...2 {
      for place in ["house", "shop", "elsewhere"] {
        shown += device.cross(place, entered: true)
        shown += device.cross(place, entered: false)
      }
    }
    #expect(shown == ["home", "shop", "shop"])
    #expect(device.notifications[before.app("tea")]?.pending.count == 1)
  }

  @Test("is never the one that finds no room, for it has no date")
  func limit() {
    var device = TestDevice.withTea()
    for number in 1...64 { device.schedule("n\(number)", after: .minutes(number)) }
    device.add("home", .region(region("house"), repeats: false))
    #expect(device.pendingNotifications().first == "home")
    #expect(device.objections(to: "n64") == [.tooManyNotifications])
  }

  @Test("that was entered before the first unlock is shown after it")
  func locked() {
    var before = TestDevice.withTea()
    before.add("home", .region(region("house"), repeats: false))
    before.home()
    before.tell(.booted)
    var device = before.device
    #expect(device.cross("house", entered: true) == [])
    let effects = device.handle(.user(action: .unlock, id: nil), at: .at(.minutes(1)))
    #expect(effects.shownNames == ["home"])
  }
}

extension Device {
  /// Has the place of the app `tea` crossed, and returns the names of what the user sees.
  fileprivate mutating func cross(_ place: String, entered: Bool) -> [String] {
    guard let app = AppIdentifier("com.example.tea") else { return [] }
    var turn = Turn(now: now, profile: profile, counters: counters)
    announce(.notification(.crossed(region: place, of: app, isEntered: entered)), in: &turn)
    findNextDue()
    return turn.effects.shownNames
  }
}

extension [Effect] {
  /// The names of what the user sees, in order.
  fileprivate var shownNames: [String] {
    compactMap { if case .service(.show(let shown)) = $0 { shown.key.identifier } else { nil } }
  }
}
