public import Foundation
public import FoundationNetworking
internal import Synchronization

// The asynchronous forms, which use a handler internally: background sessions have none of them.

extension URLSession {
  /// Returns the response to a request.
  public func data(
    for request: URLRequest,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await answer(delegate) { dataTask(with: request, completionHandler: $0) }
  }
  /// Returns the data at a URL.
  public func data(
    from url: URL,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await data(for: URLRequest(url: url), delegate: delegate)
  }
  /// Returns the response to the upload of a file.
  public func upload(
    for request: URLRequest,
    fromFile fileURL: URL,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await answer(delegate) {
      uploadTask(with: request, fromFile: fileURL, completionHandler: $0)
    }
  }
  /// Returns the response to the upload of data.
  public func upload(
    for request: URLRequest,
    from bodyData: Data,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (Data, URLResponse) {
    try await answer(delegate) { uploadTask(with: request, from: bodyData, completionHandler: $0) }
  }
  /// Returns a file with the response to a request; the app must remove it.
  public func download(
    for request: URLRequest,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await answer(delegate) { handler in
      downloadTask(with: request) { file, response, error in
        let (file, failure) = Self.kept(file)
        handler(file, response, error ?? failure)
      }
    }
  }
  /// Returns a file with the data at a URL; the app must remove it.
  public func download(
    from url: URL,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await download(for: URLRequest(url: url), delegate: delegate)
  }
  /// Returns a file that continues another download; the app must remove it.
  public func download(
    resumeFrom resumeData: Data,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (URL, URLResponse) {
    try await answer(delegate) { handler in
      downloadTask(withResumeData: resumeData) { file, response, error in
        let (file, failure) = Self.kept(file)
        handler(file, response, error ?? failure)
      }
    }
  }

  /// Moves a file that would be removed when the handler returns.
  private static func kept(_ file: URL?) -> (file: URL?, error: (any Error)?) {
    guard let file else { return (nil, nil) }
    let kept = FileManager.default.temporaryDirectory
      .appendingPathComponent("download-\(UUID().uuidString).tmp")
    do {
      try FileManager.default.moveItem(at: file, to: kept)
      return (kept, nil)
    } catch {
      return (nil, error)
    }
  }

  private func answer<Value: Sendable, Work: URLSessionTask>(
    _ delegate: (any URLSessionTaskDelegate)?,
    _ make: (@escaping @Sendable (Value?, URLResponse?, (any Error)?) -> Void) -> Work
  ) async throws -> (Value, URLResponse) {
    let cancellable = CancellableTask()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = make { value, response, error in
          if let value, let response, error == nil {
            continuation.resume(returning: (value, response))
          } else {
            continuation.resume(throwing: error ?? URLError(.badServerResponse))
          }
        }
        task.delegate = delegate
        cancellable.begin(task)
      }
    } onCancel: {
      cancellable.cancel()
    }
  }
}

/// A task that is started and cancelled by two threads, in either order.
final class CancellableTask: Sendable {
  private struct State {
    var task: URLSessionTask?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func begin(_ task: URLSessionTask) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    task.resume()
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}

extension URLSession {
  /// The bytes of a response, as they arrive.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    /// The task that loads them.
    public let task: URLSessionDataTask
    let stream: AsyncThrowingStream<Data, any Error>

    /// Returns a reader; only one at a time may be used.
    public func makeAsyncIterator() -> Iterator {
      Iterator(chunks: stream.makeAsyncIterator())
    }

    /// A reader of the bytes.
    public struct Iterator: AsyncIteratorProtocol {
      var chunks: AsyncThrowingStream<Data, any Error>.Iterator
      private var rest = Data().makeIterator()

      init(chunks: AsyncThrowingStream<Data, any Error>.Iterator) { self.chunks = chunks }

      /// Returns the next byte as soon as it has arrived; `nil` at the end.
      public mutating func next() async throws -> UInt8? {
        while true {
          if let byte = rest.next() { return byte }
          guard let chunk = try await chunks.next() else { return nil }
          rest = chunk.makeIterator()
        }
      }
    }
  }

  /// Returns the bytes of the response to a request, as they arrive, once the response begins.
  public func bytes(
    for request: URLRequest,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    let session = foreground(or: .completionHandler)
    let cancellable = CancellableTask()
    let (stream, chunks) = AsyncThrowingStream<Data, any Error>.makeStream()
    // Also if no reader reads to the end.
    chunks.onTermination = { reason in if case .cancelled = reason { cancellable.cancel() } }
    let sink = ByteSink(chunks)
    let task = session.dataTask(request, bytes: sink)
    task.delegate = delegate
    let response = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sink.await(continuation)
        cancellable.begin(task)
      }
    } onCancel: {
      cancellable.cancel()
    }
    return (AsyncBytes(task: task, stream: stream), response)
  }
  /// Returns the bytes at a URL, as they arrive.
  public func bytes(
    from url: URL,
    delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    try await bytes(for: URLRequest(url: url), delegate: delegate)
  }
}

/// The destination of a task's bytes: first the response for the caller, then the data for the reader.
final class ByteSink: Sendable {
  private let chunks: AsyncThrowingStream<Data, any Error>.Continuation
  private let beginning = Mutex<CheckedContinuation<URLResponse, any Error>?>(nil)

  init(_ chunks: AsyncThrowingStream<Data, any Error>.Continuation) { self.chunks = chunks }

  func await(_ continuation: CheckedContinuation<URLResponse, any Error>) {
    beginning.withLock { $0 = continuation }
  }

  func begin(_ response: URLResponse) {
    beginning.withLock { $0.take() }?.resume(returning: response)
  }

  func add(_ data: Data) { chunks.yield(data) }

  func finish(_ error: (any Error)?) {
    chunks.finish(throwing: error)
    beginning.withLock { $0.take() }?.resume(throwing: error ?? URLError(.badServerResponse))
  }
}
