internal import Synchronization

/// A completion handler that is passed to the app: only its first call counts, on any thread.
///
/// If the app releases the handler without a call, the completion never happens, and the app's time runs out, as on
/// Apple's systems.
package final class Completion<Value: Sendable>: Sendable {
  private let action: Mutex<(@Sendable (Value) -> Void)?>

  package init(_ action: @escaping @Sendable (Value) -> Void) { self.action = Mutex(action) }

  package func call(_ value: Value) {
    guard let action = action.withLock({ $0.take() }) else { return }
    SavedDefaults.write()
    action(value)
  }
}
