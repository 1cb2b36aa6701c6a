internal import Synchronization

/// A queue that runs pieces of work one after the other on its own thread, which exists only while there is work.
///
/// The work may block, unlike work in Swift's own pool.
final class SerialQueue: Sendable {
  typealias Work = @Sendable () -> Void

  /// The stack size of a secondary thread on iOS (Threading Programming Guide): sufficient for handlers written for it.
  static let stackBytes = 512 << 10

  private struct State: Sendable {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  /// Runs the work after all work that was added before.
  func run(_ work: @escaping Work) {
    let mustStart = state.withLock { state in
      state.waiting.append(work)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { startThread(stackBytes: Self.stackBytes) { self.runAll() } }
  }

  private func runAll() {
    while let work = next() { work() }
  }

  private func next() -> Work? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
