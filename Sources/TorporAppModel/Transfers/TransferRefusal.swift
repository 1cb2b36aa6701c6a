/// Why a request about sessions or transfers was turned down.
@usableFromInline package enum TransferRefusal: Hashable, Sendable {
  /// The profile of the device has no background sessions.
  case noSessions(profile: String)
  /// The process is not connected to a session of that name.
  case unknownSession(String)
  /// The session was invalidated: it takes nothing new.
  case sessionIsInvalid(String)
  /// Another process of the app has opened the session, and is connected.
  case sessionInUse(String)
  /// More sessions than one app may have.
  case tooManySessions(limit: Int)
  /// The caller has no transfer of that number.
  case unknownTransfer(TransferIdentifier)
  /// More transfers than one owner, or the device, keeps.
  case tooManyTransfers(limit: Int)
  /// All that the transfers of one user carry (URLs, headers, paths) is longer than the limit, in bytes.
  case tooManyTransferBytes(bytesMax: Int)
  /// The transfer has ended.
  case transferIsOver(TransferIdentifier)
  /// The transfer is not over: it must not be forgotten, nor tried again.
  case transferIsNotOver(TransferIdentifier)
  /// The file is not the app's to send.
  case fileOutsideContainer(String, container: String)
  /// The transfer does not wait for an answer.
  case nothingAsked(TransferIdentifier)
}
