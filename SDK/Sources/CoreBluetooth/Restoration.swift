internal import Foundation

/// What a manager restores: looked up once, and told once.
final class Restoration: @unchecked Sendable {
  /// Held while it is looked up: another thread waits for what is found.
  private let looking = NSRecursiveLock()
  private let lock = NSLock()
  /// Within `looking`.
  private var isPrepared = false
  /// Within `lock`.
  private var state: [String: Any]?

  /// Runs the body until it has found out.
  ///
  /// - Returns: Whether it has.
  @discardableResult
  func prepare(_ look: () -> Bool) -> Bool {
    looking.withLock {
      if !isPrepared { isPrepared = look() }
      return isPrepared
    }
  }

  /// Keeps what the delegate is to be told.
  func keep(_ state: [String: Any]) { lock.withLock { self.state = state } }

  /// What the delegate is to be told, the first time that it is asked for.
  func take() -> [String: Any]? {
    lock.withLock {
      defer { state = nil }
      return state
    }
  }
}
