import Glibc
import Testing
import TorporModel
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("The tree of control groups")
  struct GroupTests {
    @Test(
      "is found wherever it is mounted",
      arguments: [
        // mounts; own group; mount point, own group's folders
        (
          "30 1 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw", "0::/user.slice/a.scope",
          [
            "/sys/fs/cgroup", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup/user.slice/a.scope",
          ]
        ),
        (
          "30 1 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
            + "31 30 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
            + "32 30 0:28 / /sys/fs/cgroup/unified rw,nosuid shared:3 - cgroup2 cgroup2 rw",
          "4:memory:/x\n0::/", ["/sys/fs/cgroup/unified"]
        ),
        (
          "30 1 0:26 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup2 rw", "0::/docker/1/b",
          ["/sys/fs/cgroup", "/sys/fs/cgroup/b"]
        ),
        (
          "30 1 0:26 /my\\040machine /mnt/my\\040groups rw - cgroup2 cgroup2 rw",
          "0::/my machine/b",
          ["/mnt/my groups", "/mnt/my groups/b"]
        ),
      ]
    )
    func mounts(mounts: String, own: String, folders: [String]) throws {
      let folder = try TemporaryFolder()
      try folder.write(mounts + "\n", to: "self/mountinfo")
      try folder.write(own + "\n", to: "self/cgroup")
      #expect(try GroupMount.find(procRoot: folder.path).ancestry == folders)
    }

    @Test("says what is missing and what to do", arguments: [true, false])
    func noMount(hasVersion1: Bool) throws {
      let folder = try TemporaryFolder()
      let line = "31 30 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
      try folder.write(hasVersion1 ? line : "", to: "self/mountinfo")
      try folder.write("4:memory:/\n", to: "self/cgroup")
      let failure = #expect(throws: GroupFailure.self) { try GroupTree(procRoot: folder.path) }
      #expect(
        failure?.description
          == "control groups of version 2 are not mounted"
          + (hasVersion1 ? " (only version 1 is)" : "")
          + "; as root, run: mkdir -p /sys/fs/cgroup/unified && "
          + "mount -t cgroup2 none /sys/fs/cgroup/unified"
      )
    }

    @Test("says where it may not write")
    func notWritable() throws {
      let failure = #expect(throws: GroupFailure.self) { try GroupTree(below: "/nonexistent") }
      #expect(
        failure?.description
          == "no control group can be made below /nonexistent: this user may not write there; run "
          + "the daemon as root, or in a group of its own: "
          + "systemd-run --user --scope -p Delegate=yes torpord"
      )
    }

    @Test("says that groups cannot be frozen where the kernel is too old")
    func noFreezer() throws {
      let folder = try TemporaryFolder()
      try folder.write("", to: "cgroup.procs")
      let failure = #expect(throws: GroupFailure.self) { try GroupTree(below: folder.path) }
      #expect(
        failure?.description
          == "\(folder.path)/torpor/apps has no cgroup.freeze, so nothing can be frozen; it needs "
          + "Linux 5.2 or newer"
      )
    }

    @Test(
      "says of a command that SIGKILL has ended whether that was the kernel, out of memory",
      arguments: [
        ("low 0\noom 1\noom_kill 1\n", true, true), ("oom_kill 0\n", true, false),
        ("oom_kill 1\n", false, false), ("", true, false),
      ]
    )
    func outOfMemory(events: String, hasMemory: Bool, isByKernel: Bool) throws {
      let folder = try TemporaryFolder()
      for name in ["cgroup.freeze", "cgroup.events"] { try folder.write("", to: name) }
      if !events.isEmpty { try folder.write(events, to: "memory.events") }
      let group = try ControlGroup(
        path: folder.path,
        features: GroupFeatures(
          hasKill: false,
          hasMemory: hasMemory,
          hasPressure: false,
          controllers: []
        )
      )
      let killed = ExitStatus.signalled(signal: SIGKILL)
      #expect(group.seen(killed) == (isByKernel ? .outOfMemory : killed))
      #expect(group.seen(.signalled(signal: SIGTERM)) == .signalled(signal: SIGTERM))
      #expect(group.seen(.exited(status: 1)) == .exited(status: 1))
    }

    @Test("has one user at a time, who is named", .enabled(if: Machine.isAvailable))
    func inUse() throws {
      let machine = try Machine()
      let failure = #expect(throws: GroupFailure.self) { try GroupTree(subtree: machine.subtree) }
      let path = String(machine.tree.folder.dropLast("/apps".count))
      #expect(
        failure?.description
          == "another daemon (process \(getpid())) uses the control groups in \(path); stop it, or "
          + "give this one other groups with --groups"
      )
    }

    @Test("cannot be locked by others, who may not even open it", .enabled(if: Machine.isAvailable))
    func isPrivate() throws {
      let machine = try Machine()
      #expect(try Files.facts(of: machine.tree.root).st_mode & 0o777 == 0o700)
    }

    @Test("waits for a dead man who holds the lock for a moment", .enabled(if: Machine.isAvailable))
    func waitsForLock() throws {
      let machine = try Machine()
      let subtree = machine.subtree + "-held"
      let root = String(machine.tree.root + "-held")
      try Files.makeFolder(root, mode: 0o700)
      let held = machine.folder.path + "/held"
      _ = try machine.start(
        machine.shell("flock \(root) sh -c 'echo > \(held); sleep 0.2'; sleep 1000")
      )
      try machine.waitForFile("held")
      do { _ = try GroupTree(subtree: subtree) }
      rmdir(root + "/apps")
      rmdir(root)
    }

    @Test(
      "tells the launch of a process in a group and in one below it",
      .enabled(if: Machine.isAvailable)
    )
    func identity() throws {
      let machine = try Machine()
      let below = machine.tree.folder + "/com.example.app@5/below"
      let ready = machine.folder.path + "/ready"
      let launch = try machine.start(
        machine.shell(
          "mkdir \(below); sleep 1000 & echo $! > \(below)/cgroup.procs; "
            + "echo $! > \(ready).new; mv \(ready).new \(ready); wait"
        ),
        5
      )
      try machine.waitForFile("ready")
      let child = try #require(Int32(try Files.read(ready).dropLast()))
      #expect(machine.tree.membership(ofProcess: child) == .launch(launch))
      let main = try #require(try machine.group(of: launch).processIDs().first)
      #expect(machine.tree.membership(ofProcess: main) == .launch(launch))
      #expect(machine.tree.membership(ofProcess: getpid()) == .outside)
      #expect(machine.tree.membership(ofProcess: 999_999_999) == .unknown)
      // The whole group ends, the one below it included, and both are removed.
      machine.processes.kill(launch)
      machine.advance(upTo: .seconds(5)) { machine.tree.groups().isEmpty }
      #expect(machine.tree.groups().isEmpty)
    }
  }
}
