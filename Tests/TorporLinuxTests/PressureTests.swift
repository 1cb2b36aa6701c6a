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

    @Test(
      "takes its level from the trigger and from how little is left",
      arguments: [
        (MemoryPressureLevel.warning, 50, MemoryPressureLevel.warning),
        (.warning, 4, .critical), (.critical, 50, .critical),
      ]
    )
    func levels(wanted: MemoryPressureLevel, percent: Int, level: MemoryPressureLevel) throws {
      let folder = try TemporaryFolder()
      try folder.write("MemTotal: 100 kB\nMemAvailable: \(percent) kB\n", to: "meminfo")
      let (loop, sink) = (try EventLoop(), EventRecorder())
      let adapter = PressureAdapter(procRoot: folder.path, on: loop, sink: sink)
      adapter.rise(to: wanted)
      #expect(
        reports(sink) == [
          MemoryReport(
            level: level,
            availableBytes: Int64(percent) * 1024,
            totalBytes: 100 * 1024
          )
        ]
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
