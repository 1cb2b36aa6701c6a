import Foundation
import Testing

@testable import AppleSupport

@Suite("Functions of Apple's C libraries")
struct ShimTests {
  @Test("count seconds, and run what they are given")
  func shims() {
    let (before, moment) = (CACurrentMediaTime(), CFAbsoluteTimeGetCurrent())
    #expect(CACurrentMediaTime() >= before)
    #expect(abs(Date(timeIntervalSinceReferenceDate: moment).timeIntervalSinceNow) < 60)
    #expect(autoreleasepool { 3 } == 3)
    let queue: dispatch_queue_t = .main
    #expect(queue.label == DispatchQueue.main.label)
  }
}
