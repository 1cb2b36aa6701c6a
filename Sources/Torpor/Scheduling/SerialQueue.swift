internal import Synchronization

/// Runs pieces of work one after the other on a thread of its own, which is there while there is work.
///
/// The pieces may block, which those of Swift's own pool may not.
final class SerialQueue: Sendable {
  typealias Work = @Sendable () -> Void

  /// What a secondary thread has on iOS (Threading Programming Guide): handlers written for it fit.
  static let stackBytes = 512 << 10

  private struct State: Sendable {
    var waiting: [Work] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  /// Runs the work after everything that was given before.
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
