/// An app's answer to a challenge (`URLSession.AuthChallengeDisposition`).
@usableFromInline package enum ChallengeDisposition: String, Hashable, Sendable, Saved, CaseIterable
{
  /// Uses a credential.
  case useCredential
  /// Continues without a credential: the server's refusal is the result.
  case performDefaultHandling
  /// Cancels the transfer.
  case cancel
}

/// An app's answer before a delayed transfer (`URLSession.DelayedRequestDisposition`).
@usableFromInline
package enum DelayedRequestDisposition: String, Hashable, Sendable, Saved, CaseIterable {
  /// Continues with the unchanged request.
  case continueLoading
  /// Uses a new request in place of the content.
  case useNewRequest
  /// Cancels the transfer.
  case cancel
}
