import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

private let app = AppIdentifier("com.example.messenger")!
private let server = DescriptorName(app: app, name: "server")

/// A table on a loop of its own, and the events that it posts.
private final class Bench {
  let loop: EventLoop
  let recorder = EventRecorder()
  let folder: TemporaryFolder
  private var current: DescriptorTable?
  private let tree: GroupTree
  /// Where the keeper listens.
  let place: String

  var table: DescriptorTable {
    guard let current else { preconditionFailure("the daemon of this test is dead") }
    return current
  }

  init(patience: Duration = .seconds(30), folderName: String = "state") throws {
    loop = try EventLoop()
    // Of its own each time: the child of another test, until it runs its executable, has the lock, too.
    let number = UInt64.random(in: 0...UInt64.max)
    tree = try GroupTree(subtree: "torpor-test-\(getpid())-table-\(number)")
    folder = try TemporaryFolder()
    place = folder.path + "/" + folderName
    try Files.makeFolder(place, mode: 0o700)
    current = nextTable(patience: patience)
  }

  /// The daemon dies, and all that it had is closed.
  func endTable() { current = nil }

  /// The table of a daemon that comes after this one has died.
  func nextTable(patience: Duration = .seconds(30)) -> DescriptorTable {
    DescriptorTable(
      keptIn: place,
      by: nil,
      groups: tree,
      patience: patience,
      on: loop,
      sink: recorder
    )
  }

  /// The keepers of the test, by their group.
  func keepers() throws -> [Int32] {
    try Files.read(tree.root + "/keepers/cgroup.procs").split(separator: "\n").compactMap {
      Int32($0)
    }
  }

  /// Writes `cgroup.kill` in the group of keepers, in which there is nothing yet.
  func killGroup() throws {
    _ = tree.keepers.number
    try Files.write("1", to: tree.root + "/keepers/cgroup.kill")
  }

  /// Runs the loop until the condition holds.
  func run(upTo limit: Duration, until holds: () throws -> Bool) rethrows {
    let end = ContinuousClock.now + limit
    while try !holds(), ContinuousClock.now < end { loop.runOnce(timeoutMilliseconds: 20) }
  }

  deinit {
    // Keepers that still wait for a daemon end with the test.
    current = nil
    for keeper in (try? keepers()) ?? [] { kill(keeper, SIGKILL) }
    for _ in 0..<100 where rmdir(tree.root + "/keepers") < 0 && errno == EBUSY { usleep(10_000) }
    rmdir(tree.folder)
    rmdir(String(tree.folder.dropLast("/apps".count)))
  }

  /// What the table has posted, after every event that is there was handled.
  func events() -> [DeviceEvent] {
    for _ in 0..<4 { loop.runOnce(timeoutMilliseconds: 0) }
    return recorder.events.compactMap { event in
      if case .input(.device(let event)) = event { event } else { nil }
    }
  }

  /// Hands over a duplicate of a descriptor, as a call would bring it.
  func keep(_ number: Int32, as name: DescriptorName = server, ofUser userID: UInt32 = 7) throws {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    try #require(copy >= 0)
    #expect(table.objection(to: copy, for: name, ofUser: userID) == nil)
    table.keep(HandedDescriptor(name: name, userID: userID, descriptor: copy))
  }
}

private func readable(isHungUp: Bool = false, isUnread: Bool = false) -> DeviceEvent {
  .descriptor(app: app, name: "server", isHungUp: isHungUp, isUnread: isUnread)
}

