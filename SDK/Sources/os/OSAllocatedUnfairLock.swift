internal import Synchronization

/// A lock around a state.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private final class Storage {
    let lock = Mutex<Void>(())
    var state: State

    init(_ state: State) { self.state = state }
  }

  private let storage: Storage

  /// Makes an open lock around a state that any thread may use.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  /// Makes an open lock around a state, whose use by other threads is not checked.
  public init(uncheckedState: State) { storage = Storage(uncheckedState) }

  /// Makes an open lock.
  public init() where State == Void { storage = Storage(()) }

  /// Runs the body while no other thread is within the lock.
  public func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    try withLockUnchecked(body)
  }

  /// As `withLock`, of a body and a result whose use by other threads is not checked.
  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    storage.lock._unsafeLock()
    defer { storage.lock._unsafeUnlock() }
    return try body(&storage.state)
  }

  /// Runs the body while no other thread is within the lock.
  public func withLock<Result: Sendable>(
    _ body: @Sendable () throws -> Result
  ) rethrows -> Result where State == Void {
    try withLockUnchecked { (_: inout Void) in try body() }
  }
}
