import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The daemon's socket")
  struct ConnectionTests {
    /// A listening adapter with a loop and a folder of its own.
    private final class Server {
      let loop: EventLoop
      let sink = EventRecorder()
      let folder: TemporaryFolder
      let adapter: ConnectionAdapter
      var path: String { folder.path + "/socket" }

      init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
        adapter = ConnectionAdapter(on: loop, sink: sink, groups: nil) { limit in
          Array("refused: \(limit)".utf8) + [0]
        }
        try adapter.listen(at: path, mode: 0o600)
      }

      deinit { adapter.stop() }

      func turn(until condition: () -> Bool) {
        for _ in 0..<5000 where !condition() { loop.runOnce(timeoutMilliseconds: 1) }
      }

      var peers: [(identifier: ConnectionIdentifier, peer: Peer)] {
        sink.events.compactMap {
          if case .connected(let id, let peer) = $0 { (id, peer) } else { nil }
        }
      }

      var receivedBytes: Int {
        sink.events.reduce(0) { sum, event in
          if case .received(_, let bytes, _) = event { sum + bytes.count } else { sum }
        }
      }

      var receivedDescriptors: [Int32] {
        sink.events.flatMap { event -> [Int32] in
          if case .received(_, _, let descriptors) = event { descriptors } else { [] }
        }
      }

      var closedCount: Int {
        sink.events.count { if case .closed = $0 { true } else { false } }
      }
    }

    @Test("knows its peers from the kernel, and carries bytes both ways")
    func echo() throws {
      let server = try Server()
      let client = try UnixSocket.connect(to: server.path)
      try send("hello\0", on: client)
      server.turn { server.receivedBytes == 6 }
      let (identifier, peer) = try #require(server.peers.first)
      #expect(peer == Peer(processID: getpid(), userID: getuid(), groupID: getgid(), launch: nil))
      server.adapter.send(Array("answer\0".utf8), on: identifier)
      #expect(try receive(on: client).text == "answer\0")
      server.adapter.send(Array("last\0".utf8), on: identifier)
      server.adapter.close(identifier)
      #expect(try receive(on: client).text == "last\0")
      #expect(try receive(on: client).text.isEmpty)
      server.turn { server.closedCount == 1 }
      #expect(server.closedCount == 1)
    }

    @Test(
      "knows an app by the group its process is in",
      .enabled(if: Machine.isAvailable),
      .enabled(if: Machine.hasPython, Machine.needsPython)
    )
    func identity() throws {
      let machine = try Machine()
      let path = machine.folder.path + "/socket"
      try machine.connections.listen(at: path, mode: 0o666)
      let launch = try machine.start(
        machine.recipe([
          "/usr/bin/python3", "-c",
          "import socket,time\ns=socket.socket(socket.AF_UNIX)\ns.connect('\(path)')\n"
            + "s.send(b'x')\ntime.sleep(1000)",
        ]),
        42
      )
      func peers() -> [Peer] {
        machine.events.compactMap { if case .connected(_, let peer) = $0 { peer } else { nil } }
      }
      machine.advance(upTo: .seconds(5)) { peers().count == 2 }
      #expect(peers().map(\.launch) == [launch, launch])
      #expect(Set(peers().map(\.processID)).count == 1)
      machine.connections.stop()
    }

    @Test(
      "turns a connection away whose maker has ended, whoever holds it now",
      .enabled(if: Machine.isAvailable),
      .enabled(if: Machine.hasPython, Machine.needsPython)
    )
    func makerIsGone() throws {
      let machine = try Machine()
      let path = machine.folder.path + "/socket"
      try machine.connections.listen(at: path, mode: 0o666)
      let folder = machine.folder.path
      // The loop stands still until the child that connects is gone for good.
      let order = AppIdentifier("com.example.app").map {
        LaunchOrder(launch: LaunchIdentifier(rawValue: 7), app: $0, destination: .foreground)
      }
      machine.processes.launch(
        try #require(order),
        recipe: machine.recipe([
          "/usr/bin/python3", "-c",
          "import os,socket,time\ns=socket.socket(socket.AF_UNIX)\np=os.fork()\n"
            + "if p==0:\n s.connect('\(path)')\n os._exit(0)\n"
            + "os.waitpid(p,0)\nopen('\(folder)/made','w')\n"
            + "try: got=s.recv(1)\nexcept OSError: got=b''\n"
            + "open('\(folder)/'+('open' if got else 'closed'),'w')\ntime.sleep(1000)",
        ]),
        streams: []
      )
      for _ in 0..<10_000 where !Files.exists(folder + "/made") { usleep(1000) }
      try #require(Files.exists(folder + "/made"))
      try machine.waitForFile("closed")
      let peers = machine.events.compactMap {
        if case .connected(_, let peer) = $0 { peer.launch?.rawValue } else { UInt64?.none }
      }
      #expect(peers == [7])
      #expect(machine.events.count { if case .connected = $0 { true } else { false } } == 1)
      machine.connections.stop()
    }

    @Test("does not count what the daemon itself opened for a user's apps")
    func inheritedConnections() throws {
      let server = try Server()
      var ends: [Int32] = []
      defer { Descriptor.close(ends) }
      for _ in 0..<ConnectionLimit.connectionsOfUserMax {
        let pair = try DescriptorPair.sockets().take()
        ends.append(pair.second)
        let peer = Peer(processID: getpid(), userID: getuid(), groupID: getgid())
        try server.adapter.adopt(Descriptor(owning: pair.first), of: peer)
      }
      let client = try UnixSocket.connect(to: server.path)
      server.turn { server.peers.count == ends.count + 1 }
      #expect(server.peers.count == ends.count + 1)
      _ = consume client
    }

    @Test("passes descriptors to the receiver, who owns them")
    func descriptors() throws {
      let server = try Server()
      let client = try UnixSocket.connect(to: server.path)
      let pipe = try DescriptorPair.pipe().take()
      defer { close(pipe.first) }
      try send("x", descriptors: [pipe.second], on: client)
      close(pipe.second)
      server.turn { server.receivedBytes == 1 }
      let received = server.receivedDescriptors
      let descriptor = try #require(received.first)
      #expect(received.count == 1)
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
      #expect(write(descriptor, "y", 1) == 1)
      close(descriptor)
      var byte: UInt8 = 0
      #expect(read(pipe.first, &byte, 1) == 1)
      #expect(read(pipe.first, &byte, 1) == 0, "a copy of the descriptor was left open")
    }

    @Test("names the limit to a peer that sends more descriptors, cuts it off, and leaks none")
    func tooManyDescriptors() throws {
      let server = try Server()
      let client = try UnixSocket.connect(to: server.path)
      server.turn { server.peers.count == 1 }
      let before = Files.names(in: "/proc/self/fd").count
      let many = [Int32](repeating: client.rawValue, count: ConnectionLimit.descriptorsMax + 1)
      try send("x", descriptors: many, on: client)
      server.turn { server.closedCount == 1 }
      #expect(server.closedCount == 1)
      #expect(server.receivedBytes == 0)
      #expect(
        try receive(on: client).text
          == "refused: the message has more than 16 descriptors beside it, the limit\0"
      )
      #expect(Files.names(in: "/proc/self/fd").count <= before)
    }

    @Test("names the limit to a peer whose message does not end, then cuts it off")
    func endlessMessage() throws {
      let server = try Server()
      let client = try UnixSocket.connect(to: server.path, isBlocking: false)
      let chunk = [UInt8](repeating: 65, count: 65536)
      var sent = 0
      server.turn {
        while server.closedCount == 0 {
          let count = chunk.withUnsafeBytes {
            (try? UnixSocket.send($0, on: client.rawValue)) ?? 0
          }
          if count == 0 { break }
          sent += count
        }
        return server.closedCount == 1
      }
      #expect(server.closedCount == 1)
      #expect(server.receivedBytes > ConnectionLimit.messageBytesHardMax)
      #expect(server.receivedBytes <= ConnectionLimit.messageBytesHardMax + 2 * 65536)
      #expect(
        try receive(on: client).text
          == "refused: the message is longer than 1048576 bytes, the limit\0"
      )
    }

    @Test("takes messages of any number as long as each is short enough")
    func manyMessages() throws {
      let server = try Server()
      let client = try UnixSocket.connect(to: server.path, isBlocking: false)
      let message = [UInt8](repeating: 65, count: 60_000) + [0]
      var pending = message[...]
      var rounds = 60
      server.turn {
        while rounds > 0 {
          let count = pending.withUnsafeBytes {
            (try? UnixSocket.send($0, on: client.rawValue)) ?? 0
          }
          if count == 0 { break }
          pending = pending.dropFirst(count)
          if pending.isEmpty {
            rounds -= 1
            pending = message[...]
          }
        }
        return server.receivedBytes == 60 * message.count
      }
      #expect(server.receivedBytes == 60 * message.count)
      #expect(server.closedCount == 0)
    }

    @Test("cuts a peer off that does not read")
    func unreadBytes() throws {
      let server = try Server()
      let client = try UnixSocket.connect(to: server.path)
      server.turn { server.peers.count == 1 }
      let identifier = try #require(server.peers.first).identifier
      let chunk = [UInt8](repeating: 66, count: 1 << 20)
      for _ in 0..<4 { server.adapter.send(chunk, on: identifier) }
      #expect(server.closedCount == 0)
      server.adapter.send(chunk, on: identifier)
      #expect(server.closedCount == 1)
      _ = consume client
    }

    @Test("turns away the connection beyond a user's limit, naming it")
    func tooManyConnections() throws {
      let server = try Server()
      var clients: [Int32] = []
      defer { Descriptor.close(clients) }
      for _ in 0..<ConnectionLimit.connectionsOfUserMax {
        clients.append(try UnixSocket.connect(to: server.path).release())
        server.loop.runOnce(timeoutMilliseconds: 0)
      }
      server.turn { server.peers.count == clients.count }
      let one = try UnixSocket.connect(to: server.path)
      server.loop.runOnce(timeoutMilliseconds: 100)
      #expect(
        try receive(on: one).text
          == "refused: this user has 256 connections, the limit; close some of them\0"
      )
      #expect(server.peers.count == clients.count)
      Descriptor.close([clients.removeLast()])
      server.turn { server.closedCount == 1 }
      let next = try UnixSocket.connect(to: server.path)
      server.turn { server.peers.count == clients.count + 2 }
      #expect(server.peers.count == clients.count + 2)
      _ = consume next
    }

    @Test("is served by one daemon; a second is told which process has it")
    func secondDaemon() throws {
      let server = try Server()
      let second = ConnectionAdapter(on: server.loop, sink: server.sink, groups: nil)
      let failure = #expect(throws: ConnectionFailure.self) {
        try second.listen(at: server.path, mode: 0o600)
      }
      #expect(failure == .alreadyServed(path: server.path, processID: getpid()))
      #expect(
        failure?.description
          == "another daemon (process \(getpid())) serves \(server.path); stop it, or give this one "
          + "another socket with --socket"
      )
    }

    @Test("takes over a socket that a dead daemon left, and removes it when it stops")
    func staleSocket() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/socket"
      let left = try UnixSocket.listen(at: path, mode: 0o600, backlog: 1)
      _ = consume left
      let loop = try EventLoop()
      let adapter = ConnectionAdapter(on: loop, sink: EventRecorder(), groups: nil)
      try adapter.listen(at: path, mode: 0o640)
      #expect(try Files.facts(of: path).st_mode & 0o777 == 0o640)
      adapter.stop()
      #expect(!Files.exists(path))
    }

    @Test(
      "is the one that a service manager has made, accepts who waits there, and stays when it stops"
    )
    func inherited() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/socket"
      let made = try UnixSocket.listen(at: path, mode: 0o600, backlog: 8)
      let waiting = try UnixSocket.connect(to: path)
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = ConnectionAdapter(on: loop, sink: sink, groups: nil)
      try adapter.listen(at: path, mode: 0o600, inherited: try made.duplicate().release())
      for _ in 0..<5000 where sink.events.isEmpty { loop.runOnce(timeoutMilliseconds: 1) }
      guard case .connected = try #require(sink.events.first) else {
        Issue.record("\(sink.events)")
        return
      }
      adapter.stop()
      // Who connects now waits for the next daemon.
      _ = try UnixSocket.connect(to: path)
      #expect(Files.exists(path))
      _ = consume waiting
      _ = consume made
    }

    @Test("is refused where a service manager has made another, or something else")
    func inheritedElsewhere() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/socket"
      let other = try UnixSocket.listen(at: folder.path + "/other", mode: 0o600, backlog: 8)
      let file = try Files.open("/dev/null", O_RDONLY)
      let loop = try EventLoop()
      func failure(_ number: Int32) -> String? {
        let adapter = ConnectionAdapter(on: loop, sink: EventRecorder(), groups: nil)
        return #expect(throws: ConnectionFailure.self) {
          try adapter.listen(at: path, mode: 0o600, inherited: number)
        }?.description
      }
      #expect(
        failure(other.rawValue)
          == "the service manager has handed the daemon unix \(folder.path)/other, and the daemon is to "
          + "listen on unix \(path); give ListenStream= of the socket unit and --socket the same path"
      )
      #expect(failure(file.rawValue)?.contains("handed the daemon no stream socket") == true)
      let client = try UnixSocket.connect(to: folder.path + "/other")
      let accepted = Descriptor(owning: accept(other.rawValue, nil, nil))
      #expect(failure(accepted.rawValue)?.contains("/other, which does not listen") == true)
      _ = consume client
    }

    @Test("says what is wrong with its path")
    func wrongPath() throws {
      let folder = try TemporaryFolder()
      try folder.write("text", to: "file")
      let loop = try EventLoop()
      func failure(at path: String) -> String? {
        let adapter = ConnectionAdapter(on: loop, sink: EventRecorder(), groups: nil)
        return #expect(throws: ConnectionFailure.self) {
          try adapter.listen(at: path, mode: 0o600)
        }?.description
      }
      #expect(
        failure(at: folder.path + "/file")
          == "\(folder.path)/file exists and is not a socket; remove it, or give another path with "
          + "--socket"
      )
      let long = folder.path + "/" + String(repeating: "x", count: 100)
      #expect(
        failure(at: long)
          == "the socket's path \(long) is longer than 107 bytes, the kernel's limit; give a shorter "
          + "one with --socket"
      )
      #expect(
        failure(at: folder.path + "/missing/socket")
          == "cannot open \(folder.path)/missing/socket.lock: No such file or directory (ENOENT); another "
          + "path can be given with --socket"
      )
      let files = SystemError(operation: "open", subject: "/run/x.lock", code: EMFILE)
      #expect(
        ConnectionFailure.cannotMake(files).description
          == "cannot open /run/x.lock: Too many open files (EMFILE)"
      )
    }

    private func send(
      _ text: String,
      descriptors: [Int32] = [],
      on socket: borrowing Descriptor
    ) throws {
      let number = socket.rawValue
      let count = try Array(text.utf8).withUnsafeBytes {
        try UnixSocket.send($0, descriptors: descriptors, on: number)
      }
      #expect(count == text.utf8.count)
    }

    private func receive(on socket: borrowing Descriptor) throws -> (text: String, count: Int) {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let number = socket.rawValue
      let received = try buffer.withUnsafeMutableBytes {
        try UnixSocket.receive(into: $0, descriptorsMax: 1, on: number)
      }
      return (String(decoding: buffer[..<received.count], as: UTF8.self), received.count)
    }
  }
}
