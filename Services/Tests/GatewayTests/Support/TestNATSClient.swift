import Logging
import NIOCore
import NIOPosix

@testable import Gateway

/// A client on a loop of its own, whose callbacks a test can wait for.
final class TestNATSClient: Sendable {
  let client: NATSClient
  let loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()

  init(_ servers: [NATSServer]) {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let settings = NATSClient.Settings(
      servers: servers,
      connectPatience: TestNATS.patience,
      // A server that is busy is not gone.
      pingInterval: .hours(1)
    )
    client = NATSClient(settings, on: loop, logger)
  }

  /// Starts, and waits for a server.
  func start() async throws {
    let connected = try await nextConnection()
    try await loop.submit { [client] in client.start() }.get()
    try await connected.get()
  }

  /// When it is connected the next time.
  func nextConnection() async throws -> EventLoopFuture<Void> {
    let promise = loop.makePromise(of: Void.self)
    try await loop.submit { [client] in
      client.whenConnected = {
        client.whenConnected = {}
        promise.succeed()
      }
    }.get()
    return promise.futureResult
  }

  /// Waits until the server has taken what was said before.
  func settle() async throws {
    let answer = await ask {
      $0.request("$JS.API.INFO", NATSHeaders(), [], within: TestNATS.patience, $1)
    }
    _ = try answer.get()
  }

  func ask<Value: Sendable>(
    _ act:
      @escaping @Sendable (NATSClient, @escaping (Result<Value, NATSFailure>) -> Void) -> Void
  ) async -> Result<Value, NATSFailure> {
    await withCheckedContinuation { done in
      loop.execute { [client] in act(client) { done.resume(returning: $0) } }
    }
  }

  func say(_ text: String, on subject: String) async throws {
    try await loop.submit { [client] in
      _ = client.publish(subject, NATSHeaders(), Array(text.utf8))
    }.get()
  }

  func stop() async throws { try await loop.submit { [client] in client.close() }.get() }
}
