internal import Synchronization

/// A completion handler that the app is given: it counts once, and on any thread.
///
/// One that the app lets go without a call never counts, and the app's time ends it, as on Apple's systems.
package final class Completion<Value: Sendable>: Sendable {
  private let action: Mutex<(@Sendable (Value) -> Void)?>

  package init(_ action: @escaping @Sendable (Value) -> Void) { self.action = Mutex(action) }

  package func call(_ value: Value) {
    guard let action = action.withLock({ $0.take() }) else { return }
    SavedDefaults.write()
    action(value)
  }
}
