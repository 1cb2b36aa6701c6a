internal import Dispatch
internal import Synchronization

/// Work that Apple's frameworks do after the launch of the app, until which its main thread is busy.
package enum Launch {
  private enum State {
    /// There is no app, as in an app's tests.
    case none
    case pending([@MainActor @Sendable () -> Void])
    case finished
  }

  private static let state = Mutex(State.none)

  /// Records that the app is about to be launched.
  package static func begin() { state.withLock { $0 = .pending([]) } }

  /// Records that the app has finished launching, and runs the waiting work after it.
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

  /// Runs the body on the main thread, after this code and not before the app has finished launching.
  package static func after(_ body: @escaping @MainActor @Sendable () -> Void) {
    let waits = state.withLock { state in
      guard case .pending(let waiting) = state else { return false }
      state = .pending(waiting + [body])
      return true
    }
    if !waits { DispatchQueue.main.async(execute: body) }
  }
}
