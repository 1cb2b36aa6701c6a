import Testing
import TorporPush

@testable import Gateway

@Suite("The rules of the gateway")
struct RuleTests {
  @Test("let as many silent pushes through as a count of the last hour does, on 1,000,000 arrivals")
  func throttle() {
    var numbers = SeededNumbers(state: 65)
    var throttle = PushThrottle()
    var handedOver: [Int64] = []
    var now: Int64 = 1_800_000_000_000
    var disagreements = 0
    for _ in 0..<1_000_000 {
      now += Int64.random(in: 0...2_400_000, using: &numbers)
      handedOver.removeAll { $0 + 3_600_000 <= now }
      let isFree = throttle.nextMilliseconds(at: now) == nil
      if isFree != (handedOver.count < 3) { disagreements += 1 }
      if isFree {
        throttle.note(at: now)
        handedOver.append(now)
      }
    }
    #expect(disagreements == 0)
  }

  @Test("give a token 240 requests at once, and one more every 250 ms")
  func bucket() {
    var bucket = RequestBucket(at: 0)
    let moments = [Int64](repeating: 0, count: 240) + [249, 250, 250]
    let taken = moments.map { bucket.take(at: $0) }
    #expect(taken == [Bool](repeating: true, count: 240) + [false, true, false])
    #expect(!bucket.isFull(at: 60_000))
    #expect(bucket.isFull(at: 60_250))
  }

  @Test(
    "hold what the device does not take just now, never a call, and nothing when the app is opened"
  )
  func holds() throws {
    func push(_ type: PushType, _ priority: Int, silent: Bool = false) -> Push {
      Push(
        id: "",
        topic: "",
        environment: .production,
        type: type,
        priority: priority,
        expirationSeconds: nil,
        collapseID: nil,
        payload: [],
        isSilent: silent
      )
    }
    let saving = DeliveryRule(leastPriority: 5, isInLowPowerMode: true)
    let full = PushThrottle(handedOverMilliseconds: [0, 1, 2])
    func hold(
      _ push: Push,
      _ rule: DeliveryRule,
      _ occasion: DeliveryRule.Occasion = .arrival
    ) -> DeliveryRule.Hold? {
      rule.hold(push, on: occasion, full, at: 3)
    }
    #expect(hold(push(.alert, 10), saving) == nil)
    #expect(hold(push(.alert, 5), saving) == .power)
    #expect(hold(push(.alert, 5), DeliveryRule(leastPriority: 5)) == nil)
    #expect(hold(push(.alert, 1), DeliveryRule(leastPriority: 5)) == .power)
    #expect(hold(push(.voip, 5), saving) == nil)
    #expect(hold(push(.background, 5, silent: true), DeliveryRule()) == .rate)
    #expect(hold(push(.background, 5, silent: true), DeliveryRule(), .contact) == nil)
    #expect(hold(push(.background, 5, silent: true), saving, .contact) == .power)
    #expect(hold(push(.background, 5, silent: true), saving, .launch) == nil)
  }

  @Test("have the status of the API for each word")
  func statuses() {
    let counts = Dictionary(grouping: Refusal.Reason.allCases, by: \.status).mapValues(\.count)
    #expect(
      counts == [400: 22, 403: 7, 404: 1, 405: 1, 410: 2, 413: 1, 429: 2, 500: 1, 503: 2]
    )
    #expect(
      Refusal(.unregistered, deadSinceMilliseconds: 17).body
        == "{\"reason\":\"Unregistered\",\"timestamp\":17}"
    )
  }

  @Test("read an address with its port, and nothing else")
  func addresses() {
    #expect(ListenAddress("127.0.0.1:80") == ListenAddress(host: "127.0.0.1", port: 80))
    #expect(ListenAddress("[::1]:0")?.description == "[::1]:0")
    #expect(ListenAddress("[::1]:0")?.isLoopback == true)
    #expect(ListenAddress("0.0.0.0:1")?.isLoopback == false)
    for text in ["", "localhost", ":1", "a:65536", "a:x"] { #expect(ListenAddress(text) == nil) }
  }
}
