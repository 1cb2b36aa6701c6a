import Foundation
import Testing

@testable import AppleSupport

private let name = NSNotification.Name("news")

private final class Reader: NSObject {
  private(set) var seen: [String] = []

  func opened() { seen.append("opened") }
  func read(_ notification: Notification) {
    seen.append("read \(notification.object ?? "nothing")")
  }
}

@Suite("An observer by its method", .serialized)
struct ObserverTests {
  private let center = NotificationCenter()

  @Test("is called with the notification, or without")
  func called() {
    let reader = Reader()
    center.addObserver(
      reader,
      selector: Selector(_objc: "opened", Reader.opened),
      name: name,
      object: nil
    )
    center.addObserver(
      reader,
      selector: Selector(_objc: "read:", Reader.read),
      name: name,
      object: nil
    )
    center.post(name: name, object: "rain")
    #expect(Set(reader.seen) == ["opened", "read rain"])
  }

  @Test("is called for one object, where it says so")
  func ofObject() {
    let (reader, sender) = (Reader(), Reader())
    center.addObserver(
      reader,
      selector: Selector(_objc: "opened", Reader.opened),
      name: name,
      object: sender
    )
    center.post(name: name, object: reader)
    #expect(reader.seen.isEmpty)
    center.post(name: name, object: sender)
    #expect(reader.seen == ["opened"])
  }

  @Test("is not called once it is removed, from this center or of that name")
  func removed() {
    let reader = Reader()
    let other = NSNotification.Name("other")
    for name in [name, other] {
      center.addObserver(
        reader,
        selector: Selector(_objc: "opened", Reader.opened),
        name: name,
        object: nil
      )
    }
    NotificationCenter.default.removeObserver(reader)
    center.removeObserver(reader, name: other, object: nil)
    center.post(name: other, object: nil)
    center.post(name: name, object: nil)
    #expect(reader.seen == ["opened"])
    center.removeObserver(reader)
    center.post(name: name, object: nil)
    #expect(reader.seen == ["opened"])
  }

  @Test("is removed as a token, too")
  func token() {
    let counter = Reader()
    nonisolated(unsafe) let reader = counter
    let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in reader.opened() }
    center.post(name: name, object: nil)
    center.removeObserver(token)
    center.post(name: name, object: nil)
    #expect(reader.seen == ["opened"])
  }

  @Test("is held weakly, and leaves nothing behind when it goes without a word")
  func gone() {
    let before = NotificationCenter.observationCount
    for _ in 0..<10_000 {
      center.addObserver(
        Reader(),
        selector: Selector(_objc: "opened", Reader.opened),
        name: name,
        object: nil
      )
    }
    // Twice what there was before, or what is looked for first.
    #expect(NotificationCenter.observationCount <= 2 * before + 64)
    center.post(name: name, object: nil)
  }

  @Test("has a method behind its selector, or the app ends with Apple's text")
  func unrecognized() async {
    #expect(Selector("opened") == Selector(_objc: "opened", Reader.opened))
    #expect("\(Selector("read:"))" == "read:")
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let center = NotificationCenter()
      let reader = NSObject()
      center.addObserver(reader, selector: "opened", name: nil, object: nil)
      center.post(name: NSNotification.Name("news"), object: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "exception 'NSInvalidArgumentException', reason: '-[NSObject opened]: unrecognized selector sent to instance'"
      )
    )
  }
}
