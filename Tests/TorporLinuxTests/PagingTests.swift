import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

/// A program that fills that many megabytes with what does not compress, and touches them all again
/// each time that a file appears; it writes how many milliseconds that took.
private let filler = """
  import os, sys, time
  size = int(sys.argv[1]) << 20
  block = bytearray(os.urandom(1 << 20))
  memory = bytearray(size)
  for at in range(0, size, 1 << 20): memory[at:at + (1 << 20)] = block
  open(sys.argv[2] + '/full', 'w').close()
  while not os.path.exists(sys.argv[2] + '/touch'): time.sleep(0.01)
  begin = time.monotonic()
  sum(memory[at] for at in range(0, size, 4096))
  with open(sys.argv[2] + '/part', 'w') as f: f.write(str(int((time.monotonic() - begin) * 1000)))
  os.rename(sys.argv[2] + '/part', sys.argv[2] + '/done')
  time.sleep(3600)
  """

extension LinuxTests {
  @Suite("Paging out on a real machine")
  struct PagingTests {
    /// Why it cannot be tried here; printed.
    static let isPossible: Bool = {
      let missing =
        SwapInfo.read(procRoot: "/proc") == nil ? "no swap" : ProcessMemory.unavailableReason()
      if let missing { print("skipped: \(missing)") }
      return missing == nil
    }()

    @Test(
      "takes nearly all memory of a frozen group, and gives it back when it is touched",
      .enabled(if: Machine.isAvailable && Machine.hasPython && isPossible)
    )
    func wholeGroup() throws {
      let machine = try Machine()
      let launch = try startFiller(megabytes: 64, on: machine)
      machine.port.freeze(launch)
      machine.advance(upTo: .seconds(5)) { machine.events.contains { $0.isFrozen } }
      let before = try resident(launch, machine)
      #expect(before > 60 << 20)
      machine.port.pageOut(PageOutOrder(launch: launch, bytesMax: .max))
      machine.advance(upTo: .seconds(30)) { machine.events.contains { $0.pageOut != nil } }
      let report = try #require(machine.events.compactMap(\.pageOut).last)
      let after = try resident(launch, machine)
      #expect(report.isComplete)
      #expect(report.writtenBytes > 60 << 20)
      #expect(report.freedBytes >= report.writtenBytes)
      #expect(report.swap != nil)
      #expect(after < before / 4)
      machine.port.thaw(launch)
      let milliseconds = try touch(machine)
      machine.advance(upTo: .seconds(10)) { machine.events.contains { $0.pageIn != nil } }
      let back = try #require(machine.events.compactMap(\.pageIn).last)
      // How many faults there were depends on swap: on a disk the kernel keeps a copy of what it wrote.
      #expect(back.swap != nil)
      print(
        "note: \(before >> 20) MiB resident, \(after >> 20) MiB paged out, touched again in "
          + "\(milliseconds) ms with \(back.majorFaults) major faults"
      )
    }

    @Test(
      "goes no further than its order, and no further than a thaw",
      .enabled(if: Machine.isAvailable && Machine.hasPython && isPossible)
    )
    func bounds() throws {
      let machine = try Machine()
      let launch = try startFiller(megabytes: 64, on: machine)
      machine.port.freeze(launch)
      machine.advance(upTo: .seconds(5)) { machine.events.contains { $0.isFrozen } }
      machine.port.pageOut(PageOutOrder(launch: launch, bytesMax: 16 << 20))
      machine.advance(upTo: .seconds(30)) { machine.events.contains { $0.pageOut != nil } }
      let first = try #require(machine.events.compactMap(\.pageOut).last)
      #expect(!first.isComplete)
      #expect(first.writtenBytes >= 16 << 20)
      #expect(first.writtenBytes <= 24 << 20)
      machine.port.pageOut(PageOutOrder(launch: launch, bytesMax: .max))
      machine.port.thaw(launch)
      machine.advance(upTo: .seconds(30)) { machine.events.compactMap(\.pageOut).count > 1 }
      let stopped = try #require(machine.events.compactMap(\.pageOut).last)
      #expect(!stopped.isComplete)
      // At most the pieces between the order and the next look at the stop.
      #expect(stopped.writtenBytes < 16 << 20)
      _ = try touch(machine)
    }

