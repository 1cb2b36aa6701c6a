internal import Foundation
internal import FoundationNetworking
internal import Synchronization
internal import Torpor

// Delivers the system's events of transfers as Apple's calls on the session's queue. The next event is requested when
// the delegate has returned: until then, the file of a download exists, and the app counts as running code.

extension BackgroundSession {
  /// Calls the delegate for an event, and returns when it has returned.
  func take(_ event: TransferEvent, _ transfers: TransferSession) async {
    guard let owner else { return }
    switch event {
    case .didMakeProgress(let transfer, let progress):
      guard let (task, work) = known(transfer) else { return }
      await deliver(owner) { work.tell(progress, task, owner) }
    case .didResume(let transfer, let offset, let total):
      guard let (task, work) = known(transfer) else { return }
      await deliver(owner) { work.tell(resumedAt: offset, of: total, task, owner) }
    case .didFinishDownloading(let transfer, let file):
      let (task, work) = task(
        transfer,
        url: file.url,
        file: nil,
        taskDescription: file.taskDescription
      )
      work.answered(status: file.status, file.finalURL, file.mimeType)
      await deliver(owner) { work.tell(fileAt: file.path, task, owner) }
    case .didComplete(let transfer, let outcome, let detail):
      let (task, work) = task(
        transfer,
        url: detail.url,
        file: detail.file,
        taskDescription: detail.taskDescription
      )
      await deliver(owner) { work.tell(outcome, detail, task, owner) }
      forget(transfer)
    case .didReceiveChallenge(let transfer, let challenge):
      // Not awaited: the app may ask its user first.
      if let (task, work) = known(transfer) {
        await deliver(owner) { work.tell(challenge, task, owner, transfers) }
      }
    case .willBeginDelayedRequest: break  // Never requested.
    case .didFinishEvents:
      await deliver(owner) {
        owner.delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: owner)
      }
    case .didBecomeInvalid: await end()
    }
  }

  /// Delivers the event as a file and the end of its task, for an issue of a periodical.
  func take(
    issue transfer: TransferIdentifier,
    _ outcome: TransferOutcome,
    _ detail: TransferDetail
  ) async {
    guard let owner else { return }
    let (task, work) = task(
      transfer,
      url: detail.url,
      file: nil,
      taskDescription: detail.taskDescription
    )
    work.answered(status: outcome.status, detail.finalURL, detail.mimeType)
    if outcome.error == nil, let path = detail.path {
      await deliver(owner) { work.tell(fileAt: path, task, owner) }
    }
    await deliver(owner) { work.tell(outcome, detail, task, owner) }
    forget(transfer)
  }

  /// Ends the session; a session that is created with its name from now on is a different one.
  func end() async {
    guard let owner else { return }
    BackgroundSessions.forget(self)
    await deliver(owner) {
      owner.delegate?.urlSession(owner, didBecomeInvalidWithError: nil)
      owner.forgetDelegate()
    }
    forgetAll()
  }

  /// Runs the body on the session's queue, even if the app cancels the operations waiting there: received data must not
  /// be lost because of that.
  private func deliver(_ owner: URLSession, _ body: @escaping @Sendable () -> Void) async {
    let delivery = Delivery(body)
    while !delivery.hasRun {
      await withUnsafeContinuation { continuation in
        let operation = BlockOperation { delivery.call() }
        operation.completionBlock = { continuation.resume() }
        owner.delegateQueue.addOperation(operation)
      }
    }
  }
}

/// One call to a delegate.
private final class Delivery: Sendable {
  private let body: @Sendable () -> Void
  private let isDone = Mutex(false)

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  func call() {
    body()
    isDone.withLock { $0 = true }
  }

  var hasRun: Bool { isDone.withLock { $0 } }
}

extension URLSessionTask {
  /// Returns the delegate that is called for it.
  func taskDelegate(_ owner: URLSession) -> (any URLSessionTaskDelegate)? {
    (delegate ?? owner.delegate) as? any URLSessionTaskDelegate
  }
}
