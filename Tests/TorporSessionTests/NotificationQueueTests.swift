import Testing
import TorporWire

@testable import torpor_session

@Suite("Notifications that a server has not answered for")
struct NotificationQueueTests {
  private var queue = NotificationQueue()

  private func notification(_ title: String) -> BridgeNotification {
    BridgeNotification(key: "a", appName: "A", title: title)
  }

  /// What the server is asked to show next, as the title and the number that it replaces.
  private mutating func ask() -> (title: String, replaced: UInt32?)? {
    queue.next().map { ($0.0.title, $0.replaced) }
  }

  @Test("are not asked for twice: the newest follows the answer, in the place of the first")
  mutating func newer() throws {
    for title in ["1", "2", "3"] { queue.add(notification(title)) }
    #expect(try #require(ask()) == ("3", nil))
    for title in ["4", "5"] { queue.add(notification(title)) }
    #expect(ask() == nil)
    let isShown = queue.wasShown("a", as: 7)
    #expect(isShown && queue.key(of: 7) == "a")
    #expect(try #require(ask()) == ("5", 7))
    let isShownAgain = queue.wasShown("a", as: 7)
    #expect(isShownAgain && queue.key(of: 7) == "a")
    #expect(ask() == nil)
  }

  @Test(
    "keep the place of what they replace, however often they are replaced before they are asked for"
  )
  mutating func keepsPlace() throws {
    queue.add(notification("1"))
    _ = queue.next()
    _ = queue.wasShown("a", as: 7)
    for title in ["2", "3"] { queue.add(notification(title)) }
    #expect(try #require(ask()) == ("3", 7))
  }

  @Test("are closed once their number is known, where they were withdrawn meanwhile")
  mutating func withdrawn() {
    queue.add(notification("1"))
    _ = queue.next()
    queue.add(notification("2"))
    #expect(queue.remove("a") == nil)
    let isShown = queue.wasShown("a", as: 7)
    #expect(!isShown && queue.key(of: 7) == nil && ask() == nil)
  }

  @Test("take the place of one that was withdrawn before it was answered for")
  mutating func again() throws {
    queue.add(notification("1"))
    _ = queue.next()
    _ = queue.remove("a")
    queue.add(notification("2"))
    #expect(ask() == nil)
    let isShown = queue.wasShown("a", as: 7)
    #expect(isShown)
    #expect(try #require(ask()) == ("2", 7))
  }

  @Test("are forgotten with what they replace where the server refuses them")
  mutating func refused() {
    queue.add(notification("1"))
    _ = queue.next()
    _ = queue.wasShown("a", as: 7)
    queue.add(notification("2"))
    _ = queue.next()
    queue.wasRefused("a")
    #expect(queue.key(of: 7) == nil && queue.remove("a") == nil && ask() == nil)
  }

  @Test("are asked of the next server as they are by then, unless they were withdrawn")
  mutating func serverGone() throws {
    queue.add(notification("1"))
    _ = queue.next()
    queue.add(notification("2"))
    queue.serverHasGone()
    #expect(try #require(ask()) == ("2", nil))
    _ = queue.remove("a")
    queue.serverHasGone()
    #expect(ask() == nil)
  }
}
