package import TorporCore
internal import TorporModel
package import TorporPosix

/// Finds what desktops start, and offers it to the policy: inotify on each `app.slice`, and nothing at rest.
///
/// While adoption is off it watches nothing, and looks only when somebody asks.
package final class ScopeAdapter: AdoptionPort {
  private let slices: AppSlices?
  private let entries: (UInt32) -> MenuEntries
  package let rulesPath: String
  private let groups: AdoptedGroups
  private let loop: EventLoop
  private let offer: (AdoptableProgram) -> Bool
  private let reportError: (SystemError) -> Void
  private var watch: SliceWatch?
  /// The watches for a first process in groups that have just been made.
  private var empty: [String: (events: EventsWatch, token: EventLoop.Token)] = [:]
  private let locks: SliceLocks
  private lazy var looks = LookTimer(on: loop) { [unowned self] in look() }
  private var isOn = false

  /// The most groups that are looked at in one slice: 1,024; our choice.
  ///
  /// Ten times what the largest desktop here has.
  static let groupsMax = 1024

  /// Makes an adapter that adopts nothing before `follow`.
  ///
  /// `offer` gives a program to the policy, and says whether that may take it.
  package init(
    slices: AppSlices?,
    rulesPath: String,
    groups: AdoptedGroups,
    locks: SliceLocks,
    on loop: EventLoop,
    entries: @escaping (UInt32) -> MenuEntries,
    reportError: @escaping (SystemError) -> Void,
    offer: @escaping (AdoptableProgram) -> Bool
  ) {
    self.slices = slices
    self.entries = entries
    self.rulesPath = rulesPath
    self.groups = groups
    self.locks = locks
    self.loop = loop
    self.reportError = reportError
    self.offer = offer
  }

  deinit {
    for (_, token) in empty.values { loop.cancel(token) }
  }

  // MARK: Watching

  /// Adopts from now on, or no more.
  package func follow(isWanted: Bool) {
    guard isWanted != isOn else {
      // Those of groups that were taken over at the start, and are let go.
      if !isWanted { locks.letGo() }
      return
    }
    isOn = isWanted
    guard isWanted else { return stop() }
    // Who turns it on means also what was let go.
    groups.forgetLeft(allBut: [])
    watch = SliceWatch(on: loop, reportError: reportError) { [unowned self] in lookSoon() }
    look()
  }

  /// What could not be adopted may be now, as when the disk has room again.
  package func lookAgain() { lookSoon() }

  private func stop() {
    looks.cancel()
    for (_, token) in empty.values { loop.cancel(token) }
    empty = [:]
    watch = nil
    locks.letGo()
    groups.forgetOffers()
  }

  private func lookSoon() {
    if isOn { looks.plan() }
  }

  /// Watches what has come, offers new programs, and adds new groups to those that are adopted.
  private func look() {
    guard isOn, let slices else { return }
    looks.begin()
    defer { looks.end() }
    let places = slices.slices()
    // Watched before it is looked, so that nothing comes in between unseen.
    watch?.follow(slices.ancestors() + places.flatMap { [$0.folder] + folders(in: $0) })
    let programs = found(in: places)
    let present = Set(programs.flatMap(\.groups))
    groups.forgetLeft(allBut: present)
    awaitProcesses(in: programs)
    for program in programs where program.obstacle == nil && take(program.userID, places) {
      guard let app = program.app else { continue }
      if let launch = groups.launch(of: app) {
        groups.add(program.groups, to: launch)
      } else if offer(program) {
        groups.offer(app, groups: program.groups)
      }
    }
  }

  /// A group is made before its first process comes; the kernel tells of that.
  private func awaitProcesses(in programs: [AdoptableProgram]) {
    let waiting = Set(programs.filter { $0.obstacle == ScopeAdapter.noProcess }.flatMap(\.groups))
    for path in empty.keys where !waiting.contains(path) {
      if let (_, token) = empty.removeValue(forKey: path) { loop.cancel(token) }
    }
    for path in waiting where empty[path] == nil {
      guard let events = try? EventsWatch(path),
        let token = try? loop.register(
          events.number,
          for: .urgent,
          handler: { [unowned self] _ in
            // Until it is read it stays urgent, and a group that is gone is urgent for ever: the next look watches it
            // again, if it is there.
            if let (_, token) = empty.removeValue(forKey: path) { loop.cancel(token) }
            lookSoon()
          }
        )
      else { continue }
      empty[path] = (events, token)
      // It may have come before the watch.
      if events.isPopulated { lookSoon() }
    }
  }

  /// Whether this daemon is the one that adopts for that user.
  private func take(_ userID: UInt32, _ places: [AppSlices.Slice]) -> Bool {
    places.filter { $0.userID == userID }.allSatisfy { locks.take($0.folder) }
  }

  // MARK: Looking

  package var obstacles: [String] {
    guard let slices else { return ["there is no tree of control groups (cgroup v2)"] }
    guard !slices.slices().isEmpty else {
      return [
        "no user has a group 'app.slice', in which a service manager (systemd) keeps what the desktop starts"
      ]
    }
    return watch?.failure.map { ["the kernel does not report new programs (\($0))"] } ?? []
  }

  /// The kernel counts the memory of groups where their folder has the controller for them; it takes memory back on
  /// request since Linux 5.19.
  package var pagingObstacle: String? {
    let folders = slices?.slices().map(\.folder) ?? []
    let lacking = folders.first { folder in
      let controllers = (try? Files.read(folder + "/cgroup.subtree_control")) ?? ""
      return !controllers.split(whereSeparator: \.isWhitespace).contains("memory")
        || (try? Files.facts(of: folder + "/memory.reclaim")) == nil
    }
    return lacking.map {
      "the groups in \($0) have no memory.reclaim (the memory controller and Linux 5.19)"
    }
  }

  package var ruleMistakes: [String] { rules().mistakes }

  package func hazards(ofGroups paths: [String]) -> [Hazard] { groups.hazards(ofGroups: paths) }

  package func programs() -> [AdoptableProgram] {
    guard let slices else { return [] }
    let places = slices.slices()
    return found(in: places).map { program in
      var program = program
      program.processIDs = program.groups.flatMap(ScopeAdapter.processIDs(ofGroup:))
      if program.obstacle == nil, isOn, !take(program.userID, places) {
        program.obstacle = "another daemon adopts the apps of this user"
      }
      return program
    }
  }

  private func rules() -> AdoptionRules {
    PlainFile.text(of: rulesPath, bytesMax: AdoptionRules.bytesMax)
      .map { AdoptionRules(parsing: $0, path: rulesPath) } ?? AdoptionRules()
  }

  /// The slices in a slice, one level deep: some desktops give each program its own.
  private func folders(in place: AppSlices.Slice) -> [String] {
    Files.folderNames(in: place.folder).filter { $0.hasSuffix(".slice") }
      .prefix(ScopeAdapter.groupsMax).map { place.folder + "/" + $0 }
  }

  private func found(in places: [AppSlices.Slice]) -> [AdoptableProgram] {
    let rules = rules()
    var programs: [AdoptableProgram] = []
    var owners: [AppIdentifier: UInt32] = [:]
    // Where the programs that may be adopted stand.
    var indexes: [AppIdentifier: Int] = [:]
    for place in places {
      let folders = [place.folder] + folders(in: place)
      let paths = folders.flatMap { folder in
        Files.folderNames(in: folder).filter { !$0.hasSuffix(".slice") }.map { folder + "/" + $0 }
      }.sorted().prefix(ScopeAdapter.groupsMax)
      let entries = entries(place.userID)
      for path in paths {
        var program = program(of: path, place.userID, entries, rules)
        if let app = program.app, program.obstacle == nil {
          if let index = indexes[app], programs[index].userID == place.userID {
            programs[index].groups += program.groups
            continue
          }
          // One device has one app of an identifier.
          if let owner = owners[app], owner != place.userID {
            program.obstacle =
              "user \(owner) runs an app of this identifier, and a device has only one"
          } else {
            owners[app] = place.userID
            indexes[app] = programs.count
          }
        }
        programs.append(program)
      }
    }
    // Turning it on would adopt what was let go.
    for index in programs.indices where isOn && programs[index].obstacle == nil {
      let isGoverned = programs[index].app.flatMap(groups.launch(of:)) != nil
      if !isGoverned, programs[index].groups.contains(where: groups.wasLeft) {
        programs[index].obstacle = ScopeAdapter.wasLetGo
      }
    }
    return programs
  }

  /// An app that could not be governed, or whose freezes others have undone.
  static let wasLetGo = "it was let go; `torpor adopt --off` and then `torpor adopt` adopt it again"

  /// A group whose program has not come yet.
  static let noProcess = "there is no process in its group"

  private func program(
    of path: String,
    _ userID: UInt32,
    _ entries: MenuEntries,
    _ rules: AdoptionRules
  ) -> AdoptableProgram {
    let unit = path.pathComponents.last.map(String.init) ?? path
    func program(_ app: AppIdentifier?, _ name: String, _ obstacle: String?) -> AdoptableProgram {
      AdoptableProgram(app: app, name: name, userID: userID, groups: [path], obstacle: obstacle)
    }
    guard let parsed = DesktopUnit(unit: unit) else {
      return program(
        nil,
        unit,
        "its group does not have the name of an app that a desktop has started"
      )
    }
    let identifier = entries.identifier(of: parsed.entry)
    guard let app = AppIdentifier(identifier) else {
      return program(nil, unit, "'\(identifier)' cannot be the identifier of an app")
    }
    guard let entry = entries.entry(identifier) else {
      return program(app, app.text, "there is no file \(app).desktop of a program")
    }
    return program(app, entry.name, obstacle(app, entry, rules, path))
  }

  private func obstacle(
    _ app: AppIdentifier,
    _ entry: MenuEntry,
    _ rules: AdoptionRules,
    _ path: String
  ) -> String? {
    if rules.forbids(app.text) { return "\(rulesPath) says never" }
    guard entry.isShown else {
      return "its .desktop file hides it from menus, so it is a part of the desktop"
    }
    guard Files.isWritable(path + "/cgroup.freeze") else {
      return "this daemon may not freeze its group"
    }
    guard let events = try? Files.read(path + "/cgroup.events"),
      events.split(separator: "\n").contains("populated 1")
    else { return ScopeAdapter.noProcess }
    let isOurs = groups.launch(of: app) != nil
    if !isOurs, (try? Files.read(path + "/cgroup.freeze"))?.hasPrefix("1") == true {
      return "another program has frozen its group"
    }
    return nil
  }

  private static func processIDs(ofGroup path: String) -> [Int32] {
    let text = (try? Files.read(path + "/cgroup.procs")) ?? ""
    return text.split(separator: "\n").compactMap { Int32($0) }
      + Files.folderNames(in: path).flatMap { processIDs(ofGroup: path + "/" + $0) }
  }
}
