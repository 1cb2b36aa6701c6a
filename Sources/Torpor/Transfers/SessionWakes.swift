internal import Synchronization
internal import TorporAppModel

/// The wakes for background sessions that the delegate has not handled yet, and the events of their sessions, which
/// wait for it.
///
/// As in Apple's frameworks, a session's events follow `application(_:handleEventsForBackgroundURLSession:)`. The
/// system sends both at once, and the delegate is called on the main actor, but events can be read anywhere.
///
/// Map: `state` holds all mutable state, guarded by its mutex. The connection's thread adds events; the main actor, and
/// a task after `heldMax`, release them. Events are added to their queue while the mutex is held, so that they keep
/// their order.
final class SessionWakes: Sendable {
  /// The maximum time that events wait for the delegate.
  ///
  /// The main thread may be waiting for one of them.
  private let heldMax: Duration

  private struct HeldEvent: Sendable {
    let event: TransferEvent
    let token: CallbackToken?
    let queue: TransferEventQueue
  }

  private struct Wake: Sendable {
    let number: UInt64
    var events: [HeldEvent] = []
  }

  private struct State {
    /// Whether the application calls a delegate.
    var isServed = false
    var lastNumber: UInt64 = 0
    /// The wakes, by the session's identifier.
    var wakes: [String: Wake] = [:]

    mutating func release(_ session: String) {
      for held in wakes.removeValue(forKey: session)?.events ?? [] {
        held.queue.add(held.event, token: held.token)
      }
    }
  }

  private let state = Mutex(State())

  /// Makes an empty set of wakes; 1 s is our choice, because the delegate's call takes milliseconds.
  init(heldMax: Duration = .seconds(1)) { self.heldMax = heldMax }

  // MARK: From the connection's thread

  /// Records that the app was woken for a session.
  func note(_ session: String) {
    let number: UInt64? = state.withLock { state in
      state.lastNumber += 1
      let events = state.wakes[session]?.events ?? []
      state.wakes[session] = Wake(number: state.lastNumber, events: events)
      return state.isServed ? state.lastNumber : nil
    }
    if let number { releaseLater(session, number) }
  }

  /// Adds an event to its queue, now or when the delegate has been called.
  func add(
    _ event: TransferEvent,
    token: CallbackToken?,
    to queue: TransferEventQueue,
    of session: String
  ) {
    let isHeld = state.withLock { state in
      guard state.isServed, state.wakes[session] != nil else { return false }
      state.wakes[session]?.events.append(HeldEvent(event: event, token: token, queue: queue))
      return true
    }
    if !isHeld { queue.add(event, token: token) }
  }

  // MARK: From the application

  /// Records that a delegate is called from now on, also for earlier wakes.
  func beginServing() {
    let wakes = state.withLock { state in
      state.isServed = true
      return state.wakes.map { ($0.key, $0.value.number) }
    }
    for (session, number) in wakes { releaseLater(session, number) }
  }

  /// Records that the delegate was called for the wake.
  func delegateWasCalled(for session: String) { state.withLock { $0.release(session) } }

  /// Releases all events: no delegate is called any more.
  func release() {
    state.withLock { state in
      state.isServed = false
      for session in state.wakes.keys.sorted() { state.release(session) }
    }
  }

  private func releaseLater(_ session: String, _ number: UInt64) {
    Task.detached { [self] in
      try? await Task.sleep(for: heldMax)
      state.withLock { state in
        if state.wakes[session]?.number == number { state.release(session) }
      }
    }
  }
}
