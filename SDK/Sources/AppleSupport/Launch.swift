internal import Dispatch
internal import Synchronization

/// What Apple's frameworks do behind the launch of the app, whose main thread is not free before.
package enum Launch {
  private enum State {
    /// No app, as in the tests of one.
    case none
    case pending([@MainActor @Sendable () -> Void])
    case finished
  }

  private static let state = Mutex(State.none)

  /// The app is about to be launched.
  package static func begin() { state.withLock { $0 = .pending([]) } }

  /// The app has finished launching: what waits for that comes behind it.
  package static func finish() {
    let waiting = state.withLock { state in
      guard case .pending(let waiting) = state else {
        return [] as [@MainActor @Sendable () -> Void]
      }
      state = .finished
      return waiting
    }
    for body in waiting { DispatchQueue.main.async(execute: body) }
  }

  /// Runs the body on the main thread, later than this code, and not before the app has finished launching.
  package static func after(_ body: @escaping @MainActor @Sendable () -> Void) {
    let waits = state.withLock { state in
      guard case .pending(let waiting) = state else { return false }
      state = .pending(waiting + [body])
      return true
    }
    if !waits { DispatchQueue.main.async(execute: body) }
  }
}
