import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The device's clock")
  struct ClockTests {
    @Test(
      "goes on where it stood",
      arguments: [
        // saved boot, seconds on the boot clock and the wall then, now; floor; expected
        Case("the same boot: by the boot clock", "a", boot: 10, wall: 100, floor: 0, 1010),
        Case("the same boot, wall set back", "a", boot: 10, wall: -500, floor: 0, 1010),
        Case("another boot: by the wall clock", "b", boot: -900, wall: 100, floor: 0, 1100),
        Case(
          "another boot, wall lost: no time passed",
          "b",
          boot: -900,
          wall: -500,
          floor: 0,
          1000
        ),
        Case("never before the last moment journalled", "b", boot: 0, wall: 5, floor: 1200, 1200),
        Case("and after it as the clock says", "a", boot: 300, wall: 0, floor: 1200, 1300),
      ]
    )
    func resumes(_ example: Case) {
      let saved = ClockAnchor(
        bootID: "a",
        boottimeNanoseconds: 1000 * second,
        device: .at(.seconds(1000)),
        wallNanoseconds: 50_000 * second
      )
      let now = ClockAnchor.resume(
        from: saved,
        floor: .at(.seconds(example.floor)),
        bootID: example.bootID,
        boottimeNanoseconds: (1000 + example.boot) * second,
        wallNanoseconds: (50_000 + example.wall) * second
      )
      #expect(now.device == .at(.seconds(example.expected)))
      #expect(now.bootID == example.bootID)
    }

    @Test("begins at zero in a new journal")
    func begins() throws {
      let loop = try EventLoop()
      let clock = try ClockAdapter(resuming: nil, on: loop, sink: EventRecorder())
      #expect(clock.start.device == .zero)
      #expect(!clock.isNewBoot)
      let first = clock.now()
      #expect(first >= .zero && first < .at(.seconds(5)))
      #expect(clock.now() >= first)
    }

    @Test("tells a new boot from a restart of the daemon")
    func newBoot() throws {
      let folder = try TemporaryFolder()
      try folder.write("first\n", to: "sys/kernel/random/boot_id")
      let loop = try EventLoop()
      let sink = EventRecorder()
      let before = try ClockAdapter(resuming: nil, procRoot: folder.path, on: loop, sink: sink)
      let saved = before.anchor()
      #expect(saved.bootID == "first")
      let same = try ClockAdapter(resuming: saved, procRoot: folder.path, on: loop, sink: sink)
      #expect(!same.isNewBoot)
      #expect(same.now() >= saved.device)
      try folder.write("second\n", to: "sys/kernel/random/boot_id")
      let after = try ClockAdapter(resuming: saved, procRoot: folder.path, on: loop, sink: sink)
      #expect(after.isNewBoot)
      #expect(after.now() >= saved.device)
    }

    @Test("fires once at the moment asked for last, and not at all when told so")
    func timer() throws {
      let loop = try EventLoop()
      let sink = EventRecorder()
      let clock = try ClockAdapter(resuming: nil, on: loop, sink: sink)
      clock.arm(at: clock.now() + .milliseconds(1))
      clock.arm(at: clock.now() + .milliseconds(5))
      let moment = clock.now() + .milliseconds(5)
      for _ in 0..<100 where sink.events.isEmpty { loop.runOnce(timeoutMilliseconds: 10) }
      #expect(clock.now() >= moment - .milliseconds(1))
      #expect(sink.events.count == 1)
      clock.arm(at: clock.now() + .milliseconds(1))
      clock.arm(at: nil)
      loop.runOnce(timeoutMilliseconds: 10)
      #expect(sink.events.count == 1)
      // A moment that has passed fires at once; the end of the time line never does.
      clock.arm(at: .zero)
      loop.runOnce(timeoutMilliseconds: 1000)
      #expect(sink.events.count == 2)
      clock.arm(at: Instant(nanoseconds: .max))
      loop.runOnce(timeoutMilliseconds: 5)
      #expect(sink.events.count == 2)
    }

    @Test("tells each sleep of the machine once, and takes nothing else for one")
    func sleeps() throws {
      let hands = Hands()
      let clock = try ClockAdapter(
        resuming: nil,
        clocks: hands.clocks,
        on: try EventLoop(),
        sink: EventRecorder()
      )
      #expect(clock.read().slept == .zero)
      let before = clock.read().now
      hands.pass(.hours(3))
      #expect(clock.read() == ClockReading(now: before + .hours(3), slept: .zero))
      hands.sleep(.hours(8))
      #expect(clock.read() == ClockReading(now: before + .hours(11), slept: .hours(8)))
      hands.pass(.seconds(1))
      #expect(clock.read() == ClockReading(now: before + .hours(11) + .seconds(1), slept: .zero))
      // One that the process does not notice at first is part of what it notices.
      hands.sleep(.milliseconds(4))
      #expect(clock.read().slept == .zero)
      hands.sleep(.milliseconds(6))
      #expect(clock.read().slept == .milliseconds(10))
    }

    @Test("takes a wait between its two readings for no sleep, and a sleep there for one")
    func disturbed() throws {
      let hands = Hands()
      var meter = SleepMeter(hands.clocks)
      hands.afterMonotonic = [{ $0.pass(.seconds(2)) }]
      #expect(meter.read().sleptNanoseconds == 0)
      hands.afterMonotonic = [{ $0.sleep(.minutes(1)) }]
      #expect(meter.read().sleptNanoseconds == 60 * second)
      #expect(meter.read().sleptNanoseconds == 0)
    }

    @Test("finds that this machine has not slept between two looks, whatever its clocks show")
    func kernelClocks() {
      var meter = SleepMeter()
      #expect(meter.read().sleptNanoseconds == 0)
    }

    /// Two clocks that move by hand.
    private final class Hands: @unchecked Sendable {
      private var boottime = BootClock.nanoseconds()
      private var monotonic: Int64 = 77
      /// What happens after the next readings of the monotonic clock, one for each.
      var afterMonotonic: [(Hands) -> Void] = []

      var clocks: SleepMeter.Clocks {
        SleepMeter.Clocks(
          boottime: { self.boottime },
          monotonic: {
            defer { if !self.afterMonotonic.isEmpty { self.afterMonotonic.removeFirst()(self) } }
            return self.monotonic
          }
        )
      }

      func pass(_ length: Duration) {
        boottime += length.nanoseconds
        monotonic += length.nanoseconds
      }

      func sleep(_ length: Duration) { boottime += length.nanoseconds }
    }

    private let second: Int64 = 1_000_000_000

    struct Case: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let bootID: String
      let boot: Int64
      let wall: Int64
      let floor: Int
      let expected: Int

      init(
        _ name: String,
        _ bootID: String,
        boot: Int64,
        wall: Int64,
        floor: Int,
        _ expected: Int
      ) {
        testDescription = name
        self.bootID = bootID
        self.boot = boot
        self.wall = wall
        self.floor = floor
        self.expected = expected
      }
    }
  }
}