@Suite("A descriptor that was handed over", .enabled(if: Machine.isAvailable))
struct DescriptorTableTests {
  @Test("is told of once when it can be read, and again when it is asked for again")
  func readableOnce() throws {
    let bench = try Bench()
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
    let bench = try Bench()
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
    let bench = try Bench()
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

  @Test("is news when its other end goes, whatever was left in it")
  func unreadAndHungUp() throws {
    let bench = try Bench()
    let (near, far) = try DescriptorPair.sockets().take()
    try bench.keep(near)
    defer { close(near) }
    #expect(write(far, "a", 1) == 1)
    bench.table.watch(server)
    #expect(bench.events().last == readable())
    close(far)
    bench.table.watch(server)
    #expect(bench.events().last == readable(isHungUp: true))
    bench.table.watch(server)
    #expect(bench.events().last == readable(isHungUp: true, isUnread: true))
  }

  @Test("is not told of while it rests, nor when it is dropped")
  func restAndDrop() throws {
    let bench = try Bench()
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
    let bench = try Bench()
    let (near, far) = try DescriptorPair.sockets().take()
    try bench.keep(near)
    close(near)
    bench.table.watch(server)
    close(far)
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
    let bench = try Bench()
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
    let bench = try Bench()
    let pair = try DescriptorPair.sockets()
    try pair.second.writeOnce("a", subject: "the test's socket")
    bench.table.watch(server)
    try bench.keep(pair.first.rawValue)
    #expect(bench.events() == [readable()])
  }

  @Test("is lost where the table has none of that name")
  func unknown() throws {
    let bench = try Bench()
    bench.table.watch(server)
    bench.table.watch(server)
    #expect(bench.events() == [.descriptorLost(app: app, name: "server")])
  }

  @Test("is refused where polling it does not work, or would ask a file system")
  func notPollable() throws {
    let bench = try Bench()
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
    let bench = try Bench()
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
    let bench = try Bench()
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

@Suite("What outlives the daemon", .enabled(if: Machine.isAvailable))
struct DescriptorRecoveryTests {
  /// A connection whose near end only the first daemon has, which then dies.
  private static func orphan(_ bench: Bench) throws -> Int32 {
    let (near, far) = try DescriptorPair.sockets().take()
    try bench.keep(near)
    Descriptor.close([near])
    return far
  }

  private static func isOpen(_ far: Int32) -> Bool {
    var polled = pollfd(fd: far, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) == 0
  }

  /// Waits until the far end sees that nobody has the near one any more.
  private static func waitForEnd(_ far: Int32) -> Bool {
    var polled = pollfd(fd: far, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 10_000) == 1
  }

  @Test("a descriptor of which nobody else has a duplicate is there for the next daemon, as it was")
  func recovered() throws {
    let bench = try Bench()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.endTable()
    #expect(Self.isOpen(far))
    #expect(write(far, "ring", 4) == 4)
    let next = bench.nextTable()
    #expect(next.recover(keeping: [server]) == [])
    next.watch(server)
    #expect(bench.events() == [readable()])
    let own = try #require(next.take(server))
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(own, &bytes, 8) == 4)
    Descriptor.close([own])
    // Handed back, it is nobody else's.
    #expect(Self.waitForEnd(far))
  }

  @Test("what the policy no longer knows is closed, and what the keeper does not have is lost")
  func unwanted() throws {
    let bench = try Bench()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.endTable()
    let other = DescriptorName(app: app, name: "other")
    let next = bench.nextTable()
    #expect(next.recover(keeping: [other]) == [other])
    #expect(next.count == 0)
    #expect(Self.waitForEnd(far))
  }

  @Test("what is dropped is closed at once, with the daemon alive")
  func dropped() throws {
    let bench = try Bench()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.table.drop(server)
    #expect(Self.waitForEnd(far))
  }

  @Test("nothing is held for longer than the patience where no daemon comes")
  func patience() throws {
    let bench = try Bench(patience: .milliseconds(50))
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.endTable()
    #expect(Self.waitForEnd(far))
    #expect(bench.nextTable().recover(keeping: [server]) == [server])
  }

  @Test("a keeper that is killed is replaced, and the next daemon finds all with the new one")
  func replaced() throws {
    let bench = try Bench()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    let first = try bench.keepers()
    #expect(first.count == 1)
    for keeper in first { kill(keeper, SIGKILL) }
    try bench.run(upTo: .seconds(10)) {
      let now = try bench.keepers()
      return !now.isEmpty && now != first
    }
    bench.endTable()
    #expect(Self.isOpen(far))
    #expect(bench.nextTable().recover(keeping: [server]) == [])
  }

  @Test("a keeper starts although `cgroup.kill` was written in its group before")
  func killedGroup() throws {
    let bench = try Bench()
    try bench.killGroup()
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    #expect(try bench.keepers().count == 1)
    bench.endTable()
    #expect(Self.isOpen(far))
    #expect(bench.nextTable().recover(keeping: [server]) == [])
  }

  @Test("what was handed over last counts, although the next daemon comes before it is read")
  func unread() throws {
    let bench = try Bench()
    var far = [try Self.orphan(bench)]
    defer { Descriptor.close(far) }
    let keepers = try bench.keepers()
    for keeper in keepers { kill(keeper, SIGSTOP) }
    for name in ["second", "third"] {
      let (near, end) = try DescriptorPair.sockets().take()
      far.append(end)
      try bench.keep(near, as: DescriptorName(app: app, name: name))
      Descriptor.close([near])
    }
    bench.endTable()
    let next = try DescriptorKeeper.connect(in: bench.place)
    for keeper in keepers { kill(keeper, SIGCONT) }
    let held = try next.all()
    Descriptor.close(held.compactMap(\.descriptor))
    #expect(held.count == 3)
  }

  @Test("a folder is found whatever the length of its path")
  func longPath() throws {
    let bench = try Bench(folderName: String(repeating: "long", count: 40))
    let far = try Self.orphan(bench)
    defer { Descriptor.close([far]) }
    bench.endTable()
    #expect(bench.nextTable().recover(keeping: [server]) == [])
  }
}

@Suite("The label of a held descriptor")
struct DescriptorLabelTests {
  @Test(
    "comes back as it was written, whatever apps call theirs",
    arguments: ["server", "two words\n", "ß\u{1F600}", ""]
  )
  func roundTrip(name: String) {
    let label = DescriptorLabel(DescriptorName(app: app, name: name), ofUser: 1000)
    #expect(DescriptorLabel(text: label.text) == label)
  }

  @Test(
    "is none where the text says something else",
    arguments: [
      "", "7", "7 com.example.a zz", "x com.example.a 61", "7 com.example.a 6",
      "7 com.example.a 61 61",
    ]
  )
  func nonsense(text: String) {
    #expect(DescriptorLabel(text: text) == nil)
  }
}
