import Glibc
import Testing

@testable import TorporPosix

@Suite("A stream connection")
struct StreamConnectionTests {
  /// A connection on a loop, with the other end in hand.
  private final class Line {
    let loop: EventLoop
    let other: Int32
    private(set) var connection: StreamConnection?
    var received: [UInt8] = []
    var descriptors: [Int32] = []
    var exceededCount = 0
    var ends: [StreamConnection.EndReason] = []

    init(queuedBytesMax: Int = 1 << 20, descriptorsMax: Int = 4) throws {
      loop = try EventLoop()
      let ends = try DescriptorPair.sockets().take()
      other = ends.second
      connection = try StreamConnection(
        Descriptor(owning: ends.first),
        on: loop,
        limits: .init(queuedBytesMax: queuedBytesMax, descriptorsMax: descriptorsMax)
      ) { [unowned self] event in
        switch event {
        case .received(let bytes, let descriptors):
          received += bytes
          self.descriptors += descriptors
        case .exceededDescriptors: exceededCount += 1
        case .ended(let reason): self.ends.append(reason)
        }
      }
    }

    deinit {
      connection = nil
      Descriptor.close(descriptors)
      Glibc.close(other)
    }

    func turn(until condition: () -> Bool) {
      for _ in 0..<2000 where !condition() { loop.runOnce(timeoutMilliseconds: 5) }
    }

    func readOther(_ count: Int) -> Int {
      var buffer = [UInt8](repeating: 0, count: count)
      return read(other, &buffer, count)
    }
  }

  @Test("sends more than the socket takes at once, in order, as the peer reads")
  func queues() throws {
    let line = try Line(queuedBytesMax: 8 << 20)
    let bytes = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    line.connection?.send(bytes)
    line.connection?.closeAfterFlush()
    #expect(fcntl(line.other, F_SETFL, O_NONBLOCK) == 0)
    var got: [UInt8] = []
    line.turn {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(line.other, &buffer, buffer.count)
      if count > 0 { got += buffer[..<count] }
      return count == 0
    }
    #expect(got == bytes)
    #expect(line.ends == [.closed])
  }

  @Test("sends nothing after it is told to close, and reads nothing any more")
  func closing() throws {
    let line = try Line()
    line.connection?.send([1, 2, 3])
    line.connection?.closeAfterFlush()
    line.connection?.send([4])
    #expect(line.readOther(10) == 3)
    #expect(line.readOther(10) == 0)
    #expect(line.ends == [.closed])
  }

  @Test("ends once when the peer goes, after what the peer had sent")
  func peerCloses() throws {
    let line = try Line()
    #expect(write(line.other, "last", 4) == 4)
    shutdown(line.other, Int32(SHUT_RDWR))
    line.turn { !line.ends.isEmpty }
    #expect(line.received == Array("last".utf8))
    #expect(line.ends == [.peerClosed])
    line.connection?.send([1])
    line.connection?.close()
    #expect(line.ends == [.peerClosed])
  }

  @Test("is given up when more waits than the limit, which is named")
  func limit() throws {
    let line = try Line(queuedBytesMax: 1000)
    line.connection?.send([UInt8](repeating: 1, count: 1 << 20))
    #expect(line.ends == [.unreadBytes(limit: 1000)])
  }

  @Test("carries descriptors beside bytes, and keeps the sender's own open")
  func descriptors() throws {
    let line = try Line()
    let pipe = try DescriptorPair.pipe().take()
    defer { Descriptor.close([pipe.first, pipe.second]) }
    line.connection?.send([7], descriptors: [pipe.second])
    var byte = [UInt8](repeating: 0, count: 8)
    let received = try byte.withUnsafeMutableBytes {
      try UnixSocket.receive(into: $0, descriptorsMax: 2, on: line.other)
    }
    #expect(received.count == 1)
    #expect(received.descriptors.count == 1)
    #expect(write(received.descriptors[0], "x", 1) == 1)
    Descriptor.close(received.descriptors)
    #expect(fcntl(pipe.second, F_GETFD) != -1)
    var text: UInt8 = 0
    #expect(read(pipe.first, &text, 1) == 1)
  }

  @Test("takes as many descriptors as its limit, and is given up at one more", arguments: [4, 5])
  func descriptorLimit(count: Int) throws {
    let line = try Line(descriptorsMax: 4)
    let sent = [Int32](repeating: line.other, count: count)
    _ = try [UInt8(1)].withUnsafeBytes {
      try UnixSocket.send($0, descriptors: sent, on: line.other)
    }
    line.turn { !line.ends.isEmpty || !line.received.isEmpty }
    #expect(line.descriptors.count == (count == 4 ? 4 : 0))
    #expect(line.exceededCount == (count == 4 ? 0 : 1))
    #expect(line.ends == (count == 4 ? [] : [.descriptors(limit: 4)]))
  }

  @Test("can be made by a client with a path, or of an inherited number")
  func clients() throws {
    let folder = try Folder()
    let path = folder.path + "/socket"
    let loop = try EventLoop()
    var accepted: [Int32] = []
    let listener = try StreamListener(at: path, mode: 0o600, backlog: 4, on: loop) {
      accepted.append($0)
    }
    let client = try UnixSocket.connect(to: path)
    loop.runOnce(timeoutMilliseconds: 1000)
    #expect(accepted.count == 1)
    #expect(try UnixSocket.peer(of: accepted[0]).processID == getpid())
    Descriptor.close(accepted)
    let inherited = dup(client.rawValue)
    let adopted = try UnixSocket.adopt(inherited: inherited)
    #expect(fcntl(adopted.rawValue, F_GETFD) == FD_CLOEXEC)
    let failure = #expect(throws: SystemError.self) {
      _ = try UnixSocket.adopt(inherited: 987)
    }
    #expect(
      failure?.description
        == "cannot use the inherited socket descriptor 987: Bad file descriptor (EBADF)"
    )
    _ = listener
  }

  @Test("cannot be made where nobody listens, and the error says where")
  func nobody() throws {
    let folder = try Folder()
    let path = folder.path + "/socket"
    let failure = #expect(throws: SystemError.self) { _ = try UnixSocket.connect(to: path) }
    #expect(
      failure?.description == "cannot connect to \(path): No such file or directory (ENOENT)"
    )
  }
}
