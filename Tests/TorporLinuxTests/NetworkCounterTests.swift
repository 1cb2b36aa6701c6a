import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  @Suite("The kernel's count of sockets", .enabled(if: Machine.isAvailable))
  struct NetworkCounterTests {
    /// Whether this machine takes the programs.
    static let canCount =
      Machine.isAvailable && (try? Machine())?.processes.networkUnavailableReason == nil
    static let needsPrograms: Comment = "this machine does not take BPF programs"

    /// Sends a million bytes over the loopback by a socket that was made in a group below its own.
    private func sender(_ machine: Machine, _ number: Int = 1, upTo ready: String) -> LaunchRecipe {
      let group = machine.tree.folder + "/com.example.app@\(number)"
      return machine.recipe([
        "/usr/bin/python3", "-c",
        """
        import os, socket, time
        def enter(group):
            with open(group + '/cgroup.procs', 'w') as file: file.write(str(os.getpid()))
        own = '\(group)'
        os.mkdir(own + '/sub')
        enter(own + '/sub')
        server = socket.create_server(('127.0.0.1', 0))
        link = socket.create_connection(server.getsockname())
        other, _ = server.accept()
        enter(own)
        os.rmdir(own + '/sub')
        for _ in range(100):
            link.sendall(bytes(10000))
            left = 10000
            while left: left -= len(other.recv(left))
        open('\(ready)', 'w')
        time.sleep(1000)
        """,
      ])
    }

    @Test(
      "has the bytes of groups that an app makes, those of the loopback apart from networks",
      .enabled(if: Machine.hasPython, Machine.needsPython),
      .enabled(if: canCount, needsPrograms)
    )
    func subgroups() throws {
      let machine = try Machine()
      let launch = try machine.start(sender(machine, upTo: machine.folder.path + "/sent"))
      try machine.waitForFile("sent")
      let usage = try #require(machine.processes.usage(of: launch))
      // Each byte is sent once and received once, with the headers of its packets.
      #expect((2_000_000..<2_200_000).contains(usage.loopbackBytes ?? 0))
      #expect(usage.receivedBytes == 0)
      #expect(usage.sentBytes == 0)
    }

    @Test(
      "keeps many launches apart, and those that have ended from those that come after them",
      .enabled(if: Machine.hasPython, Machine.needsPython),
      .enabled(if: canCount, needsPrograms)
    )
    func launches() throws {
      let machine = try Machine()
      for round in 0..<2 {
        let launches = try (1...5).map { index in
          let number = round * 5 + index
          let name = "sent\(number)"
          let launch = try machine.start(
            sender(machine, number, upTo: machine.folder.path + "/" + name),
            UInt64(number)
          )
          try machine.waitForFile(name)
          return launch
        }
        for launch in launches {
          let moved = machine.processes.usage(of: launch)?.loopbackBytes
          #expect((2_000_000..<2_200_000).contains(moved ?? 0))
          machine.processes.kill(launch)
        }
        // The last reading comes before the end.
        machine.advance(upTo: .seconds(30)) {
          launches.allSatisfy { launch in
            machine.events(of: launch).contains { if case .exited = $0 { true } else { false } }
          }
        }
        for launch in launches {
          let last = machine.events(of: launch).compactMap { event -> Int64? in
            if case .measured(let usage) = event { usage.loopbackBytes } else { nil }
          }.last
          #expect((2_000_000..<2_200_000).contains(last ?? 0))
        }
      }
    }

    @Test(
      "continues over a daemon that begins anew, and is told once more of what has ended",
      .enabled(if: Machine.hasPython, Machine.needsPython),
      .enabled(if: canCount, needsPrograms)
    )
    func outlivesTheDaemon() throws {
      let machine = try Machine()
      let launch = try machine.start(sender(machine, upTo: machine.folder.path + "/sent"))
      try machine.waitForFile("sent")
      let before = try #require(machine.processes.usage(of: launch)?.loopbackBytes)
      machine.restartDaemon()
      #expect(machine.processes.networkUnavailableReason == nil)
      #expect(machine.processes.adopt().map(\.launch) == [launch])
      let after = try #require(machine.processes.usage(of: launch)?.loopbackBytes)
      #expect(after >= before)
      // The group ends with nobody to see it: its reading comes with what outlived the daemon.
      let group = try machine.group(of: launch)
      machine.restartDaemon()
      group.kill()
      let app = try #require(AppIdentifier("com.example.app"))
      machine.advance(upTo: .seconds(30)) {
        group.processIDs().isEmpty && !machine.processes.keptEnds.isHeld(app, launch)
      }
      let found = machine.processes.adopt().first
      #expect(found?.end != nil)
      #expect((found?.usage?.loopbackBytes ?? 0) >= before)
      #expect(found?.usage.map { $0.processor > .zero } == true)
    }

    @Test("says in the kernel's words why there is none")
    func reasons() {
      #expect(
        NetworkCounters.reason(ofCode: EPERM)
          == "the daemon may not load BPF programs (Operation not permitted)"
      )
      #expect(
        NetworkCounters.reason(ofCode: EINVAL).hasPrefix("the kernel does not take the program: ")
      )
      let counters = NetworkCounters(below: "/nonexistent")
      #expect(counters.unavailableReason == "/nonexistent cannot be opened")
      #expect(counters.bytes(ofGroup: 1) == nil)
    }
  }
}
