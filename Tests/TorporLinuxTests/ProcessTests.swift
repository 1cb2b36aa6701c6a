import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("A process of an app", .enabled(if: Machine.isAvailable))
  struct ProcessTests {
    @Test("keeps the contract", arguments: ProcessContract.allCases)
    func contract(_ rule: ProcessContract) throws {
      rule.check(in: try Machine())
    }

    @Test("freezes whatever it is made of", arguments: ["one", "sixteen", "threads", "spinning"])
    func freezes(_ shape: String) throws {
      let machine = try Machine()
      let ready = machine.folder.path + "/ready"
      let sleeper = "sleep 1000 &"
      let recipe =
        switch shape {
        case "one": machine.shell("echo > \(ready); exec sleep 1000")
        case "sixteen":
          machine.shell(String(repeating: sleeper, count: 15) + " echo > \(ready); wait")
        case "spinning": machine.shell("(while :; do :; done) & echo > \(ready); wait")
        default:
          machine.recipe([
            "/usr/bin/python3", "-c",
            "import threading,time\n"
              + "for i in range(63): threading.Thread(target=time.sleep,args=(1000,)).start()\n"
              + "open('\(ready)','w'); time.sleep(1000)",
          ])
        }
      if shape == "threads", !Files.exists("/usr/bin/python3") {
        print("skipped: no python3 here to make 64 threads")
        return
      }
      let launch = try machine.start(recipe)
      try machine.waitForFile("ready")
      machine.processes.freeze(launch)
      machine.advance(upTo: .seconds(5)) { machine.events(of: launch).last == .frozen }
      #expect(machine.events(of: launch).last == .frozen)
      let group = try machine.group(of: launch)
      #expect(try group.events().isFrozen)
      let before = try group.processorMicroseconds()
      machine.advance(upTo: .milliseconds(100)) { false }
      #expect(try group.processorMicroseconds() == before)
    }

    @Test("holds the loop for less than a millisecond when it is frozen")
    func doesNotBlock() throws {
      let machine = try Machine()
      let launch = try machine.start(machine.recipe(for: .spins))
      var shortest = Int64.max
      for _ in 0..<20 {
        let begin = BootClock.nanoseconds()
        machine.processes.freeze(launch)
        shortest = min(shortest, BootClock.nanoseconds() - begin)
        machine.processes.thaw(launch)
      }
      #expect(shortest < 1_000_000)
    }

    @Test("is reported as not frozen when it does not freeze in time, and runs again")
    func freezeFails() throws {
      let machine = try Machine()
      let launch = try machine.start(machine.recipe(for: .sleeps))
      // A folder with ordinary files stands for a group that never says that it is frozen.
      try machine.folder.write("0", to: "stuck/cgroup.freeze")
      try machine.folder.write("populated 1\nfrozen 0\n", to: "stuck/cgroup.events")
      let group = try ControlGroup(
        path: machine.folder.path + "/stuck",
        features: GroupFeatures(
          hasKill: false,
          hasMemory: false,
          hasPressure: false,
          controllers: []
        )
      )
      var reported: [ProcessEvent] = []
      let freezer = Freezer(on: machine.loop, limit: .milliseconds(20)) { reported.append($1) }
      freezer.freeze(launch, group)
      machine.advance(upTo: .seconds(5)) { !reported.isEmpty }
      #expect(reported == [.freezeFailed(errno: ETIMEDOUT)])
      #expect(try Files.read(machine.folder.path + "/stuck/cgroup.freeze").first == "0")
    }

    @Test("is thawed through files that are open already, again and again until it runs")
    func thawIsNotLost() throws {
      let machine = try Machine()
      let folder = machine.folder.path + "/stuck"
      try machine.folder.write("1", to: "stuck/cgroup.freeze")
      try machine.folder.write("populated 1\nfrozen 1\n", to: "stuck/cgroup.events")
      let group = try ControlGroup(
        path: folder,
        features: GroupFeatures(
          hasKill: false,
          hasMemory: false,
          hasPressure: false,
          controllers: []
        )
      )
      let freeze = try Files.open(folder + "/cgroup.freeze", O_RDWR)
      let events = try Files.open(folder + "/cgroup.events", O_RDWR)
      // What is opened now is not there any more.
      try Files.remove(folder + "/cgroup.freeze")
      try Files.remove(folder + "/cgroup.events")
      let freezer = Freezer(on: machine.loop) { _, _ in }
      func written() throws -> String {
        var byte: UInt64 = 0
        let count = try withUnsafeMutableBytes(of: &byte) {
          try Files.reread(freeze, into: $0, "cgroup.freeze")
        }
        return withUnsafeBytes(of: byte) { String(decoding: $0.prefix(count), as: UTF8.self) }
      }
      freezer.thaw(LaunchIdentifier(rawValue: 1), group)
      #expect(try written() == "0")
      try freeze.writeOnce("1", at: 0, subject: "cgroup.freeze")
      machine.advance(upTo: .seconds(5)) { (try? written()) == "0" }
      #expect(try written() == "0", "the thaw was not tried again")
      try events.writeOnce("populated 1\nfrozen 0\n", at: 0, subject: "cgroup.events")
      machine.advance(upTo: .milliseconds(200)) { false }
      try freeze.writeOnce("1", at: 0, subject: "cgroup.freeze")
      machine.advance(upTo: .milliseconds(400)) { false }
      #expect(try written() == "1", "a group that runs is still being thawed")
    }

    @Test("has nothing of the daemon's privileges about memory, files and modes")
    func ordinary() throws {
      let machine = try Machine()
      let out = machine.folder.path + "/out"
      var before = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
      try CurrentProcess.raiseOpenFilesLimit()
      let rank = try Files.read("/proc/self/oom_score_adj")
      try Files.write("300", to: "/proc/self/oom_score_adj")
      let mask = umask(0o077)
      defer {
        umask(mask)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
        // Without the right to lower it, it stays; nothing else here depends on it.
        try? Files.write(rank, to: "/proc/self/oom_score_adj")
      }
      _ = try machine.start(
        machine.shell(
          "{ umask; cat /proc/self/oom_score_adj; ulimit -Sn; } > \(out).new; mv \(out).new \(out);"
            + "sleep 1000"
        )
      )
      try machine.waitForFile("out")
      let isRoot = getuid() == 0
      #expect(try Files.read(out) == "0022\n\(isRoot ? 0 : 300)\n\(before.rlim_cur)\n")
    }

    @Test("is told where its daemon is, and nothing else is inherited")
    func inherits() throws {
      let machine = try Machine()
      let out = machine.folder.path + "/out"
      var recipe = machine.shell(
        "exec > \(out).new; echo $TORPOR_APP_ID $TORPOR_SOCKET_FD $TORPOR_SOCKET $TORPOR_CONTAINER; "
          + "ls /proc/$$/fd; mv \(out).new \(out); sleep 1000"
      )
      recipe.container = machine.folder.path
      recipe.environment.append("TORPOR_APP_ID=com.example.other")
      let leaked = open("/dev/null", O_RDONLY)
      defer { close(leaked) }
      _ = try machine.start(recipe)
      try machine.waitForFile("out")
      let path = machine.folder.path
      #expect(try Files.read(out) == "com.example.app 3 \(path)/socket \(path)\n0\n1\n2\n3\n")
    }

    @Test("writes to its log, of which the last part is kept; a plain command begins anew")
    func log() throws {
      let machine = try Machine()
      let name = "\(getuid())/com.example.app.log"
      for file in [name, "commands/" + name] {
        try machine.folder.write(String(repeating: "x\n", count: 1 << 20), to: file)
      }
      var recipe = machine.shell("echo out; echo error >&2")
      _ = try machine.start(recipe)
      let command = machine.folder.path + "/commands/" + name
      machine.advance(upTo: .seconds(5)) { (try? Files.read(command)) == "out\nerror\n" }
      #expect(try Files.read(command) == "out\nerror\n")
      recipe.container = machine.folder.path
      _ = try machine.start(recipe, 2)
      let log = machine.folder.path + "/" + name
      machine.advance(upTo: .seconds(5)) {
        (try? Files.read(log, bytesMax: 2 << 20))?.hasSuffix("error\n") == true
      }
      let text = try Files.read(log, bytesMax: 2 << 20)
      #expect(text.hasPrefix("--- 1048") && text.hasSuffix("x\nout\nerror\n"))
      #expect(text.utf8.count < (1 << 20) + 256)
    }

    @Test("runs as the user of its recipe", .enabled(if: getuid() == 0))
    func user() throws {
      let machine = try Machine()
      chmod(machine.folder.path, 0o777)
      var recipe = machine.shell("id -u > \(machine.folder.path)/id; id -g >&2; sleep 1000")
      recipe.userID = 65534
      recipe.groupID = 65534
      let launch = try machine.start(recipe)
      let log = machine.folder.path + "/commands/65534/com.example.app.log"
      machine.advance(upTo: .seconds(5)) { (try? Files.read(log)) == "65534\n" }
      #expect(try Files.read(machine.folder.path + "/id") == "65534\n")
      #expect(try Files.read(log) == "65534\n")
      _ = launch
    }

    @Test("is not started in a folder that is not there, and the reason is reported")
    func missingFolder() throws {
      let machine = try Machine()
      var recipe = machine.recipe(for: .sleeps)
      recipe.workingDirectory = "/nonexistent"
      let launch = LaunchIdentifier(rawValue: 1)
      let app = try #require(AppIdentifier("com.example.app"))
      machine.processes.launch(
        LaunchOrder(launch: launch, app: app, destination: .foreground),
        recipe: recipe,
        streams: []
      )
      machine.advance(upTo: .seconds(5)) { !machine.events(of: launch).isEmpty }
      let status = ExitStatus.notInFolder(path: "/nonexistent", errno: ENOENT)
      #expect(machine.events(of: launch) == [.exited(status: status)])
      machine.advance(upTo: .seconds(5)) { machine.tree.groups().isEmpty }
      #expect(machine.tree.groups().isEmpty)
    }

    @Test("gets the streams it was launched with")
    func streams() throws {
      let machine = try Machine()
      let pipe = try DescriptorPair.pipe().take()
      defer { close(pipe.first) }
      let app = try #require(AppIdentifier("com.example.app"))
      let launch = LaunchIdentifier(rawValue: 1)
      machine.processes.launch(
        LaunchOrder(launch: launch, app: app, destination: .foreground),
        recipe: machine.shell("echo hello"),
        streams: [open("/dev/null", O_RDONLY), pipe.second, open("/dev/null", O_WRONLY)]
      )
      machine.advance(upTo: .seconds(5)) { machine.events(of: launch).count > 1 }
      var buffer = [UInt8](repeating: 0, count: 64)
      #expect(read(pipe.first, &buffer, 64) == 6)
      // The adapter closed its own copies: the stream ends with the process.
      #expect(read(pipe.first, &buffer, 64) == 0)
    }

    @Test(
      "that is no child of the daemon is adopted, and its status is known where the kernel tells"
    )
    func adoptsStranger() throws {
      let machine = try Machine()
      let group = machine.tree.folder + "/com.example.app@7"
      try Files.makeFolder(group, mode: 0o755)
      let go = machine.folder.path + "/go"
      // The parent is the launcher's shell, which reaps it; the daemon is a stranger to it.
      _ = try machine.start(
        machine.shell(
          "sh -c 'echo $$ > \(group)/cgroup.procs; echo > \(machine.folder.path)/ready; "
            + "while [ ! -e \(go) ]; do sleep 0.01; done; exit 9' & wait; sleep 1000"
        ),
        1,
        app: "com.example.launcher"
      )
      try machine.waitForFile("ready")
      let launch = LaunchIdentifier(rawValue: 7)
      #expect(machine.processes.adopt().map(\.launch) == [launch])
      try machine.folder.write("", to: "go")
      machine.advance(upTo: .seconds(5)) { !machine.events(of: launch).isEmpty }
      if ProcessHandle.tellsEndOfStrangers {
        #expect(machine.events(of: launch).last == .exited(status: .exited(status: 9)))
      } else {
        print("note: this kernel does not tell how a process ended that is no child of ours")
        #expect(machine.events(of: launch).last == .exited(status: .unknown))
      }
    }

    @Test("is killed one by one where the kernel has no cgroup.kill")
    func killsOneByOne() throws {
      let machine = try Machine()
      let launch = try machine.start(
        machine.shell("for i in 1 2 3 4 5; do sleep 1000 & done; wait")
      )
      let features = GroupFeatures(
        hasKill: false,
        hasMemory: false,
        hasPressure: false,
        controllers: []
      )
      let group = try ControlGroup(path: machine.group(of: launch).path, features: features)
      machine.advance(upTo: .seconds(5)) { group.processIDs().count == 6 }
      group.kill()
      let end = ProcessEvent.exited(status: .signalled(signal: SIGKILL))
      // The command's own end may be told before that of what it has left behind.
      machine.advance(upTo: .seconds(5)) { machine.events(of: launch).last == end }
      #expect(machine.events(of: launch).last == end)
      machine.advance(upTo: .seconds(5)) { group.processIDs().isEmpty }
      #expect(group.processIDs().isEmpty)
    }

    @Test("enters its group and is reaped on a kernel without clone3 too")
    func withoutClone3() throws {
      let machine = try Machine()
      let app = try #require(AppIdentifier("com.example.old"))
      let group = try machine.tree.makeGroup(app, LaunchIdentifier(rawValue: 1))
      var start = ProcessStart(
        executable: "/bin/sleep",
        arguments: ["sleep", "1000"],
        environment: [],
        workingDirectory: "/"
      )
      start.avoidsClone3 = true
      let started = try start.start(
        standardDescriptors: (0, 1, 2),
        inheritedDescriptor: nil,
        groupDirectory: group.directoryNumber
      ).take()
      defer { close(started.status) }
      machine.advance(upTo: .seconds(5)) {
        ProcessStart.outcome(on: started.status, executable: "").isRunning
      }
      #expect(group.processIDs() == [started.processID])
      group.kill()
      machine.advance(upTo: .seconds(5)) { started.process.end() != .stillRuns }
      #expect(group.processIDs().isEmpty)
    }

    @Test("has the umask, the limits and the scheduling of the recipe's context")
    func context() throws {
      let machine = try Machine()
      var recipe = machine.shell(
        "{ umask; ulimit -Sn; ulimit -Hn; ulimit -Sv; cut -d ' ' -f 19,41 /proc/self/stat; } > "
          + "\(machine.folder.path)/new; mv \(machine.folder.path)/new \(machine.folder.path)/seen; "
          + "exec sleep 1000"
      )
      recipe.context = LaunchContext(
        umask: 0o027,
        // RLIMIT_NOFILE, which the child still needs descriptors under, and RLIMIT_AS in bytes.
        limits: [.init(kind: 7, soft: 77, hard: 177), .init(kind: 9, soft: 1 << 30, hard: .max)],
        niceness: 5,
        // SCHED_BATCH.
        schedulingPolicy: 3
      )
      _ = try machine.start(recipe)
      try machine.waitForFile("seen")
      let seen = try Files.read(machine.folder.path + "/seen").split(separator: "\n")
      #expect(seen == ["0027", "77", "177", "1048576", "5 3"])
    }

    @Test("of this user hands its context down as the kernel tells it, and of another user nothing")
    func readContext() throws {
      let machine = try Machine()
      var recipe = machine.shell("exec sleep 1000")
      let given = LaunchContext(
        umask: 0o077,
        limits: [.init(kind: 7, soft: 55, hard: 66)],
        niceness: 7,
        schedulingPolicy: 3
      )
      recipe.context = given
      let launch = try machine.start(recipe)
      let processID = try #require(try machine.group(of: launch).processIDs().first)
      let read = try #require(LaunchContext(ofProcess: processID, userID: getuid()))
      #expect(read.umask == given.umask)
      #expect(read.limits.first { $0.kind == 7 } == given.limits[0])
      #expect((read.niceness, read.schedulingPolicy) == (7, 3))
      #expect(LaunchContext(ofProcess: processID, userID: getuid() + 1) == nil)
      #expect(LaunchContext(ofProcess: 0, userID: getuid()) == nil)
    }

    @Test("has a footprint")
    func footprint() throws {
      let machine = try Machine()
      let launch = try machine.start(machine.recipe(for: .sleeps))
      let group = try machine.group(of: launch)
      // Until the executable runs it is a copy of this process, and at first it is hardly mapped.
      let expected: Range<Int64> = 100_000..<100_000_000
      var footprint: Int64?
      machine.advance(upTo: .seconds(5)) {
        footprint = group.footprintBytes()
        return expected.contains(footprint ?? 0)
      }
      #expect(expected.contains(try #require(footprint)))
    }
  }
}
