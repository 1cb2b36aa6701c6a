import Glibc
import Testing
import TorporModel
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("The dead man's switch", .enabled(if: Machine.isAvailable))
  struct DeadManTests {
    @Test("thaws every group when the daemon is gone and no other has come")
    func thaws() throws {
      let scene = try Scene()
      scene.dieWithLock()
      scene.waitUntilWatcherEnds()
      #expect(try !scene.isFrozen())
      #expect(try Files.read(scene.frozen.path + "/cgroup.freeze") == "0\n")
    }

    @Test("is not deceived by the lock of a killed daemon that outlives its pipe by a moment")
    func lateLock() throws {
      let scene = try Scene()
      scene.die()
      // The first look finds the lock held; the kernel releases it only now.
      usleep(100_000)
      scene.dieWithLock()
      scene.waitUntilWatcherEnds()
      #expect(try !scene.isFrozen())
    }

    @Test("leaves the groups to another daemon that has taken the lock")
    func leaves() throws {
      let scene = try Scene()
      // The tree's lock is still held, as if by the next daemon.
      scene.die()
      scene.waitUntilWatcherEnds()
      #expect(try scene.isFrozen())
    }

    @Test("sleeps while the daemon lives, and holds nothing of it but the pipe")
    func sleeps() throws {
      let scene = try Scene()
      let folder = "/proc/\(scene.watcher)"
      for _ in 0..<500 where (try? Files.read(folder + "/comm")) != "torpor-deadman\n" {
        usleep(1000)
      }
      #expect(try Files.read(folder + "/comm") == "torpor-deadman\n")
      for _ in 0..<500 where Files.names(in: folder + "/fd").count > 4 { usleep(1000) }
      #expect(Files.names(in: folder + "/fd") == ["0", "1", "2", "3"])
      #expect(try scene.isFrozen())
    }

    @Test(
      "thaws at once when it is told to end, so that a frozen app hears that it is to end too",
      arguments: [SIGTERM, SIGINT, SIGHUP]
    )
    func isToldToEnd(signal: Int32) throws {
      let scene = try Scene()
      scene.waitUntilWatcherListens()
      scene.tellApp(SIGTERM)
      kill(scene.watcher, signal)
      #expect(try scene.endOfApp() == .ended(.signalled(signal: SIGTERM)))
      scene.waitUntilWatcherEnds()
    }

    @Test("that is told to end thaws again what its daemon froze before its own end")
    func isFrozenAgain() throws {
      let scene = try Scene()
      scene.waitUntilWatcherListens()
      kill(scene.watcher, SIGTERM)
      for _ in 0..<5000 where try scene.isFrozen() { usleep(1000) }
      try scene.frozen.setFreeze(true)
      scene.dieWithLock()
      scene.waitUntilWatcherEnds()
      #expect(try Files.read(scene.frozen.path + "/cgroup.freeze") == "0\n")
    }

    @Test("does not wait for another daemon when it is told to end")
    func isToldToEndInItsGrace() throws {
      let scene = try Scene(grace: .seconds(1000))
      scene.waitUntilWatcherListens()
      scene.dieWithLock()
      kill(scene.watcher, SIGTERM)
      scene.waitUntilWatcherEnds()
      #expect(try !scene.isFrozen())
    }

    @Test("is born in a group that is not the daemon's, which holds up no daemon that starts")
    func isBornInItsGroup() throws {
      let scene = try Scene()
      #expect(try Files.read("/proc/\(scene.watcher)/cgroup").contains("/deadman\n"))
    }

    @Test("is started again when it dies, in a group that is not the daemon's")
    func isStartedAgain() throws {
      let scene = try Scene()
      let loop = try EventLoop()
      let first = try #require(scene.current)
      try first.keepAlive(on: loop)
      kill(scene.watcher, SIGKILL)
      for _ in 0..<1000 where first.processID == scene.watcher {
        loop.runOnce(timeoutMilliseconds: 10)
      }
      #expect(first.processID != scene.watcher)
      let group = "/proc/\(first.processID)/cgroup"
      for _ in 0..<1000 where (try? Files.read(group))?.contains("/deadman") != true {
        usleep(1000)
      }
      #expect(try Files.read(group).contains("/deadman\n"))
      kill(first.processID, SIGKILL)
      waitpid(first.processID, nil, 0)
    }

    /// A subtree with one frozen process and a watcher with a short grace.
    private final class Scene {
      let watcher: Int32
      let frozen: ControlGroup
      private let root: String
      private let processID: Int32
      private var tree: GroupTree?
      private var deadMan: DeadManSwitch?

      init(grace: Duration = .milliseconds(300)) throws {
        let tree = try GroupTree(subtree: "torpor-test-\(getpid())-deadman")
        let app = try #require(AppIdentifier("com.example.frozen"))
        frozen = try tree.makeGroup(app, LaunchIdentifier(rawValue: 1))
        let started = try ProcessStart(
          executable: "/bin/sleep",
          arguments: ["sleep", "1000"],
          environment: [],
          workingDirectory: "/"
        ).start(
          standardDescriptors: (0, 1, 2),
          inheritedDescriptor: nil,
          groupDirectory: frozen.directoryNumber
        ).take()
        // Until the executable runs, the child has a copy of the lock.
        while case .notKnownYet = ProcessStart.outcome(on: started.status, executable: "") {
          usleep(1000)
        }
        close(started.status)
        processID = started.processID
        root = tree.root
        try frozen.setFreeze(true)
        for _ in 0..<1000 where try !frozen.events().isFrozen { usleep(1000) }
        let deadMan = try DeadManSwitch(watching: tree, grace: grace)
        watcher = deadMan.processID
        self.deadMan = deadMan
        self.tree = tree
      }

      deinit {
        die()
        kill(watcher, SIGKILL)
        waitpid(watcher, nil, 0)
        frozen.kill()
        waitpid(processID, nil, 0)
        tree = nil
        for _ in 0..<1000 where (try? frozen.remove()) == nil { usleep(1000) }
        rmdir(root + "/apps")
        rmdir(root + "/deadman")
        rmdir(root + "/keepers")
        rmdir(root)
      }

      var current: DeadManSwitch? { deadMan }

      func isFrozen() throws -> Bool { try frozen.events().isFrozen }

      /// The pipe closes, as it does when the daemon ends.
      func die() { deadMan = nil }

      func dieWithLock() {
        tree = nil
        deadMan = nil
      }

      /// The watcher has its name once it takes signals.
      func waitUntilWatcherListens() {
        for _ in 0..<5000 where (try? Files.read("/proc/\(watcher)/comm")) != "torpor-deadman\n" {
          usleep(1000)
        }
      }

      func tellApp(_ signal: Int32) { kill(processID, signal) }

      /// How the app's process ended; waits for it.
      func endOfApp() throws -> ProcessHandle.Knowledge {
        let handle = try ProcessHandle.open(processID)
        for _ in 0..<5000 {
          let known = handle.end()
          guard known == .stillRuns else { return known }
          usleep(1000)
        }
        return .stillRuns
      }

      func waitUntilWatcherEnds() {
        let handle = try? ProcessHandle.open(watcher)
        for _ in 0..<5000 where handle?.end() == .stillRuns { usleep(1000) }
      }
    }
  }
}
