/// The reason why a request about sessions or transfers was refused.
@usableFromInline package enum TransferRefusal: Hashable, Sendable {
  /// The profile of the device has no background sessions.
  case noSessions(profile: String)
  /// The process is not connected to a session of that name.
  case unknownSession(String)
  /// The session was invalidated: it accepts no new transfers.
  case sessionIsInvalid(String)
  /// Another process of the app has opened the session, and is connected.
  case sessionInUse(String)
  /// More sessions than one app may have.
  case tooManySessions(limit: Int)
  /// The caller has no transfer of that number.
  case unknownTransfer(TransferIdentifier)
  /// More transfers than one owner, or the device, keeps.
  case tooManyTransfers(limit: Int)
  /// The contents of one user's transfers (URLs, headers, paths) exceed the limit, in bytes.
  case tooManyTransferBytes(bytesMax: Int)
  /// The transfer has ended.
  case transferIsOver(TransferIdentifier)
  /// The transfer has not ended: it cannot be removed or retried.
  case transferIsNotOver(TransferIdentifier)
  /// The app may not send the file.
  case fileOutsideContainer(String, container: String)
  /// The transfer does not wait for an answer.
  case nothingAsked(TransferIdentifier)
}
