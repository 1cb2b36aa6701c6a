internal import Dispatch

/// The queue for completion handlers that Apple's frameworks call "on an arbitrary queue".
///
/// It is neither the thread of the connection, which a blocking handler would stop, nor a thread of Swift's pool, which
/// a handler must not block.
package enum CallbackQueue {
  private static let queue = DispatchQueue(
    label: "io.torpor.sdk.callbacks",
    attributes: .concurrent
  )

  /// Calls one of the app's handlers with a value.
  package static func call<Value: Sendable>(
    _ handler: @escaping (Value) -> Void,
    with value: Value
  ) {
    // Apple's handlers are not declared as Sendable; this one is called once.
    nonisolated(unsafe) let handler = handler
    queue.async { handler(value) }
  }

  /// Awaits a value that the user decides, for which no thread can wait, and calls one of the app's handlers with it.
  package static func call<Value: Sendable>(
    _ handler: @escaping (Value) -> Void,
    after value: @escaping @Sendable () async -> Value
  ) {
    nonisolated(unsafe) let handler = handler
    Task.detached {
      let value = await value()
      call(handler, with: value)
    }
  }
}
