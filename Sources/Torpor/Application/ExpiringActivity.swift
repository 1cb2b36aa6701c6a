internal import Synchronization
internal import TorporAppModel

/// A requested activity; its task is known from its first event on.
struct ExpiringActivity: Sendable {
  let reason: String
  let block: @Sendable (Bool) -> Void
  var task: BackgroundTaskIdentifier?
}

extension Application.Changing {
  /// Returns the activity's block, found by its task or, at its first call, by its reason.
  mutating func activity(
    task: BackgroundTaskIdentifier,
    reason: String
  ) -> (block: @Sendable (Bool) -> Void, isFirstCall: Bool)? {
    let index =
      activities.firstIndex { $0.task == task }
      ?? activities.firstIndex { $0.task == nil && $0.reason == reason }
    guard let index else { return nil }
    let isFirstCall = activities[index].task == nil
    activities[index].task = task
    return (activities[index].block, isFirstCall)
  }
}

/// Passes events that do not run on the main actor from the connection's thread to the application.
///
/// The connection exists before the application, so its first events may arrive before `attach(_:)`; they wait for it.
/// `state` is guarded by its mutex; the connection's thread adds events, the thread that creates the application
/// attaches it.
final class BackgroundListener: Sendable {
  private typealias Event = (delivery: Delivery, detail: TransferDetail?)

  private enum State: Sendable {
    case waiting([Event])
    case attached(WeakApplication)
  }

  private let state = Mutex(State.waiting([]))
  let sessions = OpenSessions()
  let decisions = Decisions()

  /// Takes an event that does not run on the main actor; returns false if the event is left to the main actor.
  func take(_ delivery: Delivery, _ detail: TransferDetail?) -> Bool {
    if case .session(.handleEvents(let session)) = delivery.callback {
      sessions.noteWake(for: session)
    }
    if case .service(.didDecide(let permission, let status)) = delivery.callback {
      decisions.note(permission, status)
    }
    guard delivery.callback.runsBesideMainActor else { return false }
    let application: Application?? = state.withLock { state in
      switch state {
      case .attached(let application): return .some(application.application)
      case .waiting(let events):
        state = .waiting(events + [(delivery, detail)])
        return nil
      }
    }
    if let application { handle(delivery, detail, application) }
    return true
  }

  /// Attaches the application: it receives the events that have arrived, then each new one.
  func attach(_ application: Application) {
    while true {
      let events: [Event] = state.withLock { state in
        guard case .waiting(let events) = state, !events.isEmpty else {
          state = .attached(WeakApplication(application))
          return []
        }
        // Events that arrive in the meantime wait behind these.
        state = .waiting([])
        return events
      }
      guard !events.isEmpty else { return }
      for (delivery, detail) in events { handle(delivery, detail, application) }
    }
  }

  private func handle(
    _ delivery: Delivery,
    _ detail: TransferDetail?,
    _ application: Application?
  ) {
    guard case .session(let callback) = delivery.callback else {
      application?.handleBesideMainActor(delivery)
      return
    }
    if !sessions.take(callback, token: delivery.token, detail ?? TransferDetail()) {
      application?.connection.returned(from: delivery.token)
    }
  }
}

/// A reference that does not keep the application alive; the application keeps the connection alive.
struct WeakApplication: Sendable {
  weak let application: Application?

  init(_ application: Application) { self.application = application }
}

extension SessionCallback {
  /// Whether it is delivered to its session; the others go to the delegate.
  var isOfSession: Bool {
    switch self {
    case .handleEvents, .issueDownloaded: false
    case .didFinishDownloading, .didComplete, .didReceiveChallenge, .willBeginDelayedRequest,
      .didFinishEvents, .didBecomeInvalid:
      true
    }
  }
}
