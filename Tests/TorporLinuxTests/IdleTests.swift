import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The use of the machine")
  struct IdleTests {
    @Test("is not watched, and not told of, while nobody wants to know")
    func unwanted() throws {
      let desk = try Desk()
      try desk.makeTerminal("pts/0", usedAgo: 3600)
      desk.adapter.start(knownIdleSince: nil)
      try desk.adapter.follow(isWanted: false)
      try desk.use("pts/0")
      desk.wait(turns: 3)
      #expect(desk.told.isEmpty)
    }

    @Test("has ended with the newest use of any terminal, of which the kernel notes every 8 s")
    func terminals() throws {
      let desk = try Desk()
      try desk.makeTerminal("pts/0", usedAgo: 7200)
      try desk.makeTerminal("tty1", usedAgo: 3600)
      try desk.makeTerminal("ttyS0", usedAgo: 10)
      try desk.makeTerminal("pts/ptmx", usedAgo: 10)
      let before = desk.clock.now()
      try desk.adapter.follow(isWanted: true)
      let told = try #require(desk.told.first)
      let since = try #require(told)
      #expect(before - since <= .seconds(3593) && desk.clock.now() - since >= .seconds(3592))
      #expect(desk.told.count == 1)
    }

    @Test("may have ended before the journal began, but not before the machine was started")
    func older() throws {
      for (secondsAgo, expected) in [(Int64(60), Int64(52)), (3_155_760_000, 100)] {
        let desk = try Desk(floor: .zero, uptime: .seconds(100))
        try desk.makeTerminal("pts/0", usedAgo: secondsAgo)
        let before = desk.clock.now()
        try desk.adapter.follow(isWanted: true)
        let told = try #require(desk.told.first)
        let since = try #require(told)
        // A file's time may lie a tick of the kernel before the clock's, and this test may be held up.
        #expect(before - since <= .seconds(expected + 1))
        #expect(desk.clock.now() - since >= .seconds(expected))
      }
    }

    @Test("is known to begin at once: one read from a terminal, and the machine is in use")
    func returns() throws {
      let desk = try Desk()
      try desk.makeTerminal("pts/0", usedAgo: 3600)
      try desk.adapter.follow(isWanted: true)
      #expect(desk.told.count == 1)
      try desk.use("pts/0")
      desk.wait { desk.told.count == 2 }
      #expect(desk.told.last == .some(nil))
    }

    @Test("ends again when it was quiet for long enough, counted from when it was last looked")
    func quiet() throws {
      let desk = try Desk(quietTime: .milliseconds(20))
      try desk.makeTerminal("pts/0", usedAgo: 3600)
      try desk.adapter.follow(isWanted: true)
      try desk.use("pts/0")
      desk.wait { desk.told.count == 2 }
      let used = desk.clock.now()
      try desk.use("pts/0")
      desk.wait { desk.told.count == 3 }
      let told = try #require(desk.told.last)
      let since = try #require(told)
      #expect(since >= used)
      #expect(desk.clock.now() - since >= .milliseconds(20))
      // And what comes now is told of as at first.
      try desk.use("pts/0")
      desk.wait { desk.told.count == 4 }
      #expect(desk.told.last == .some(nil))
    }

    @Test("goes on while something is read in every stretch of the quiet time")
    func goesOn() throws {
      let desk = try Desk(quietTime: .milliseconds(20))
      try desk.makeTerminal("pts/0", usedAgo: 3600)
      try desk.adapter.follow(isWanted: true)
      try desk.use("pts/0")
      desk.wait { desk.told.count == 2 }
      let end = desk.clock.now() + .milliseconds(200)
      while desk.clock.now() < end {
        try desk.use("pts/0")
        desk.loop.runOnce(timeoutMilliseconds: 1)
      }
      #expect(desk.told.count == 2)
    }

    @Test("is seen in a terminal that was opened meanwhile, and in a mouse")
    func newNodes() throws {
      for name in ["pts/7", "input/event3"] {
        let desk = try Desk(quietTime: .milliseconds(20))
        try desk.makeTerminal("pts/0", usedAgo: 3600)
        try desk.makeTerminal("input/event0", usedAgo: 3600)
        try desk.adapter.follow(isWanted: true)
        try desk.makeTerminal(name, usedAgo: 0)
        desk.wait { desk.told.count == 3 }
        #expect(desk.told.map { $0 == nil } == [false, true, false])
        try desk.use(name)
        desk.wait { desk.told.count == 4 }
        #expect(desk.told.last == .some(nil), "of \(name)")
      }
    }

    @Test("is taken back when nobody wants to know any more, and what an earlier daemon told")
    func takenBack() throws {
      let desk = try Desk()
      try desk.makeTerminal("pts/0", usedAgo: 3600)
      desk.adapter.start(knownIdleSince: .at(.seconds(5)))
      #expect(desk.told == [nil])
      try desk.adapter.follow(isWanted: true)
      try desk.adapter.follow(isWanted: false)
      #expect(desk.told.map { $0 == nil } == [true, false, true])
      try desk.use("pts/0")
      desk.wait(turns: 3)
      #expect(desk.told.count == 3)
      // Whoever wants to know again learns what happened meanwhile: it is in use.
      try desk.adapter.follow(isWanted: true)
      desk.wait(turns: 3)
      #expect(desk.told.count == 3)
    }

    @Test("is read of a real terminal: what is typed counts, what is printed does not")
    func realTerminal() throws {
      let desk = try Desk()
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>: unlock, and say the number.
      var (lock, number): (Int32, UInt32) = (0, 0)
      guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0,
        ioctl(master, 0x8004_5430, &number) == 0
      else {
        print("skipped: no pseudo terminal can be made here: \(SystemError.text(of: errno))")
        return
      }
      let name = "/dev/pts/\(number)"
      let terminal = open(name, O_RDWR | O_NOCTTY)
      defer { Descriptor.close([master, terminal]) }
      try desk.borrowTerminal(name, usedAgo: 3600)
      try desk.adapter.follow(isWanted: true)
      #expect(desk.told.count == 1)
      #expect(write(terminal, "out", 3) == 3)
      desk.wait(turns: 3)
      #expect(desk.told.count == 1)
      #expect(write(master, "in\n", 3) == 3)
      var bytes: (UInt64, UInt64) = (0, 0)
      #expect(read(terminal, &bytes, 16) == 3)
      desk.wait { desk.told.count == 2 }
      #expect(desk.told.last == .some(nil))
    }

    @Test("is not known to a user who may not watch the mouse of their display")
    func blind() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "dev/input/event0")
      try folder.write("", to: "x11/X0")
      var devices = UserDevices(devRoot: folder.path + "/dev", displayFolder: folder.path + "/x11")
      #expect(devices.idleUnavailableReason == nil)
      devices.isReadable = { !$0.contains("/input/") }
      #expect(devices.idleUnavailableReason?.contains("/dev/input") == true)
      devices.displayFolder = folder.path + "/none"
      #expect(devices.idleUnavailableReason == nil)
      try folder.write("", to: "run/wayland-0")
      devices.runtimeFolder = folder.path + "/run"
      #expect(devices.idleUnavailableReason != nil)
    }
  }
}

