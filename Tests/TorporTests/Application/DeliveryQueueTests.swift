import Testing
import TorporModel

@testable import Torpor

@MainActor
@Suite("The queue of callbacks", .timeLimit(.minutes(1)))
struct DeliveryQueueTests {
  private let queue = DeliveryQueue()

  private func add(_ number: UInt64) {
    let delivery = Delivery(token: CallbackToken(rawValue: number), callback: .didBecomeActive)
    queue.add(DeliveryQueue.Item(delivery: delivery, detail: nil))
  }

  private func next() async throws -> UInt64? {
    try await queue.next()?.delivery.token.rawValue
  }

  @Test("keeps those that come before anybody asks, in their order")
  func order() async throws {
    for number in 1...3 { add(UInt64(number)) }
    #expect(try await next() == 1)
    #expect(try await next() == 2)
    #expect(try await next() == 3)
  }

  @Test("wakes the reader that waits")
  func wakes() async throws {
    let queue = queue
    let reader = Task { @MainActor in try await queue.next()?.delivery.token.rawValue }
    // It runs until it waits for a callback.
    await Task.yield()
    add(7)
    #expect(try await reader.value == 7)
  }

  @Test("ends after the last, with the error that ended the conversation")
  func error() async throws {
    add(1)
    let lost = TorporError(.notAnApp, subject: "socket")
    queue.finish(throwing: lost)
    queue.finish(throwing: nil)
    #expect(try await next() == 1)
    await #expect(throws: lost) { try await next() }
  }

  @Test("ends without an error when the app has stopped it")
  func stopped() async throws {
    queue.finish(throwing: nil)
    #expect(try await next() == nil)
  }

  @Test("lets a reader go whose task is cancelled while it waits")
  func cancelled() async throws {
    let queue = queue
    let reader = Task { @MainActor in try await queue.next() == nil }
    await Task.yield()
    reader.cancel()
    #expect(try await reader.value)
    // The next reader gets what comes.
    add(2)
    #expect(try await next() == 2)
  }
}
