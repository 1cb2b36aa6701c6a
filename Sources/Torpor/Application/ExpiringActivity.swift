internal import Synchronization
internal import TorporAppModel

/// An activity that was asked for; the task is known from its first event on.
struct ExpiringActivity: Sendable {
  let reason: String
  let block: @Sendable (Bool) -> Void
  var task: BackgroundTaskIdentifier?
}

extension Application.Changing {
  /// The activity's block, found by its task, or, at its first call, by its reason.
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

/// Brings what does not run on the main actor from the connection's thread to the application.
///
/// The connection is there before the application, so its first events may come before `attach(_:)`; they
/// wait for that. `state` is guarded by its mutex; the connection's thread takes events, the thread that
/// makes the application attaches it.
final class BackgroundListener: Sendable {
  private typealias Event = (delivery: Delivery, detail: TransferDetail?)

  private enum State: Sendable {
    case waiting([Event])
    case attached(WeakApplication)
  }

  private let state = Mutex(State.waiting([]))
  let sessions = OpenSessions()
  let decisions = Decisions()

  /// Takes what does not run on the main actor; false where it is left to that.
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

  /// The application is there: it gets the events that have come, then each as it comes.
  func attach(_ application: Application) {
    while true {
      let events: [Event] = state.withLock { state in
        guard case .waiting(let events) = state, !events.isEmpty else {
          state = .attached(WeakApplication(application))
          return []
        }
        // What comes meanwhile waits behind these.
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

/// Does not keep the application alive, which keeps the connection alive.
struct WeakApplication: Sendable {
  weak let application: Application?

  init(_ application: Application) { self.application = application }
}

extension SessionCallback {
  /// Whether its session gets it; the rest is for the delegate.
  var isOfSession: Bool {
    switch self {
    case .handleEvents, .issueDownloaded: false
    case .didFinishDownloading, .didComplete, .didReceiveChallenge, .willBeginDelayedRequest,
      .didFinishEvents, .didBecomeInvalid:
      true
    }
  }
}
