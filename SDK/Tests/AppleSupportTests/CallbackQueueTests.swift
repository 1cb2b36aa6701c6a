import Foundation
import Testing

@testable import AppleSupport

@Suite("A completion handler", .timeLimit(.minutes(1)))
struct CallbackQueueTests {
  @Test("may block, even as many as there are processors, without stopping the others")
  func blocks() async {
    let blocked = 2 * ProcessInfo.processInfo.activeProcessorCount
    let semaphore = DispatchSemaphore(value: 0)
    let all = DispatchGroup()
    for number in 0..<blocked {
      all.enter()
      CallbackQueue.call(
        { (_: Int) in
          semaphore.wait()
          all.leave()
        },
        with: number
      )
    }
    CallbackQueue.call({ (count: Int) in for _ in 0..<count { semaphore.signal() } }, with: blocked)
    await withCheckedContinuation { continuation in
      all.notify(queue: .global()) { continuation.resume() }
    }
  }

  @Test("counts by its first call")
  func completion() {
    nonisolated(unsafe) var values: [Int] = []
    let completion = Completion<Int> { values.append($0) }
    completion.call(1)
    completion.call(2)
    #expect(values == [1])
  }
}
