/// What an app asks about its background sessions.
@usableFromInline package enum SessionRequest: Hashable, Sendable, Saved {
  /// A session comes into being, or the process connects to the one of that name.
  case open(SessionConfiguration)
  /// Transfers of a session that the process is connected to. A second request with the same `key`
  /// from the same app gets the same numbers, so that a request may be repeated after a lost reply.
  case start(session: String, [TransferRequest], key: String?)
  /// `cancel()`, or with `keepsPartial` `cancel(byProducingResumeData:)`.
  case cancel(TransferIdentifier, keepsPartial: Bool)
  /// `suspend()`.
  case suspend(TransferIdentifier)
  /// `resume()` after `suspend()`.
  case resume(TransferIdentifier)
  /// The first `resume()` of a transfer that was started suspended, as what it has become since.
  case begin(TransferIdentifier, TransferRequest)
  /// The transfers of a session that are not over, in the order of their submission, a page at a
  /// time: those after the one that is named.
  case list(session: String, after: TransferIdentifier?)
  /// The app has answered a challenge; the credential itself goes past the policy.
  case answerChallenge(TransferIdentifier, ChallengeDisposition)
  /// The app was asked by `willBeginDelayedRequest` and has answered.
  case answerDelayedRequest(TransferIdentifier, DelayedRequestDisposition)
  /// `finishTasksAndInvalidate`, or `invalidateAndCancel`.
  case invalidate(session: String, cancelsTransfers: Bool)
}
