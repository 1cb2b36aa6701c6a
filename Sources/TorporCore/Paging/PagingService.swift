package import TorporModel

/// Writing the memory of frozen apps to swap before an app has to be ended for it.
///
/// A frozen app cannot be asked to release memory; its pages can be written to swap nevertheless, and
/// return when it accesses them.
package struct PagingService: Service {
  package internal(set) var table: PagingTable

  package init(_ table: PagingTable = PagingTable()) { self.table = table }

  package var nextDeadline: Instant? { table.nextReview }
  /// Waking a machine to write its memory to swap would defeat the purpose.
  package func nextAlarm(on device: DeviceState) -> Instant? { nil }

  /// Whether it has to know which apps are frozen.
  var isWatching: Bool { table.swap != nil }

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
    case .app(.stateChanged(let slot)): follow(slot: slot, device)
    case .app(.phaseChanged), .app(.changed), .app(.processEnded), .app(.forceQuit), .app(.removed):
      break
    case .device(.booted), .device(.daemonRestarted): restart(at: device.now)
    // How long an app is frozen is counted with its process. The budget counts days of a disk.
    case .device(.slept): break
    case .device(.clockChanged): planAgain(device, &out)
    case .device(.watchedAgain), .device(.unlocked),
      .device(.displayLit), .device(.conditionsChanged), .device(.surroundingsChanged),
      .device(.conditionsActedOn):
      break
    case .deadline: review(device, &out)
    case .memory(.swapChanged(let swap)):
      take(swap, at: device.now)
      if !isWatching { giveUp(device, &out) }
    case .memory(.levelChanged): hasteChanged(device, &out)
    case .memory(.restChanged): if isWatching { look(at: device.now) }
    case .memory(.pagedOut(let report, let slot)): pagedOut(report, inSlot: slot, device, &out)
    case .memory(.pagedIn(let report, let slot)): pagedIn(report, inSlot: slot, device, &out)
    case .memory(.readBack(let report, let slot)): readBack(report, inSlot: slot, device, &out)
    case .call, .sound, .channel, .push, .notification, .location, .accessory, .bluetooth,
      .descriptor, .job, .work, .transfer, .consumption:
      break
    }
  }

  // MARK: What happens

  /// Swap has come, has gone, or stands otherwise.
  private mutating func take(_ swap: SwapState?, at now: Instant) {
    let hadRoom = table.hasRoom
    table.swap = swap
    if swap == nil {
      table.nextReview = nil
    } else if table.hasRoom, !hadRoom {
      look(at: now)
    }
  }

  /// The app's process was frozen, or is frozen no more.
  private mutating func follow(slot: Int, _ device: DeviceState) {
    guard isWatching else { return }
    if let ordered = table.ordered, !device.isSuspended(ordered) {
      // The host stops by itself; what it has written until then it reports.
      table.endOrder(at: device.now)
      look(at: device.now + PagingTable.orderInterval)
    }
    let (rest, haste) = (device.conditions.pageOutAfter, device.pagingHaste)
    if let due = device.apps.read(slot: slot, { $0.paging.dueAt(after: rest, haste) }) ?? nil {
      look(at: max(due, device.now))
    }
  }

  /// Memory is shorter than before, or less so: another rest counts.
  private mutating func hasteChanged(_ device: DeviceState, _ out: inout Outbox) {
    guard isWatching else { return }
    look(at: device.now)
    if device.isMemoryShort, let launch = table.ordered, table.isUrgent == nil {
      // What is written at leisure is written at once from now on.
      order(launch, isUrgent: true, &out)
    }
  }

  /// The host answers an order, or tells how far it came before a thaw.
  private mutating func pagedOut(
    _ report: PageOutReport,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    table.spend(report.writtenBytes, at: device.now)
    take(report.swap, at: device.now)
    guard let app = device.apps.identifier(inSlot: slot),
      var paging = device.apps.read(slot: slot, { $0.paging })
    else { return }
    let isAskedFor = paging.waits
    paging.take(report)
    plan(&paging, of: app, device)
    out.keep(paging, of: app)
    guard let launch = device.apps.process(inSlot: slot)?.launch else { return }
    if report.isComplete, paging.freedBytes > 0 {
      let bytesInMegabyte: Int64 = 1_000_000
      out.record(
        .pageOut,
        of: app,
        launch: launch,
        because: [
          isAskedFor
            ? Condition(.userAction)
            : Condition(.suspendedLongEnough, subject: "\(paging.freedBytes / bytesInMegabyte) MB")
        ]
      )
    }
    guard table.ordered == launch else { return }
    table.endOrder(at: device.now)
    if !isWatching { giveUp(besides: app, device, &out) }
    // An app without writable memory just now is not tried again at once, however short memory is.
    if report.writtenBytes == 0 || !isWatching, paging.waits {
      paging.giveUp()
      out.keep(paging, of: app)
    }
    let isHelping = (device.isMemoryShort || paging.waits) && report.writtenBytes > 0
    let rest = isHelping ? .zero : PagingTable.rest(after: report.writtenBytes)
    if isWatching { look(at: device.now + rest) }
  }

  /// The host has seen what a thawed app had to wait for.
  private mutating func pagedIn(
    _ report: PageInReport,
    inSlot slot: Int,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    take(report.swap, at: device.now)
    guard let app = device.apps.identifier(inSlot: slot),
      var paging = device.apps.read(slot: slot, { $0.paging })
    else { return }
    paging.returned(report)
    out.keep(paging, of: app)
  }

  /// Handles that the host that was to answer has ended.
  private mutating func restart(at now: Instant) {
    table.endOrder(at: now)
    if isWatching { look(at: now) }
  }

  // MARK: What the user wants

  /// Writes memory of a frozen app to swap now: without the usual rest after a freeze, and beyond the
  /// budget, which the user may exceed.
  mutating func pageOut(
    _ app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) -> Reply {
    guard table.hasRoom else { return .refused(.noSwap(isFull: table.swap != nil)) }
    guard let slot = device.apps.slot(of: app) else { return .refused(device.unknown(app)) }
    guard device.apps.process(inSlot: slot)?.applicationState == .suspended,
      var paging = device.apps.read(slot: slot, { $0.paging })
    else { return .refused(.notSuspended(app)) }
    if paging.ask() { out.keep(paging, of: app) }
    look(at: device.now)
    return .done
  }

  // MARK: What is written

  /// Orders the next piece: of the app, among those that have rested long enough, that is likely to return last.
  ///
  /// Where free swap is no room for apps, nothing is written while memory is critical: processes that wait for the
  /// disk then wait for this, too, and ending an app frees at once. Where it is, it goes first.
  private mutating func review(_ device: DeviceState, _ out: inout Outbox) {
    table.nextReview = nil
    if isWatching { readBackWhatIsExpected(device, &out) }
    let (rest, haste) = (device.conditions.pageOutAfter, device.pagingHaste)
    guard table.hasRoom, table.ordered == nil,
      haste == .urgent || device.conditions.memoryLevel.value != .critical
    else { return giveUp(device, &out) }
    if let asked = firstAsked(device) { return order(asked, isUrgent: true, &out) }
    var due: [(app: AppIdentifier, launch: LaunchIdentifier)] = []
    var earliest: Instant?
    for slot in device.apps.slotRange {
      let moment = device.apps.read(slot: slot) { record in
        record.persistentState.exemption == nil
          ? record.paging.dueAt(after: rest, haste) : nil
      }
      guard let dueAt = moment ?? nil else { continue }
      if dueAt > device.now {
        earliest = earliest.map { min($0, dueAt) } ?? dueAt
      } else if let app = device.apps.identifier(inSlot: slot),
        let launch = device.apps.process(inSlot: slot)?.launch
      {
        due.append((app, launch))
      }
    }
    guard !due.isEmpty else { return look(at: earliest) }
    // The kernel would write as much by itself when memory is short.
    if haste != .urgent {
      let affordable = table.moment(of: PagingTable.orderBytesMax, at: device.now)
      guard affordable <= device.now else { return look(at: affordable) }
    }
    let local = LocalSecond(device.clock.localSecond(at: device.now))
    let forecast = device.usage.returnForecast(at: local)
    func chance(_ app: AppIdentifier) -> Double {
      forecast.chance(ofSlot: device.usage.slot(of: app))
    }
    let last = due.min { (chance($0.app), $0.app) < (chance($1.app), $1.app) }
    guard let launch = last?.launch else { return }
    order(launch, isUrgent: device.isMemoryShort, &out)
  }

  /// The first process whose memory the user wants written away.
  private func firstAsked(_ device: DeviceState) -> LaunchIdentifier? {
    for slot in device.apps.slotRange
    where device.apps.read(slot: slot, { $0.paging.waits }) == true {
      if let launch = device.apps.process(inSlot: slot)?.launch { return launch }
    }
    return nil
  }

  /// Nothing can be written now: no request waits for it any longer, where no order is under way.
  ///
  /// `besides`: an app of which something else is kept.
  private func giveUp(
    besides other: AppIdentifier? = nil,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard table.ordered == nil else { return }
    for slot in device.apps.slotRange {
      guard let app = device.apps.identifier(inSlot: slot), app != other,
        var paging = device.apps.read(slot: slot, { $0.paging }), paging.waits
      else { continue }
      paging.giveUp()
      out.keep(paging, of: app)
    }
  }

  private mutating func order(
    _ launch: LaunchIdentifier,
    isUrgent: Bool,
    _ out: inout Outbox
  ) {
    table.order(launch, isUrgent: isUrgent)
    let bytesMax = PagingTable.orderBytesMax
    out.order(
      .pageOut(PageOutOrder(launch: launch, bytesMax: bytesMax, isUrgent: table.isUrgent))
    )
  }

  /// Has frozen apps looked at by that moment, or earlier where that is planned already.
  mutating func look(at moment: Instant?) {
    guard let moment else { return }
    table.nextReview = table.nextReview.map { min($0, moment) } ?? moment
  }

  package func brokenInvariants(on device: DeviceState) -> [String] {
    table.brokenInvariants(at: device.now)
  }
}

extension DeviceState {
  /// Whether memory of frozen apps goes to swap at once.
  var isMemoryShort: Bool {
    profile.name.countsSwapAsRoom && conditions.relief?.shortSince != nil
  }

  fileprivate var pagingHaste: PagingHaste {
    if isMemoryShort { return .urgent }
    return conditions.memoryLevel.value == .normal ? .usual : .quick
  }

  fileprivate func isSuspended(_ launch: LaunchIdentifier) -> Bool {
    guard let slot = apps.slot(of: launch), let process = apps.process(inSlot: slot) else {
      return false
    }
    return process.applicationState == .suspended
  }
}
