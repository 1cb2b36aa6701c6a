import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import Gateway

@Suite(
  "The client of NATS, with a real server",
  .enabled(if: TestNATS.program != nil, "nats-server is not installed"),
  .timeLimit(.minutes(2))
)
struct NATSTests {
  private typealias Client = TestNATSClient

  private static func bucket(_ name: String = UniqueID.make()) -> JetStream.Bucket {
    JetStream.Bucket(name: name, replicas: 1, valueBytesMax: 4096)
  }

  @Test("compares before it writes, and says when another was before")
  func compareAndSet() async throws {
    let client = Client([try #require(TestNATS.shared).server])
    try await client.start()
    let bucket = Self.bucket()
    for _ in 0..<2 {
      let made: Result<Void, NATSFailure> = await client.ask {
        JetStream(client: $0, patience: TestNATS.patience).make(bucket, $1)
      }
      #expect(throws: Never.self) { try made.get() }
    }
    let none = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).read(bucket, "one", $1)
    }
    #expect(none == .success(JetStream.Entry(value: nil, revision: 0)))
    let first = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).write(
        bucket,
        "one",
        [1, 2, 3],
        expecting: 0,
        $1
      )
    }
    let revision = try first.get()
    let again = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).write(bucket, "one", [9], expecting: 0, $1)
    }
    #expect(again == .failure(.conflict))
    let other = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).write(bucket, "two", [4], expecting: 0, $1)
    }
    #expect(throws: Never.self) { try other.get() }
    let second = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).write(
        bucket,
        "one",
        [5],
        expecting: revision,
        $1
      )
    }
    let read = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).read(bucket, "one", $1)
    }
    #expect(read == .success(JetStream.Entry(value: [5], revision: try second.get())))
    let count = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).count(bucket, $1)
    }
    #expect(count == .success(2))
    try await client.stop()
  }

  @Test("has every byte of a value, and is refused one that is too large")
  func values() async throws {
    let client = Client([try #require(TestNATS.shared).server])
    try await client.start()
    let bucket = Self.bucket()
    _ =
      await client.ask { JetStream(client: $0, patience: TestNATS.patience).make(bucket, $1) }
      as Result<Void, NATSFailure>
    let bytes = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let written = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).write(
        bucket,
        "key",
        bytes,
        expecting: 0,
        $1
      )
    }
    let read = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).read(bucket, "key", $1)
    }
    #expect(read == .success(JetStream.Entry(value: bytes, revision: try written.get())))
    let large = [UInt8](repeating: 0, count: 5000)
    let refused = await client.ask {
      JetStream(client: $0, patience: TestNATS.patience).write(
        bucket,
        "large",
        large,
        expecting: 0,
        $1
      )
    }
    guard case .failure(.refused(10_054, _)) = refused else {
      Issue.record("\(refused)")
      return
    }
    try await client.stop()
  }

  @Test("learns at once that nobody listens, and after its time that nobody answers")
  func nobody() async throws {
    let server = try #require(TestNATS.shared).server
    let (client, other) = (Client([server]), Client([server]))
    try await client.start()
    try await other.start()
    let subject = "test." + UniqueID.make()
    let alone = await client.ask {
      $0.request(subject, NATSHeaders(), [], within: TestNATS.patience, $1)
    }
    #expect(alone == .failure(.noResponders))
    try await other.loop.submit { other.client.subscribe(subject) { _ in } }.get()
    try await other.settle()
    let silent = await client.ask {
      $0.request(subject, NATSHeaders(), [], within: .milliseconds(50), $1)
    }
    #expect(silent == .failure(.timedOut))
    try await client.stop()
    try await other.stop()
  }

  @Test("answers a request with its headers, and keeps what it subscribes to over a server's end")
  func reconnect() async throws {
    let nats = try TestNATS()
    let (client, other) = (Client([try nats.server]), Client([try nats.server]))
    try await client.start()
    try await other.start()
    try await other.loop.submit {
      other.client.subscribe("echo") { message in
        guard let reply = message.reply else { return }
        let headers = NATSHeaders([("Said", message.headers["Asked"] ?? "")])
        other.client.publish(reply, headers, Array(message.payload.readableBytesView))
      }
    }.get()
    let connections = [try await client.nextConnection(), try await other.nextConnection()]
    nats.kill()
    let again = try nats.startAgain()
    for connection in connections { try await connection.get() }
    try await other.settle()
    let answer = await client.ask {
      $0.request("echo", NATSHeaders([("Asked", "a")]), [1, 2], within: TestNATS.patience, $1)
    }
    let message = try answer.get()
    #expect(message.headers["Said"] == "a")
    #expect(Array(message.payload.readableBytesView) == [1, 2])
    try await client.stop()
    try await other.stop()
    again.remove()
  }

  @Test("fails what waits for an answer when the connection ends")
  func lost() async throws {
    let nats = try TestNATS()
    let (client, other) = (Client([try nats.server]), Client([try nats.server]))
    try await client.start()
    try await other.start()
    try await other.loop.submit { other.client.subscribe("silent") { _ in nats.kill() } }.get()
    try await other.settle()
    let answer = await client.ask {
      $0.request("silent", NATSHeaders(), [], within: TestNATS.patience, $1)
    }
    #expect(answer == .failure(.connectionLost))
    try await client.stop()
    try await other.stop()
    nats.remove()
  }

  @Test("takes the next server where one is not there")
  func nextServer() async throws {
    let there = try #require(TestNATS.shared).server
    let gone = try #require(NATSServer("nats://127.0.0.1:1"))
    for _ in 0..<4 {
      let client = Client([gone, there])
      try await client.start()
      try await client.stop()
    }
  }
}

