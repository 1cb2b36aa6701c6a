import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

@Suite("A descriptor that was handed over", .enabled(if: Machine.isAvailable))
struct DescriptorTableTests {
  @Test("is told of once when it can be read, and again when it is asked for again")
  func readableOnce() throws {
    let bench = try DescriptorBench()
    let pair = try DescriptorPair.sockets()
    try bench.keep(pair.first.rawValue)
    try pair.second.writeOnce("a", subject: "the test's socket")
    #expect(bench.events() == [])
    bench.table.watch(server)
    #expect(bench.events() == [readable()])
    try pair.second.writeOnce("b", subject: "the test's socket")
    #expect(bench.events() == [readable()])
    bench.table.watch(server)
    #expect(bench.events() == [readable(), readable(isUnread: true)])
    // Nothing of it was read.
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(pair.first.rawValue, &bytes, 8) == 2)
  }

  @Test("is told of as unread until some of it was read, or it was silent")
  func unread() throws {
    let bench = try DescriptorBench()
    let pair = try DescriptorPair.sockets()
    try bench.keep(pair.first.rawValue)
    func told() -> DeviceEvent? {
      bench.table.watch(server)
      return bench.events().last
    }
    try pair.second.writeOnce("abc", subject: "the test's socket")
    #expect(told() == readable())
    #expect(told() == readable(isUnread: true))
    // More has come, and nothing of it was read.
    try pair.second.writeOnce("de", subject: "the test's socket")
    #expect(told() == readable(isUnread: true))
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(pair.first.rawValue, &bytes, 1) == 1)
    #expect(told() == readable())
    #expect(told() == readable(isUnread: true))
    #expect(read(pair.first.rawValue, &bytes, 8) == 4)
    let count = bench.events().count
    _ = told()
    #expect(bench.events().count == count)
    try pair.second.writeOnce("fghijklm", subject: "the test's socket")
    #expect(bench.events().last == readable())
  }

  @Test("is told of as unread where the kernel does not say how much lies in it")
  func listener() throws {
    let bench = try DescriptorBench()
    let path = bench.folder.path + "/socket"
    let listener = try UnixSocket.listen(at: path, mode: 0o600, backlog: 1)
    let caller = try UnixSocket.connect(to: path)
    #expect(Readability(of: listener.rawValue).bytes == nil)
    try bench.keep(listener.rawValue)
    bench.table.watch(server)
    #expect(bench.events() == [readable()])
    bench.table.watch(server)
    #expect(bench.events().last == readable(isUnread: true))
    // The same thing, handed over once more.
    try bench.keep(listener.rawValue)
    bench.table.watch(server)
    #expect(bench.events().last == readable(isUnread: true))
    close(caller.release())
  }

  /// A process that another test has just begun has the other end, too, until it has its own program.
  private func expectHangUp(of near: Int32) {
    var polled = pollfd(fd: near, events: 0, revents: 0)
    #expect(poll(&polled, 1, 30_000) == 1 && Int32(polled.revents) & POLLHUP != 0)
  }

  @Test("is news when its other end goes, whatever was left in it")
  func unreadAndHungUp() throws {
    let bench = try DescriptorBench()
    let (near, far) = try DescriptorPair.sockets().take()
    try bench.keep(near)
    defer { close(near) }
    #expect(write(far, "a", 1) == 1)
    bench.table.watch(server)
    #expect(bench.events().last == readable())
    close(far)
    expectHangUp(of: near)
    bench.table.watch(server)
    #expect(bench.events().last == readable(isHungUp: true))
    bench.table.watch(server)
    #expect(bench.events().last == readable(isHungUp: true, isUnread: true))
  }

  @Test("is not told of while it rests, nor when it is dropped")
  func restAndDrop() throws {
    let bench = try DescriptorBench()
    let pair = try DescriptorPair.sockets()
    try bench.keep(pair.first.rawValue)
    bench.table.watch(server)
    bench.table.rest(server)
    try pair.second.writeOnce("a", subject: "the test's socket")
    #expect(bench.events() == [])
    bench.table.watch(server)
    bench.table.drop(server)
    #expect(bench.events() == [])
    #expect(bench.table.count == 0)
  }

  @Test(
    "is told of as hung up when the other end is gone, and its duplicate is closed when dropped"
  )
  func hangUp() throws {
    let bench = try DescriptorBench()
    let (near, far) = try DescriptorPair.sockets().take()
    try bench.keep(near)
    bench.table.watch(server)
    close(far)
    expectHangUp(of: near)
    close(near)
    #expect(bench.events() == [readable(isHungUp: true)])
    let (reading, writing) = try DescriptorPair.pipe().take()
    try bench.keep(reading)
    close(reading)
    bench.table.drop(server)
    // Nobody reads from the pipe any more: the table had the last end.
    // The keeper's duplicate is closed by a process of its own, soon after.
    var polled = pollfd(fd: writing, events: 0, revents: 0)
    #expect(poll(&polled, 1, 10_000) == 1 && Int32(polled.revents) & POLLERR != 0)
    close(writing)
  }

  @Test("takes the place of one of the same name")
  func replaced() throws {
    let bench = try DescriptorBench()
    let old = try DescriptorPair.sockets()
    let new = try DescriptorPair.sockets()
    try bench.keep(old.first.rawValue)
    bench.table.watch(server)
    try bench.keep(new.first.rawValue)
    #expect(bench.table.count == 1)
    try old.second.writeOnce("a", subject: "the test's socket")
    bench.table.watch(server)
    #expect(bench.events() == [])
    try new.second.writeOnce("a", subject: "the test's socket")
    #expect(bench.events() == [readable()])
  }

  @Test("may be ordered to be watched just before it is there")
  func watchedEarly() throws {
    let bench = try DescriptorBench()
    let pair = try DescriptorPair.sockets()
    try pair.second.writeOnce("a", subject: "the test's socket")
    bench.table.watch(server)
    try bench.keep(pair.first.rawValue)
    #expect(bench.events() == [readable()])
  }

  @Test("is lost where the table has none of that name")
  func unknown() throws {
    let bench = try DescriptorBench()
    bench.table.watch(server)
    bench.table.watch(server)
    #expect(bench.events() == [.descriptorLost(app: messenger, name: "server")])
  }

  @Test("is refused where polling it does not work, or would ask a file system")
  func notPollable() throws {
    let bench = try DescriptorBench()
    let refusal = DescriptorRefusal.notPollable(name: "server")
    for path in ["/etc/passwd", "/etc", "/dev/null"] {
      let number = open(path, O_RDONLY | O_CLOEXEC)
      defer { close(number) }
      #expect(bench.table.objection(to: number, for: server, ofUser: 7) == refusal, "\(path)")
    }
    // The loop of the test has both.
    let epoll = try #require(Self.own("anon_inode:[eventpoll]"))
    #expect(bench.table.objection(to: epoll, for: server, ofUser: 7) == refusal)
    #expect(bench.table.objection(to: 9999, for: server, ofUser: 7) == refusal)
    let timer = fcntl(try #require(Self.own("anon_inode:[timerfd]")), F_DUPFD_CLOEXEC, 3)
    defer { close(timer) }
    #expect(bench.table.objection(to: timer, for: server, ofUser: 7) == nil)
  }

  /// A descriptor of this process that is such a thing.
  private static func own(_ target: String) -> Int32? {
    Files.names(in: "/proc/self/fd").first { Files.target(of: "/proc/self/fd/" + $0) == target }
      .flatMap { Int32($0) }
  }

  @Test(
    "is refused above 16 of an app, 256 of a user and 512 of all, but may take the place of one"
  )
  func limits() throws {
    let bench = try DescriptorBench()
    let pair = try DescriptorPair.sockets()
    func name(_ app: Int, _ number: Int) -> DescriptorName {
      DescriptorName(app: AppIdentifier("com.example.a\(app)")!, name: "\(number)")
    }
    let descriptor = pair.first.rawValue
    func objection(_ name: DescriptorName, ofUser userID: UInt32) -> DescriptorRefusal? {
      bench.table.objection(to: descriptor, for: name, ofUser: userID)
    }
    for number in 0..<16 { try bench.keep(descriptor, as: name(0, number)) }
    #expect(objection(name(0, 16), ofUser: 7) == .tooMany(limit: 16))
    #expect(objection(name(0, 3), ofUser: 7) == nil)
    for app in 1..<16 {
      for number in 0..<16 { try bench.keep(descriptor, as: name(app, number)) }
    }
    #expect(objection(name(16, 0), ofUser: 7) == .tooMany(limit: 256))
    #expect(objection(name(16, 0), ofUser: 8) == nil)
    for app in 16..<32 {
      for number in 0..<16 { try bench.keep(descriptor, as: name(app, number), ofUser: 8) }
    }
    #expect(bench.table.count == 512)
    #expect(objection(name(32, 0), ofUser: 9) == .tooMany(limit: 512))
  }

  @Test("is handed back as it was, and no longer watched")
  func taken() throws {
    let bench = try DescriptorBench()
    let (near, far) = try DescriptorPair.sockets().take()
    try bench.keep(near)
    Descriptor.close([near])
    bench.table.watch(server)
    let own = try #require(bench.table.take(server))
    defer { Descriptor.close([own, far]) }
    #expect(write(far, "ring", 4) == 4)
    #expect(bench.events() == [])
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(own, &bytes, 8) == 4)
    #expect(bench.table.take(server) == nil)
  }
}
