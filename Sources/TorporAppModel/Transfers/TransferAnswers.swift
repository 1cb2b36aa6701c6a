/// What an app says to a challenge (`URLSession.AuthChallengeDisposition`).
@usableFromInline package enum ChallengeDisposition: String, Hashable, Sendable, Saved, CaseIterable
{
  /// Here is a credential.
  case useCredential
  /// Go on without one: the server's refusal is the result.
  case performDefaultHandling
  /// Give the transfer up.
  case cancel
}

/// What an app says before a delayed transfer (`URLSession.DelayedRequestDisposition`).
@usableFromInline
package enum DelayedRequestDisposition: String, Hashable, Sendable, Saved, CaseIterable {
  /// Go on with the request as it is.
  case continueLoading
  /// The content was replaced by a new request.
  case useNewRequest
  /// Give the transfer up.
  case cancel
}
