import Foundation

/// What a test wrote down, from any thread.
final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  private let condition = NSCondition()

  func add(_ line: String) {
    lock.withLock { lines.append(line) }
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }

  var all: [String] { lock.withLock { lines } }

  /// Waits until there are so many lines; a test's time limit ends it.
  func wait(for count: Int) {
    condition.lock()
    while all.count < count { condition.wait() }
    condition.unlock()
  }
}