@Suite("The protocol of NATS")
struct NATSProtocolTests {
  @Test("is read from pieces of any size")
  func pieces() throws {
    let text =
      "INFO {\"max_payload\":1048576}\r\nPING\r\nMSG a.b 7 3\r\na\r\n\r\n"
      + "MSG a 7 reply.1 0\r\n\r\nHMSG a 1 r 23 25\r\nNATS/1.0\r\nA: b\r\nC:d\r\n\r\nxy\r\n+OK\r\n"
      + "HMSG a 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n-ERR 'Stale Connection'\r\n"
    for size in [1, 2, 7, 1000] {
      var (buffer, read): (ByteBuffer, [NATSOperation]) = (ByteBuffer(), [])
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        buffer.writeBytes(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let operation = try NATSOperation.read(&buffer) { read.append(operation) }
      }
      #expect(read.count == 8)
      guard case .message(let plain) = read[2], case .message(let asked) = read[3],
        case .message(let headed) = read[4], case .message(let nobody) = read[6]
      else {
        Issue.record("\(read)")
        return
      }
      #expect(plain.subject == "a.b")
      #expect(String(buffer: plain.payload) == "a\r\n")
      #expect(asked.reply == "reply.1")
      #expect(headed.headers["A"] == "b")
      #expect(headed.headers["C"] == "d")
      #expect(String(buffer: headed.payload) == "xy")
      #expect(nobody.headers.status == 503)
      #expect(read[7] == .failure("Stale Connection"))
    }
  }

  @Test(
    "ends where it is none",
    arguments: [
      "GET / HTTP/1.1\r\n", "MSG a\r\n", "MSG a 1 -1\r\n", "MSG a 1 99999999999\r\n",
      "HMSG a 1 9 8\r\n", "INFO {\r\n",
    ]
  )
  func garbled(_ text: String) {
    var buffer = ByteBuffer(string: text)
    #expect(throws: NATSFailure.self) { try NATSOperation.read(&buffer) }
  }

  @Test("has servers with a user, a password and brackets, and no others")
  func servers() throws {
    let server = try #require(NATSServer("nats://a:b:c@host:1"))
    #expect(server.user == "a")
    #expect(server.password == "b:c")
    #expect("\(server)" == "host:1")
    #expect(NATSServer("host")?.port == 4222)
    #expect(NATSServer("host")?.with(login: "a:b:c")?.password == "b:c")
    #expect(NATSServer("host")?.with(login: "a") == nil)
    #expect(NATSServer("tls://[::1]:5")?.needsTLS == true)
    #expect(NATSServer("nats://[::1]")?.host == "::1")
    for text in ["http://host:1", "nats://", "host:0", "host:x", ""] {
      #expect(NATSServer(text) == nil)
    }
  }
}
