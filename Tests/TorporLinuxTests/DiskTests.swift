import Glibc
import Testing
import TorporCore
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The room on the disk")
  struct DiskTests {
    @Test("is told with two digits, rounded down")
    func rounds() {
      #expect(DiskAdapter.rounded(0) == 0)
      #expect(DiskAdapter.rounded(99) == 99)
      #expect(DiskAdapter.rounded(99_999_999) == 99_000_000)
      #expect(DiskAdapter.rounded(100_000_000) == 100_000_000)
      #expect(DiskAdapter.rounded(45_678_901_234) == 45_000_000_000)
      #expect(DiskAdapter.rounded(.max) == 9_200_000_000_000_000_000)
    }

    @Test("is measured when work begins to wait and when it waits for room, and no more often")
    func follows() throws {
      let (loop, sink) = (try EventLoop(), EventRecorder())
      var free: Int64 = 1_000
      let adapter = DiskAdapter(
        folder: "/",
        room: { _ in (freeBytes: free, totalBytes: 100_000) },
        on: loop,
        sink: sink
      )
      func told() -> [Int64] {
        sink.events.compactMap { event in
          if case .input(.device(.storage(let bytes, 100_000))) = event { bytes } else { nil }
        }
      }
      try adapter.start()
      free = 2_000
      adapter.follow(hasWork: false, wantsRoom: false)
      #expect(told() == [1_000])
      adapter.follow(hasWork: true, wantsRoom: false)
      #expect(told() == [1_000, 2_000])
      free = 3_000
      adapter.follow(hasWork: true, wantsRoom: false)
      #expect(told() == [1_000, 2_000])
      adapter.follow(hasWork: true, wantsRoom: true)
      #expect(told() == [1_000, 2_000, 3_000])
      free = 4_000
      adapter.follow(hasWork: true, wantsRoom: true)
      #expect(told() == [1_000, 2_000, 3_000])
      adapter.follow(hasWork: false, wantsRoom: false)
      adapter.follow(hasWork: true, wantsRoom: false)
      #expect(told() == [1_000, 2_000, 3_000, 4_000])
    }

    @Test(
      "is looked at while the daemon is awake anyway, and told where the disk becomes short or is so no longer"
    )
    func glances() throws {
      let (loop, sink) = (try EventLoop(), EventRecorder())
      var (free, seconds): (Int64, Int64) = (90_000, 0)
      let adapter = DiskAdapter(
        folder: "/",
        room: { _ in (freeBytes: free, totalBytes: 100_000) },
        nanoseconds: { seconds * 1_000_000_000 },
        on: loop,
        sink: sink
      )
      try adapter.start()
      free = 5_000
      adapter.glance(isShort: false, known: 90_000)
      #expect(sink.events.count == 1)
      free = 4_999
      // Looked at a moment ago.
      seconds = 4
      adapter.glance(isShort: false, known: 90_000)
      #expect(sink.events.count == 1)
      seconds = 5
      adapter.glance(isShort: false, known: 90_000)
      #expect(sink.events.count == 2)
      free = 9_999
      seconds = 10
      adapter.glance(isShort: true, known: 4_900)
      #expect(sink.events.count == 2)
      free = 10_000
      seconds = 15
      adapter.glance(isShort: true, known: 4_900)
      #expect(sink.events.count == 3)
    }

    @Test("is told again where the disk is as full as before a purge")
    func fullAgain() throws {
      let (loop, sink) = (try EventLoop(), EventRecorder())
      var (free, seconds): (Int64, Int64) = (0, 0)
      let adapter = DiskAdapter(
        folder: "/",
        room: { _ in (freeBytes: free, totalBytes: 100_000) },
        nanoseconds: { seconds * 1_000_000_000 },
        on: loop,
        sink: sink
      )
      try adapter.start()
      #expect(sink.events.count == 1)
      // A purge makes room, which its own report tells the device.
      free = 20_000
      seconds = 10
      adapter.glance(isShort: false, known: 20_000)
      #expect(sink.events.count == 1)
      free = 0
      seconds = 20
      adapter.glance(isShort: false, known: 20_000)
      #expect(sink.events.count == 2)
      // The device has not taken it yet, and would miss it.
      seconds = 30
      adapter.glance(isShort: false, known: 0)
      #expect(sink.events.count == 3)
    }

    @Test("is what the kernel says of the folder's disk")
    func real() throws {
      let folder = try TemporaryFolder()
      let free = try Files.freeBytes(at: folder.path)
      #expect(free > 0)
      let failure = #expect(throws: SystemError.self) {
        try Files.freeBytes(at: folder.path + "/none")
      }
      #expect(failure?.code == ENOENT)
    }
  }
}
