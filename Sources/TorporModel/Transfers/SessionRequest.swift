/// A request of an app about its background sessions.
@usableFromInline package enum SessionRequest: Hashable, Sendable, Saved {
  /// Creates a session, or connects the process to the existing one of that name.
  case open(SessionConfiguration)
  /// Starts transfers of a session to which the process is connected. A second request with the same
  /// `key` from the same app gets the same numbers, so that a request may be repeated after a lost
  /// reply.
  case start(session: String, [TransferRequest], key: String?)
  /// `cancel()`, or with `keepsPartial` `cancel(byProducingResumeData:)`.
  case cancel(TransferIdentifier, keepsPartial: Bool)
  /// `suspend()`.
  case suspend(TransferIdentifier)
  /// `resume()` after `suspend()`.
  case resume(TransferIdentifier)
  /// The first `resume()` of a transfer that was started suspended, with its present request.
  case begin(TransferIdentifier, TransferRequest)
  /// The unfinished transfers of a session, in order of submission, a page at a time: those after the given one.
  case list(session: String, after: TransferIdentifier?)
  /// The app has answered a challenge; the credential itself bypasses the policy.
  case answerChallenge(TransferIdentifier, ChallengeDisposition)
  /// The app was asked by `willBeginDelayedRequest` and has answered.
  case answerDelayedRequest(TransferIdentifier, DelayedRequestDisposition)
  /// `finishTasksAndInvalidate`, or `invalidateAndCancel`.
  case invalidate(session: String, cancelsTransfers: Bool)
}