    @Test(
      "reads back what a frozen group has in swap, as far as the order and ample memory go, and leaves it frozen",
      .enabled(if: Machine.isAvailable && Machine.hasPython && isPossible)
    )
    func readBack() throws {
      let machine = try Machine()
      let launch = try startFiller(megabytes: 64, on: machine)
      machine.port.freeze(launch)
      machine.advance(upTo: .seconds(5)) { machine.events.contains { $0.isFrozen } }
      machine.port.pageOut(PageOutOrder(launch: launch, bytesMax: .max))
      machine.advance(upTo: .seconds(30)) { machine.events.contains { $0.pageOut != nil } }
      let written = try #require(machine.events.compactMap(\.pageOut).last).writtenBytes
      func read(_ megabytes: Int64, ample permille: Int = 0) throws -> Int64 {
        let before = machine.events.compactMap(\.readBack).count
        machine.port.readBack(
          ReadBackOrder(launch: launch, bytesMax: megabytes << 20, availablePermilleMin: permille)
        )
        machine.advance(upTo: .seconds(30)) {
          machine.events.compactMap(\.readBack).count > before
        }
        return try #require(machine.events.compactMap(\.readBack).last).readBytes
      }
      // More than there can be is never available.
      #expect(try read(1024, ample: 1001) == 0)
      let part = try read(16)
      #expect(part > 14 << 20)
      #expect(part <= 16 << 20)
      let all = try read(1024)
      #expect(all > written - (4 << 20))
      // It has nothing of it before it runs.
      #expect(try resident(launch, machine) < 32 << 20)
      machine.port.thaw(launch)
      let milliseconds = try touch(machine)
      machine.advance(upTo: .seconds(10)) { machine.events.contains { $0.pageIn != nil } }
      let back = try #require(machine.events.compactMap(\.pageIn).last)
      // All 16,384 pages of the filler were read ahead; others of its program may have been dropped.
      #expect(back.majorFaults < 500)
      print(
        "note: \(all >> 20) of \(written >> 20) MiB read back, touched in \(milliseconds) ms with "
          + "\(back.majorFaults) major faults"
      )
    }

    @Test(
      "reads nothing back of a group that runs",
      .enabled(if: Machine.isAvailable && Machine.hasPython)
    )
    func readBackOfRunning() throws {
      let machine = try Machine()
      let launch = try startFiller(megabytes: 8, on: machine)
      machine.port.readBack(
        ReadBackOrder(launch: launch, bytesMax: 1 << 30, availablePermilleMin: 0)
      )
      machine.advance(upTo: .milliseconds(100)) { false }
      #expect(machine.events.compactMap(\.readBack).isEmpty)
    }

    @Test("leaves a group alone that runs", .enabled(if: Machine.isAvailable && Machine.hasPython))
    func running() throws {
      let machine = try Machine()
      let launch = try startFiller(megabytes: 8, on: machine)
      machine.port.pageOut(PageOutOrder(launch: launch, bytesMax: .max))
      machine.advance(upTo: .seconds(5)) { machine.events.contains { $0.pageOut != nil } }
      let report = try #require(machine.events.compactMap(\.pageOut).last)
      #expect(report.freedBytes == 0)
      #expect(!report.isComplete)
    }

    @Test("is not reported of a group that has ended", .enabled(if: Machine.isAvailable))
    func ended() throws {
      let machine = try Machine()
      let launch = LaunchIdentifier(rawValue: 1)
      machine.port.pageOut(PageOutOrder(launch: launch, bytesMax: 1))
      machine.advance(upTo: .milliseconds(20)) { false }
      #expect(machine.events.compactMap(\.pageOut).isEmpty)
    }

    private func startFiller(megabytes: Int, on machine: Machine) throws -> LaunchIdentifier {
      let arguments = ["/usr/bin/python3", "-c", filler, "\(megabytes)", machine.folder.path]
      let launch = try machine.start(machine.recipe(arguments))
      try machine.waitForFile("full")
      return launch
    }

    /// Has the program touch its memory and returns the milliseconds that it took.
    private func touch(_ machine: Machine) throws -> Int {
      try machine.folder.write("", to: "touch")
      try machine.waitForFile("done")
      return try #require(Int(try Files.read(machine.folder.path + "/done")))
    }

