internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// The groups of the desktop's apps that are governed where they stand: decision 0066.
///
/// It writes `cgroup.freeze`, and `memory.reclaim` where that is there: no process is moved, asked or ended, no share of the
/// processor set. What it is told to end it lets go.
package final class AdoptedGroups {
  // Shape: one method for each order about an app of the desktop, and the tables by which its groups are found.
  let loop: EventLoop
  private let sink: any HostEventSink
  private let features: GroupFeatures
  private let kernelName: (String) -> String
  private let procRoot: String
  let records: AdoptionRecords
  /// `nil`: whoever has the records may govern what they name.
  let locks: SliceLocks?
  private let sockets: SocketWatch
  let reserve = DescriptorReserve(count: 4)
  lazy var freezer = Freezer(on: loop) { [unowned self] key, event in
    took(event, ofGroup: key)
  }
  private let pager: Pager
  var apps: [LaunchIdentifier: AdoptedApp] = [:]
  private var launchOfKey: [LaunchIdentifier: LaunchIdentifier] = [:]
  private var lastKey: UInt64 = 0
  /// The groups of apps that may be adopted in the turns to come.
  private var offers: [AppIdentifier: [String]] = [:]
  /// Groups that were let go: they are not taken again as long as they are there.
  private var left: Set<String> = []
  /// What is done when a process may belong to another app than before.
  package var changed: () -> Void = {}

  /// The processes of the bridges that are attached.
  package var bridgeProcessIDs: () -> Set<Int32> = { [] }

  /// The most groups of one app: 64; our choice.
  ///
  /// A browser has one for each window at most.
  package static let groupsMax = 64

  /// Makes a table without apps.
  package init(
    on loop: EventLoop,
    sink: any HostEventSink,
    tree: GroupTree,
    records: AdoptionRecords,
    locks: SliceLocks? = nil
  ) {
    self.loop = loop
    self.sink = sink
    features = tree.features
    kernelName = tree.kernelName(ofFolder:)
    procRoot = tree.procRoot
    self.records = records
    self.locks = locks
    sockets = SocketWatch(on: loop, procRoot: tree.procRoot) { launch, event in
      sink.post(.input(.process(launch: launch, event: event)))
    }
    pager = Pager(on: loop, procRoot: tree.procRoot) { launch, event in
      sink.post(.input(.process(launch: launch, event: event)))
    }
    pager.faults = { [unowned self] launch in
      apps[launch]?.groups.reduce(0) { $0 + $1.group.majorFaults(procRoot: procRoot) }
    }
  }

  deinit {
    for group in apps.values.flatMap(\.groups) { if let token = group.token { loop.cancel(token) } }
  }

  // MARK: Coming and going

  /// The launches that are governed.
  package var launches: [LaunchIdentifier] { apps.keys.sorted() }

  /// Whether that launch is one of them.
  package func has(_ launch: LaunchIdentifier) -> Bool { apps[launch] != nil }

  /// The launch of an app of the desktop.
  package func launch(of app: AppIdentifier) -> LaunchIdentifier? {
    apps.values.first { $0.app == app }?.launch
  }

  /// Whether a launch of the app would take over groups of the desktop.
  func expects(_ app: AppIdentifier) -> Bool { offers[app] != nil }

  /// Whether the group was let go before.
  package func wasLeft(_ path: String) -> Bool { left.contains(path) }

  /// Remembers the groups of an app for the order that may follow.
  package func offer(_ app: AppIdentifier, groups: [String]) { offers[app] = groups }

  /// Forgets what was offered, and not taken over in the turn that has ended.
  package func forgetOffers() { offers = [:] }

  /// Forgets which groups were let go, but for those that are there still.
  package func forgetLeft(allBut present: Set<String>) { left.formIntersection(present) }

  /// Takes over the groups of an app; `.started` follows, or `.exited` where none of them can be governed.
  func take(_ order: LaunchOrder) {
    let app = AdoptedApp(order.app, order.launch)
    for path in (offers.removeValue(forKey: order.app) ?? []).prefix(AdoptedGroups.groupsMax) {
      if let group = try? open(path), (try? group.group.events().isPopulated) == true {
        app.groups.append(group)
      }
    }
    do throws(SystemError) {
      guard !app.groups.isEmpty else {
        throw SystemError(operation: "find", subject: "a group of \(order.app)", code: ENOENT)
      }
      try records.write(app.record)
      apps[app.launch] = app
      for group in app.groups { try watch(group, of: app) }
      post(order.launch, .started)
      changed()
    } catch {
      if !error.mayPass { left.formUnion(app.groups.map(\.group.path)) }
      forget(app)
      post(order.launch, .exited(status: .notStarted(errno: error.code)))
    }
  }

  /// Groups of an app that is governed have come; those that it has already are passed over.
  package func add(_ paths: [String], to launch: LaunchIdentifier) {
    guard let app = apps[launch] else { return }
    let known = Set(app.groups.map(\.group.path))
    var isNews = false
    for path in paths where !known.contains(path) && !left.contains(path) {
      guard app.groups.count < AdoptedGroups.groupsMax else { break }
      do throws(SystemError) {
        let group = try open(path)
        app.groups.append(group)
        try records.write(app.record)
        try watch(group, of: app)
        isNews = true
      } catch {
        if error.code == ENOENT || error.code == ENODEV { continue }
        // Half of an app is never frozen: it is let go, and adopted with all its groups when there is room.
        release(launch, isLeft: !error.mayPass)
        return post(launch, .exited(status: .unknown))
      }
    }
    guard isNews else { return }
    if app.freezing != .none {
      // Whoever has started it a second time waits for the first, which many programs hand their work to.
      let hazard = Hazard.servedSocket(name: AdoptedGroups.secondStart, hasWaiters: true)
      post(launch, .hazard(hazard, isPresent: true))
    }
    changed()
  }

  // What stands in `torpor why` behind "a process waits at".
  private static let secondStart = "the program, which the desktop has started again"

  /// Lets an app run and forgets it; its groups are left alone from now on, unless the policy knew nothing of it.
  package func release(_ launch: LaunchIdentifier, isLeft: Bool = true) {
    guard let app = apps[launch] else { return }
    if isLeft { left.formUnion(app.groups.map(\.group.path)) }
    forget(app)
  }

  func open(
    _ path: String,
    base: ResourceUsage? = nil
  ) throws(SystemError) -> AdoptedApp.Group {
    let group = try ControlGroup(path: path, features: features, procRoot: procRoot)
    lastKey += 1
    return try AdoptedApp.Group(
      key: LaunchIdentifier(rawValue: lastKey),
      group: group,
      kernelName: kernelName(path),
      base: base
    )
  }

  func watch(_ group: AdoptedApp.Group, of app: AdoptedApp) throws(SystemError) {
    launchOfKey[group.key] = app.launch
    let launch = app.launch
    group.token = try loop.register(group.eventsNumber, for: .urgent) { [weak self, weak group] _ in
      guard let self, let group, let app = apps[launch] else { return }
      guard !ControlGroup.isPopulated(group.eventsNumber) else { return }
      emptied(group, of: app)
    }
  }

  /// The last process of a group has ended.
  private func emptied(_ group: AdoptedApp.Group, of app: AdoptedApp) {
    drop(group, of: app)
    guard app.groups.isEmpty else {
      // What is not written down stands in the file as before: it names a group too many, and what was used too little.
      try? records.write(app.record)
      // It may be the one that a freeze has waited for.
      return confirm(app)
    }
    let usage = app.usage
    forget(app)
    if let usage { post(app.launch, .measured(usage)) }
    // Nobody but its own parent learns how it ended.
    post(app.launch, .exited(status: .unknown))
  }

  /// Watches a group no more; it runs, unless it is gone.
  func drop(_ group: AdoptedApp.Group, of app: AdoptedApp) {
    if let token = group.token { loop.cancel(token) }
    group.token = nil
    launchOfKey[group.key] = nil
    // What was never frozen here may have been frozen by others. The freezer tries until it runs.
    if group.wasOrdered { freezer.thaw(group.key, group.group) }
    app.remove(group)
  }

  private func forget(_ app: AdoptedApp) {
    for group in app.groups { drop(group, of: app) }
    sockets.forget(app.launch)
    pager.forget(app.launch)
    apps[app.launch] = nil
    records.remove(app.app, app.launch)
  }

  // MARK: Orders

  /// Freezes every group of the app; `.frozen` follows when all of them stand still, or `.freezeFailed` with all running.
  func freeze(_ launch: LaunchIdentifier) {
    guard let app = apps[launch] else { return }
    app.freezing = .ordered
    for group in app.groups { (group.isFrozen, group.wasOrdered) = (false, true) }
    // A failure ends the round: it thaws those before it.
    for group in app.groups where app.freezing != .none { freezer.freeze(group.key, group.group) }
  }

  /// Lets every group of the app run.
  func thaw(_ launch: LaunchIdentifier) {
    guard let app = apps[launch] else { return }
    sockets.end(launch)
    run(app)
  }

  /// Has the kernel write memory of an app that stands still to swap, where its groups have `memory.reclaim`; `.pagedOut`
  /// follows.
  func pageOut(_ order: PageOutOrder) {
    guard let app = apps[order.launch] else { return }
    guard app.freezing == .done else { return pager.decline(order.launch) }
    pager.reclaim(order, app.groups.map(\.group))
  }

  private func run(_ app: AdoptedApp) {
    pager.stop(app.launch)
    app.freezing = .none
    for group in app.groups {
      group.isFrozen = false
      freezer.thaw(group.key, group.group)
    }
  }

  /// What the freezer says of one group.
  private func took(_ event: ProcessEvent, ofGroup key: LaunchIdentifier) {
    guard let launch = launchOfKey[key], let app = apps[launch],
      let group = app.groups.first(where: { $0.key == key })
    else { return }
    switch event {
    case .frozen:
      group.isFrozen = true
      confirm(app)
    case .freezeFailed, .thawedFromOutside:
      let wasDone = app.freezing == .done
      guard app.freezing != .none else { return }
      // Half of an app that stands still is worse than none: the other half waits for it.
      sockets.end(launch)
      run(app)
      if case .freezeFailed = event {
        post(launch, event)
      } else {
        post(launch, wasDone ? .thawedFromOutside : .freezeFailed(errno: EAGAIN))
      }
    default: break
    }
  }

  private func confirm(_ app: AdoptedApp) {
    guard app.freezing == .ordered, app.groups.allSatisfy(\.isFrozen) else { return }
    app.freezing = .done
    post(app.launch, .frozen)
  }

  /// Looks for hazards in all groups together: what one of them holds of another hurts nobody.
  func inspect(_ launch: LaunchIdentifier) {
    guard let app = apps[launch] else { return }
    let looked = reserve.spend {
      (hazards: scan.hazards { app.processIDs }, members: app.processIDs)
    }
    let inspection = Inspection(
      hazards: looked.hazards + sockets.hazards(of: launch, in: looked.members),
      footprintBytes: app.footprintBytes,
      usage: app.usage
    )
    post(launch, .inspected(inspection))
  }

  /// What stands against freezing these groups, apart from their sockets.
  package func hazards(ofGroups paths: [String]) -> [Hazard] {
    let groups = paths.compactMap { path in
      try? ControlGroup(path: path, features: features, procRoot: procRoot)
    }
    return scan.hazards { groups.flatMap { $0.processIDs() } }
  }

  private var scan: AdoptedHazards {
    AdoptedHazards(procRoot: procRoot, bridges: bridgeProcessIDs())
  }

  /// Watches the sockets that the groups serve.
  func watchSockets(_ launch: LaunchIdentifier) {
    guard let app = apps[launch] else { return }
    sockets.begin(launch, in: reserve.spend { app.processIDs })
  }

  // MARK: Facts

  /// Whose group the process is in that has the number now.
  func launch(ofProcess processID: Int32) -> LaunchIdentifier? {
    guard !apps.isEmpty, let text = try? Files.read("\(procRoot)/\(processID)/cgroup"),
      let name = ProcessGroups.unified(in: text)
    else { return nil }
    return apps.values.first { app in
      app.groups.contains { name == $0.kernelName || name.path(beneath: $0.kernelName) != nil }
    }?.launch
  }

  func processIDs(of launch: LaunchIdentifier) -> [Int32] { apps[launch]?.processIDs ?? [] }

  func footprintBytes(of launch: LaunchIdentifier) -> Int64? { apps[launch]?.footprintBytes }

  func usage(of launch: LaunchIdentifier) -> ResourceUsage? { apps[launch]?.usage }

  func post(_ launch: LaunchIdentifier, _ event: ProcessEvent) {
    sink.post(.input(.process(launch: launch, event: event)))
  }
}

extension SystemError {
  /// Whether the same could work a little later: the disk is full, or no descriptor is left.
  fileprivate var mayPass: Bool { [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(code) }
}
