internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// A background session: its transfers continue when the app is suspended or ends, and when the daemon or the machine
/// is restarted (`URLSession` with a background configuration).
///
/// ```swift
/// let session = try await application.transferSession(.background(withIdentifier: "episodes"))
/// try await session.download("https://example.com/7.mp3")
/// for await event in session.events {
///   switch event {
///   case .didFinishDownloading(_, let file): keep(file.path)  // It is removed when the next event is asked for.
///   case .didComplete(let transfer, let outcome, _) where outcome.error != nil: retry(transfer)
///   default: break
///   }
/// }
/// ```
///
/// A process has one value for each identifier, until the session is invalid. The events of its transfers wait in
/// `events` until they are read, and each event counts as being handled until the next one is requested, for at most 31
/// s: an app that opens a session and does not read its events is ended because it hangs. Every method can be called
/// from any thread.
public final class TransferSession: Sendable {
  // Shape: every operation has an asynchronous form and a blocking form.
  /// The configuration with which it was created.
  public let configuration: SessionConfiguration
  let connection: AppConnection
  let queue: TransferEventQueue

  /// The maximum number of transfers in one call, and of bytes of text that keep it within a message of 1 MiB, however
  /// they are escaped.
  private static let callBytesMax = 900 << 10

  init(_ configuration: SessionConfiguration, connection: AppConnection) {
    self.configuration = configuration
    self.connection = connection
    queue = TransferEventQueue(connection: connection)
  }

  /// The session's name, across the app's processes.
  public var identifier: String { configuration.identifier }

  /// The events of the transfers, in order; for one reader at a time.
  public var events: TransferEvents { TransferEvents(queue: queue) }

  /// Waits until all events for which the app was woken have been delivered and handled.
  ///
  /// It is meant for `application(_:handleEventsForBackgroundURLSession:)` if another task reads the events: it returns
  /// when that task has handled `didFinishEvents` since the app was last woken for this session.
  public func eventsFinished() async { await queue.eventsFinished() }

  // MARK: Starting

  /// Starts a download; `events` reports the location of its file.
  ///
  /// - Returns: The number of the transfer.
  /// - Throws: The same errors as `start(_:)`.
  @discardableResult
  public func download(
    _ url: String,
    taskDescription: String? = nil
  ) async throws(TorporError) -> TransferIdentifier {
    var transfer = Transfer.download(url)
    transfer.taskDescription = taskDescription
    return try await start([transfer])[0]
  }

  /// Starts an upload of a file, which must not change until it has been sent.
  ///
  /// - Returns: The number of the transfer.
  /// - Throws: The same errors as `start(_:)`.
  @discardableResult
  public func upload(
    file: String,
    to url: String,
    taskDescription: String? = nil
  ) async throws(TorporError) -> TransferIdentifier {
    var transfer = Transfer.upload(file: file, to: url)
    transfer.taskDescription = taskDescription
    return try await start([transfer])[0]
  }

