public import TorporAppModel
internal import TorporAppWire

// Forms for code that cannot suspend: each is like the asynchronous form, but blocks the calling thread.

extension TransferSession {
  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func transfers() throws(TorporError) -> [SessionTransfer] {
    var all: [SessionTransfer] = []
    var after: TransferIdentifier?
    while true {
      let page = try callBlocking(App.ListTransfers(session: identifier, after: after))
      all += page.transfers.map(SessionTransfer.init)
      guard page.hasMore, let last = all.last else { return all }
      after = last.status.transfer
    }
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func cancel(
    _ transfer: TransferIdentifier,
    keepsPartial: Bool = false
  ) throws(TorporError) {
    try callBlocking(App.CancelTransfer(transfer: transfer, keepsPartial: keepsPartial))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func suspend(_ transfer: TransferIdentifier) throws(TorporError) {
    try callBlocking(App.SuspendTransfer(transfer: transfer))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func resume(_ transfer: TransferIdentifier) throws(TorporError) {
    try callBlocking(App.ResumeTransfer(transfer: transfer))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func resume(_ transfer: TransferIdentifier, as new: Transfer) throws(TorporError) {
    let call = App.ResumeTransfer(transfer: transfer, request: try new.parts())
    do throws(TorporError) {
      try callBlocking(call)
    } catch  where error.code == .nothingAsked {}
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func answer(
    _ transfer: TransferIdentifier,
    _ answer: ChallengeAnswer
  ) throws(TorporError) {
    try callBlocking(answer.call(for: transfer))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func finishTasksAndInvalidate() throws(TorporError) {
    try callBlocking(App.InvalidateSession(session: identifier))
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func invalidateAndCancel() throws(TorporError) {
    try callBlocking(App.InvalidateSession(session: identifier, cancelsTransfers: true))
  }
}
