/// The processes that do work for users with those users' rights, one for each user.
///
/// No method blocks or throws; what comes of it is told to the handler, on the loop's thread and
/// never from inside a call. What a process says is not looked at here.
package protocol TransferServicePort: AnyObject {
  /// Starts the process of a user, with a connection to it; `nil` for `groupID`: the group that its
  /// folder was made for.
  func start(
    userID: UInt32,
    groupID: UInt32?,
    handler: @escaping (ServiceEvent) -> Void
  ) -> any ServiceLine
  /// Whether a process of the user has left something on the disk.
  func hasTraces(ofUser userID: UInt32) -> Bool
  /// Calls back once, not before the length of time has passed.
  func schedule(after length: Duration, _ call: @escaping () -> Void)
}

/// The connection to one process, from its start to its end.
package protocol ServiceLine: AnyObject {
  /// Queues bytes; a process that does not read for too long is ended by the adapter's limit.
  func send(_ bytes: [UInt8])
  /// Closes the connection, at which the process ends in good order; `.ended` follows.
  func close()
  /// Ends the process at once; `.ended` follows.
  func kill()
}

/// What is told of a process that works for a user.
package enum ServiceEvent: Hashable, Sendable {
  /// It said something; a message may come in pieces.
  case received([UInt8])
  /// It is gone, with whatever it had not said; the last event.
  case ended
  /// It never ran; the last event. `isLasting`: another attempt would fail in the same way.
  case notStarted(cause: String, isLasting: Bool)
}
