import Glibc
import Testing
import TorporCore
import TorporModel
import TorporPosix

@testable import TorporLinux

extension LinuxTests {
  /// What was offered, each once.
  private final class Offers {
    private(set) var names: [String] = []

    func take(_ program: AdoptableProgram) -> Bool {
      guard let app = program.app?.text, !names.contains(app) else { return false }
      names.append(app)
      return true
    }
  }

  /// An `app.slice` in a real tree, with real processes, and what adopts them.
  final class AdoptionScene {
    let machine: Machine
    let slice: String
    let records: AdoptionRecords
    let groups: AdoptedGroups
    let governed: GovernedProcesses
    let rulesPath: String
    let adapter: ScopeAdapter
    private let offers: Offers
    var offered: [String] { offers.names }
    private var processes: [String: [Int32]] = [:]

    init() throws {
      machine = try Machine()
      slice = machine.tree.root + "/app.slice"
      try Files.makeFolder(slice, mode: 0o755)
      records = AdoptionRecords(folder: machine.folder.path + "/adopted")
      try records.prepare()
      groups = AdoptedGroups(
        on: machine.loop,
        sink: machine.recorder,
        tree: machine.tree,
        records: records
      )
      governed = GovernedProcesses(started: machine.processes, adopted: groups)
      rulesPath = machine.folder.path + "/adopt.conf"
      try Files.replace(rulesPath, with: "never diary\n")
      let share = machine.folder.path + "/share"
      try Files.makeFolder(share, mode: 0o755)
      try Files.makeFolder(share + "/applications", mode: 0o755)
      for name in ["maps", "notes", "diary", "empty", "settings"] {
        let isHidden = name == "settings" ? "NoDisplay=true\n" : ""
        try Files.replace(
          share + "/applications/\(name).desktop",
          with: "[Desktop Entry]\nType=Application\nName=\(name)\n\(isHidden)"
        )
      }
      let offers = Offers()
      self.offers = offers
      adapter = ScopeAdapter(
        slices: AppSlices(folder: slice),
        rulesPath: rulesPath,
        groups: groups,
        locks: SliceLocks(AppSlices(folder: slice)),
        on: machine.loop,
        entries: { _ in MenuEntries(folders: [share]) },
        reportError: { Issue.record("\($0)") },
        offer: { offers.take($0) }
      )
    }

    deinit {
      adapter.follow(isWanted: false)
      for unit in processes.keys { end(unit) }
      for launch in groups.launches { groups.release(launch) }
      for _ in 0..<1000 where !removeAll(slice) { usleep(1000) }
    }

    private func removeAll(_ folder: String) -> Bool {
      for name in Files.folderNames(in: folder) { _ = removeAll(folder + "/" + name) }
      return rmdir(folder) == 0
    }

    var maps: AppIdentifier { AppIdentifier("maps")! }

    func make(_ unit: String) throws {
      var path = slice
      for part in unit.split(separator: "/") {
        path += "/" + part
        try Files.makeFolder(path, mode: 0o755)
      }
    }

    /// A process in a group of that name, as a desktop makes it: born elsewhere, and moved.
    func start(
      _ unit: String,
      _ arguments: [String] = ["/bin/sleep", "1000"],
      feeds: Bool = false
    ) throws {
      try make(unit)
      let ends = try DescriptorPair.pipe().take()
      let nothing = open("/dev/null", O_RDWR)
      defer { Descriptor.close([ends.first, nothing] + (feeds ? [] : [ends.second])) }
      if feeds { kept.append(ends.second) }
      let started = try ProcessStart(
        executable: arguments[0],
        arguments: arguments,
        environment: ["PATH=/usr/bin:/bin", "SHELL=/bin/sh", "PS1=$ "],
        workingDirectory: "/"
      ).start(
        standardDescriptors: (feeds ? ends.first : nothing, nothing, nothing),
        inheritedDescriptor: nil,
        groupDirectory: open(slice + "/" + unit, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      ).take()
      while case .notKnownYet = ProcessStart.outcome(on: started.status, executable: "") {
        usleep(1000)
      }
      Descriptor.close([started.status])
      processes[unit, default: []].append(started.processID)
    }

    private var kept: [Int32] = []

    func processIDs(_ unit: String) -> [Int32] {
      ((try? Files.read("\(slice)/\(unit)/cgroup.procs")) ?? "").split(separator: "\n")
        .compactMap { Int32($0) }
    }

    func end(_ unit: String) {
      for processID in processIDs(unit) { kill(processID, SIGKILL) }
      for processID in processes[unit] ?? [] { waitpid(processID, nil, 0) }
      processes[unit] = nil
    }

    /// Has groups taken over as one app.
    func take(_ launch: LaunchIdentifier, _ units: [String]) {
      groups.offer(maps, groups: units.map { slice + "/" + $0 })
      governed.launch(
        LaunchOrder(launch: launch, app: maps, destination: .foreground),
        recipe: machine.recipe(["/nonexistent"]),
        streams: []
      )
    }

    /// Starts a process in each group, and has them taken over as one app.
    func adopt(_ units: [String]) throws -> LaunchIdentifier {
      for unit in units { try start(unit) }
      let launch = LaunchIdentifier(rawValue: 77)
      take(launch, units)
      try #require(events(launch) == [.started])
      return launch
    }

    func nextDaemon(locks: SliceLocks? = nil) -> AdoptedGroups {
      AdoptedGroups(
        on: machine.loop,
        sink: machine.recorder,
        tree: machine.tree,
        records: records,
        locks: locks
      )
    }

    func events(_ launch: LaunchIdentifier) -> [ProcessEvent] { machine.events(of: launch) }

    func wait(until condition: () -> Bool) {
      machine.advance(upTo: .seconds(10), until: condition)
    }

    /// The groups that stand still.
    var frozen: [String] {
      Files.folderNames(in: slice).filter { name in
        (try? Files.read("\(slice)/\(name)/cgroup.events"))?.contains("frozen 1") == true
      }.sorted()
    }

    /// What differs from what the desktop has made: a group that is to be frozen, a weight.
    var traces: [String] {
      Files.folderNames(in: slice).flatMap { name -> [String] in
        let freeze = (try? Files.read("\(slice)/\(name)/cgroup.freeze")) ?? ""
        let weight = (try? Files.read("\(slice)/\(name)/cpu.weight")) ?? "100\n"
        return (freeze == "0\n" ? [] : ["\(name) freeze"]) + (weight == "100\n" ? [] : [name])
      }
    }
  }
}
