import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix
import TorporTestSupport

@testable import TorporLinux

extension LinuxTests {
  /// The run of a job has a keeper: the parent of its command, in the same group.
  @Suite("The run of a job", .enabled(if: Machine.isAvailable))
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

    private func line(of machine: Machine) -> String? {
      try? Files.read(machine.folder.path + "/jobs/ends/torpor.job.3@1")
    }

    @Test(
      "ends for its daemon as its command did, and has that written down until it is forgotten",
      arguments: [
        ("exit 0", TorporModel.ExitStatus.exited(status: 0), "exited        0\n"),
        ("exit 255", .exited(status: 255), "exited      255\n"),
        ("kill -11 $$", .signalled(signal: 11), "signalled    11\n"),
        ("kill -9 $$", .signalled(signal: 9), "signalled     9\n"),
      ]
    )
    func mirrors(script: String, status: TorporModel.ExitStatus, line: String) throws {
      let machine = try Machine()
      try run(machine.shell(script), on: machine)
      #expect(try end(on: machine) == status)
      #expect(machine.events(of: launch).first == .started)
      #expect(self.line(of: machine) == line)
      machine.processes.forgetEnd(of: launch)
      #expect(self.line(of: machine) == nil)
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

    @Test("freezes and is killed with its keeper")
    func freezes() throws {
      let machine = try Machine()
      try run(machine.recipe(for: .spins), on: machine)
      machine.advance(upTo: .seconds(10)) { machine.events(of: launch).contains(.started) }
      machine.processes.freeze(launch)
      machine.advance(upTo: .seconds(10)) { machine.events(of: launch).last == .frozen }
      #expect(machine.events(of: launch).last == .frozen)
      #expect(try machine.group(of: launch).processIDs().count == 2)
      machine.processes.kill(launch)
      #expect(try end(on: machine) == .signalled(signal: SIGKILL))
      // Nobody wrote, so the next daemon is told what it would be told without a keeper.
      machine.restartDaemon()
      #expect(machine.processes.adopt().map(\.end) == [.unknown])
    }

    @Test("ends when its keeper is killed, and the next daemon knows that nobody saw how")
    func keeperKilled() throws {
      let machine = try Machine()
      let ready = machine.folder.path + "/ready"
      try run(
        machine.shell("echo $$ > \(ready).new; mv \(ready).new \(ready); exec sleep 1000"),
        on: machine
      )
      try machine.waitForFile("ready")
      let command = try #require(Int32(try Files.read(ready).dropLast()))
      let group = try machine.group(of: launch)
      let keeper = try #require(group.processIDs().first { $0 != command })
      #expect(ProcessStat(of: command, procRoot: "/proc")?.parentID == keeper)
      machine.restartDaemon()
      CurrentProcess.send(signal: SIGKILL, to: keeper)
      machine.advance(upTo: .seconds(10)) { group.processIDs().isEmpty }
      #expect(group.processIDs().isEmpty)
      #expect(machine.processes.adopt().map(\.end) == [.unknown])
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
      for process in try machine.group(of: launch).processIDs() {
        let status = try Files.read("/proc/\(process)/status")
        #expect(status.contains("Uid:\t65534\t65534\t65534\t65534"))
      }
      let facts = try Files.facts(of: machine.folder.path + "/jobs/ends")
      #expect(facts.st_uid == 0 && facts.st_mode & 0o777 == 0o700)
    }
  }
}
