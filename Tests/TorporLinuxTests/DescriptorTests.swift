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
  let table: DescriptorTable
  private let tree: GroupTree

  init() throws {
    loop = try EventLoop()
    // Of its own each time: the child of another test, until it runs its executable, has the lock, too.
    let number = UInt64.random(in: 0...UInt64.max)
    tree = try GroupTree(subtree: "torpor-test-\(getpid())-table-\(number)")
    folder = try TemporaryFolder()
    table = DescriptorTable(
      recordedAt: folder.path + "/descriptors",
      groups: tree,
      on: loop,
      sink: recorder
    )
  }

  deinit {
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
  func keep(_ number: Int32, as name: DescriptorName = server) throws {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    try #require(copy >= 0)
    #expect(table.objection(to: copy, for: name) == nil)
    table.keep(
      HandedDescriptor(
        name: name,
        descriptor: copy,
        launch: LaunchIdentifier(rawValue: 1),
        processID: getpid(),
        number: number
      )
    )
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
    var polled = pollfd(fd: writing, events: Int16(POLLOUT), revents: 0)
    #expect(poll(&polled, 1, 0) == 1 && Int32(polled.revents) & POLLERR != 0)
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
      #expect(bench.table.objection(to: number, for: server) == refusal, "\(path)")
    }
    // The loop of the test has both.
    let epoll = try #require(Self.own("anon_inode:[eventpoll]"))
    #expect(bench.table.objection(to: epoll, for: server) == refusal)
    #expect(bench.table.objection(to: 9999, for: server) == refusal)
    let timer = fcntl(try #require(Self.own("anon_inode:[timerfd]")), F_DUPFD_CLOEXEC, 3)
    defer { close(timer) }
    #expect(bench.table.objection(to: timer, for: server) == nil)
  }

  /// A descriptor of this process that is such a thing.
  private static func own(_ target: String) -> Int32? {
    Files.names(in: "/proc/self/fd").first { Files.target(of: "/proc/self/fd/" + $0) == target }
      .flatMap { Int32($0) }
  }

  @Test("is refused above 16 of an app and 512 of all, but may always take the place of one")
  func limits() throws {
    let bench = try Bench()
    let pair = try DescriptorPair.sockets()
    func name(_ app: Int, _ number: Int) -> DescriptorName {
      DescriptorName(app: AppIdentifier("com.example.a\(app)")!, name: "\(number)")
    }
    for number in 0..<16 { try bench.keep(pair.first.rawValue, as: name(0, number)) }
    let descriptor = pair.first.rawValue
    #expect(bench.table.objection(to: descriptor, for: name(0, 16)) == .tooMany(limit: 16))
    #expect(bench.table.objection(to: descriptor, for: name(0, 3)) == nil)
    for app in 1..<32 {
      for number in 0..<16 { try bench.keep(descriptor, as: name(app, number)) }
    }
    #expect(bench.table.count == 512)
    #expect(bench.table.objection(to: descriptor, for: name(32, 0)) == .tooMany(limit: 512))
  }
}

@Suite("After a restart of the daemon", .enabled(if: Machine.isAvailable && Machine.hasPython))
struct DescriptorRecoveryTests {
  /// An app that has a connected socket as one number, does what it is told by signals, and sleeps.
  private static let script = """
    import os, signal, socket, sys, time
    ours, theirs = socket.socketpair()
    def replace(*_):
      fresh, _ = socket.socketpair()
      os.dup2(fresh.fileno(), ours.fileno())
      open(sys.argv[1] + "/replaced", "w")
    def speak(*_):
      theirs.send(b"a")
      open(sys.argv[1] + "/spoken", "w")
    signal.signal(signal.SIGUSR1, replace)
    signal.signal(signal.SIGUSR2, speak)
    with open(sys.argv[1] + "/number.new", "w") as file: file.write(str(ours.fileno()))
    os.rename(sys.argv[1] + "/number.new", sys.argv[1] + "/number")
    while True: time.sleep(1000)
    """

  /// A machine with such an app, whose socket the table of a first daemon has taken.
  private struct Scene {
    let machine: Machine
    let launch = LaunchIdentifier(rawValue: 1)
    let processID: Int32
    let number: Int32

    init() throws {
      machine = try Machine()
      _ = try machine.start(
        machine.recipe(["/usr/bin/python3", "-c", script, machine.folder.path]),
        app: app.text
      )
      try machine.waitForFile("number")
      number = try #require(Int32(Files.read(machine.folder.path + "/number")))
      processID = try #require(try machine.group(of: launch).processIDs().first)
      let process = try ProcessHandle.open(processID)
      let table = makeTable()
      table.keep(
        HandedDescriptor(
          name: server,
          descriptor: try process.duplicate(descriptor: number).release(),
          launch: launch,
          processID: processID,
          number: number
        )
      )
    }

    func makeTable() -> DescriptorTable {
      DescriptorTable(
        recordedAt: machine.folder.path + "/descriptors",
        groups: machine.tree,
        on: machine.loop,
        sink: machine.recorder
      )
    }

    var survivors: [Survivor] { [Survivor(app: app, launch: launch, isFrozen: false)] }

    func signal(_ number: Int32, until file: String) throws {
      kill(processID, number)
      try machine.waitForFile(file)
    }
  }

  @Test("a descriptor of an app that lives is fetched from it, and wakes as before")
  func fetched() throws {
    let scene = try Scene()
    let table = scene.makeTable()
    #expect(table.recover(from: scene.survivors) == [])
    table.watch(server)
    try scene.signal(SIGUSR2, until: "spoken")
    let isTold = {
      scene.machine.events.contains { event in
        if case .input(.device(let event)) = event { event == readable() } else { false }
      }
    }
    scene.machine.advance(upTo: .seconds(10), until: isTold)
    #expect(isTold())
    // And the daemon after that finds it too.
    #expect(scene.makeTable().recover(from: scene.survivors) == [])
  }

  @Test("a number that means something else by now is lost")
  func replaced() throws {
    let scene = try Scene()
    try scene.signal(SIGUSR1, until: "replaced")
    let table = scene.makeTable()
    #expect(table.recover(from: scene.survivors) == [server])
    #expect(table.count == 0)
  }

  @Test("a descriptor of an app that has ended is lost, and told of once")
  func ended() throws {
    let scene = try Scene()
    #expect(scene.makeTable().recover(from: []) == [server])
    #expect(scene.makeTable().recover(from: scene.survivors) == [])
  }

  @Test("a number of a process outside the app's group is not touched")
  func stranger() throws {
    let scene = try Scene()
    let file = scene.machine.folder.path + "/descriptors"
    let line = try Files.read(file).split(separator: "\n")[0].split(separator: " ")
    var forged = line.map(String.init)
    forged[2] = String(getpid())
    try Files.replace(file, with: forged.joined(separator: " ") + "\n")
    #expect(scene.makeTable().recover(from: scene.survivors) == [server])
  }
}
