import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  /// A command has a keeper: its parent, in a group that nobody freezes.
  @Suite("A command with its keeper", .enabled(if: Machine.isAvailable))
  struct KeptEndTests {
    private let launch = LaunchIdentifier(rawValue: 1)

    /// Starts the command as the first run of a job, without waiting for it.
    private func run(_ recipe: LaunchRecipe, on machine: Machine) throws {
      let job = JobIdentifier(rawValue: 3)
      machine.processes.launch(
        LaunchOrder(
          launch: launch,
          app: try #require(AppIdentifier("torpor.job.3")),
          destination: .background(.job),
          jobRun: JobRunNumber(job: job, run: 1)
        ),
        recipe: recipe,
        streams: []
      )
    }

    private func end(on machine: Machine) throws -> TorporModel.ExitStatus? {
      func ended() -> TorporModel.ExitStatus? {
        for case .exited(let status) in machine.events(of: launch) { return status }
        return nil
      }
      machine.advance(upTo: .seconds(10)) { ended() != nil }
      return ended()
    }

    private func line(of machine: Machine) -> KeptEnds.Line? {
      let text = try? Files.read(machine.folder.path + "/jobs/ends/torpor.job.3@1")
      return text.map { KeptEnds.line(parsing: $0) }
    }

    /// The numbers of the command and of its keeper, once they are there.
    private func numbers(of machine: Machine) throws -> (command: Int32, keeper: Int32) {
      func found() -> (Int32, Int32)? {
        guard case .running(let command, let keeper) = line(of: machine) else { return nil }
        return (command, keeper)
      }
      machine.advance(upTo: .seconds(10)) { found() != nil }
      return try #require(found())
    }

    @Test(
      "ends for its daemon as its command did, and has that written down until it is forgotten",
      arguments: [
        ("exit 0", TorporModel.ExitStatus.exited(status: 0)),
        ("exit 255", .exited(status: 255)),
        ("kill -11 $$", .signalled(signal: 11)),
        ("kill -9 $$", .signalled(signal: 9)),
      ]
    )
    func mirrors(script: String, status: TorporModel.ExitStatus) throws {
      let machine = try Machine()
      try run(machine.shell(script), on: machine)
      #expect(try end(on: machine) == status)
      #expect(machine.events(of: launch).first == .started)
      #expect(line(of: machine) == .ended(status))
      machine.processes.forgetEnd(of: launch)
      #expect(line(of: machine) == nil)
    }

    @Test("has its command asked to end, in the command's own words")
    func passesSignals() throws {
      let machine = try Machine()
      let ready = machine.folder.path + "/ready"
      let script = "trap 'exit 41' TERM; echo > \(ready); while :; do sleep 0.01; done"
      try run(machine.shell(script), on: machine)
      try machine.waitForFile("ready")
      machine.processes.requestTermination(launch)
      #expect(try end(on: machine) == .exited(status: 41))
    }

    @Test("has its command asked to end when that begins before it could listen")
    func passesEarlySignals() throws {
      let machine = try Machine()
      try run(machine.recipe(for: .sleeps), on: machine)
      machine.processes.requestTermination(launch)
      #expect(try end(on: machine) == .signalled(signal: SIGTERM))
    }

    @Test("that cannot be started says why")
    func notStarted() throws {
      let machine = try Machine()
      try run(machine.recipe(for: .isMissing), on: machine)
      #expect(try end(on: machine) == .notStarted(errno: ENOENT))
    }

    @Test(
      "stands beside its keeper and the writer of its output, which a service manager that stops the daemon leaves alone"
    )
    func attendants() throws {
      let machine = try Machine()
      try run(machine.recipe(for: .sleeps), on: machine)
      machine.advance(upTo: .seconds(10)) { machine.events(of: launch).contains(.started) }
      func names() -> [String] {
        let folder = String(machine.tree.folder.dropLast("apps".count)) + "keepers"
        let processes = (try? Files.read(folder + "/cgroup.procs"))?.split(separator: "\n") ?? []
        return processes.map { process in
          ((try? Files.read("/proc/\(process)/comm")) ?? "").filter { $0 != "\n" }
        }.sorted()
      }
      // They take their names when they run.
      machine.advance(upTo: .seconds(10)) { names() == ["torpor-keeper", "torpor-output"] }
      #expect(names() == ["torpor-keeper", "torpor-output"])
    }

    @Test("freezes and is killed without its keeper, which tells the next daemon of it")
    func freezes() throws {
      let machine = try Machine()
      try run(machine.recipe(for: .spins), on: machine)
      machine.advance(upTo: .seconds(10)) { machine.events(of: launch).contains(.started) }
      machine.processes.freeze(launch)
      machine.advance(upTo: .seconds(10)) { machine.events(of: launch).last == .frozen }
      #expect(machine.events(of: launch).last == .frozen)
      #expect(try machine.group(of: launch).processIDs() == [try numbers(of: machine).command])
      machine.processes.kill(launch)
      #expect(try end(on: machine) == .signalled(signal: SIGKILL))
      machine.restartDaemon()
      #expect(machine.processes.adopt().map(\.end) == [.signalled(signal: SIGKILL)])
    }

    @Test("is killed before it is made, and does not live")
    func killedEarly() throws {
      let machine = try Machine()
      try run(machine.recipe(for: .sleeps), on: machine)
      machine.processes.kill(launch)
      #expect(try end(on: machine) == .signalled(signal: SIGKILL))
    }

    @Test("runs on when its keeper is killed, under the next daemon too")
    func keeperKilled() throws {
      let machine = try Machine()
      try run(machine.recipe(for: .sleeps), on: machine)
      let (command, keeper) = try numbers(of: machine)
      machine.advance(upTo: .seconds(10)) { machine.events(of: launch).contains(.started) }
      #expect(ProcessStat(of: command, procRoot: "/proc")?.parentID == keeper)
      CurrentProcess.send(signal: SIGKILL, to: keeper)
      machine.advance(upTo: .seconds(10)) {
        ProcessStat(of: command, procRoot: "/proc")?.parentID != keeper
      }
      #expect(machine.events(of: launch) == [.started])
      machine.restartDaemon()
      #expect(machine.processes.adopt().map(\.end) == [nil])
      machine.processes.kill(launch)
      // The kernel tells from Linux 6.15 on, once whoever has taken the command over has reaped it.
      let end = try end(on: machine)
      #expect(end == .signalled(signal: SIGKILL) || end == .unknown)
    }

    @Test(
      "has a keeper that takes less than 300 KiB of its own",
      // Nobody else may look into it.
      .enabled(if: getuid() == 0)
    )
    func keeperIsSmall() throws {
      let machine = try Machine()
      try run(machine.recipe(for: .sleeps), on: machine)
      let keeper = try numbers(of: machine).keeper
      func privateKiB() -> Int {
        let rollup = (try? Files.read("/proc/\(keeper)/smaps_rollup")) ?? ""
        return rollup.split(separator: "\n").filter { $0.hasPrefix("Private_") }.reduce(0) {
          $0 + (Int($1.split(separator: " ")[1]) ?? 0)
        }
      }
      // It waits for the command when it has given back what it was born with.
      machine.advance(upTo: .seconds(10)) {
        (try? Files.read("/proc/\(keeper)/stat"))?.contains("(torpor-keeper) S") ?? false
      }
      #expect((1..<300).contains(privateKiB()))
    }

    @Test("that ends leaves an app behind whose processes are told, and runs until they end")
    func leavesBehind() throws {
      let machine = try Machine()
      let go = machine.folder.path + "/go"
      let app = LaunchIdentifier(rawValue: 5)
      let order = LaunchOrder(
        launch: app,
        app: try #require(AppIdentifier("run.wrapper")),
        destination: .foreground
      )
      let script = "setsid sh -c 'while [ ! -e \(go) ]; do sleep 0.01; done' & exit 3"
      machine.processes.launch(order, recipe: machine.shell(script), streams: [])
      func commandEnd() -> CommandEnd? {
        for case .commandExited(let end) in machine.events(of: app) { return end }
        return nil
      }
      machine.advance(upTo: .seconds(10)) { commandEnd() != nil }
      #expect(commandEnd()?.status == .exited(status: 3))
      #expect((commandEnd()?.remaining ?? 0) > 0)
      machine.processes.freeze(app)
      machine.advance(upTo: .seconds(10)) { machine.events(of: app).last == .frozen }
      #expect(machine.events(of: app).last == .frozen)
      machine.processes.thaw(app)
      try machine.folder.write("", to: "go")
      machine.advance(upTo: .seconds(10)) {
        machine.events(of: app).last == .exited(status: .exited(status: 3))
      }
      #expect(machine.events(of: app).last == .exited(status: .exited(status: 3)))
    }

    @Test("that ends after it was adopted ends with its status")
    func adopted() throws {
      let machine = try Machine()
      let go = machine.folder.path + "/go"
      try run(machine.shell("while [ ! -e \(go) ]; do sleep 0.01; done; exit 9"), on: machine)
      machine.advance(upTo: .seconds(10)) { machine.events(of: launch).contains(.started) }
      machine.restartDaemon()
      #expect(machine.processes.adopt().map(\.end) == [nil])
      try machine.folder.write("", to: "go")
      #expect(try end(on: machine) == .exited(status: 9))
    }

    @Test(
      "is its user's, keeper and all; what is written is the daemon's",
      .enabled(if: getuid() == 0)
    )
    func user() throws {
      let machine = try Machine()
      chmod(machine.folder.path, 0o755)
      var recipe = machine.shell("id -u; id -g; ls /proc/$$/fd; exec sleep 1000")
      recipe.userID = 65534
      recipe.groupID = 65534
      try run(recipe, on: machine)
      let log = machine.folder.path + "/jobs/65534/3.log"
      let printed = "65534\n65534\n0\n1\n2\n3\n"
      machine.advance(upTo: .seconds(10)) { (try? Files.read(log))?.hasSuffix(printed) ?? false }
      #expect(try Files.read(log).hasSuffix(printed))
      let (command, keeper) = try numbers(of: machine)
      for process in [command, keeper] {
        // A keeper becomes its user after it has begun the command.
        let user = "Uid:\t65534\t65534\t65534\t65534"
        let status = "/proc/\(process)/status"
        machine.advance(upTo: .seconds(10)) { (try? Files.read(status))?.contains(user) ?? false }
        #expect(try Files.read(status).contains(user))
      }
      let facts = try Files.facts(of: machine.folder.path + "/jobs/ends")
      #expect(facts.st_uid == 0 && facts.st_mode & 0o777 == 0o700)
    }
  }
}
