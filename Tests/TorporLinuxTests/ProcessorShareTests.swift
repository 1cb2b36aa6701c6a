import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("Shares of the processor")
  struct ProcessorShareTests {
    private func features(hasWeight: Bool) -> GroupFeatures {
      GroupFeatures(
        hasKill: true,
        hasMemory: false,
        hasPressure: false,
        hasWeight: hasWeight,
        controllers: []
      )
    }

    @Test("are those of groups, else of sessions, else of threads, else none, which says why")
    func ways() throws {
      let folder = try TemporaryFolder()
      func way(
        hasWeight: Bool = false,
        maySetSessions: Bool = false,
        mayLowerNiceness: Bool = false
      ) -> ProcessorShares.Way {
        ProcessorShares(
          features(hasWeight: hasWeight),
          maySetSessions: maySetSessions,
          mayLowerNiceness: mayLowerNiceness,
          procRoot: folder.path
        ).way
      }
      #expect(way(mayLowerNiceness: true) == .threads)
      #expect(
        way()
          == .unavailable(
            reason: "the cpu controller is not in the tree of version 2, and niceness that was "
              + "raised could not be lowered again (CAP_SYS_NICE or RLIMIT_NICE)"
          )
      )
      try folder.write("0\n", to: "sys/kernel/sched_autogroup_enabled")
      #expect(way(mayLowerNiceness: true) == .threads)
      try folder.write("1\n", to: "sys/kernel/sched_autogroup_enabled")
      #expect(way(maySetSessions: true, mayLowerNiceness: true) == .sessions)
      #expect(
        way(mayLowerNiceness: true)
          == .unavailable(
            reason: "the cpu controller is not in the tree of version 2, and the shares of "
              + "sessions (sched_autogroup) can be changed at any time only with CAP_SYS_ADMIN"
          )
      )
      #expect(way(hasWeight: true) == .weight)
    }

    @Test("of a group are weights, of the processor and of the disk")
    func weight() throws {
      let folder = try TemporaryFolder()
      for name in ["cgroup.freeze", "cgroup.events", "cpu.weight", "io.weight"] {
        try folder.write("", to: name)
      }
      let group = try ControlGroup(path: folder.path, features: features(hasWeight: true))
      let shares = ProcessorShares(.weight)
      shares.set(.background, of: group, base: 0)
      #expect(try Files.read(folder.path + "/cpu.weight") == "10")
      #expect(try Files.read(folder.path + "/io.weight") == "default 10")
      shares.set(.foreground, of: group, base: 0)
      #expect(try Files.read(folder.path + "/cpu.weight").hasPrefix("100"))
    }

    @Test(
      "of a session are its niceness; one that was begun outside keeps its own",
      .enabled(if: hasSessions)
    )
    func sessions() throws {
      let machine = try Machine()
      let launch = try machine.start(machine.recipe(for: .sleeps))
      let process = try #require(machine.processes.mainProcessID(of: launch))
      let group = try machine.group(of: launch)
      let shares = ProcessorShares(.sessions)
      shares.set(.background, of: group, base: 0)
      #expect(try Files.read("/proc/\(process)/autogroup").hasSuffix("nice 10\n"))
      shares.set(.foreground, of: group, base: 0)
      #expect(try Files.read("/proc/\(process)/autogroup").hasSuffix("nice 0\n"))
    }

    @Test(
      "of threads are their niceness, children included, but for what has chosen its own",
      .enabled(if: mayLower)
    )
    func threads() throws {
      let machine = try Machine()
      let script = "nice -n 3 sleep 1000 & sleep 1000 & touch \(machine.folder.path)/made; wait"
      let launch = try machine.start(machine.shell(script))
      try machine.waitForFile("made")
      let group = try machine.group(of: launch)
      machine.advance(upTo: .seconds(10)) { niceness(in: group) == [0, 0, 3] }
      let shares = ProcessorShares(.threads)
      shares.set(.background, of: group, base: 0)
      #expect(niceness(in: group) == [3, 10, 10])
      let main = try #require(machine.processes.mainProcessID(of: launch))
      #expect(shares.base(ofAdopted: main) == 0)
      shares.set(.foreground, of: group, base: 0)
      #expect(niceness(in: group) == [0, 0, 3])
    }

    @Test(
      "are given to a process that is still being started when it runs",
      .enabled(if: Machine.isAvailable)
    )
    func beforeTheStart() throws {
      let machine = try Machine()
      try #require(machine.processes.shares.way != .weight || machine.tree.features.hasWeight)
      let launch = LaunchIdentifier(rawValue: 1)
      let app = try #require(AppIdentifier("com.example.app"))
      machine.processes.launch(
        LaunchOrder(launch: launch, app: app, destination: .background(.appRefresh)),
        recipe: machine.recipe(for: .sleeps),
        streams: []
      )
      machine.processes.prioritize(launch, .background)
      machine.advance(upTo: .seconds(10)) { machine.events(of: launch).contains(.started) }
      let group = try machine.group(of: launch)
      let main = try #require(machine.processes.mainProcessID(of: launch))
      switch machine.processes.shares.way {
      case .weight: #expect(try Files.read(group.path + "/cpu.weight") == "10\n")
      case .sessions: #expect(try Files.read("/proc/\(main)/autogroup").hasSuffix("nice 10\n"))
      case .threads: #expect(niceness(in: group) == [10])
      case .unavailable(let reason): print("note: \(reason)")
      }
    }

    private func niceness(in group: ControlGroup) -> [Int32] {
      group.processIDs()
        .map { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t($0)) }
        .sorted()
    }

    static let hasSessions: Bool = {
      let file = "/proc/sys/kernel/sched_autogroup_enabled"
      let isOn = (try? Files.read(file))?.hasPrefix("1") == true
      if !isOn { print("skipped: \(file) is not there, or 0") }
      return isOn && Machine.isAvailable && CurrentProcess.has(.systemNice)
    }()

    static let mayLower: Bool = {
      let may = CurrentProcess.has(.systemNice)
      if !may { print("skipped: CAP_SYS_NICE is missing") }
      return may && Machine.isAvailable
    }()
  }
}
