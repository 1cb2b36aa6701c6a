import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("A served socket", .enabled(if: Machine.isAvailable && Machine.hasPython))
  struct SocketHazardTests {
    @Test("is a hazard while a connection waits to be accepted", arguments: ["tcp", "unix"])
    func listener(_ kind: String) throws {
      let machine = try Machine()
      let server = try Server(kind, "time.sleep(1000)", on: machine)
      #expect(server.hazards() == [.servedSocket(name: server.name, hasWaiters: false)])
      let peer = try server.connect()
      machine.advance(upTo: .seconds(5)) { server.hasWaiters }
      #expect(server.hazards() == [.servedSocket(name: server.name, hasWaiters: true)])
      Descriptor.close([peer])
    }

    @Test("is a hazard while what a peer has sent is not read", arguments: ["tcp", "unix"])
    func connection(_ kind: String) throws {
      let machine = try Machine()
      let server = try Server(kind, "c, _ = s.accept(); time.sleep(1000)", on: machine)
      let peer = try server.connect()
      machine.advance(upTo: .seconds(5)) { !server.hasWaiters }
      #expect(!server.hasWaiters)
      #expect(write(peer, "ask", 3) == 3)
      machine.advance(upTo: .seconds(5)) { server.hasWaiters }
      #expect(server.hasWaiters)
      Descriptor.close([peer])
    }

    @Test("is no connection that the program has opened itself")
    func client() throws {
      let machine = try Machine()
      let other = try Server(
        "tcp",
        "c, _ = s.accept(); c.send(b'news'); time.sleep(1000)",
        on: machine
      )
      let client = machine.recipe([
        "/usr/bin/python3", "-c",
        "import socket,time\ns=socket.create_connection(('127.0.0.1',\(other.port)))\n"
          + "open('\(machine.folder.path)/connected','w')\ntime.sleep(1000)",
      ])
      let launch = try machine.start(client, 2, app: "com.example.client")
      try machine.waitForFile("connected")
      #expect(Server.hazards(of: launch, machine).isEmpty)
    }

    @Test(
      "of a frozen group reports a peer once, and is given back at the thaw",
      arguments: ["tcp", "unix"]
    )
    func watch(_ kind: String) throws {
      let machine = try Machine()
      let server = try Server(kind, "while True: c, _ = s.accept(); c.send(c.recv(9))", on: machine)
      machine.processes.watchSockets(server.launch)
      machine.processes.freeze(server.launch)
      machine.advance(upTo: .seconds(5)) { machine.events(of: server.launch).contains(.frozen) }
      #expect(machine.processes.sockets.count == 1)
      let peer = try server.connect()
      #expect(write(peer, "ask", 3) == 3)
      let report = ProcessEvent.hazard(
        .servedSocket(name: server.name, hasWaiters: true),
        isPresent: true
      )
      machine.advance(upTo: .seconds(5)) { machine.events(of: server.launch).contains(report) }
      #expect(machine.events(of: server.launch).count { $0 == report } == 1)
      #expect(machine.processes.sockets.count == 0)
      machine.processes.thaw(server.launch)
      var bytes: (UInt64, UInt64) = (0, 0)
      #expect(read(peer, &bytes, 9) == 3)
      Descriptor.close([peer])
    }

    @Test("holds no port after its program has ended")
    func end() throws {
      let machine = try Machine()
      let server = try Server("tcp", "time.sleep(1000)", on: machine)
      machine.processes.watchSockets(server.launch)
      machine.processes.freeze(server.launch)
      machine.advance(upTo: .seconds(5)) { machine.events(of: server.launch).contains(.frozen) }
      machine.processes.kill(server.launch)
      machine.advance(upTo: .seconds(5)) {
        machine.events(of: server.launch).contains { if case .exited = $0 { true } else { false } }
      }
      #expect(machine.processes.sockets.count == 0)
      #expect(throws: SystemError.self) { try server.connect() }
    }

    @Test("whose program leaves the same bytes unread for 10 s holds nothing up, until more come")
    func stale() throws {
      let machine = try Machine()
      let server = try Server("tcp", "c, _ = s.accept(); time.sleep(1000)", on: machine)
      var now: Int64 = 0
      var reports = 0
      let watch = SocketWatch(on: machine.loop, procRoot: "/proc", nowNanoseconds: { now }) {
        _,
        _ in
        reports += 1
      }
      let members = machine.processes.processIDs(of: server.launch)
      let peer = try server.connect()
      #expect(write(peer, "ask", 3) == 3)
      func isWaiting() -> Bool {
        watch.hazards(of: server.launch, in: members)
          .contains(.servedSocket(name: server.name, hasWaiters: true))
      }
      // The connection is accepted, and the bytes have arrived.
      machine.advance(upTo: .seconds(5)) { isWaiting() && server.hasAccepted }
      #expect(isWaiting())
      now += SocketWatch.patienceNanoseconds - 1
      #expect(isWaiting())
      now += 1
      #expect(!isWaiting())
      watch.begin(server.launch, in: members)
      for _ in 0..<5 { machine.loop.runOnce(timeoutMilliseconds: 10) }
      #expect(reports == 0)
      #expect(write(peer, "more", 4) == 4)
      machine.advance(upTo: .seconds(5)) { reports == 1 }
      #expect(reports == 1)
      Descriptor.close([peer])
    }

    @Test("beyond 128 is counted and not held, and keeps its program from being frozen")
    func many() throws {
      let machine = try Machine()
      let accepts = "l=[s.accept() for _ in range(200)]; time.sleep(1000)"
      let server = try Server("unix", accepts, on: machine)
      let peers = try (0..<200).map { _ in try server.connect() }
      defer { Descriptor.close(peers) }
      let scan = ServedSockets(procRoot: "/proc")
      func look() -> ServedSockets.Finding {
        let finding = scan.find(in: machine.processes.processIDs(of: server.launch))
        Descriptor.close(finding.sockets.map(\.descriptor))
        return finding
      }
      machine.advance(upTo: .seconds(10)) { look().count == 201 }
      let finding = look()
      #expect(finding.count == 201)
      #expect(finding.sockets.count == ServedSockets.countMax + 1)
      let name = "\(server.name) (201 connections)"
      #expect(server.hazards().contains(.servedSocket(name: name, hasWaiters: true)))
    }

    @Test("may be in a table that cannot be read, and is not taken for one that is not there")
    func longTable() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "7/net/tcp")
      try folder.write(String(repeating: " \n", count: Files.readBytesMax), to: "7/net/unix")
      let table = ListeningTable(procRoot: folder.path, processID: 7)
      #expect(throws: SystemError.self) { try table.name(of: 1) }
      try folder.write("", to: "7/net/unix")
      #expect(try table.name(of: 1) == nil)
    }

    @Test("is named from the kernel's table where it may not be looked at")
    func table() {
      let text = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 123 1
           1: 0100007F:1F91 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 124 1
        """
      #expect(ListeningTable.port(of: 123, in: text) == 8080)
      #expect(ListeningTable.port(of: 124, in: text) == nil)
    }
  }
}

/// A program that listens at a port of its own or at a path, then does what it is told.
private struct Server {
  let machine: Machine
  let launch: LaunchIdentifier
  let name: String
  let port: UInt16
  private let path: String

  init(_ kind: String, _ rest: String, on machine: Machine) throws {
    self.machine = machine
    path = machine.folder.path + "/served"
    let make =
      kind == "unix"
      ? "s=socket.socket(socket.AF_UNIX); s.bind('\(path)')"
      : "s=socket.socket(); s.bind(('127.0.0.1',0))"
    let ready = machine.folder.path + "/ready"
    let script = """
      import os,socket,time
      \(make)
      s.listen(8)
      open('\(ready).new','w').write(str(s.getsockname()[1]) if s.family == socket.AF_INET else '0')
      os.rename('\(ready).new','\(ready)')
      \(rest)
      """
    launch = try machine.start(machine.recipe(["/usr/bin/python3", "-c", script]))
    try machine.waitForFile("ready")
    port = UInt16(try Files.read(ready)) ?? 0
    name = kind == "unix" ? "unix \(path)" : "tcp 127.0.0.1:\(port)"
  }

  /// Connects, as a program outside the group does.
  func connect() throws -> Int32 {
    if port == 0 { return try UnixSocket.connect(to: path).release() }
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafeBytes(of: &address) { bytes in
      Glibc.connect(number, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), 16)
    }
    guard result == 0 else {
      let code = errno
      Descriptor.close([number])
      throw SystemError(operation: "connect to", subject: "port \(port)", code: code)
    }
    return number
  }

  func hazards() -> [Hazard] { Server.hazards(of: launch, machine) }

  var hasWaiters: Bool { hazards().contains(.servedSocket(name: name, hasWaiters: true)) }

  /// Whether the program has two sockets: the one that listens and a connection.
  var hasAccepted: Bool {
    machine.processes.processIDs(of: launch).contains { processID in
      let folder = "/proc/\(processID)/fd"
      let sockets = Files.names(in: folder).filter {
        Files.target(of: folder + "/" + $0)?.hasPrefix("socket:") == true
      }
      // Beside them the one that it inherited.
      return sockets.count > 2
    }
  }

  static func hazards(of launch: LaunchIdentifier, _ machine: Machine) -> [Hazard] {
    machine.processes.inspect(launch)
    guard case .inspected(let inspection) = machine.events(of: launch).last else { return [] }
    return inspection.hazards
  }
}
