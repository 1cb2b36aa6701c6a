internal import Synchronization
internal import TorporAppModel

/// The callbacks that wait for the main actor, in the order of their arrival.
///
/// It is not an `AsyncStream`: the runtime would build the types of one while the app starts, which accounted for a
/// fifth of the library's share of a start (measured in instructions), and its reader leaves the main actor for the
/// pool.
///
/// Map: `state` holds all mutable state, guarded by its mutex. The connection's thread adds callbacks, one task on the
/// main actor takes them; its continuation is resumed outside the lock, once, by the caller that took it out of the
/// state.
final class DeliveryQueue: Sendable {
  /// A callback, with the details of a transfer if there are any.
  struct Item: Sendable {
    let delivery: Delivery
    let detail: TransferDetail?
  }

  private struct State {
    var waiting: [Item] = []
    /// The task that waits for the next callback.
    var reader: UnsafeContinuation<Void, Never>?
    var isOver = false
    /// Why it has ended; `nil`: the app has stopped it.
    var error: TorporError?
  }

  private let state = Mutex(State())

  /// Adds a callback.
  func add(_ item: Item) { change { $0.waiting.append(item) } }

  /// Ends the queue after the callbacks that already wait.
  func finish(throwing error: TorporError?) {
    change { state in
      guard !state.isOver else { return }
      state.isOver = true
      state.error = error
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let reader = state.withLock { state in
      body(&state)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume()
  }

  /// Returns the next callback as soon as there is one; `nil` at the end, or when the task is cancelled.
  ///
  /// - Throws: the error that ended the conversation, after all callbacks that came before it.
  @MainActor
  func next() async throws(TorporError) -> Item? {
    while !Task.isCancelled {
      let (item, isOver, error) = state.withLock { state in
        let item = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        return (item, state.isOver, state.error)
      }
      if let item { return item }
      if let error { throw error }
      if isOver { return nil }
      await somethingNew()
    }
    return nil
  }

  @MainActor
  private func somethingNew() async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isThere = state.withLock { state in
          if Task.isCancelled || state.isOver || !state.waiting.isEmpty { return true }
          state.reader = continuation
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      change { _ in }
    }
  }
}
