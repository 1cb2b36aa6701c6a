internal import Synchronization
internal import TorporModel

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

/// Brings what does not run on the main actor from the connection's thread to the application, once
/// there is one.
final class BesideListener: Sendable {
  let application = Mutex<WeakApplication?>(nil)
  let sessions = OpenSessions()

  /// Takes what does not run on the main actor; false where it is left to that.
  func take(_ delivery: Delivery, _ detail: TransferDetail?) -> Bool {
    let application = application.withLock { $0?.application }
    if case .session(let callback) = delivery.callback {
      if case .handleEvents(let session) = callback { sessions.noteWake(for: session) }
      guard callback.isOfSession else { return false }
      if !sessions.take(callback, token: delivery.token, detail ?? TransferDetail()) {
        application?.connection.returned(from: delivery.token)
      }
      return true
    }
    guard delivery.callback.runsBesideMainActor else { return false }
    application?.handleBesideMainActor(delivery)
    return true
  }
}

/// Does not keep the application alive, which keeps the connection alive.
struct WeakApplication: Sendable {
  weak let application: Application?

  init(_ application: Application) { self.application = application }
}

extension SessionCallback {
  /// Whether its session is told it; the rest is for the delegate.
  fileprivate var isOfSession: Bool {
    switch self {
    case .handleEvents, .issueDownloaded: false
    case .didFinishDownloading, .didComplete, .didReceiveChallenge, .willBeginDelayedRequest,
      .didFinishEvents, .didBecomeInvalid:
      true
    }
  }
}
