public import TorporModel
internal import TorporPosix
internal import TorporWire

extension Application {
  /// Hands over a duplicate of a descriptor, which the system polls while the app is frozen or dead.
  ///
  /// The descriptor stays the app's, to read from and to close. When it can be read, or its other end is
  /// gone, the app runs and is told `descriptorDidBecomeReadable`. A second one of a name takes the place
  /// of the first; 16 are the most. A plain file cannot be handed over. What the app leaves unread wakes
  /// it again after 30 s, then after 1 min, and so on up to 1 h.
  ///
  /// Where the system can watch it no longer, the app is told `descriptorWasLost`: always of timers and
  /// counters (timerfd, eventfd) when the daemon was restarted, for nothing tells them from each other.
  ///
  /// - Throws: `TorporError`: `refused` where the purpose needs a mode that the app lacks, or the
  ///   descriptor cannot be polled; `stopped` after `stop()`.
  public func handOver(
    descriptor: Int32,
    name: String,
    purpose: DescriptorPurpose = .other
  ) async throws(TorporError) {
    let call = AppCall(
      .mode(.descriptor(.handOver(name: name, purpose: purpose))),
      descriptorNumber: descriptor
    )
    let result = await withCheckedContinuation { continuation in
      connection.ask(call, beside: descriptor) { continuation.resume(returning: $0) }
    }
    if case .refused(let refusal) = try result.get().reply {
      throw TorporError(WireError.refused(refusal), subject: name)
    }
  }

  /// Has a descriptor watched no longer.
  ///
  /// - Throws: `TorporError`: `refused` where none of that name was handed over, `stopped` after
  ///   `stop()`.
  public func takeBackDescriptor(named name: String) async throws(TorporError) {
    try await ask(.descriptor(.takeBack(name: name)), subject: name)
  }

  /// Asks to be told `applicationKeepAlive` so often, 600 s at the least, while the app is off screen.
  ///
  /// - Throws: `TorporError`: `refused` where it is too short or the app lacks the mode `voip`,
  ///   `stopped` after `stop()`.
  public func setKeepAliveTimeout(_ interval: Duration) async throws(TorporError) {
    try await ask(.descriptor(.setKeepAlive(interval)), subject: "the keep-alive")
  }

  /// Is not told to keep its connection alive any more.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func clearKeepAliveTimeout() async throws(TorporError) {
    try await ask(.descriptor(.clearKeepAlive), subject: "the keep-alive")
  }
}
