package import TorporModel

/// Purging the caches of apps when the disk is short: those of the least recently used app first, never data, and never
/// those of an app that runs.
///
/// A suspended process may stand in the middle of a file. So it is ended first, with the code that iOS has for that
/// (`0xbaddd15c`), and only where there is enough to gain.
package struct StorageService: Service {
  package internal(set) var table: StorageTable

  package init(_ table: StorageTable = StorageTable()) { self.table = table }

  package var nextDeadline: Instant? { table.settlesAt }
  /// A machine that sleeps fills no disk.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  /// A suspended process is ended for 1 MB of caches or more: to start an app again reads about as much.
  ///
  /// Our choice.
  package static let endedForBytesMin: Int64 = 1_000_000

  /// No app asks for it.
  package mutating func handle(
    _ request: Never,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {}

  package mutating func handle(
    _ event: SystemEvent,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    switch event {
    case .app(.phaseChanged(let slot, _, let phase)): follow(slot, phase, device, &out)
    case .app(.processEnded(let slot)): ended(slot, device, &out)
    case .app(.removed(let app)): forget(app, device, &out)
    case .app(.stateChanged), .app(.changed), .app(.forceQuit): break
    case .device(.conditionsChanged): followRoom(device, &out)
    case .device(.booted), .device(.daemonRestarted): restart(device, &out)
    case .device(.slept), .device(.watchedAgain), .device(.clockChanged), .device(.unlocked),
      .device(.displayLit), .device(.surroundingsChanged), .device(.conditionsActedOn):
      break
    case .deadline:
      table.settlesAt = nil
      review(device, &out)
    case .memory, .call, .sound, .channel, .push, .notification, .location, .accessory,
      .bluetooth, .descriptor, .job, .work, .transfer, .consumption:
      break
    }
  }

  // MARK: What the user wants

  /// The user is rid of the caches of an app as soon as they have had their turn.
  mutating func purge(
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let slot = device.apps.slot(of: app) else { return .refused(device.unknown(app)) }
    guard let standing = CacheStanding(inSlot: slot, isByUser: true, device) else {
      let isGoing = device.apps.read(slot: slot) { $0.persistentState.isUninstalled } == true
      return .refused(isGoing ? device.unknown(app) : .noContainer(app))
    }
    switch standing {
    case .runs: return .refused(.isRunning(app))
    case .isExempt: return .refused(.isExempt(app))
    case .hasNoProcess, .isSuspended: break
    }
    if !table.isPurging(app) { table.asked.append(app) }
    review(device, &out)
    return .done
  }

  /// The app is exempt from now on: no more of its caches goes unless its user has asked for that.
  mutating func leaveAlone(
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    if let order = table.order, order.app == app, order.step == .remove, !order.isByUser {
      out.order(.storage(.stopPurge(app)))
    }
    return .done
  }

  // MARK: What happens

  /// The host has measured or removed caches.
  mutating func take(
    _ report: CacheReport,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let order = table.order, order.app == report.app,
      device.apps.slot(of: order.app) != nil
    else { return .done }
    switch order.step {
    case .measure where !report.isPurge: measured(report, order, device, &out)
    case .remove where report.isPurge: purged(report, order, device, &out)
    case .measure, .end, .remove: break
    }
    return .done
  }

  /// A process stands elsewhere: one that runs makes caches again, and one that was suspended may be looked at.
  private mutating func follow(
    _ slot: Int,
    _ phase: AppPhase,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let app = device.apps.identifier(inSlot: slot) else { return }
    let runs = phase == .onScreen || phase == .background
    if runs, !table.visited.isEmpty { table.visited.removeAll { $0 == app } }
    if let order = table.order, order.app == app, order.step == .end,
      device.apps.process(inSlot: slot)?.launch != order.launch
    {
      // It was opened or woken while it ended: its next process is there already, and nobody hears that the last one is gone.
      return ended(slot, device, &out)
    }
    if !runs, table.shortSince != nil { review(device, &out) }
  }

  /// The process that was ended for its caches is gone, or another one.
  private mutating func ended(_ slot: Int, _ device: DeviceState, _ out: inout Outbox) {
    guard let app = device.apps.identifier(inSlot: slot) else { return }
    guard let order = table.order, order.app == app, order.step == .end else {
      return review(device, &out)
    }
    // Others hear of the end, too, and may have had the app launched for what it waits for.
    let standing = CacheStanding(inSlot: slot, isByUser: order.isByUser, device)
    guard standing == .hasNoProcess, order.isByUser || table.shortSince != nil else {
      return stopped(order, device, &out)
    }
    table.order?.step = .remove
    table.order?.launch = nil
    out.order(.storage(.purgeCaches(app)))
  }

  private mutating func forget(_ app: AppIdentifier, _ device: DeviceState, _ out: inout Outbox) {
    guard !table.isEmpty else { return }
    table.forget(app)
    review(device, &out)
  }

  /// The disk has become short, or has room again.
  private mutating func followRoom(_ device: DeviceState, _ out: inout Outbox) {
    guard let free = device.conditions.storageFreeBytes else { return }
    let isShort = DiskRoom.isShort(
      free: free,
      total: device.conditions.storageTotalBytes,
      wasShort: table.shortSince != nil
    )
    guard isShort != (table.shortSince != nil) else { return }
    table.shortSince = isShort ? device.now : nil
    table.visited = []
    table.settlesAt = nil
    review(device, &out)
  }

  /// The host that was to answer is gone.
  private mutating func restart(_ device: DeviceState, _ out: inout Outbox) {
    guard !table.isEmpty else { return }
    if let order = table.order, order.isByUser { table.asked.insert(order.app, at: 0) }
    table.order = nil
    review(device, &out)
  }

  // MARK: One app after the other

  private mutating func review(_ device: DeviceState, _ out: inout Outbox) {
    guard table.order == nil else { return }
    while !table.asked.isEmpty {
      let app = table.asked.removeFirst()
      guard let slot = device.apps.slot(of: app),
        let standing = CacheStanding(inSlot: slot, isByUser: true, device)
      else { continue }
      if begin(app, standing, isByUser: true, &out) { return }
      // It has begun to run since its user asked for it.
      let order = CacheOrder(app: app, step: .remove, isByUser: true)
      table.keep(order, stop: CacheStop(of: order, on: device), at: device.now)
    }
    guard table.shortSince != nil, table.settlesAt == nil, let next = nextVictim(device) else {
      return
    }
    _ = begin(next.app, next.standing, isByUser: false, &out)
  }

  /// Whether the app has its turn from now on.
  private mutating func begin(
    _ app: AppIdentifier,
    _ standing: CacheStanding,
    isByUser: Bool,
    _ out: inout Outbox
  ) -> Bool {
    switch standing {
    case .runs, .isExempt: return false
    case .hasNoProcess:
      table.order = CacheOrder(app: app, step: .remove, isByUser: isByUser)
      out.order(.storage(.purgeCaches(app)))
    case .isSuspended:
      table.order = CacheOrder(app: app, step: .measure, isByUser: isByUser)
      out.order(.storage(.measureCaches(app)))
    }
    return true
  }

  /// Those without a process first, whose next start costs nothing more; among each kind the one that was on screen
  /// longest ago.
  private func nextVictim(_ device: DeviceState) -> (app: AppIdentifier, standing: CacheStanding)? {
    var best: (rank: Int, lastOnScreen: Instant, app: AppIdentifier, standing: CacheStanding)?
    for slot in device.apps.slotRange {
      guard let app = device.apps.identifier(inSlot: slot), !table.visited.contains(app),
        let standing = CacheStanding(inSlot: slot, isByUser: false, device),
        standing == .hasNoProcess || standing == .isSuspended
      else { continue }
      let used = device.apps.read(slot: slot) { $0.usage.lastOnScreen }
      let lastOnScreen = (used ?? nil) ?? Instant.zero
      let rank = standing == .hasNoProcess ? 0 : 1
      if best.map({ (rank, lastOnScreen, app) < ($0.rank, $0.lastOnScreen, $0.app) }) ?? true {
        best = (rank, lastOnScreen, app, standing)
      }
    }
    return best.map { ($0.app, $0.standing) }
  }

  private mutating func measured(
    _ report: CacheReport,
    _ order: CacheOrder,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let slot = device.apps.slot(of: order.app)
    let isWorthIt =
      order.isByUser
      ? report.bytes > 0
      : table.shortSince != nil && report.bytes >= StorageService.endedForBytesMin
    switch slot.flatMap({ CacheStanding(inSlot: $0, isByUser: order.isByUser, device) }) {
    case .hasNoProcess where order.isByUser || table.shortSince != nil:
      table.order?.step = .remove
      out.order(.storage(.purgeCaches(order.app)))
    case .isSuspended where isWorthIt:
      table.order?.step = .end
      table.order?.launch = slot.flatMap { device.apps.process(inSlot: $0)?.launch }
      out.end(order.app, .code(.diskSpace), because: table.cause(of: order))
    case .isSuspended where order.isByUser:
      // Nothing is there: that is what was asked for.
      finish(order, report, device, &out)
    case .isSuspended, .hasNoProcess: leave(order, hadTurn: true, device, &out)
    case .runs, .isExempt, nil: stopped(order, device, &out)
    }
  }

  private mutating func purged(
    _ report: CacheReport,
    _ order: CacheOrder,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    if table.shortSince != nil, report.bytes > 0, let risen = report.risenBytes,
      !DiskRoom.isGivenBack(report.bytes, risenBytes: risen)
    {
      // To end one app after the other would free no more than waiting does.
      table.settlesAt = device.now + DiskRoom.settlingTime
    }
    guard report.bytes > 0 || report.errno != nil || order.isByUser else {
      return leave(order, hadTurn: !report.isStopped, device, &out)
    }
    finish(order, report, device, &out)
  }

  /// The order is over, and what came of it is kept.
  private mutating func finish(
    _ order: CacheOrder,
    _ report: CacheReport,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    let freedBytes = report.isPurge ? report.bytes : 0
    let stop = report.isStopped ? CacheStop(of: order, on: device) : nil
    table.keep(order, freedBytes, report.errno, stop: stop, at: device.now)
    if freedBytes > 0 || (!report.isStopped && report.errno == nil) {
      out.record(
        .purgeCaches(freedBytes: freedBytes),
        of: order.app,
        because: table.cause(of: order)
      )
    }
    leave(order, hadTurn: !report.isStopped, device, &out)
  }

  /// The app runs, and keeps its caches.
  private mutating func stopped(
    _ order: CacheOrder,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    if order.isByUser { table.keep(order, stop: CacheStop(of: order, on: device), at: device.now) }
    leave(order, hadTurn: false, device, &out)
  }

  /// It is the next app's turn.
  private mutating func leave(
    _ order: CacheOrder,
    hadTurn: Bool,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.order = nil
    let standing = device.apps.slot(of: order.app).flatMap {
      CacheStanding(inSlot: $0, isByUser: false, device)
    }
    let rests = standing == .hasNoProcess || standing == .isSuspended
    if hadTurn, rests, table.shortSince != nil, !table.visited.contains(order.app) {
      table.visited.append(order.app)
    }
    review(device, &out)
  }

  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken = device.faults(in: table.asked, "waits for a purge of its caches")
    broken += device.faults(in: table.visited, "has had its caches purged")
    if let order = table.order { broken += device.faults(in: [order.app], "is being purged") }
    if table.shortSince == nil, !table.visited.isEmpty {
      broken.append("apps have had their turn although the disk has room")
    }
    if table.shortSince == nil, table.settlesAt != nil {
      broken.append("room is waited for although the disk has room")
    }
    if let order = table.order, (order.step == .end) != (order.launch != nil) {
      broken.append("the purge of \(order.app) waits for the end of no process")
    }
    return broken
  }
}

/// How an app stands towards a purge of its caches.
enum CacheStanding: Hashable, Sendable {
  case hasNoProcess, isSuspended
  /// Its user does not want it ended, nor anything of it removed that they have not asked for.
  case isExempt
  /// It runs, or is about to.
  case runs

  /// How the app in the slot stands; `nil`: a command or the process of a job, which has no folders of its own, or an app that
  /// is being uninstalled, whose folders go anyway.
  ///
  /// Of an exempt app without a process nothing is removed automatically; `isByUser`: its user asks for it.
  init?(inSlot slot: Int, isByUser: Bool, _ device: DeviceState) {
    let found = device.apps.read(slot: slot) { record -> CacheStanding? in
      guard !record.manifest.isTransient, record.job == nil,
        !record.persistentState.isUninstalled
      else { return nil }
      let isExempt = record.persistentState.exemption != nil
      if record.process.launch == nil { return isExempt && !isByUser ? .isExempt : .hasNoProcess }
      // It is not suspended either.
      if isExempt { return .isExempt }
      return record.process.phase == .suspended ? .isSuspended : .runs
    }
    guard let standing = found ?? nil else { return nil }
    self = standing
  }
}
