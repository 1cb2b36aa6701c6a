internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

/// What happens to the transfers of a session.
public enum TransferEvent: Hashable, Sendable {
  /// A download has finished; the file is removed when the next event is asked for, unless it was moved
  /// (`urlSession(_:downloadTask:didFinishDownloadingTo:)`).
  case didFinishDownloading(TransferIdentifier, DownloadedFile)
  /// A transfer has ended; `outcome.error` says whether it failed, `detail.cause` how
  /// (`urlSession(_:task:didCompleteWithError:)`).
  case didComplete(TransferIdentifier, TransferOutcome, TransferDetail)
  /// A server asks for a password; the transfer waits for `answer(_:_:)`
  /// (`urlSession(_:task:didReceive:completionHandler:)`).
  case didReceiveChallenge(TransferIdentifier, TransferChallenge)
  /// A transfer with a begin date is about to begin, and waits for `answer(_:_:)`
  /// (`urlSession(_:task:willBeginDelayedRequest:completionHandler:)`).
  case willBeginDelayedRequest(TransferIdentifier)
  /// Bytes have moved; at most twice a second, and only the latest is kept
  /// (`urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)`).
  case didMakeProgress(TransferIdentifier, TransferProgress)
  /// A transfer has continued behind the bytes that it had
  /// (`urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)`).
  case didResume(TransferIdentifier, atByte: Int64, totalBytes: Int64?)
  /// Everything that the app was woken for was delivered
  /// (`urlSessionDidFinishEvents(forBackgroundURLSession:)`).
  case didFinishEvents
  /// The session has ended; no event follows (`urlSession(_:didBecomeInvalidWithError:)`).
  case didBecomeInvalid
}

/// A file that was received.
public struct DownloadedFile: Hashable, Sendable {
  /// Its path, absolute; in the app's container.
  public let path: String
  /// The status of the answer: 200, or 206 if the transfer was continued.
  public let status: Int
  /// The URL that answered, after redirects.
  public let finalURL: String?
  /// `Content-Type` of the answer.
  public let mimeType: String?
  /// The URL that the transfer was started with.
  public let url: String?
  /// The app's own description of the transfer.
  public let taskDescription: String?
}

/// The events of a session, one after the other.
///
/// Asking for the next event says that the one before is handled; so does the end of the loop.
public struct TransferEvents: AsyncSequence, Sendable {
  /// What happens to a transfer, or to the session.
  public typealias Element = TransferEvent
  /// Reading events never fails.
  public typealias Failure = Never

  let queue: TransferEventQueue

  /// A reader of the events.
  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  /// A reader; two at a time share the events between them.
  public struct Iterator: AsyncIteratorProtocol {
    let queue: TransferEventQueue
    private var handling: HandledEvent?

    init(queue: TransferEventQueue) { self.queue = queue }

    /// The next event, as soon as there is one; `nil` at the end of the session, or when cancelled.
    public mutating func next() async -> TransferEvent? {
      handling = nil
      guard let item = await queue.next() else { return nil }
      handling = HandledEvent(item, in: queue)
      return item.event
    }
  }
}

/// Says that an event is handled when it is released: with the next one, or the loop's end.
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
/// Map: `state` is everything that changes, guarded by its mutex. The connection's thread adds, any task
/// takes; a continuation is resumed outside of the lock, once, by the caller that took it out of the state.
final class TransferEventQueue: Sendable {
  /// An event, with what is to be returned from when it is handled.
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
    /// How many `didFinishEvents` were handled, and how many before the app was last woken.
    var finishCount = 0
    var finishCountAtWake = 0
    var finishing: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let connection: AppConnection

  init(connection: AppConnection) { self.connection = connection }

  // MARK: From the connection

  /// Adds an event; a progress replaces one that has not been read.
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

  /// The app is woken for the session.
  func noteWake() { state.withLock { $0.finishCountAtWake = $0.finishCount } }

  /// No event follows those that wait.
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

  /// The code for an event has run.
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
