import Foundation
import Glibc
import Testing

@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}

/// A server on this machine for one connection.
private final class LineServer: @unchecked Sendable {
  let port: Int
  let record = Record()
  private let listener: Int32
  private let lock = NSLock()
  private var connection: Int32 = -1

  init() {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = listen(listener, 1)
        _ = getsockname(listener, $0, &length)
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { self.serve() }
  }

  private func serve() {
    let connection = accept(listener, nil, nil)
    lock.withLock { self.connection = connection }
    record.add("connected")
    var room = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = recv(connection, &room, room.count, 0)
      guard count > 0 else { break }
      record.add(String(decoding: room[..<count], as: UTF8.self))
    }
    record.add("closed")
    close(connection)
    close(listener)
  }

  func say(_ text: String) {
    let connection = lock.withLock { self.connection }
    _ = text.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
  }

  /// Says nothing any more.
  func finish() { shutdown(lock.withLock { self.connection }, Int32(SHUT_WR)) }
}

/// A pair of streams, and what its delegate was told.
private final class Pair: NSObject, StreamDelegate, @unchecked Sendable {
  let record = Record()
  var input: InputStream?
  var output: OutputStream?

  func open(to port: Int, isVoIP: Bool = false) {
    make(to: port)
    for stream in [input, output] as [Stream?] {
      if isVoIP {
        stream?.setProperty(StreamNetworkServiceTypeValue.voIP, forKey: .networkServiceType)
      }
      stream?.open()
    }
  }

  func make(to port: Int) {
    Stream.getStreamsToHost(
      withName: "127.0.0.1",
      port: port,
      inputStream: &input,
      outputStream: &output
    )
    for stream in [input, output] as [Stream?] {
      stream?.delegate = self
      stream?.schedule(in: .main, forMode: .common)
    }
  }

  func close() {
    input?.close()
    output?.close()
  }

  func stream(_ stream: Stream, handle event: Stream.Event) {
    let name = stream === input ? "input" : "output"
    switch event {
    case .openCompleted: record.add("\(name) is open, on the main queue: \(isOnMainQueue)")
    case .hasBytesAvailable:
      var room = [UInt8](repeating: 0, count: 1024)
      let count = input?.read(&room, maxLength: room.count) ?? 0
      if count > 0 { record.add("read \(String(decoding: room[..<count], as: UTF8.self))") }
    case .endEncountered: record.add("\(name) is at its end")
    case .errorOccurred: record.add("\(name) has failed: \(stream.streamError != nil)")
    default: break
    }
  }
}

extension AppTests {
  @MainActor
  @Suite("A connection for calls")
  struct StreamTests {
    @Test("is a pair of streams, whose delegate is told of what comes, and of its end")
    func lines() async throws {
      let (server, pair) = (LineServer(), Pair())
      pair.open(to: server.port)
      await pair.record.seen("output is open, on the main queue: true")
      await server.record.seen("connected")
      #expect(pair.output?.hasSpaceAvailable == true && pair.input?.hasBytesAvailable == false)
      #expect(pair.output?.write(Array("hello".utf8), maxLength: 5) == 5)
      await server.record.seen("hello")
      server.say("one")
      await pair.record.seen("read one")
      server.say("two")
      await pair.record.seen("read two")
      server.finish()
      await pair.record.seen("input is at its end")
      #expect(pair.input?.streamStatus == .atEnd && pair.output?.streamStatus == .open)
      pair.close()
      await server.record.seen("closed")
      #expect(pair.output?.streamStatus == .closed)
    }

