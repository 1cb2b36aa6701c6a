import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import Torpor

/// The near end, which the conversation writes to, and the far end, which the test reads.
private struct Ends: ~Copyable {
  let near: Int32
  let far: Int32

  init() throws {
    (near, far) = try DescriptorPair.sockets().take()
    _ = fcntl(near, F_SETFL, O_NONBLOCK)
    _ = fcntl(far, F_SETFL, O_NONBLOCK)
  }

  deinit { Descriptor.close([near, far]) }

  /// All that has arrived.
  func read() -> [UInt8] {
    var all: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(far, &room, room.count)
      guard count > 0 else { return all }
      all += room[..<count]
    }
  }
}

@Suite("The socket of an app's conversation")
struct ConversationSocketTests {
  private func methods(_ bytes: [UInt8]) throws -> [String] {
    var framer = VarlinkFramer()
    framer.append(bytes)
    var methods: [String] = []
    while let message = try framer.next() {
      methods.append(try VarlinkCall(message: message).method)
    }
    return methods
  }

  private func line() -> ConversationSocket {
    ConversationSocket(AppConversation(keyPrefix: "1."))
  }

  private let begin = OutgoingCall(App.BeginBackgroundTask(name: "save"))

  @Test("has what was asked before written when there is a socket, and again on the next one")
  func connects() throws {
    var line = line()
    let (_, bytes) = line.conversation.request(begin)
    let isLeft = line.write(bytes)
    #expect(!isLeft)
    let expected = ["io.torpor.App.Attach", "io.torpor.App.BeginBackgroundTask"]
    for _ in 0..<2 {
      let ends = try Ends()
      line.connect(ends.near)
      #expect(!line.hasMore)
      #expect(try methods(ends.read()) == expected)
      line.disconnect()
      #expect(line.number == -1)
    }
  }

  @Test("says that something is left where the socket is full, and writes it when there is room")
  func full() throws {
    let ends = try Ends()
    var line = line()
    line.connect(ends.near)
    let attached = ends.read().count
    let bytes = [UInt8](repeating: 7, count: 4_000_000)
    let isLeft = line.write(bytes)
    #expect(isLeft)
    #expect(line.hasMore)
    // What comes after it waits behind it.
    _ = line.write([8])
    var arrived = ends.read()
    while line.flush() { arrived += ends.read() }
    arrived += ends.read()
    #expect(attached > 0)
    #expect(arrived.count == bytes.count + 1)
    #expect(arrived.last == 8)
    #expect(!line.hasMore)
  }

  @Test("closes the duplicate beside a request with its answer, and all of them at the end")
  func duplicates() throws {
    var line = line()
    let pipes = [try DescriptorPair.pipe().take(), try DescriptorPair.pipe().take()]
    defer { Descriptor.close(pipes.map(\.first)) }
    /// Whether the other end of the pipe is closed.
    func isClosed(_ number: Int32) -> Bool {
      var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      return poll(&polled, 1, 0) == 1 && Int32(polled.revents) & POLLHUP != 0
    }
    line.keep(pipes[0].second, beside: "1.1")
    line.keep(pipes[1].second, beside: "1.2")
    line.close(beside: "1.1")
    line.close(beside: "1.1")
    #expect(isClosed(pipes[0].first))
    #expect(!isClosed(pipes[1].first))
    line.closeAll()
    #expect(isClosed(pipes[1].first))
  }
}