/// Files that stand in for terminals, and an adapter that watches them.
private final class Desk {
  let loop: EventLoop
  let clock: ClockAdapter
  let adapter: IdleAdapter
  private let folder: TemporaryFolder
  private let sink = EventRecorder()

  /// A time line and a machine that are older than what most tests speak of.
  init(
    quietTime: Duration = .seconds(30),
    floor: Instant = .at(.seconds(1_000_000)),
    uptime: Duration = .seconds(1_000_000)
  ) throws {
    loop = try EventLoop()
    folder = try TemporaryFolder()
    clock = try ClockAdapter(resuming: nil, floor: floor, on: loop, sink: sink)
    for name in ["pts", "input"] { try Files.makeFolder(folder.path + "/" + name, mode: 0o755) }
    adapter = IdleAdapter(
      devRoot: folder.path,
      quietTime: quietTime,
      uptimeNanoseconds: { uptime.nanoseconds },
      along: clock,
      on: loop,
      sink: sink
    )
  }

  /// What was told so far: since when nobody uses the machine.
  var told: [Instant?] {
    sink.events.compactMap { event -> Instant?? in
      if case .input(.device(.userIdle(let since))) = event { .some(since) } else { nil }
    }
  }

  func makeTerminal(_ name: String, usedAgo seconds: Int64) throws {
    let path = folder.path + "/" + name
    _ = try Files.open(path, O_WRONLY | O_CREAT).writeOnce("input", subject: path)
    Desk.setAccess(path, BootClock.wallNanoseconds() / 1_000_000_000 - seconds)
  }

  /// Takes a real terminal among those that are watched.
  func borrowTerminal(_ real: String, usedAgo seconds: Int64) throws {
    let path = folder.path + "/pts/0"
    try #require(symlink(real, path) == 0)
    Desk.setAccess(path, BootClock.wallNanoseconds() / 1_000_000_000 - seconds)
  }

  private static func setAccess(_ path: String, _ unixSeconds: Int64) {
    let time = timespec(tv_sec: Int(unixSeconds), tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
  }

  /// A program reads what the user typed.
  func use(_ name: String) throws { _ = try Files.read(folder.path + "/" + name) }

  func wait(turns: Int = 500, until condition: () -> Bool = { false }) {
    for _ in 0..<turns where !condition() { loop.runOnce(timeoutMilliseconds: 10) }
  }
}
