internal import Synchronization

/// A lock that guards a state.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private final class Storage {
    let lock = Mutex<Void>(())
    var state: State

    init(_ state: State) { self.state = state }
  }

  private let storage: Storage

  /// Makes an open lock around a state that any thread can use.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  /// Makes an open lock around a state without checking its use by other threads.
  public init(uncheckedState: State) { storage = Storage(uncheckedState) }

  /// Makes an open lock.
  public init() where State == Void { storage = Storage(()) }

  /// Runs the body while no other thread holds the lock.
  public func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    try withLockUnchecked(body)
  }

  /// Runs the body like `withLock`, without checking the use of the body and the result by other threads.
  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    storage.lock._unsafeLock()
    defer { storage.lock._unsafeUnlock() }
    return try body(&storage.state)
  }

  /// Runs the body while no other thread holds the lock.
  public func withLock<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) rethrows -> Result where State == Void {
    try withLockUnchecked { (_: inout Void) in try body() }
  }
}
