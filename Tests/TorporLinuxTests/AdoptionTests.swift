import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  @Suite("Groups that the desktop has made", .enabled(if: Machine.isAvailable))
  struct AdoptionTests {
    @Test("are found by their names and .desktop files, several of one program together")
    func found() throws {
      let scene = try AdoptionScene()
      try scene.start("app-gnome-maps-1.scope")
      try scene.start("app-gnome-maps-2.scope")
      try scene.start("app-gnome.slice/app-gnome-notes-3.scope")
      try scene.start("app-gnome-stranger-4.scope")
      try scene.start("app-gnome-settings-5.scope")
      try scene.start("app-gnome-diary-6.scope")
      try scene.start("vte-spawn-1.scope")
      try scene.make("app-gnome-empty-7.scope")
      let found = scene.adapter.programs()
      let summary = found.map { program in
        "\(program.app?.text ?? program.name) \(program.groups.count): \(program.obstacle ?? "-")"
      }
      #expect(
        Set(summary) == [
          "maps 2: -", "notes 1: -", "stranger 1: there is no file stranger.desktop of a program",
          "settings 1: its .desktop file hides it from menus, so it is a part of the desktop",
          "diary 1: \(scene.rulesPath) says never",
          "vte-spawn-1.scope 1: its group does not have the name of an app that a desktop has started",
          "empty 1: there is no process in its group",
        ]
      )
      #expect(found.first { $0.app?.text == "maps" }?.processIDs.count == 2)
      #expect(scene.offered == [], "it only looked")
    }

    @Test("are of the program whose file the last part of a name names, where the name has none")
    func renamed() throws {
      let scene = try AdoptionScene()
      try scene.start("app-sway-maps-1.scope")
      try scene.start("app-org.torpor.Maps-2.scope")
      // Not the name of a domain, and no file by the last part.
      try scene.start("app-other.Maps-3.scope")
      try scene.start("app-org.torpor.Stranger-4.scope")
      let found = scene.adapter.programs().map { "\($0.app?.text ?? $0.name) \($0.groups.count)" }
      #expect(Set(found) == ["maps 2", "other.Maps 1", "org.torpor.Stranger 1"])
    }

    @Test("are offered when they are there, and when they come")
    func offered() throws {
      let scene = try AdoptionScene()
      try scene.start("app-gnome-maps-1.scope")
      scene.adapter.follow(isWanted: true)
      #expect(scene.offered == ["maps"])
      // Made first, and populated later, as service managers do.
      try scene.make("app-gnome-notes-2.scope")
      scene.machine.advance(upTo: .milliseconds(200)) { false }
      #expect(scene.offered == ["maps"])
      try scene.start("app-gnome-notes-2.scope")
      scene.wait { scene.offered.contains("notes") }
      #expect(scene.offered.contains("notes"))
      scene.adapter.follow(isWanted: false)
      try scene.start("app-gnome-empty-3.scope")
      scene.machine.advance(upTo: .milliseconds(200)) { false }
      #expect(!scene.offered.contains("empty"))
    }

    @Test("are looked for again after 20 times what a look has cost, from 50 ms to 1 s")
    func rest() {
      #expect(LookTimer.rest(after: .zero) == .milliseconds(50))
      #expect(LookTimer.rest(after: .milliseconds(20)) == .milliseconds(400))
      #expect(LookTimer.rest(after: .seconds(30)) == .seconds(1))
    }

    @Test("of one app stand still together, and are counted together")
    func freezes() throws {
      let scene = try AdoptionScene()
      let launch = try scene.adopt(["app-gnome-maps-1.scope", "app-gnome-maps-2.scope"])
      scene.governed.freeze(launch)
      scene.wait { scene.events(launch).contains(.frozen) }
      #expect(scene.events(launch).filter { $0 == .frozen }.count == 1)
      #expect(scene.frozen == ["app-gnome-maps-1.scope", "app-gnome-maps-2.scope"])
      #expect(scene.governed.processIDs(of: launch).count == 2)
      #expect(scene.governed.launch(ofProcess: scene.governed.processIDs(of: launch)[1]) == launch)
      #expect(scene.governed.usage(of: launch) != nil)
      scene.governed.thaw(launch)
      scene.wait { scene.frozen.isEmpty }
      #expect(scene.frozen == [])
      #expect(scene.traces == [])
    }

    @Test("of one app all run when one of them was thawed by another process")
    func thawedFromOutside() throws {
      let scene = try AdoptionScene()
      let launch = try scene.adopt(["app-gnome-maps-1.scope", "app-gnome-maps-2.scope"])
      scene.governed.freeze(launch)
      scene.wait { scene.events(launch).contains(.frozen) }
      try Files.write("0", to: scene.slice + "/app-gnome-maps-2.scope/cgroup.freeze")
      scene.wait { scene.events(launch).contains(.thawedFromOutside) }
      #expect(scene.events(launch).last == .thawedFromOutside)
      scene.wait { scene.frozen.isEmpty }
      #expect(scene.frozen == [])
    }

    @Test("that come to a frozen app have it run, since whoever started it waits for it")
    func secondStart() throws {
      let scene = try AdoptionScene()
      let launch = try scene.adopt(["app-gnome-maps-1.scope"])
      scene.governed.freeze(launch)
      scene.wait { scene.events(launch).contains(.frozen) }
      try scene.start("app-gnome-maps-2.scope")
      scene.groups.add([scene.slice + "/app-gnome-maps-2.scope"], to: launch)
      let hazard = try #require(scene.events(launch).last)
      guard case .hazard(.servedSocket(let name, hasWaiters: true), isPresent: true) = hazard else {
        Issue.record("\(hazard)")
        return
      }
      #expect(name == "the program, which the desktop has started again")
      scene.governed.thaw(launch)
      scene.governed.freeze(launch)
      scene.wait { scene.frozen.count == 2 }
      #expect(scene.frozen.count == 2)
    }

    @Test("are done with one after the other, and the app with the last")
    func ends() throws {
      let scene = try AdoptionScene()
      let launch = try scene.adopt(["app-gnome-maps-1.scope", "app-gnome-maps-2.scope"])
      scene.end("app-gnome-maps-1.scope")
      scene.wait { scene.governed.processIDs(of: launch).count == 1 }
      #expect(!scene.events(launch).contains(.exited(status: .unknown)))
      scene.wait { scene.records.all().map(\.groups.count) == [1] }
      #expect(scene.records.all().map(\.groups.count) == [1])
      scene.end("app-gnome-maps-2.scope")
      scene.wait { scene.events(launch).contains(.exited(status: .unknown)) }
      #expect(scene.events(launch).last == .exited(status: .unknown))
      #expect(scene.records.all() == [])
    }

    @Test("are let go, and never killed, whatever is ordered")
    func isNeverKilled() throws {
      let scene = try AdoptionScene()
      let launch = try scene.adopt(["app-gnome-maps-1.scope"])
      let processID = scene.governed.processIDs(of: launch)[0]
      scene.governed.freeze(launch)
      scene.wait { scene.events(launch).contains(.frozen) }
      scene.governed.requestTermination(launch)
      scene.governed.send(signal: SIGKILL, to: launch)
      scene.governed.kill(launch)
      scene.wait { scene.frozen.isEmpty }
      #expect(kill(processID, 0) == 0)
      #expect(scene.frozen == [])
      #expect(scene.governed.processIDs(of: launch) == [])
      #expect(scene.records.all() == [])
      #expect(scene.traces == [])
      #expect(scene.adapter.programs().map(\.obstacle) == [nil], "it would be adopted")
      // It is not taken again by itself.
      scene.adapter.follow(isWanted: true)
      scene.groups.release(launch)
      #expect(scene.offered == ["maps"], "who turns adoption on means also what was let go")
    }

    @Test("are found by the next daemon, frozen as they were, and thawed where one runs")
    func survive() throws {
      let scene = try AdoptionScene()
      let launch = try scene.adopt(["app-gnome-maps-1.scope", "app-gnome-maps-2.scope"])
      scene.governed.freeze(launch)
      scene.wait { scene.events(launch).contains(.frozen) }
      let next = scene.nextDaemon()
      #expect(next.adopt() == [Survivor(app: scene.maps, launch: launch, isFrozen: true)])
      #expect(scene.frozen.count == 2)
      try Files.write("0", to: scene.slice + "/app-gnome-maps-2.scope/cgroup.freeze")
      scene.wait { scene.frozen.count == 1 }
      let third = scene.nextDaemon()
      #expect(third.adopt() == [Survivor(app: scene.maps, launch: launch, isFrozen: false)])
      scene.wait { scene.frozen.isEmpty }
      #expect(scene.frozen == [])
      withExtendedLifetime((next, third)) {}
    }

    @Test("are not taken over where another daemon adopts by now, and run")
    func lockedSlice() throws {
      let scene = try AdoptionScene()
      let launch = try scene.adopt(["app-gnome-maps-1.scope"])
      scene.governed.freeze(launch)
      scene.wait { scene.events(launch).contains(.frozen) }
      let other = SliceLocks(AppSlices(folder: scene.slice))
      #expect(other.take(scene.slice))
      let next = scene.nextDaemon(locks: SliceLocks(AppSlices(folder: scene.slice)))
      #expect(next.adopt() == [])
      scene.wait { scene.frozen.isEmpty }
      #expect(scene.frozen == [])
      #expect(scene.records.all() == [])
      withExtendedLifetime((other, next)) {}
    }

    @Test("have used nothing under Torpor before they were adopted, however often that is")
    func baseLine() throws {
      let scene = try AdoptionScene()
      let work = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; exec sleep 1000"
      try scene.start("app-gnome-maps-1.scope", ["/bin/sh", "-c", work])
      func used() -> Duration {
        let text = (try? Files.read(scene.slice + "/app-gnome-maps-1.scope/cpu.stat")) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("usage_usec ") }
        return .microseconds(line.flatMap { Int64($0.dropFirst("usage_usec ".count)) } ?? 0)
      }
      let worker = try #require(scene.processIDs("app-gnome-maps-1.scope").first)
      scene.wait { (try? Files.read("/proc/\(worker)/comm")) == "sleep\n" }
      let before = used()
      #expect(before > .milliseconds(10), "the program has computed")
      for round in 1...2 {
        let launch = LaunchIdentifier(rawValue: UInt64(round))
        scene.take(launch, ["app-gnome-maps-1.scope"])
        let usage = try #require(scene.governed.usage(of: launch))
        #expect(usage.processor < before / 2)
        if round == 1 { scene.groups.release(launch) }
      }
      // The next daemon counts from the same moment.
      let survivor = scene.nextDaemon()
      #expect(survivor.adopt().count == 1)
      let usage = try #require(survivor.usage(of: LaunchIdentifier(rawValue: 2)))
      #expect(usage.processor < before / 2)
    }

    @Test("keep in their file what they had used before, and what those have used that are gone")
    func figures() throws {
      let scene = try AdoptionScene()
      let record = AdoptionRecords.Record(
        app: scene.maps,
        launch: LaunchIdentifier(rawValue: 3),
        groups: ["/a b/app-gnome-maps-1.scope", "/c"],
        bases: [
          ResourceUsage(processor: .seconds(108_000), readBytes: 4096, writtenBytes: nil),
          ResourceUsage(processor: .microseconds(7)),
        ],
        past: ResourceUsage(processor: .seconds(2), readBytes: nil, writtenBytes: 512)
      )
      try scene.records.write(record)
      #expect(scene.records.all() == [record])
      // As an earlier daemon has written it.
      try Files.replace(scene.records.folder + "/maps@3", with: "/c\n")
      #expect(scene.records.all().map(\.groups) == [["/c"]])
      #expect(scene.records.all().map(\.bases) == [[ResourceUsage()]])
    }

    @Test("are thawed by the dead man, which their files tell of them")
    func deadMan() throws {
      let scene = try AdoptionScene()
      let launch = try scene.adopt(["app-gnome-maps-1.scope", "app-gnome-maps-2.scope"])
      scene.governed.freeze(launch)
      scene.wait { scene.events(launch).contains(.frozen) }
      var deadMan: DeadManSwitch? = try DeadManSwitch(
        watching: scene.machine.tree,
        recordsFolder: scene.records.folder,
        grace: .seconds(1000)
      )
      let watcher = try #require(deadMan?.processID)
      // A signal asks it to thaw at once.
      for _ in 0..<5000 where (try? Files.read("/proc/\(watcher)/comm")) != "torpor-deadman\n" {
        usleep(1000)
      }
      kill(watcher, SIGTERM)
      scene.wait { scene.frozen.isEmpty }
      #expect(scene.frozen == [])
      deadMan = nil
      waitpid(watcher, nil, 0)
      rmdir(DeadManSwitch.group(in: scene.machine.tree))
    }

    @Test("in whose terminals something runs are refused, and not those with a shell that waits")
    func terminals() throws {
      let scene = try AdoptionScene()
      func emulator(_ unit: String, _ script: String) throws {
        // script(1) holds the other end of the terminal in which it runs the command.
        try scene.start(unit, ["/usr/bin/script", "-qfc", script, "/dev/null"], feeds: true)
      }
      try emulator("app-gnome-maps-1.scope", "exec /bin/sh -i")
      try emulator("app-gnome-notes-2.scope", "/bin/sh -c 'sleep 1000; true'")
      // Left its terminal, and works on in the group of the emulator.
      try emulator("app-gnome-diary-3.scope", "setsid sleep 1000 </dev/null & exec /bin/sh -i")
      func work(_ unit: String) -> [Hazard] {
        TerminalWork(procRoot: "/proc").hazards(in: scene.processIDs(unit))
      }
      scene.wait { scene.processIDs("app-gnome-maps-1.scope").count == 2 }
      scene.wait { !work("app-gnome-notes-2.scope").isEmpty }
      #expect(work("app-gnome-notes-2.scope").count == 1)
      scene.wait { work("app-gnome-maps-1.scope").isEmpty }
      #expect(work("app-gnome-maps-1.scope") == [])
      func detached() -> [Hazard] {
        work("app-gnome-diary-3.scope").filter { hazard in
          if case .sessionLeader = hazard { true } else { false }
        }
      }
      scene.wait { detached().count == 1 }
      #expect(detached().count == 1)
    }

    @Test(
      "are terminals at work when their shell runs a script",
      arguments: [
        ("bash", false), ("-bash", false), ("bash --norc -i", false), ("zsh -l", false),
        ("bash --rcfile /tmp/rc -i", false), ("bash -o vi", false), ("bash build.sh", true),
        ("sh -c make", true), ("bash -ec make", true), ("fish -c make", true),
      ]
    )
    func scripts(line: String, isWork: Bool) {
      let words = line.split(separator: " ").dropFirst()
      #expect(TerminalWork.namesScript(words) == isWork)
    }
  }
}
