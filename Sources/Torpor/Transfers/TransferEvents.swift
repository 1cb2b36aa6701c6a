internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// An event of a session's transfers, or of the session.
public enum TransferEvent: Hashable, Sendable {
  /// A download has finished; the file is removed when the next event is requested, unless it was moved
  /// (`urlSession(_:downloadTask:didFinishDownloadingTo:)`).
  case didFinishDownloading(TransferIdentifier, DownloadedFile)
  /// A transfer has ended; `outcome.error` indicates whether it failed, `detail.cause` how
  /// (`urlSession(_:task:didCompleteWithError:)`).
  case didComplete(TransferIdentifier, TransferOutcome, TransferDetail)
  /// A server requests a password; the transfer waits for `answer(_:_:)`
  /// (`urlSession(_:task:didReceive:completionHandler:)`).
  case didReceiveChallenge(TransferIdentifier, TransferChallenge)
  /// A transfer with a begin date is about to begin, and waits for `answer(_:_:)`
  /// (`urlSession(_:task:willBeginDelayedRequest:completionHandler:)`).
  case willBeginDelayedRequest(TransferIdentifier)
  /// The transfer has made progress; at most twice a second, and only the latest event is kept
  /// (`urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)`).
  case didMakeProgress(TransferIdentifier, TransferProgress)
  /// A transfer has continued after the bytes that it already had
  /// (`urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)`).
  case didResume(TransferIdentifier, atByte: Int64, totalBytes: Int64?)
  /// All events for which the app was woken have been delivered
  /// (`urlSessionDidFinishEvents(forBackgroundURLSession:)`).
  case didFinishEvents
  /// The session has ended; no event follows (`urlSession(_:didBecomeInvalidWithError:)`).
  case didBecomeInvalid
}

/// A received file.
public struct DownloadedFile: Hashable, Sendable {
  /// The absolute path of the file, in the app's container.
  public let path: String
  /// The status of the response: 200, or 206 if the transfer was continued.
  public let status: Int
  /// The URL that sent the response, after redirects.
  public let finalURL: String?
  /// The `Content-Type` of the response.
  public let mimeType: String?
  /// The URL with which the transfer was started.
  public let url: String?
  /// The app's own description of the transfer.
  public let taskDescription: String?
}

/// The events of a session, one after the other.
///
/// Requesting the next event marks the previous one as handled; so does leaving the loop.
public struct TransferEvents: AsyncSequence, Sendable {
  /// An event of a transfer, or of the session.
  public typealias Element = TransferEvent
  /// Reading events never fails.
  public typealias Failure = Never

  let queue: TransferEventQueue

  /// Returns a reader of the events.
  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  /// A reader; two readers at a time share the events between them.
  public struct Iterator: AsyncIteratorProtocol {
    let queue: TransferEventQueue
    private var handling: HandledEvent?

    init(queue: TransferEventQueue) { self.queue = queue }

    /// Returns the next event as soon as there is one; `nil` at the end of the session, or when cancelled.
    public mutating func next() async -> TransferEvent? {
      handling = nil
      guard let item = await queue.next() else { return nil }
      handling = HandledEvent(item, in: queue)
      return item.event
    }
  }
}

/// An object that marks an event as handled when it is released: at the next event, or at the end of the loop.
private final class HandledEvent {
  private let item: TransferEventQueue.Item
  private let queue: TransferEventQueue

  init(_ item: TransferEventQueue.Item, in queue: TransferEventQueue) {
    self.item = item
    self.queue = queue
  }

  deinit { queue.handled(item) }
}

/// The events that wait for their reader.
///
/// Map: `state` holds all mutable state, guarded by its mutex. The connection's thread adds events, any task takes
/// them; a continuation is resumed outside the lock, once, by the caller that took it out of the state.
final class TransferEventQueue: Sendable {
  /// An event, with the callback that returns when it is handled.
  struct Item: Sendable {
    let event: TransferEvent
    let token: CallbackToken?
  }

  private struct Reader {
    let number: Int
    let continuation: CheckedContinuation<Item?, Never>
  }

  private struct State {
    var waiting: [Item] = []
    var readers: [Reader] = []
    var lastReader = 0
    var isOver = false
    /// The number of handled `didFinishEvents`, now and when the app was last woken.
    var finishCount = 0
    var finishCountAtWake = 0
    var finishing: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let connection: AppConnection

  init(connection: AppConnection) { self.connection = connection }

  // MARK: From the connection

  /// Adds an event; a progress event replaces one that has not been read.
  func add(_ event: TransferEvent, token: CallbackToken?) {
    let item = Item(event: event, token: token)
    let reader: Reader? = state.withLock { state in
      if !state.readers.isEmpty { return state.readers.removeFirst() }
      if case .didMakeProgress(let transfer, _) = event,
        let index = state.waiting.firstIndex(where: { $0.isProgress(of: transfer) })
      {
        state.waiting[index] = item
      } else {
        state.waiting.append(item)
      }
      return nil
    }
    reader?.continuation.resume(returning: item)
  }

  /// Records that the app was woken for the session.
  func noteWake() { state.withLock { $0.finishCountAtWake = $0.finishCount } }

  /// Ends the queue after the events that already wait.
  func finish() {
    let (readers, finishing) = state.withLock { state in
      state.isOver = true
      defer { (state.readers, state.finishing) = ([], []) }
      return (state.readers, state.finishing)
    }
    for reader in readers { reader.continuation.resume(returning: nil) }
    for continuation in finishing { continuation.resume() }
  }

  // MARK: From readers

  func next() async -> Item? {
    let number = state.withLock { state in
      state.lastReader += 1
      return state.lastReader
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now: Item?? = state.withLock { state in
          if Task.isCancelled { return .some(nil) }
          if !state.waiting.isEmpty { return state.waiting.removeFirst() }
          if state.isOver { return .some(nil) }
          state.readers.append(Reader(number: number, continuation: continuation))
          return nil
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        state.readers.firstIndex { $0.number == number }.map { state.readers.remove(at: $0) }
      }
      reader?.continuation.resume(returning: nil)
    }
  }

  /// Records that the code for an event has run.
  func handled(_ item: Item) {
    if let token = item.token { connection.returned(from: token) }
    switch item.event {
    case .didFinishEvents:
      let finishing = state.withLock { state in
        state.finishCount += 1
        defer { state.finishing = [] }
        return state.finishing
      }
      for continuation in finishing { continuation.resume() }
    case .didBecomeInvalid: finish()
    case .didFinishDownloading, .didComplete, .didReceiveChallenge, .willBeginDelayedRequest,
      .didMakeProgress, .didResume:
      break
    }
  }

  func eventsFinished() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.isOver || state.finishCount > state.finishCountAtWake { return true }
        state.finishing.append(continuation)
        return false
      }
      if isDone { continuation.resume() }
    }
  }
}

extension TransferEventQueue.Item {
  fileprivate func isProgress(of transfer: TransferIdentifier) -> Bool {
    if case .didMakeProgress(transfer, _) = event { true } else { false }
  }
}
