import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

@Suite("Orders that write to a key of a fleet")
struct FleetTurnTests {
  private let loop = EmbeddedEventLoop()
  private let turns: FleetTurns

  init() {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    turns = FleetTurns(Metrics(logger), on: loop)
  }

  @Test("are refused when 5 s have passed before their turn, and never carried out then")
  func late() {
    var events: [String] = []
    var ends: [(Result<Void, Refusal>) -> Void] = []
    func run(_ name: String) {
      let answer: (Result<Void, Refusal>) -> Void = { result in
        if case .failure(let refusal) = result { events.append("\(name) \(refusal.reason)") }
      }
      turns.run("a", answer) { _, done in
        events.append("\(name) begins")
        ends.append(done)
      }
    }
    run("first")
    loop.advanceTime(by: .seconds(4))
    run("second")
    loop.advanceTime(by: .seconds(1))
    // The first one is under way, and what it asks of the engine has a time of its own.
    #expect(events == ["first begins"])
    loop.advanceTime(by: .seconds(4))
    #expect(events == ["first begins", "second serviceUnavailable"])
    ends[0](.success(()))
    loop.run()
    #expect(events.count == 2)
    run("third")
    #expect(events.last == "third begins")
  }

  @Test("are carried out one after the other, the next when the one before is answered")
  func order() {
    var events: [String] = []
    var ends: [(Result<Void, Refusal>) -> Void] = []
    for name in ["first", "second", "third"] {
      turns.run("a", { (_: Result<Void, Refusal>) in events.append("\(name) answered") }) {
        events.append("\(name) begins")
        ends.append($1)
      }
    }
    #expect(events == ["first begins"])
    ends[0](.success(()))
    loop.run()
    ends[1](.failure(Refusal(.channelNotRegistered)))
    loop.run()
    #expect(
      events == [
        "first begins", "first answered", "second begins", "second answered", "third begins",
      ]
    )
    // Its time is the engine's now.
    loop.advanceTime(by: .seconds(60))
    #expect(events.count == 5)
  }
}
