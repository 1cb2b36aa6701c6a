import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("Memory pressure")
  struct PressureTests {
    @Test("reads what is available")
    func memoryInfo() {
      let text = "MemTotal:       24682128 kB\nMemFree: 1 kB\nMemAvailable:   24000000 kB\n"
      #expect(
        MemoryInfo.parse(text)
          == MemoryInfo(availableBytes: 24_000_000 * 1024, totalBytes: 24_682_128 * 1024)
      )
      #expect(MemoryInfo.parse("MemTotal: 5 kB\n") == nil)
    }

    @Test("says how many processes the kernel has ended since it looks, and nothing of none")
    func kernelKills() throws {
      let folder = try TemporaryFolder()
      try folder.write("MemTotal: 100 kB\nMemAvailable: 4 kB\n", to: "meminfo")
      try folder.write("oom_kill 7\n", to: "vmstat")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      var moment = ContinuousClock.now
      let adapter = PressureAdapter(
        procRoot: folder.path,
        isStandIn: true,
        now: { moment },
        on: loop,
        sink: sink
      )
      // What was counted hours before pressure began says nothing of it.
      try adapter.start()
      try folder.write("oom_kill 8\n", to: "vmstat")
      moment += .seconds(7200)
      adapter.rise(to: .warning)
      try folder.write("oom_kill 10\n", to: "vmstat")
      // However often it looks within these seconds.
      for _ in 1...8 {
        moment += .milliseconds(500)
        adapter.look()
      }
      moment += .milliseconds(6001)
      adapter.look()
      moment += .milliseconds(500)
      adapter.look()
      let kills = reports(sink).map { $0.evidence?.kernelKills }
      #expect(kills == [nil, nil] + [Int64?](repeating: 2, count: 8) + [nil, nil])
    }

    @Test("is normal at first")
    func normal() throws {
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = PressureAdapter(on: loop, sink: sink)
      do { try adapter.start() } catch { print("note: no pressure figures here: \(error)") }
      let report = try #require(reports(sink).first)
      #expect(report.level == .normal)
      #expect(report.availableBytes > 0 && report.availableBytes <= report.totalBytes)
      #expect(reports(sink).count == 1)
    }

    @Test("says what the triggers say, and what speaks for it and against it")
    func facts() throws {
      let folder = try TemporaryFolder()
      try folder.write(
        """
        MemTotal: 100 kB
        MemAvailable: 4 kB
        SwapCached: 3 kB
        Active(file): 5 kB
        Inactive(file): 6 kB
        """,
        to: "meminfo"
      )
      try folder.write("x\n/dev/zram0 partition 1000 400 100\n", to: "swaps")
      try Files.makeFolder(folder.path + "/pressure", mode: 0o755)
      try folder.write(
        """
        some avg10=12.50 avg60=0.00 avg300=0.00 total=17099370
        full avg10=3.14 avg60=0.00 avg300=0.00 total=15107600
        """,
        to: "pressure/memory"
      )
      try folder.write("workingset_refault_anon 7\nworkingset_refault_file 100\n", to: "vmstat")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = PressureAdapter(procRoot: folder.path, on: loop, sink: sink)
      adapter.rise(to: .warning)
      try folder.write("workingset_refault_anon 9\nworkingset_refault_file 150\n", to: "vmstat")
      adapter.rise(to: .critical)
      let first = MemoryReport(
        level: .warning,
        availableBytes: 4 * 1024,
        totalBytes: 100 * 1024,
        evidence: MemoryEvidence(
          swap: SwapState(freeBytes: 600 * 1024, totalBytes: 1000 * 1024),
          cachedSwapBytes: 3 * 1024,
          refaultedBytes: 0,
          fileCacheBytes: 11 * 1024,
          someStallPermille: 125,
          fullStallPermille: 31,
          isFresh: true
        )
      )
      var second = first
      second.level = .critical
      second.evidence?.refaultedBytes = 50 * Int64(sysconf(Int32(_SC_PAGESIZE)))
      #expect(reports(sink) == [first, second])
    }

    @Test("is critical for three looks after all tasks waited, and low until ten looks were quiet")
    func followsWhatIsReported() throws {
      let folder = try TemporaryFolder()
      try folder.write("MemTotal: 100 kB\nMemAvailable: 50 kB\n", to: "meminfo")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = PressureAdapter(procRoot: folder.path, on: loop, sink: sink)
      adapter.rise(to: .critical)
      for _ in 1...10 { adapter.look() }
      let decline: [MemoryPressureLevel] =
        [.critical, .critical, .critical] + Array(repeating: .warning, count: 7) + [.normal]
      #expect(reports(sink).map(\.level) == decline)
      adapter.rise(to: .critical)
      adapter.look()
      adapter.rise(to: .warning)
      adapter.look()
      adapter.look()
      let latest: [MemoryPressureLevel] = [.critical, .critical, .critical, .critical, .warning]
      #expect(reports(sink).suffix(5).map(\.level) == latest)
    }

    @Test("is read again when the figures of a folder that stands in for the kernel's are written")
    func standIn() throws {
      let folder = try TemporaryFolder()
      try Files.makeFolder(folder.path + "/pressure", mode: 0o755)
      try folder.write("MemTotal: 100 kB\nMemAvailable: 50 kB\n", to: "meminfo")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = PressureAdapter(
        procRoot: folder.path,
        isStandIn: true,
        on: loop,
        sink: sink
      )
      try adapter.start()
      #expect(adapter.isWatching)
      for (available, line) in [(4, ""), (3, "some avg10=1.00 avg60=0.00 avg300=0.00 total=7\n")] {
        try folder.write(line, to: "pressure/memory")
        try folder.write("MemTotal: 100 kB\nMemAvailable: \(available) kB\n", to: "meminfo")
        loop.runOnce(timeoutMilliseconds: 1000)
      }
      let available: [Int64] = [51_200, 4096, 3072]
      // The kernel may report one write more than once.
      let figures = reports(sink).map(\.availableBytes)
      #expect(
        figures.indices.filter { $0 == 0 || figures[$0] != figures[$0 - 1] }.map { figures[$0] }
          == available
      )
      #expect(reports(sink).first?.level == .normal)
      #expect(reports(sink).last?.level == .warning)
    }

    @Test("finds counters by their whole names, and the old name of one")
    func counters() {
      let text = "nr_writeback_temp 3\nnr_writeback 5\nworkingset_refault 9\n"
      #expect(MemoryCounters.value("nr_writeback", in: text) == 5)
      #expect(MemoryCounters.value("nr_dirty", in: text) == nil)
      #expect(MemoryCounters.refaultedPages(in: text) == 9)
      #expect(MemoryCounters.refaultedPages(in: "workingset_refault_file 4\n" + text) == 4)
    }

    @Test("makes nothing of a pressure line that it does not understand")
    func pressureLines() {
      #expect(PressureLine.parse("some avg10=1.00 avg60=0 avg300=0 total=7", .full) == nil)
      #expect(PressureLine.parse("some avg10=x avg60=0 avg300=0 total=7", .some) == nil)
      #expect(
        PressureLine.parse("some avg10=1.00 avg60=0 avg300=0 total=7\n", .some)
          == PressureLine(tenSecondsPermille: 10, totalMicroseconds: 7)
      )
    }

    @Test("says why where the kernel has no figures")
    func missing() throws {
      let folder = try TemporaryFolder()
      try folder.write("MemTotal: 100 kB\nMemAvailable: 50 kB\n", to: "meminfo")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = PressureAdapter(procRoot: folder.path, on: loop, sink: sink)
      let failure = #expect(throws: SystemError.self) { try adapter.start() }
      #expect(
        failure?.description
          == "cannot open \(folder.path)/pressure/memory: No such file or directory (ENOENT)"
      )
      #expect(!adapter.isWatching)
      #expect(reports(sink).count == 1)
    }

    @Test("is told by the kernel when tasks wait for memory")
    func real() throws {
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = PressureAdapter(on: loop, sink: sink)
      let tight = "/sys/fs/cgroup/memory/torpor-test-\(getpid())"
      let folder = try TemporaryFolder()
      do {
        try adapter.start()
        try Files.makeFolder(tight, mode: 0o755)
        // Python itself takes some 10 MB; the rest is what its dirty pages fight for.
        try Files.write("32M", to: tight + "/memory.limit_in_bytes")
      } catch {
        print("skipped: no way to make memory short here: \(error)")
        return
      }
      guard Machine.hasPython else {
        print("skipped: \(Machine.needsPython)")
        return
      }
      let program =
        "import mmap,sys,time\nf=open(sys.argv[1],'wb+'); n=100<<20; f.truncate(n)\n"
        + "m=mmap.mmap(f.fileno(),n)\ne=time.time()+20\n"
        + "while time.time()<e:\n for k in range(0,n,4096): m[k]=1\n"
      let pids = try (0..<3).map { number in
        let start = ProcessStart(
          executable: "/bin/sh",
          arguments: [
            "sh", "-c",
            "echo $$ > \(tight)/cgroup.procs && exec python3 -c \"$0\" \(folder.path)/\(number)",
            program,
          ],
          environment: ["PATH=/usr/bin:/bin"],
          workingDirectory: "/"
        )
        let started = try start.start(
          standardDescriptors: (0, 1, 2),
          inheritedDescriptor: nil,
          groupDirectory: nil
        ).take()
        close(started.status)
        return started.processID
      }
      let before = reports(sink).count
      for _ in 0..<1500 where reports(sink).count == before {
        loop.runOnce(timeoutMilliseconds: 10)
      }
      for pid in pids {
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
      }
      rmdir(tight)
      #expect(reports(sink).count > before)
      #expect(reports(sink).last?.level != .normal)
    }

    private func reports(_ sink: EventRecorder) -> [MemoryReport] {
      sink.events.compactMap { event in
        if case .input(.device(.memory(let report))) = event { report } else { nil }
      }
    }
  }
}