  /// Starts transfers; if possible, start all of them in one call.
  ///
  /// Transfers that are started while the app is in the background wait for good conditions, and wait longer each time
  /// the app was woken for others. If there are more than one call to the system can hold, they are started in several
  /// calls; the transfers before a refused one have then begun.
  ///
  /// - Returns: The numbers of the transfers, in order.
  /// - Throws: `TorporError`: `invalidTransfer` if one could not be sent with its properties, before any is started;
  ///   `tooManyTransfers`, `tooManyTransferBytes`, `sessionIsInvalid`; `stopped`.
  public func start(_ transfers: [Transfer]) async throws(TorporError) -> [TransferIdentifier] {
    var started: [TransferIdentifier] = []
    for call in try calls(for: transfers) {
      started += try await self.call(call).numbers
    }
    return started
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func start(_ transfers: [Transfer]) throws(TorporError) -> [TransferIdentifier] {
    var started: [TransferIdentifier] = []
    for call in try calls(for: transfers) { started += try callBlocking(call).numbers }
    return started
  }

  /// Returns the calls that start transfers; each has its own key, so that a call whose reply is lost does not start a
  /// transfer twice.
  private func calls(for transfers: [Transfer]) throws(TorporError) -> [App.StartTransfers] {
    var calls: [App.StartTransfers] = []
    var (parts, bytes): ([NewTransfer], Int) = ([], 0)
    func close() {
      guard !parts.isEmpty else { return }
      // The system remembers keys per app, not per process, so a counter would not be sufficient.
      let key = String(UInt64.random(in: .min ... .max), radix: 36)
      calls.append(App.StartTransfers(session: identifier, transfers: parts, key: key))
      (parts, bytes) = ([], 0)
    }
    for transfer in transfers {
      let new = try transfer.parts()
      let bytesMax = new.content.wireBytesMax
      let isFull = parts.count == TransferContent.countMax
      if isFull || bytes + bytesMax > Self.callBytesMax { close() }
      parts.append(new)
      bytes += bytesMax
    }
    close()
    return calls
  }

  // MARK: Controlling

  /// Returns the transfers that have not ended, in the order in which they were started (`allTasks`).
  ///
  /// - Throws: `TorporError` with the code `stopped` or `sessionIsInvalid`.
  public func transfers() async throws(TorporError) -> [SessionTransfer] {
    var all: [SessionTransfer] = []
    var after: TransferIdentifier?
    while true {
      let page = try await call(App.ListTransfers(session: identifier, after: after))
      all += page.transfers.map(SessionTransfer.init)
      guard page.hasMore, let last = all.last else { return all }
      after = last.status.transfer
    }
  }

  /// Cancels a transfer; `didComplete` with the error `cancelled` is its last event.
  ///
  /// With `keepsPartial`, the received data is kept for a transfer that `resumes` this one
  /// (`cancel(byProducingResumeData:)`).
  ///
  /// - Throws: `TorporError`: `unknownTransfer`, `transferIsOver`, or `stopped`.
  public func cancel(
    _ transfer: TransferIdentifier,
    keepsPartial: Bool = false
  ) async throws(TorporError) {
    try await call(App.CancelTransfer(transfer: transfer, keepsPartial: keepsPartial))
  }

  /// Pauses a transfer until `resume(_:)`.
  ///
  /// - Throws: The same errors as `cancel(_:keepsPartial:)`.
  public func suspend(_ transfer: TransferIdentifier) async throws(TorporError) {
    try await call(App.SuspendTransfer(transfer: transfer))
  }

  /// Resumes a suspended transfer.
  ///
  /// - Throws: The same errors as `cancel(_:keepsPartial:)`.
  public func resume(_ transfer: TransferIdentifier) async throws(TorporError) {
    try await call(App.ResumeTransfer(transfer: transfer))
  }

  /// Begins a transfer that was started with `isSuspended`, with its current properties; it counts as started now.
  ///
  /// A transfer that `torpor transfers resume` has already begun is left unchanged.
  ///
  /// - Throws: The same errors as `cancel(_:keepsPartial:)`, and `invalidTransfer`.
  public func resume(
    _ transfer: TransferIdentifier,
    as new: Transfer
  ) async throws(TorporError) {
    let call = App.ResumeTransfer(transfer: transfer, request: try new.parts())
    do throws(TorporError) {
      try await self.call(call)
    } catch  where error.code == .nothingAsked {}
  }

  /// Answers `didReceiveChallenge`; the password is used for this transfer only, and never written to disk or to a log.
  ///
  /// - Throws: `TorporError`: `nothingAsked`, or `stopped`.
  public func answer(
    _ transfer: TransferIdentifier,
    _ answer: ChallengeAnswer
  ) async throws(TorporError) {
    try await call(answer.call(for: transfer))
  }

  /// Answers `willBeginDelayedRequest`.
  ///
  /// - Throws: The same errors as `answer(_:_:)`, and `invalidTransfer`.
  public func answer(
    _ transfer: TransferIdentifier,
    _ answer: DelayedRequestAnswer
  ) async throws(TorporError) {
    try await call(try answer.call(for: transfer))
  }

  /// Ends the session when its transfers are done; `didBecomeInvalid` is its last event.
  ///
  /// - Throws: `TorporError` with the code `stopped`.
  public func finishTasksAndInvalidate() async throws(TorporError) {
    try await call(App.InvalidateSession(session: identifier))
  }

  /// Cancels the session's transfers and ends it; `didBecomeInvalid` is its last event.
  ///
  /// - Throws: `TorporError` with the code `stopped`.
  public func invalidateAndCancel() async throws(TorporError) {
    try await call(App.InvalidateSession(session: identifier, cancelsTransfers: true))
  }
}

/// An app's answer to a server's challenge (`URLSession.AuthChallengeDisposition`).
public enum ChallengeAnswer: Hashable, Sendable {
  /// A name and a password; at most 1 KiB each.
  case password(user: String, password: String)
  /// Continue without credentials: the server's refusal is the result.
  case none
  /// Cancel the transfer.
  case cancel

  func call(for transfer: TransferIdentifier) -> App.AnswerChallenge {
    switch self {
    case .password(let user, let password):
      App.AnswerChallenge(
        transfer: transfer,
        disposition: .useCredential,
        user: user,
        password: password
      )
    case .none: App.AnswerChallenge(transfer: transfer, disposition: .performDefaultHandling)
    case .cancel: App.AnswerChallenge(transfer: transfer, disposition: .cancel)
    }
  }
}

/// An app's answer before a transfer with a begin date begins (`URLSession.DelayedRequestDisposition`).
public enum DelayedRequestAnswer: Hashable, Sendable {
  /// Continue unchanged.
  case `continue`
  /// Use this transfer's URL, headers and file instead; the begin date is unchanged.
  case replace(Transfer)
  /// Cancel the transfer.
  case cancel

  fileprivate func call(
    for transfer: TransferIdentifier
  ) throws(TorporError) -> App.AnswerDelayedRequest {
    switch self {
    case .continue:
      return App.AnswerDelayedRequest(transfer: transfer, disposition: .continueLoading)
    case .replace(let new):
      return App.AnswerDelayedRequest(
        transfer: transfer,
        disposition: .useNewRequest,
        request: ReplacingRequest(try new.parts().content)
      )
    case .cancel: return App.AnswerDelayedRequest(transfer: transfer, disposition: .cancel)
    }
  }
}

extension App.StartTransfers.Reply {
  /// The numbers of the transfers, which are consecutive.
  fileprivate var numbers: [TransferIdentifier] {
    (0..<UInt64(max(0, count))).map { TransferIdentifier(rawValue: first.rawValue &+ $0) }
  }
}
