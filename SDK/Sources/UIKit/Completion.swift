internal import Synchronization

/// A completion handler that the app is given: it counts once, and on any thread.
///
/// One that the app lets go without a call never counts, and the app's time ends it, as on Apple's systems.
final class Completion<Value: Sendable>: Sendable {
  private let action: Mutex<(@Sendable (Value) -> Void)?>

  init(_ action: @escaping @Sendable (Value) -> Void) { self.action = Mutex(action) }

  func call(_ value: Value) {
    let action = action.withLock { $0.take() }
    action?(value)
  }
}