    private func resident(_ launch: LaunchIdentifier, _ machine: Machine) throws -> Int64 {
      let processID = try #require(machine.port.processIDs(of: launch).first)
      let fields = try Files.read("/proc/\(processID)/statm").split(separator: " ")
      return (try #require(Int64(fields[1]))) * 4096
    }
  }

  @Suite("What the kernel says of swap and of mappings")
  struct SwapInfoTests {
    @Test("adds up every swap, and finds none where none is listed")
    func swaps() {
      let header = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
      #expect(SwapInfo.parse(header) == nil)
      #expect(
        SwapInfo.parse(
          header + "/dev/zram0                              partition\t1000\t\t400\t\t100\n"
            + "/var/swap\\040file                      file\t\t2000\t\t0\t\t-2\n"
        ) == SwapState(freeBytes: 2600 * 1024, totalBytes: 3000 * 1024)
      )
      #expect(SwapInfo.parse("nothing of the kind") == nil)
    }

    @Test("leaves out of a process's mappings what the kernel put there, and what is only reserved")
    func mappings() {
      let text = """
        55d0c0a00000-55d0c0a21000 r-xp 00000000 fe:00 1234    /usr/bin/a program
        55d0c1b00000-55d0c1c00000 rw-p 00000000 00:00 0       [heap]
        7f0000000000-7f0000001000 rw-p 00000000 00:00 0
        7e0000000000-7f0000000000 ---p 00000000 00:00 0
        7ffc00000000-7ffc00004000 r--p 00000000 00:00 0       [vvar]
        7ffc00004000-7ffc00006000 r-xp 00000000 00:00 0       [vdso]
        ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0   [vsyscall]
        nonsense
        """
      #expect(
        MemoryRanges.parse(text) == [
          0x55d0_c0a0_0000..<0x55d0_c0a2_1000, 0x55d0_c1b0_0000..<0x55d0_c1c0_0000,
          0x7f00_0000_0000..<0x7f00_0000_1000,
        ]
      )
    }

    @Test("can be used by groups that may be told to give memory back, whatever rights are missing")
    func support() {
      var features = GroupFeatures(
        hasKill: true,
        hasMemory: true,
        hasPressure: true,
        controllers: []
      )
      features.hasReclaim = true
      #expect(PageOutSupport.unavailableReason(features) == nil)
      features.hasReclaim = false
      #expect(
        PageOutSupport.unavailableReason(features)
          == ProcessMemory.unavailableReason().map {
            $0 + ", and its groups have no memory.reclaim (the memory controller and Linux 5.19)"
          }
      )
    }

    @Test("is told once, and not again while nothing changes")
    func adapter() throws {
      let folder = try TemporaryFolder()
      let swaps = "Filename Type Size Used Priority\n/dev/zram0 partition 1000 0 100\n"
      try folder.write(swaps, to: "swaps")
      let state = SwapState(freeBytes: 1000 * 1024, totalBytes: 1000 * 1024)
      func told(known: SwapState?, missing: String?) throws -> [SwapState?] {
        let recorder = EventRecorder()
        let adapter = SwapAdapter(
          procRoot: folder.path,
          on: try EventLoop(),
          sink: recorder,
          unavailableReason: { missing }
        )
        // A plain file tells of no changes; how things stand is told all the same.
        try? adapter.start(known: known)
        return recorder.events.compactMap { event -> SwapState?? in
          guard case .input(.device(event: .swap(let state))) = event else { return nil }
          return .some(state)
        }
      }
      #expect(try told(known: nil, missing: nil) == [state])
      #expect(try told(known: state, missing: nil) == [])
      #expect(try told(known: nil, missing: "no right") == [])
      #expect(try told(known: state, missing: "no right") == [nil])
    }
  }
}

extension HostEvent {
  fileprivate var isFrozen: Bool {
    if case .input(.process(_, .frozen)) = self { true } else { false }
  }

  fileprivate var pageOut: PageOutReport? {
    if case .input(.process(_, .pagedOut(let report))) = self { report } else { nil }
  }

  fileprivate var readBack: ReadBackReport? {
    if case .input(.process(_, .readBack(let report))) = self { report } else { nil }
  }

  fileprivate var pageIn: PageInReport? {
    if case .input(.process(_, .pagedIn(let report))) = self { report } else { nil }
  }
}
