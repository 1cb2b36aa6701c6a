internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// A background session: transfers that continue when the app is suspended or ends, and when the daemon or
/// the machine is restarted (`URLSession` with a background configuration).
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
/// There is one value for an identifier in a process, until the session is invalid. What happens to its
/// transfers waits in `events` until it is read, and each event counts as running until the next one is
/// asked for, for 31 s at most: an app that opens a session and does not read its events is ended for
/// hanging. Every method may be called from any thread.
public final class TransferSession: Sendable {
  // Shape: what an app does has an asynchronous form and one that waits.
  /// The configuration that it was created with.
  public let configuration: SessionConfiguration
  let connection: AppConnection
  let queue: TransferEventQueue

  /// The most transfers of one call, and the bytes of text in it that keep it within a message of 1 MiB,
  /// however they are escaped.
  private static let callBytesMax = 900 << 10

  init(_ configuration: SessionConfiguration, connection: AppConnection) {
    self.configuration = configuration
    self.connection = connection
    queue = TransferEventQueue(connection: connection)
  }

  /// The session's name, over the lives of the app's processes.
  public var identifier: String { configuration.identifier }

  /// What happens to the transfers, in order; for one reader at a time.
  public var events: TransferEvents { TransferEvents(queue: queue) }

  /// Waits until everything that the app was woken for was delivered and handled.
  ///
  /// For `application(_:handleEventsForBackgroundURLSession:)`, where another task reads the events:
  /// returns when that has handled `didFinishEvents` since the app was last woken for this session.
  public func eventsFinished() async { await queue.eventsFinished() }

  // MARK: Starting

  /// Starts a download; `events` tell where its file is.
  ///
  /// - Returns: its number.
  /// - Throws: as `start(_:)`.
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
  /// - Returns: its number.
  /// - Throws: as `start(_:)`.
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

  /// Starts transfers; start all of them in one call if you can.
  ///
  /// Transfers that are started while the app is in the background wait for good conditions, and wait longer each time
  /// the app was woken for others. If there are more than one call of the system takes, they are started in several
  /// calls; those before one that is refused have begun.
  ///
  /// - Returns: their numbers, in order.
  /// - Throws: `TorporError`: `invalidTransfer` where one could not be sent as it is, before any is
  ///   started; `tooManyTransfers`, `tooManyTransferBytes`, `sessionIsInvalid`; `stopped`.
  public func start(_ transfers: [Transfer]) async throws(TorporError) -> [TransferIdentifier] {
    var started: [TransferIdentifier] = []
    for call in try calls(for: transfers) {
      started += try await self.call(call).numbers
    }
    return started
  }

  /// As the asynchronous form, but the calling thread waits.
  @available(*, noasync)
  public func start(_ transfers: [Transfer]) throws(TorporError) -> [TransferIdentifier] {
    var started: [TransferIdentifier] = []
    for call in try calls(for: transfers) { started += try callBlocking(call).numbers }
    return started
  }

  /// The calls that start transfers; each has a key of its own, so that one whose reply is lost starts
  /// nothing twice.
  private func calls(for transfers: [Transfer]) throws(TorporError) -> [App.StartTransfers] {
    var calls: [App.StartTransfers] = []
    var (parts, bytes): ([NewTransfer], Int) = ([], 0)
    func close() {
      guard !parts.isEmpty else { return }
      // The system remembers keys for the app, not for its process, so counting would not do.
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

  // MARK: Steering

  /// The transfers that have not ended, in the order in which they were started (`allTasks`).
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
  /// With `keepsPartial` what was received is kept for a transfer that `resumes` this one
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
  /// - Throws: as `cancel(_:keepsPartial:)`.
  public func suspend(_ transfer: TransferIdentifier) async throws(TorporError) {
    try await call(App.SuspendTransfer(transfer: transfer))
  }

  /// Continues a transfer that was suspended.
  ///
  /// - Throws: as `cancel(_:keepsPartial:)`.
  public func resume(_ transfer: TransferIdentifier) async throws(TorporError) {
    try await call(App.ResumeTransfer(transfer: transfer))
  }

  /// Has a transfer begin that was started with `isSuspended`, as what it has become since: it counts as started
  /// now.
  ///
  /// One that `torpor transfers resume` has let begin before stays as it was.
  ///
  /// - Throws: as `cancel(_:keepsPartial:)`, and `invalidTransfer`.
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
  /// - Throws: as `answer(_:_:)`, and `invalidTransfer`.
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

/// What an app answers a server's challenge (`URLSession.AuthChallengeDisposition`).
public enum ChallengeAnswer: Hashable, Sendable {
  /// A name and a password; at most 1 KiB each.
  case password(user: String, password: String)
  /// Continue without: the server's refusal is the result.
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

/// What an app answers before a transfer with a begin date is begun
/// (`URLSession.DelayedRequestDisposition`).
public enum DelayedRequestAnswer: Hashable, Sendable {
  /// Continue as it is.
  case `continue`
  /// Use this one's URL, headers and file instead; when it may begin is unchanged.
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
  /// The numbers of the transfers, which follow each other.
  fileprivate var numbers: [TransferIdentifier] {
    (0..<UInt64(max(0, count))).map { TransferIdentifier(rawValue: first.rawValue &+ $0) }
  }
}
