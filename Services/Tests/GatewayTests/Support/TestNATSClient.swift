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
    client = NATSClient(NATSClient.Settings(servers: servers), on: loop, logger)
  }

  /// Starts, and waits for a server.
  func start() async throws {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      loop.execute { [client] in
        client.whenConnected = {
          client.whenConnected = {}
          done.resume()
        }
        client.start()
      }
    }
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
