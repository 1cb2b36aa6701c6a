import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("A freeze hazard", .enabled(if: Machine.isAvailable))
  struct HazardTests {
    @Test(
      "is a lock on a file, however it was taken, and whether somebody waits for it",
      .enabled(if: Machine.hasPython, Machine.needsPython),
      arguments: ["posix", "flock", "ofd", "inherited"],
      [false, true]
    )
    func locks(_ kind: String, hasWaiters: Bool) throws {
      let machine = try Machine()
      let file = machine.folder.path + "/shared"
      let ready = machine.folder.path + "/ready"
      try machine.folder.write("text", to: "shared")
      // The shell idiom: the process that takes the lock ends at once, the descriptor keeps it.
      let recipe =
        kind == "inherited"
        ? machine.shell("exec 9>>\(file); flock 9; echo > \(ready); exec sleep 1000")
        : holder(kind, file, ready, machine)
      let launch = try machine.start(recipe)
      try machine.waitForFile("ready")
      if hasWaiters {
        let command = kind == "inherited" ? "flock" : kind
        let waiter = holder(command, file, machine.folder.path + "/never", machine)
        _ = try machine.start(waiter, 2, app: "com.example.waiter")
        machine.advance(upTo: .seconds(5)) {
          hazards(of: launch, machine) == [.fileLock(path: file, hasWaiters: true)]
        }
      }
      #expect(hazards(of: launch, machine) == [.fileLock(path: file, hasWaiters: hasWaiters)])
    }

    @Test("is each of several locks that are kept by processes which did not take them")
    func several() throws {
      let machine = try Machine()
      let ready = machine.folder.path + "/ready"
      let files = ["one", "two"].map { machine.folder.path + "/" + $0 }
      let launch = try machine.start(
        machine.shell(
          "(exec 8>>\(files[0]); flock 8; exec sleep 1000) & "
            + "exec 9>>\(files[1]); flock 9; echo > \(ready); exec sleep 1000"
        )
      )
      try machine.waitForFile("ready")
      machine.advance(upTo: .seconds(5)) { hazards(of: launch, machine).count == 2 }
      let found = hazards(of: launch, machine)
      for file in files { #expect(found.contains(.fileLock(path: file, hasWaiters: false))) }
    }

    @Test("is not a lock inside the app's own container")
    func container() throws {
      let machine = try Machine()
      let ready = machine.folder.path + "/ready"
      try machine.folder.write("text", to: "data/own")
      try machine.folder.write("text", to: "database")
      var recipe = machine.shell(
        "exec 8>>\(machine.folder.path)/data/own 9>>\(machine.folder.path)/database; "
          + "flock 8; flock 9; echo > \(ready); exec sleep 1000"
      )
      recipe.container = machine.folder.path + "/data"
      let launch = try machine.start(recipe)
      try machine.waitForFile("ready")
      #expect(
        hazards(of: launch, machine) == [
          .fileLock(path: machine.folder.path + "/database", hasWaiters: false)
        ]
      )
    }

    @Test("is none in an app that does nothing of the kind")
    func none() throws {
      let machine = try Machine()
      let launch = try machine.start(machine.shell("sleep 1000 & sleep 1000 & wait"))
      #expect(hazards(of: launch, machine).isEmpty)
    }

    @Test("is a terminal whose foreground the group is in, unless the terminal is the group's own")
    func terminal() throws {
      let machine = try Machine()
      guard Files.exists("/usr/bin/script") else {
        print("skipped: no script(1) here to make a terminal")
        return
      }
      let ready = machine.folder.path + "/ready"
      let launch = try machine.start(
        machine.shell(
          "exec script -qc 'echo $$ > \(ready).new; mv \(ready).new \(ready); exec sleep 1000' /dev/null"
        )
      )
      try machine.waitForFile("ready")
      let inside = try #require(Int32(try Files.read(ready).dropLast()))
      #expect(hazards(of: launch, machine).isEmpty)
      // The program moves to a group of its own: its terminal is another group's now.
      let other = LaunchIdentifier(rawValue: 2)
      let app = try #require(AppIdentifier("com.example.inside"))
      let group = try machine.tree.makeGroup(app, other)
      try Files.write("\(inside)", to: group.path + "/cgroup.procs")
      let scan = HazardScan(procRoot: "/proc", container: nil)
      let device = try #require(ProcessStat(of: inside, procRoot: "/proc")).terminal
      #expect(
        scan.hazards { [inside] } == [
          .controllingTerminal(name: HazardScan.terminalName(ofDevice: device))
        ]
      )
      group.kill()
    }

    @Test("is no child that has ended, whose parent does not notice")
    func zombie() throws {
      let machine = try Machine()
      let child = machine.folder.path + "/child"
      let launch = try machine.start(
        machine.shell(
          // The child ends when its parent has become a program that waits for nobody.
          "sh -c 'until grep -q sleep /proc/$PPID/comm; do sleep 0.01; done' & "
            + "echo $! > \(child).new; mv \(child).new \(child); exec sleep 1000"
        )
      )
      try machine.waitForFile("child")
      let processID = try #require(Int32(try Files.read(child).dropLast()))
      let hasEnded = { ProcessStat(of: processID, procRoot: "/proc")?.hasEnded ?? false }
      machine.advance(upTo: .seconds(10), until: hasEnded)
      #expect(hasEnded())
      #expect(hazards(of: launch, machine).isEmpty)
    }

    @Test("is the leader of a session that has members outside the group")
    func session() throws {
      let machine = try Machine()
      let ready = machine.folder.path + "/ready"
      let launch = try machine.start(
        machine.shell("sleep 1000 & echo $! > \(ready).new; mv \(ready).new \(ready); wait")
      )
      try machine.waitForFile("ready")
      let child = try #require(Int32(try Files.read(ready).dropLast()))
      let app = try #require(AppIdentifier("com.example.outside"))
      let group = try machine.tree.makeGroup(app, LaunchIdentifier(rawValue: 2))
      try Files.write("\(child)", to: group.path + "/cgroup.procs")
      let leader = try #require(ProcessStat(of: child, procRoot: "/proc")).session
      #expect(hazards(of: launch, machine) == [.sessionLeader(pid: leader)])
      group.kill()
    }

    @Test(
      "is a socket at which a compositor or an X server waits for the windows of others",
      .enabled(if: Machine.hasPython, Machine.needsPython)
    )
    func displayServer() throws {
      let machine = try Machine()
      // A program may listen at what it likes; a name that only looks alike is no display.
      let places = ["wayland-7", "wayland-7.lock", "bus"].map { "\(machine.folder.path)/\($0)" }
      let listen = "s=socket.socket(socket.AF_UNIX); s.bind(p); s.listen(); kept.append(s)"
      let launch = try machine.start(
        machine.recipe(
          [
            "/usr/bin/python3", "-c",
            "import socket,sys,time\nkept=[]\nfor p in sys.argv[2:]: \(listen)\n"
              + "open(sys.argv[1],'w')\ntime.sleep(1000)",
            machine.folder.path + "/ready",
          ] + places
        )
      )
      try machine.waitForFile("ready")
      #expect(hazards(of: launch, machine) == [.displayServer(socket: places[0])])
      // Who only connects there, or has nothing to do with it, may be frozen.
      let other = try machine.start(machine.shell("sleep 1000"), 2, app: "com.example.other")
      #expect(hazards(of: other, machine).isEmpty)
    }

    @Test("finds the sockets of displays among all others")
    func displaySockets() {
      let text = """
        Num       RefCount Protocol Flags    Type St Inode Path
        0000000000000000: 00000002 00000000 00010000 0001 01 10 /run/user/1000/wayland-1
        0000000000000000: 00000003 00000000 00000000 0001 03 11 /run/user/1000/wayland-1
        0000000000000000: 00000002 00000000 00010000 0001 01 12 @/tmp/.X11-unix/X0
        0000000000000000: 00000002 00000000 00010000 0001 01 13 /tmp/.X11-unix/X0
        0000000000000000: 00000002 00000000 00010000 0001 01 14 /tmp/X0
        0000000000000000: 00000002 00000000 00010000 0001 01 15 /run/user/1000/bus
        0000000000000000: 00000002 00000000 00010000 0005 01 16
        """
      let found = DisplaySockets.parse(text)
      #expect(found.map(\.inode) == [10, 12, 13])
      #expect(
        found.map(\.path) == [
          "/run/user/1000/wayland-1", "/tmp/.X11-unix/X0", "/tmp/.X11-unix/X0",
        ]
      )
    }

    @Test("is the daemon itself in the group, or the shell that it was started from")
    func caller() {
      let scan = HazardScan(procRoot: "/proc", container: nil)
      #expect(scan.hazards { [getppid()] }.contains(.callersShell(pid: getppid())))
      #expect(scan.hazards { [getpid()] }.contains(.callersShell(pid: getpid())))
    }

    @Test(
      "names a terminal as people do",
      arguments: [(0x8803, "pts/3"), (0x8903, "pts/259"), (0x0401, "tty1"), (0x0440, "ttyS0")]
    )
    func terminalNames(device: Int32, name: String) {
      #expect(HazardScan.terminalName(ofDevice: device) == name)
    }

    @Test("is read from the kernel's list with its waiters")
    func lockTable() {
      let text = """
        1: FLOCK  ADVISORY  WRITE 12 fe:00:100 0 EOF
        1: -> FLOCK  ADVISORY  WRITE 13 fe:00:100 0 EOF
        2: LEASE  ACTIVE    READ  14 fe:00:101 0 EOF
        2: -> LEASE  ACTIVE    READ  14 fe:00:101 0 EOF
        3: OFDLCK ADVISORY  READ -1 fe:00:102 0 9
        4: POSIX  ADVISORY  WRITE 15 00:1b:103 0 EOF
        """
      let records = LockTable.parse(text)
      #expect(records.map(\.kind) == [.flock, .openFileDescription, .posix])
      #expect(records.map(\.processID) == [12, -1, 15])
      #expect(records.map(\.inode) == [100, 102, 103])
      #expect(records.map(\.hasWaiters) == [true, false, false])
      #expect(records.last?.device == "00:1b")
    }

    private func hazards(of launch: LaunchIdentifier, _ machine: Machine) -> [Hazard] {
      machine.processes.inspect(launch)
      guard case .inspected(let inspection) = machine.events(of: launch).last else { return [] }
      // Served sockets have a suite of their own.
      return inspection.hazards.filter { if case .servedSocket = $0 { false } else { true } }
    }

    /// A program that takes the lock (or waits for it), then makes the file `ready`.
    private func holder(_ kind: String, _ file: String, _ ready: String, _ machine: Machine)
      -> LaunchRecipe
    {
      let take =
        switch kind {
        case "flock": "fcntl.flock(f, fcntl.LOCK_EX)"
        case "ofd":
          "fcntl.fcntl(f, 38, struct.pack('hhqqih', fcntl.F_WRLCK, 0, 0, 0, 0, 0))"
        default: "fcntl.lockf(f, fcntl.LOCK_EX)"
        }
      return machine.recipe([
        "/usr/bin/python3", "-c",
        "import fcntl,struct,time\nf=open('\(file)','r+')\n\(take)\nopen('\(ready)','w')\n"
          + "time.sleep(1000)",
      ])
    }
  }
}
