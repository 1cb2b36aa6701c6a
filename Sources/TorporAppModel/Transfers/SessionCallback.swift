/// A callback of a background session to its app, in the order of events.
@usableFromInline package enum SessionCallback: Hashable, Sendable, Saved {
  /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`: all tasks of the session
  /// are done, or one needs its app. Has a completion handler.
  case handleEvents(session: String)
  /// `urlSession(_:downloadTask:didFinishDownloadingTo:)`; the file is removed when it returns, unless
  /// the app has moved it.
  case didFinishDownloading(session: String, transfer: TransferIdentifier, status: Int)
  /// `urlSession(_:task:didCompleteWithError:)`; also called for a successful task, without an error.
  case didComplete(session: String, transfer: TransferIdentifier, outcome: TransferOutcome)
  /// `urlSession(_:task:didReceive:completionHandler:)`; answered by `SessionRequest.answerChallenge`.
  case didReceiveChallenge(session: String, transfer: TransferIdentifier)
  /// `urlSession(_:task:willBeginDelayedRequest:completionHandler:)`; answered by
  /// `SessionRequest.answerDelayedRequest`.
  case willBeginDelayedRequest(session: String, transfer: TransferIdentifier)
  /// `urlSessionDidFinishEvents(forBackgroundURLSession:)`.
  case didFinishEvents(session: String)
  /// `urlSession(_:didBecomeInvalidWithError:)`.
  case didBecomeInvalid(session: String)
  /// A download of a Newsstand issue has ended; `outcome.error` says whether it failed.
  case issueDownloaded(session: String, transfer: TransferIdentifier, outcome: TransferOutcome)

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .handleEvents: "handleEventsForBackgroundURLSession"
    case .didFinishDownloading: "didFinishDownloading"
    case .didComplete: "didCompleteWithError"
    case .didReceiveChallenge: "didReceiveChallenge"
    case .willBeginDelayedRequest: "willBeginDelayedRequest"
    case .didFinishEvents: "didFinishEvents"
    case .didBecomeInvalid: "didBecomeInvalid"
    case .issueDownloaded: "issueDownloaded"
    }
  }

  /// The session concerned.
  @usableFromInline package var session: String {
    switch self {
    case .handleEvents(let session), .didFinishDownloading(let session, _, _),
      .didComplete(let session, _, _), .didReceiveChallenge(let session, _),
      .willBeginDelayedRequest(let session, _), .didFinishEvents(let session),
      .didBecomeInvalid(let session), .issueDownloaded(let session, _, _):
      session
    }
  }

  /// The transfer concerned, if there is one.
  @usableFromInline package var transfer: TransferIdentifier? {
    switch self {
    case .didFinishDownloading(_, let transfer, _), .didComplete(_, let transfer, _),
      .didReceiveChallenge(_, let transfer), .willBeginDelayedRequest(_, let transfer),
      .issueDownloaded(_, let transfer, _):
      transfer
    case .handleEvents, .didFinishEvents, .didBecomeInvalid: nil
    }
  }

  /// Whether the app must call a completion handler (`AppRequest.complete`).
  @inlinable package var hasCompletionHandler: Bool {
    if case .handleEvents = self { true } else { false }
  }
}
