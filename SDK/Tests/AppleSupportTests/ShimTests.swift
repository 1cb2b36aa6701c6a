import Foundation
import Testing

@testable import AppleSupport

@Suite("Functions of Apple's C libraries")
struct ShimTests {
  @Test("count seconds, and run what they are given")
  func shims() {
    let before = CACurrentMediaTime()
    let moment: CFAbsoluteTime = CFAbsoluteTimeGetCurrent()
    #expect(CACurrentMediaTime() >= before)
    #expect(abs(Date(timeIntervalSinceReferenceDate: moment).timeIntervalSinceNow) < 60)
    #expect(autoreleasepool { 3 } == 3)
    let queue: dispatch_queue_t = .main
    #expect(queue.label == DispatchQueue.main.label)
  }

  @Test("set and clear bits, counted from the highest of the first byte")
  func atomicBits() {
    var word: UInt32 = 0
    #expect(!OSAtomicTestAndSet(0, &word))
    #expect(word == 0x80)
    #expect(OSAtomicTestAndSet(0, &word))
    #expect(!OSAtomicTestAndSet(15, &word))
    #expect(OSAtomicOr32(2, &word) == 0x182)
    #expect(OSAtomicAnd32(0x182, &word) == 0x182)
    #expect(OSAtomicTestAndClear(0, &word))
    #expect(!OSAtomicTestAndClear(0, &word))
    #expect(word == 0x102)
  }

  @Test("coordinate files one after the other, and not after a cancellation")
  func coordination() {
    final class Presenter: NSObject, NSFilePresenter {
      var presentedItemURL: URL? { nil }
      let presentedItemOperationQueue = OperationQueue()
    }
    let presenter = Presenter()
    NSFileCoordinator.addFilePresenter(presenter)
    #expect(NSFileCoordinator.filePresenters.contains { $0 === presenter })
    NSFileCoordinator.removeFilePresenter(presenter)
    #expect(!NSFileCoordinator.filePresenters.contains { $0 === presenter })

    let file = URL(fileURLWithPath: "/a")
    let coordinator = NSFileCoordinator(filePresenter: presenter)
    var seen: [String] = []
    var error: NSError?
    coordinator.coordinate(writingItemAt: file, options: .forReplacing, error: &error) { url in
      seen.append("writes \(url.path)")
      coordinator.coordinate(readingItemAt: file, error: nil) { seen.append("reads \($0.path)") }
    }
    coordinator.cancel()
    coordinator.coordinate(readingItemAt: file, error: &error) { _ in seen.append("never") }
    #expect(seen == ["writes /a", "reads /a"])
    #expect(error?.code == CocoaError.userCancelled.rawValue)
  }

  @Test("keep other threads waiting while a file is coordinated")
  func exclusion() async {
    let file = URL(fileURLWithPath: "/a")
    nonisolated(unsafe) var inside = 0
    nonisolated(unsafe) var most = 0
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            NSFileCoordinator().coordinate(writingItemAt: file, error: nil) { _ in
              inside += 1
              most = max(most, inside)
              sched_yield()
              inside -= 1
            }
          }
        }
      }
    }
    #expect(most == 1)
  }
}