    @Test("that cannot be made is an error, which the streams have")
    func refused() async throws {
      // Bound, and not listening: nobody else gets the number meanwhile.
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(number) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = bind(number, $0, length)
          _ = getsockname(number, $0, &length)
        }
      }
      let pair = Pair()
      pair.make(to: Int(UInt16(bigEndian: address.sin_port)))
      pair.input?.open()
      await pair.record.seen("input has failed: true")
      #expect((pair.input?.streamError as NSError?)?.code == Int(ECONNREFUSED))
      // One that is opened behind the failure hears of it, too.
      pair.output?.open()
      await pair.record.seen("output has failed: true")
      #expect(pair.input?.streamStatus == .error && pair.output?.streamStatus == .error)
    }

    @Test("that is to be encrypted is not made")
    func secured() async throws {
      let (server, pair) = (LineServer(), Pair())
      pair.make(to: server.port)
      pair.input?.setProperty(
        StreamSocketSecurityLevel.negotiatedSSL,
        forKey: .socketSecurityLevelKey
      )
      pair.output?.open()
      await pair.record.seen("output has failed: true")
      #expect((pair.output?.streamError as NSError?)?.code == Int(EPROTONOSUPPORT))
      #expect(server.record.all == [])
    }

    @Test("that is closed while it is made is seen closed by the server, and not watched")
    func closedEarly() async throws {
      let app = try RunningApp(PlainDelegate())
      let (server, pair) = (LineServer(), Pair())
      pair.open(to: server.port, isVoIP: true)
      pair.close()
      await server.record.seen("closed")
      // Where it was made before that, it is watched no more.
      let (watched, unwatched) = ("WatchDescriptor", "UnwatchDescriptor")
      if app.system.calls.contains(watched) { await app.system.seen(unwatched) }
      await app.stop()
    }

    @Test("is not forgotten when an older one to the same server is closed")
    func two() async throws {
      let app = try RunningApp(PlainDelegate())
      let (servers, pairs) = ([LineServer(), LineServer()], [Pair(), Pair()])
      for (server, pair) in zip(servers, pairs) {
        pair.open(to: server.port, isVoIP: true)
        await server.record.seen("connected")
        await pair.record.seen("output is open, on the main queue: true")
      }
      pairs[0].close()
      let name = await app.system.seen("UnwatchDescriptor").parameters["name"]
      let names = app.system.json(of: "WatchDescriptor")
      #expect(names.count == 2 && names[0] != names[1])
      #expect(name?.isEmpty == false && names[0].contains(name ?? "") == true, "\(names)")
      pairs[1].close()
      await app.stop()
    }

    @Test(
      "of the service type voIP is watched by the system, which lets go of it when it is closed"
    )
    func voIP() async throws {
      let app = try RunningApp(PlainDelegate())
      let (server, pair) = (LineServer(), Pair())
      pair.open(to: server.port, isVoIP: true)
      await app.system.seen("WatchDescriptor")
      let watching = await app.system.seen("WatchDescriptor")
      let name = watching.parameters["name"] ?? ""
      #expect(
        app.system.json(of: "WatchDescriptor").first?.contains(#""purpose":"voip""#) == true
      )
      await pair.record.seen("input is open, on the main queue: true")
      // A stream is open before the server has taken the connection.
      await server.record.seen("connected")
      server.say("wake up")
      // What has woken the app is read before the system is told that it may be frozen again.
      await pair.record.seen("read wake up")
      app.system.deliver(1, "socketReadable", #""descriptor": "\#(name)", "isHungUp": false"#)
      await app.system.seen("Returned 1")
      pair.close()
      await app.system.seen("UnwatchDescriptor")
      await server.record.seen("closed")
      await app.stop()
    }

    @Test("is kept alive by a handler, unless the system refuses it")
    func keepAlive() async throws {
      let record = Record()
      let system = StandInSystem { call in
        guard call.json.contains("599000000") else { return nil }
        return .error(
          "io.torpor.Modes.KeepAliveTooShort",
          #"{"microseconds": 599000000, "leastMicroseconds": 600000000, "message": "m"}"#
        )
      }
      let app = try RunningApp(PlainDelegate(), system)
      let application = UIApplication.shared
      #expect(UIApplication.minimumKeepAliveTimeout == 600)
      func set(_ timeout: TimeInterval) -> Bool {
        application.setKeepAliveTimeout(timeout) { record.add("alive \(isOnMainQueue)") }
      }
      #expect(set(.infinity))
      #expect(set(600))
      // What is refused takes the place of nothing.
      let isTaken = application.setKeepAliveTimeout(599) { record.add("refused") }
      #expect(!isTaken)
      app.system.deliver(1, "keepAlive")
      await app.system.seen("Returned 1")
      #expect(record.all == ["alive true"])
      func clear() { application.clearKeepAliveTimeout() }
      clear()
      #expect(app.system.calls.suffix(2) == ["Returned 1", "ClearKeepAlive"])
      await app.stop()
    }
  }
}
