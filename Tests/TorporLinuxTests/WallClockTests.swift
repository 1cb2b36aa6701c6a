import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The wall clock")
  struct WallClockTests {
    @Test("is told at first unless the device knows it, and when it was set by a second or more")
    func jumps() throws {
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let clock = try ClockAdapter(resuming: nil, on: loop, sink: sink)
      var offset: Int64 = 0
      let adapter = WallClockAdapter(
        along: clock,
        wallNanoseconds: { BootClock.wallNanoseconds() + offset },
        on: loop,
        sink: sink
      )
      try adapter.start(known: WallClock())
      #expect(told(sink).count == 1)
      offset = 900_000_000
      adapter.look()
      #expect(told(sink).count == 1)
      // A slew adds up: what counts is how far the clock is from what was told.
      offset = 1_100_000_000
      adapter.look()
      #expect(told(sink).count == 2)
      offset = -3600 * 1_000_000_000
      adapter.look()
      adapter.look()
      #expect(told(sink).count == 3)
      let wall = try #require(told(sink).last)
      #expect((wall - (BootClock.wallNanoseconds() + offset)).magnitude < 5_000_000_000)
    }

    @Test("is not told again to a device that goes on with it")
    func known() throws {
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let clock = try ClockAdapter(resuming: nil, on: loop, sink: sink)
      let zero = BootClock.wallNanoseconds() - clock.now().nanoseconds
      let adapter = WallClockAdapter(along: clock, on: loop, sink: sink)
      try adapter.start(known: WallClock(zeroUnixNanoseconds: zero))
      #expect(told(sink).isEmpty)
    }

    @Test("that is set makes the kernel speak, each time")
    func real() throws {
      let loop = try EventLoop()
      var count = 0
      let watch = try ClockSetWatch(on: loop) { count += 1 }
      loop.runOnce(timeoutMilliseconds: 1)
      #expect(count == 0)
      for expected in 1...2 {
        // To what it shows: nobody is hurt, and the kernel does not compare.
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        guard clock_settime(CLOCK_REALTIME, &now) == 0 else {
          print("skipped: the clock may not be set here: \(SystemError.text(of: errno))")
          return
        }
        for _ in 0..<500 where count < expected { loop.runOnce(timeoutMilliseconds: 10) }
        #expect(count == expected)
      }
      loop.runOnce(timeoutMilliseconds: 1)
      #expect(count == 2)
      _ = watch
    }

    private func told(_ sink: EventRecorder) -> [Int64] {
      sink.events.compactMap { event in
        if case .input(.device(.wallClock(let nanoseconds))) = event { nanoseconds } else { nil }
      }
    }
  }

  @Suite("The machine's time zone")
  struct ZoneTests {
    @Test("is told when another one is put in place, and again when that is taken away")
    func changes() throws {
      let place = try Place()
      try place.adapter.start(known: .utc)
      #expect(place.told.isEmpty)
      // What timedatectl(1) does: a new link in place of the old.
      try place.link("Asia/Tokyo")
      place.wait(for: 1)
      #expect(place.told.last?.local(at: 0) == 9 * 3600)
      try place.link("Europe/Berlin")
      place.wait(for: 2)
      #expect(place.told.last?.local(at: 0) == 3600)
      try Files.remove(place.path)
      place.wait(for: 3)
      #expect(place.told.last == .utc)
      #expect(place.complaints.isEmpty)
    }

    @Test("is left alone by everything else that happens beside it, and by the same one anew")
    func others() throws {
      let place = try Place()
      try place.link("Asia/Tokyo")
      try place.adapter.start(known: .utc)
      #expect(place.told.count == 1)
      try place.folder.write("nameserver ::1\n", to: "etc/resolv.conf")
      try place.link("Asia/Tokyo")
      for _ in 0..<3 { place.loop.runOnce(timeoutMilliseconds: 10) }
      #expect(place.told.count == 1)
    }

    @Test("is UTC where its file is broken, which is complained of")
    func broken() throws {
      let place = try Place()
      try place.link("Asia/Tokyo")
      try place.adapter.start(known: .utc)
      try place.folder.write("no zone at all", to: "etc/localtime")
      place.wait(for: 2)
      #expect(place.told.last == .utc)
      #expect(!place.complaints.isEmpty)
      #expect(place.complaints.allSatisfy { $0.description.hasPrefix(place.path) })
    }

    /// A folder that stands in for `/etc`, and an adapter that watches it.
    private final class Place {
      let folder: TemporaryFolder
      let loop: EventLoop
      let adapter: ZoneAdapter
      private let sink = EventRecorder()
      private let heard = Complaints()

      init() throws {
        folder = try TemporaryFolder()
        loop = try EventLoop()
        try Files.makeFolder(folder.path + "/etc", mode: 0o755)
        adapter = ZoneAdapter(
          files: ZoneFiles(localPath: folder.path + "/etc/localtime"),
          environmentZone: nil,
          on: loop,
          sink: sink
        ) { [heard] in heard.all.append($0) }
      }

      var path: String { folder.path + "/etc/localtime" }
      var complaints: [ZoneFailure] { heard.all }
      var told: [ZoneRules] {
        sink.events.compactMap { event in
          if case .input(.device(.timeZone(let rules))) = event { rules } else { nil }
        }
      }

      func link(_ name: String) throws {
        try #require(symlink("/usr/share/zoneinfo/" + name, path + ".new") == 0)
        try #require(rename(path + ".new", path) == 0)
      }

      func wait(for count: Int) {
        for _ in 0..<500 where told.count < count { loop.runOnce(timeoutMilliseconds: 10) }
        #expect(told.count == count)
      }
    }

    private final class Complaints {
      var all: [ZoneFailure] = []
    }
  }

  @Suite("Waking from suspend")
  struct SuspendWakingTests {
    @Test("is left alone unless it is wanted")
    func unwanted() {
      #expect(SuspendWaking.probe(isWanted: false, sysRoot: "/sys") == .isNotWanted)
    }

    @Test("needs a clock with an alarm, and the right to set it")
    func needs() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "class/rtc/rtc0/name")
      let without = SuspendWaking.probe(isWanted: true, sysRoot: folder.path)
      if case .isRefused(let error) = without {
        print("skipped: \(error)")
        return
      }
      #expect(without == .hasNoClock(folder: folder.path + "/class/rtc"))
      #expect(
        without.unavailableReason == "\(folder.path)/class/rtc shows no clock with an alarm"
      )
      try folder.write("", to: "class/rtc/rtc0/wakealarm")
      #expect(SuspendWaking.probe(isWanted: true, sysRoot: folder.path) == .works)
    }

    @Test(
      "leaves the device's timer as it is otherwise: it fires once, at the last moment asked for"
    )
    func fires() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "class/rtc/rtc0/wakealarm")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let clock = try ClockAdapter(
        resuming: nil,
        wakesFromSuspend: true,
        sysRoot: folder.path,
        on: loop,
        sink: sink
      )
      guard clock.waking == .works else {
        print("skipped: \(clock.waking.unavailableReason ?? "")")
        return
      }
      clock.arm(at: clock.now() + .milliseconds(1))
      let moment = clock.now() + .milliseconds(5)
      clock.arm(at: moment)
      for _ in 0..<100 where sink.events.isEmpty { loop.runOnce(timeoutMilliseconds: 10) }
      #expect(clock.now() >= moment)
      loop.runOnce(timeoutMilliseconds: 10)
      #expect(sink.events.count == 1)
      clock.arm(at: clock.now() + .milliseconds(1))
      clock.arm(at: nil)
      loop.runOnce(timeoutMilliseconds: 10)
      clock.arm(at: Instant(nanoseconds: .max))
      loop.runOnce(timeoutMilliseconds: 5)
      #expect(sink.events.count == 1)
      clock.arm(at: .zero)
      loop.runOnce(timeoutMilliseconds: 1000)
      #expect(sink.events.count == 2)
    }

    @Test("is done for notifications alone where the daemon was not asked to do it for all")
    func notifications() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "class/rtc/rtc0/wakealarm")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let clock = try ClockAdapter(resuming: nil, sysRoot: folder.path, on: loop, sink: sink)
      #expect(clock.waking == .isNotWanted)
      guard clock.alarming == .works else {
        print("skipped: \(clock.alarming.unavailableReason ?? "")")
        return
      }
      clock.set(Alarms(notification: clock.now() + .milliseconds(1)))
      let moment = clock.now() + .milliseconds(5)
      clock.set(Alarms(notification: moment, exact: .zero))
      for _ in 0..<100 where sink.events.isEmpty { loop.runOnce(timeoutMilliseconds: 10) }
      #expect(clock.now() >= moment)
      #expect(sink.events.count == 1)
      clock.set(Alarms(notification: clock.now() + .milliseconds(1)))
      clock.set(Alarms(exact: .zero))
      loop.runOnce(timeoutMilliseconds: 10)
      #expect(sink.events.count == 1)
    }

    @Test("is done for all that has an exact time where the daemon was asked to, and for no more")
    func exactTimes() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "class/rtc/rtc0/wakealarm")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let clock = try ClockAdapter(
        resuming: nil,
        wakesFromSuspend: true,
        sysRoot: folder.path,
        on: loop,
        sink: sink
      )
      guard clock.waking == .works else {
        print("skipped: \(clock.waking.unavailableReason ?? "")")
        return
      }
      #expect(try Self.alarms() == 0)
      // The timer for all that is due does not wake the machine.
      clock.arm(at: clock.now() + .hours(1))
      #expect(try Self.alarms() == 0)
      clock.set(Alarms(exact: clock.now() + .hours(2)))
      #expect(try Self.alarms() == 1)
      clock.set(Alarms(notification: clock.now() + .hours(9), exact: .zero))
      for _ in 0..<100 where sink.events.isEmpty { loop.runOnce(timeoutMilliseconds: 10) }
      #expect(sink.events.count == 1)
      clock.set(Alarms())
      #expect(try Self.alarms() == 0)
    }

    /// How many alarms of this process are set that would wake the machine, as the kernel tells.
    private static func alarms() throws -> Int {
      let folder = "/proc/self/fdinfo"
      return Files.names(in: folder).count { name in
        guard let text = try? Files.read("\(folder)/\(name)") else { return false }
        // CLOCK_BOOTTIME_ALARM is 9 on every Linux.
        return text.contains("clockid: 9\n") && !text.contains("it_value: (0, 0)")
      }
    }
  }
}
