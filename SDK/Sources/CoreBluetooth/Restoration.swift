internal import Foundation

/// The state that a manager restores: loaded once, and reported once.
final class Restoration: @unchecked Sendable {
  /// Held while it is loaded: another thread waits for the result.
  private let looking = NSRecursiveLock()
  private let lock = NSLock()
  /// Guarded by `looking`.
  private var isPrepared = false
  /// Guarded by `lock`.
  private var state: [String: Any]?

  /// Runs the body until it has succeeded once.
  ///
  /// - Returns: Whether it has.
  @discardableResult
  func prepare(_ look: () -> Bool) -> Bool {
    looking.withLock {
      if !isPrepared { isPrepared = look() }
      return isPrepared
    }
  }

  /// Stores the state for the delegate.
  func keep(_ state: [String: Any]) { lock.withLock { self.state = state } }

  /// Returns the state for the delegate at the first call.
  func take() -> [String: Any]? {
    lock.withLock {
      defer { state = nil }
      return state
    }
  }
}
