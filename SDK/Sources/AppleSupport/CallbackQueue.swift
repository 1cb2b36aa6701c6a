internal import Dispatch

/// Where completion handlers run that Apple's frameworks call "on an arbitrary queue".
///
/// Neither the thread of the connection, which a handler that blocks would stop, nor a thread of Swift's pool, which
/// a handler may not block.
package enum CallbackQueue {
  private static let queue = DispatchQueue(
    label: "io.torpor.sdk.callbacks",
    attributes: .concurrent
  )

  /// Hands a value to a handler of the app's.
  package static func call<Value: Sendable>(
    _ handler: @escaping (Value) -> Void,
    with value: Value
  ) {
    // Apple's handlers are not declared as Sendable; this one is called once.
    nonisolated(unsafe) let handler = handler
    queue.async { handler(value) }
  }

  /// Awaits a value that a person decides, for which no thread can wait, and hands it to a handler of the app's.
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
