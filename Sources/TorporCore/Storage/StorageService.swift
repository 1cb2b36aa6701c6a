package import TorporModel

/// Purging the caches of apps when the disk is short: those of the least recently used app first, never data, and never
/// those of an app that runs.
///
/// A suspended process may stand in the middle of a file. So it is ended first, with the code that iOS has for that
/// (`0xbaddd15c`), and only where there is enough to gain.
package struct StorageService: Service {
  package internal(set) var table: StorageTable

  package init(_ table: StorageTable = StorageTable()) { self.table = table }

  package var nextDeadline: Instant? { nil }
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
    case .deadline, .memory, .call, .sound, .channel, .push, .notification, .location, .accessory,
      .bluetooth, .descriptor, .job, .work, .transfer:
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
    guard let standing = device.cacheStanding(inSlot: slot) else {
      return .refused(.noContainer(app))
    }
    guard standing != .runs else { return .refused(.isRunning(app)) }
    if !table.isPurging(app) { table.asked.append(app) }
    review(device, &out)
    return .done
  }

  // MARK: What happens

  /// The host has measured or removed caches.
  mutating func take(
    _ report: CacheReport,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard let order = table.order, order.app == report.app else { return .done }
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
    guard table.shortSince != nil, let app = device.apps.identifier(inSlot: slot) else { return }
    switch phase {
    case .onScreen, .background: table.visited.removeAll { $0 == app }
    case .suspended, .dead: review(device, &out)
    }
  }

  private mutating func ended(_ slot: Int, _ device: DeviceState, _ out: inout Outbox) {
    guard let app = device.apps.identifier(inSlot: slot) else { return }
    if table.order?.app == app, table.order?.step == .end {
      table.order?.step = .remove
      out.order(.storage(.purgeCaches(app)))
    } else {
      review(device, &out)
    }
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
      guard let slot = device.apps.slot(of: app), let standing = device.cacheStanding(inSlot: slot)
      else { continue }
      if begin(app, standing, isByUser: true, &out) { return }
    }
    guard table.shortSince != nil, let next = nextVictim(device) else { return }
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
    case .runs: return false
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
        let standing = device.cacheStanding(inSlot: slot), standing != .runs
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
      order.isByUser ? report.bytes > 0 : report.bytes >= StorageService.endedForBytesMin
    switch slot.flatMap({ device.cacheStanding(inSlot: $0) }) {
    case .hasNoProcess:
      table.order?.step = .remove
      out.order(.storage(.purgeCaches(order.app)))
    case .isSuspended where isWorthIt:
      table.order?.step = .end
      out.end(order.app, .code(.diskSpace), because: cause(of: order))
    case .isSuspended where order.isByUser:
      // Nothing is there: that is what was asked for.
      finish(order, 0, report.errno, device, &out)
    case .isSuspended, .runs, nil: finish(order, device, &out)
    }
  }

  private mutating func purged(
    _ report: CacheReport,
    _ order: CacheOrder,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard report.bytes > 0 || report.errno != nil || order.isByUser else {
      return finish(order, device, &out)
    }
    finish(order, report.bytes, report.errno, device, &out)
  }

  private mutating func finish(
    _ order: CacheOrder,
    _ bytes: Int64,
    _ errno: Int32?,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.keep(
      CachePurge(
        app: order.app,
        at: device.now,
        freedBytes: bytes,
        errno: errno,
        isByUser: order.isByUser
      )
    )
    out.record(.purgeCaches(freedBytes: bytes), of: order.app, because: cause(of: order))
    finish(order, device, &out)
  }

  private mutating func finish(
    _ order: CacheOrder,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.order = nil
    let slot = device.apps.slot(of: order.app)
    let runs = slot.flatMap { device.cacheStanding(inSlot: $0) } == .runs
    if table.shortSince != nil, !runs, !table.visited.contains(order.app) {
      table.visited.append(order.app)
    }
    review(device, &out)
  }

  private func cause(of order: CacheOrder) -> [Condition] {
    order.isByUser
      ? [Condition(.userAction)] : [Condition(.storage, holds: false, since: table.shortSince)]
  }

  package func brokenInvariants(on device: DeviceState) -> [String] {
    var broken = device.faults(in: table.asked, "waits for a purge of its caches")
    broken += device.faults(in: table.visited, "has had its caches purged")
    if let order = table.order { broken += device.faults(in: [order.app], "is being purged") }
    if table.shortSince == nil, !table.visited.isEmpty {
      broken.append("apps have had their turn although the disk has room")
    }
    return broken
  }
}

/// How an app stands towards a purge of its caches.
enum CacheStanding: Hashable, Sendable {
  case hasNoProcess, isSuspended
  /// It runs, is about to, or is exempt from being ended.
  case runs
}

extension DeviceState {
  /// How the app in the slot stands; `nil`: a command or the process of a job, which has no folders of its own.
  func cacheStanding(inSlot slot: Int) -> CacheStanding? {
    let found = apps.read(slot: slot) { record -> CacheStanding? in
      guard !record.manifest.isTransient, record.job == nil else { return nil }
      if record.process.launch == nil { return .hasNoProcess }
      let isSuspended = record.process.phase == .suspended
      return isSuspended && record.persistentState.exemption == nil ? .isSuspended : .runs
    }
    return found ?? nil
  }
}
