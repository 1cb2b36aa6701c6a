import TorporModel

// Writing the memory of frozen apps to swap before somebody has to be ended for it. A frozen app cannot
// be asked to give memory back; its pages can be taken all the same, and come back when it touches them.

extension Device {
  /// Swap has come, has gone, or stands otherwise.
  mutating func swapChanged(to state: SwapState?, in turn: inout Turn) {
    let hadRoom = paging.hasRoom
    paging.swap = state
    if state == nil {
      setPagingLook(nil)
    } else if paging.hasRoom, !hadRoom {
      lookAtPaging(at: turn.now)
    }
  }

  /// The app's process was frozen, or is frozen no more.
  mutating func pagingFollows(slot: Int, in turn: Turn) {
    guard paging.swap != nil else { return }
    if let ordered = paging.ordered, !isSuspended(ordered) {
      // The host stops by itself; what it has written until then it reports.
      paging.endOrder(at: turn.now)
      lookAtPaging(at: turn.now + PagingTable.orderInterval)
    }
    let (rest, haste) = (conditions.pageOutAfter, pagingHaste)
    if let due = apps.read(slot: slot, { $0.paging.dueAt(after: rest, haste) }) ?? nil {
      lookAtPaging(at: max(due, turn.now))
    }
  }

  /// The user wants another rest.
  mutating func pagingRestChanged(at now: Instant) {
    if paging.swap != nil { lookAtPaging(at: now) }
  }

  /// Memory is shorter than before, or less so: another rest counts.
  mutating func pagingHasteChanged(in turn: inout Turn) {
    guard paging.swap != nil else { return }
    lookAtPaging(at: turn.now)
    if isMemoryShort, let launch = paging.ordered, paging.isUrgent == nil {
      // What is written at leisure is written at once from now on.
      order(launch, in: &turn)
    }
  }

  private var pagingHaste: PagingHaste {
    if isMemoryShort { return .urgent }
    return conditions.memoryLevel.value == .normal ? .usual : .quick
  }

  /// The host answers an order, or tells how far it came before a thaw.
  mutating func pagedOut(_ report: PageOutReport, inSlot slot: Int, in turn: inout Turn) {
    paging.spend(report.writtenBytes, at: turn.now)
    swapChanged(to: report.swap, in: &turn)
    apps.update(slot: slot) { $0.paging.take(report) }
    guard let launch = apps.process(inSlot: slot)?.launch else { return }
    let freed = apps.read(slot: slot) { $0.paging.freedBytes } ?? 0
    if report.isComplete, freed > 0, let app = apps.identifier(inSlot: slot) {
      let bytesInMegabyte: Int64 = 1_000_000
      turn.record(
        .pageOut,
        of: app,
        launch: launch,
        because: [Condition(.longFrozen, subject: "\(freed / bytesInMegabyte) MB")]
      )
    }
    guard paging.ordered == launch else { return }
    paging.endOrder(at: turn.now)
    // Who could write nothing just now is not asked again at once, however short memory is.
    let isHelping = isMemoryShort && report.writtenBytes > 0
    let rest = isHelping ? .zero : PagingTable.rest(after: report.writtenBytes)
    if paging.swap != nil { lookAtPaging(at: turn.now + rest) }
  }

  /// The host has seen what a thawed app had to wait for.
  mutating func pagedIn(_ report: PageInReport, inSlot slot: Int, in turn: inout Turn) {
    swapChanged(to: report.swap, in: &turn)
    apps.update(slot: slot) { $0.paging.returned(report) }
  }

  /// The host that was to answer is gone.
  mutating func restartPaging(in turn: Turn) {
    paging.endOrder(at: turn.now)
    if paging.swap != nil { lookAtPaging(at: turn.now) }
  }

  /// Orders the next piece: of the app that is likely to come back last of those that rest long enough.
  ///
  /// Where free swap is no room for apps, nothing is written while memory is critical: whoever waits for the
  /// disk then waits for this too, and ending an app frees at once. Where it is, it goes first.
  mutating func reviewPaging(in turn: inout Turn) {
    setPagingLook(nil)
    let (rest, haste) = (conditions.pageOutAfter, pagingHaste)
    guard paging.hasRoom, paging.ordered == nil,
      haste == .urgent || conditions.memoryLevel.value != .critical
    else { return }
    var due: [(app: AppIdentifier, launch: LaunchIdentifier)] = []
    var earliest: Instant?
    for slot in apps.slotRange {
      let moment = apps.read(slot: slot) { record in
        record.standing.exemption == nil ? record.paging.dueAt(after: rest, haste) : nil
      }
      guard let dueAt = moment ?? nil else { continue }
      if dueAt > turn.now {
        earliest = earliest.map { min($0, dueAt) } ?? dueAt
      } else if let app = apps.identifier(inSlot: slot),
        let launch = apps.process(inSlot: slot)?.launch
      {
        due.append((app, launch))
      }
    }
    guard !due.isEmpty else { return lookAtPaging(at: earliest) }
    // The kernel would write as much by itself when memory is short.
    if haste != .urgent {
      let affordable = paging.moment(of: PagingTable.orderBytesMax, at: turn.now)
      guard affordable <= turn.now else { return lookAtPaging(at: affordable) }
    }
    let forecast = usage.returnForecast(at: LocalSecond(clock.localSecond(at: turn.now)))
    func chance(_ app: AppIdentifier) -> Double { forecast.chance(ofSlot: usage.slot(of: app)) }
    let last = due.min { (chance($0.app), $0.app) < (chance($1.app), $1.app) }
    guard let launch = last?.launch else { return }
    order(launch, in: &turn)
  }

  private mutating func order(_ launch: LaunchIdentifier, in turn: inout Turn) {
    paging.order(launch, isUrgent: isMemoryShort)
    let bytesMax = PagingTable.orderBytesMax
    turn.order(
      .pageOut(PageOutOrder(launch: launch, bytesMax: bytesMax, isUrgent: paging.isUrgent))
    )
  }

  private func isSuspended(_ launch: LaunchIdentifier) -> Bool {
    guard let slot = apps.slot(of: launch), let process = apps.process(inSlot: slot) else {
      return false
    }
    return process.applicationState == .suspended
  }

  /// Has frozen apps looked at by that moment, or earlier where that is planned already.
  private mutating func lookAtPaging(at moment: Instant?) {
    guard let moment else { return }
    setPagingLook(paging.nextLook.map { min($0, moment) } ?? moment)
  }

  private mutating func setPagingLook(_ moment: Instant?) {
    paging.nextLook = moment
    setDeadline(moment, for: .paging)
  }
}
