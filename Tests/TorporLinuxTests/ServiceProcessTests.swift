import Glibc
import Testing
import TorporCore
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("A process that works for a user")
  struct ServiceProcessTests {
    /// An adapter with folders of its own, whose program is a script.
    private final class Scene {
      let loop: EventLoop
      let folder: TemporaryFolder
      let adapter: ServiceProcesses
      private(set) var events: [ServiceEvent] = []
      private(set) var isInsideCall = false

      init(_ script: String?, patience: Duration = .seconds(60), groups: GroupTree? = nil) throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        for name in ["/services", "/logs"] {
          try Files.makeFolder(folder.path + name, mode: 0o711)
        }
        let program = folder.path + "/service"
        if let script {
          try Files.replace(program, with: "#!/bin/sh\n\(script)\n", mode: 0o755)
          chmod(program, 0o755)
        }
        adapter = ServiceProcesses(
          places: .init(
            program: program,
            folder: folder.path + "/services",
            logFolder: folder.path + "/logs"
          ),
          environment: ["PATH=/usr/bin:/bin", "no_proxy=example.org"],
          groups: groups,
          patience: patience,
          on: loop
        )
      }

      func start(user: UInt32 = getuid(), group: UInt32? = getgid()) -> any ServiceLine {
        isInsideCall = true
        defer { isInsideCall = false }
        return adapter.start(userID: user, groupID: group) { [unowned self] event in
          if isInsideCall { Issue.record("\(event) was told from inside a call") }
          events.append(event)
        }
      }

      var received: String {
        var bytes: [UInt8] = []
        for case .received(let more) in events { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
      }

      var end: ServiceEvent? {
        events.last { if case .received = $0 { false } else { true } }
      }

      func wait(until condition: () -> Bool) {
        let limit = BootClock.nanoseconds() + 10_000_000_000
        while !condition(), BootClock.nanoseconds() < limit { loop.runOnce(timeoutMilliseconds: 5) }
      }
    }

    @Test("reads and writes over its descriptor 3, and ends when that is closed")
    func conversation() throws {
      let scene = try Scene("exec cat <&3 >&3")
      let line = scene.start()
      let text = String(repeating: "words ", count: 50_000)
      line.send(Array(text.utf8))
      scene.wait { scene.received.utf8.count >= text.utf8.count }
      #expect(scene.received == text)
      line.close()
      scene.wait { scene.end != nil }
      #expect(scene.end == .ended)
    }

    @Test("is told of with its last words first, and is reaped by then")
    func lastWords() throws {
      let scene = try Scene("echo $$ >&3; printf 'last words' >&3; exit 3")
      let line = scene.start()
      scene.wait { scene.end != nil }
      #expect(scene.events.last == .ended)
      let words = scene.received.split(separator: "\n")
      #expect(words.last == "last words")
      let processID = try #require(words.first)
      #expect(!Files.exists("/proc/\(processID)"))
      // Late words to it are nobody's.
      line.send([1, 2, 3])
      line.kill()
      line.close()
    }

    @Test("runs with its user's rights, a folder of that user's, and a short environment")
    func rights() throws {
      guard getuid() == 0 else {
        print("skipped: only root can start processes of other users")
        return
      }
      let scene = try Scene(
        """
        { id -u; id -g; echo "$1"; stat -c '%U %u %g %a' "$2"; touch "$2/mine" && echo wrote;
          touch "$2/../others" 2>/dev/null || echo kept out; env; } >&3
        """
      )
      _ = scene.start(user: 54321, group: 54322)
      scene.wait { scene.end != nil }
      let folder = scene.folder.path + "/services/54321"
      let words = scene.received.split(separator: "\n").map(String.init)
      #expect(
        words.prefix(6) == [
          "54321", "54322", "--state", "UNKNOWN 54321 54322 700", "wrote", "kept out",
        ]
      )
      // `PWD` and `_` are the shell's.
      let names = words.dropFirst(6).filter { !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") }
      #expect(Set(names) == ["PATH=/usr/bin:/bin", "no_proxy=example.org"])
      #expect(Files.exists(folder + "/mine"))
      #expect(scene.adapter.hasTraces(ofUser: 54321))
      #expect(!scene.adapter.hasTraces(ofUser: 54322))
    }

    @Test("gets the group of its folder where nobody says which")
    func groupOfFolder() throws {
      guard getuid() == 0 else {
        print("skipped: only root can start processes of other users")
        return
      }
      let scene = try Scene("id -g >&3")
      for group: UInt32? in [54322, nil] {
        let count = scene.events.count
        _ = scene.start(user: 54321, group: group)
        scene.wait { scene.events.count > count && scene.events.last == .ended }
      }
      #expect(scene.received == "54322\n54322\n")
    }

    @Test(
      "lives in a group that is not the daemon's, and is nobody on the daemon's socket",
      .enabled(if: Machine.isAvailable)
    )
    func group() throws {
      let machine = try Machine()
      let scene = try Scene("echo $$ >&3; exec cat <&3", groups: machine.tree)
      let line = scene.start()
      scene.wait { scene.received.hasSuffix("\n") }
      let processID = try #require(Int32(scene.received.dropLast()))
      let groups = try Files.read("/proc/\(processID)/cgroup")
      let own = try #require(ProcessGroups.unified(in: groups))
      #expect(machine.tree.servicesFolder.hasSuffix(own))
      #expect(machine.tree.membership(ofProcess: processID) == .unknown)
      #expect(machine.tree.membership(ofProcess: getpid()) == .outside)
      line.kill()
      scene.wait { scene.end != nil }
      rmdir(machine.tree.servicesFolder)
    }

    @Test(
      "is started again in a new group after `cgroup.kill` was written in theirs, which is said",
      .enabled(if: Machine.isAvailable)
    )
    func killedGroup() throws {
      let machine = try Machine()
      let scene = try Scene("echo up >&3; exec cat <&3", groups: machine.tree)
      defer { rmdir(machine.tree.servicesFolder) }
      try Files.write("1", to: machine.tree.servicesFolder + "/cgroup.kill")
      _ = scene.start()
      scene.wait { scene.end != nil || scene.received == "up\n" }
      if scene.received != "up\n" {
        // Since Linux 6.14 what is born in such a group dies before it runs.
        guard case .notStarted(let cause, isLasting: false) = scene.end else {
          Issue.record("it ended with \(String(describing: scene.end))")
          return
        }
        #expect(cause.hasPrefix("the transfer service was killed before it ran: `cgroup.kill` was"))
        #expect(cause.hasSuffix("The group has been made again"))
        _ = scene.start()
        scene.wait { scene.received == "up\n" }
      }
      #expect(scene.received == "up\n")
    }

    @Test("complains into a log of its user's")
    func log() throws {
      let scene = try Scene("echo trouble >&2")
      _ = scene.start()
      scene.wait { scene.end != nil }
      #expect(try Files.read("\(scene.folder.path)/logs/\(getuid())/service.log") == "trouble\n")
    }

    @Test("that does not end when it is told to is killed", arguments: [true, false])
    func stubborn(keepsSocket: Bool) throws {
      let scene = try Scene(
        "trap '' HUP TERM; echo up >&3; \(keepsSocket ? "" : "exec 3>&-;") exec sleep 1000",
        patience: .milliseconds(50)
      )
      let line = scene.start()
      scene.wait { scene.received == "up\n" }
      line.close()
      scene.wait { scene.end != nil }
      #expect(scene.end == .ended)
    }

    @Test("that leaves its socket to another is over when it has ended")
    func heir() throws {
      let scene = try Scene("sleep 3 >&2 & echo $! >&3; exit 0", patience: .milliseconds(50))
      _ = scene.start()
      let begun = BootClock.nanoseconds()
      scene.wait { scene.end != nil }
      #expect(scene.end == .ended)
      #expect(BootClock.nanoseconds() - begun < 3_000_000_000, "it was the heir's end")
      if let heir = Int32(scene.received.dropLast()) { kill(heir, SIGKILL) }
    }

    @Test("that cannot be started is told of with the cause, later than the call")
    func missing() throws {
      let scene = try Scene(nil)
      let program = scene.folder.path + "/service"
      let cause = "cannot look at \(program): No such file or directory (ENOENT)"
      #expect(scene.adapter.unavailableReason == cause)
      let line = scene.start()
      line.send([1])
      scene.wait { scene.end != nil }
      #expect(
        scene.events == [
          .notStarted(
            cause: "cannot execute \(program): No such file or directory (ENOENT)",
            isLasting: true
          )
        ]
      )
    }

    @Test("whose program may not be run is known before it is tried")
    func notExecutable() throws {
      let scene = try Scene("true")
      let program = scene.folder.path + "/service"
      #expect(scene.adapter.unavailableReason == nil)
      chmod(program, 0o644)
      #expect(scene.adapter.unavailableReason == "\(program) is not an executable program")
    }

    @Test("is not started on a folder that is not its user's")
    func strangeFolder() throws {
      let scene = try Scene("echo up >&3")
      let path = "\(scene.folder.path)/services/\(getuid())"
      #expect(symlink("/tmp", path) == 0)
      _ = scene.start()
      scene.wait { scene.end != nil }
      #expect(
        scene.events == [
          .notStarted(
            cause: "cannot use as a folder of user \(getuid()) \(path): File exists (EEXIST)",
            isLasting: true
          )
        ]
      )
    }
  }
}
