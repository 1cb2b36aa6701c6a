public import Foundation
public import FoundationNetworking

/// A connection for messages in a default session: Foundation's own, under Apple's name.
open class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {
  /// Why it was closed.
  public typealias CloseCode = FoundationNetworking.URLSessionWebSocketTask.CloseCode
  /// A sent or received message.
  public typealias Message = FoundationNetworking.URLSessionWebSocketTask.Message

  private var inner: FoundationNetworking.URLSessionWebSocketTask {
    guard let work = work as? ForegroundTask,
      let inner = work.task as? FoundationNetworking.URLSessionWebSocketTask
    else { fatalError("a web socket task that no session has made has no connection") }
    return inner
  }

  /// Sends a message.
  public func send(_ message: Message) async throws { try await inner.send(message) }
  /// Sends a message.
  @preconcurrency
  public func send(
    _ message: Message,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) { inner.send(message, completionHandler: completionHandler) }
  /// Receives the next message.
  public func receive() async throws -> Message { try await inner.receive() }
  /// Receives the next message.
  @preconcurrency
  public func receive(
    completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void
  ) { inner.receive(completionHandler: completionHandler) }
  /// Pings the server.
  @preconcurrency
  open func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
    inner.sendPing(pongReceiveHandler: pongReceiveHandler)
  }
  /// Closes the connection.
  open func cancel(with closeCode: CloseCode, reason: Data?) {
    inner.cancel(with: closeCode, reason: reason)
  }
  /// The maximum size of a message, in bytes.
  open var maximumMessageSize: Int {
    get { inner.maximumMessageSize }
    set { inner.maximumMessageSize = newValue }
  }
  /// Why it was closed.
  open var closeCode: CloseCode { inner.closeCode }
  /// The server's explanation of the close.
  open var closeReason: Data? { inner.closeReason }
}

extension URLSession {
  /// Makes a connection for messages.
  public func webSocketTask(with url: URL) -> URLSessionWebSocketTask {
    foreground(or: .webSocket).webSocketTask { $0.webSocketTask(with: url) }
  }
  /// Makes a connection for messages that uses one of the protocols.
  public func webSocketTask(with url: URL, protocols: [String]) -> URLSessionWebSocketTask {
    foreground(or: .webSocket).webSocketTask { $0.webSocketTask(with: url, protocols: protocols) }
  }
  /// Makes a connection for messages.
  public func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
    foreground(or: .webSocket).webSocketTask { $0.webSocketTask(with: request) }
  }
}

/// The events of a session's connections for messages.
@preconcurrency
public protocol URLSessionWebSocketDelegate: URLSessionTaskDelegate {
  /// The connection has been established.
  func urlSession(
    _ session: URLSession,
    webSocketTask: URLSessionWebSocketTask,
    didOpenWithProtocol protocol: String?
  )
  /// The server has closed the connection.
  func urlSession(
    _ session: URLSession,
    webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
    reason: Data?
  )
}

extension URLSessionWebSocketDelegate {
  /// Does nothing.
  public func urlSession(
    _ session: URLSession,
    webSocketTask: URLSessionWebSocketTask,
    didOpenWithProtocol protocol: String?
  ) {}
  /// Does nothing.
  public func urlSession(
    _ session: URLSession,
    webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
    reason: Data?
  ) {}
}

extension ForegroundBridge: FoundationNetworking.URLSessionWebSocketDelegate {
  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    webSocketTask: FoundationNetworking.URLSessionWebSocketTask,
    didOpenWithProtocol protocol: String?
  ) {
    guard let (task, session, delegate) = webSocketDelegate(webSocketTask) else { return }
    delegate.urlSession(session, webSocketTask: task, didOpenWithProtocol: `protocol`)
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    webSocketTask: FoundationNetworking.URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
    reason: Data?
  ) {
    guard let (task, session, delegate) = webSocketDelegate(webSocketTask) else { return }
    delegate.urlSession(session, webSocketTask: task, didCloseWith: closeCode, reason: reason)
  }

  private func webSocketDelegate(
    _ task: FoundationNetworking.URLSessionTask
  ) -> (
    task: URLSessionWebSocketTask, session: URLSession, delegate: any URLSessionWebSocketDelegate
  )? {
    guard let (task, session, delegate) = taskDelegate(task),
      let task = task as? URLSessionWebSocketTask,
      let delegate = delegate as? any URLSessionWebSocketDelegate
    else { return nil }
    return (task, session, delegate)
  }
}

extension AppleException {
  static let webSocket = AppleException(
    name: "NSGenericException",
    reason: "WebSocket tasks are not supported in background sessions.",
    hint: "Make the task in a default session."
  )
}
