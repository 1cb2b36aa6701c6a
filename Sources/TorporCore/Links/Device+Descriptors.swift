import TorporModel

// Descriptors that apps hand over, and the sockets of legacy VoIP apps among them (§7.2).

extension Device {
  mutating func handle(
    _ request: DescriptorRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    guard let record = apps[slot: slot] else { return .done }
    let app = record.identifier
    switch request {
    case .handOver(let name, let purpose):
      if let refusal = refusal(of: purpose, name: name, by: record) {
        return .refused(.mode(.descriptor(refusal)))
      }
      changeLinks(of: app) {
        $0.handOver(name, for: purpose)
        if purpose == .voIP { $0.isLegacyVoIP = true }
      }
    case .takeBack(let name):
      guard record.links.descriptors.contains(where: { $0.name == name }) else {
        return .refused(.mode(.descriptor(.unknown(name: name))))
      }
      changeLinks(of: app) { $0.descriptors.removeAll { $0.name == name } }
      turn.order(.mode(.dropDescriptor(app: app, name: name)))
      setLinkDeadline()
    case .setKeepAlive(let interval):
      guard record.manifest.backgroundModes.contains(.voip) else {
        return .refused(.mode(.descriptor(.modeNotDeclared(.voip))))
      }
      guard profile.watchesVoIPSockets else { return .refused(.mode(.descriptor(.noSockets))) }
      guard interval >= AppLinks.keepAliveMin else {
        return .refused(
          .mode(.descriptor(.keepAliveTooShort(interval, least: AppLinks.keepAliveMin)))
        )
      }
      changeLinks(of: app) { $0.keepAlive = AppLinks.KeepAlive(interval: interval) }
      if let fresh = apps[app], !fresh.process.isOnScreen { startKeepAlive(of: fresh, in: &turn) }
    case .clearKeepAlive:
      changeLinks(of: app) { $0.keepAlive = nil }
      setLinkDeadline()
    }
    return .done
  }

  private func refusal(
    of purpose: DescriptorPurpose,
    name: String,
    by record: AppRecord
  ) -> DescriptorRefusal? {
    switch purpose {
    case .voIP:
      guard record.manifest.backgroundModes.contains(.voip) else { return .modeNotDeclared(.voip) }
      guard profile.watchesVoIPSockets else { return .noSockets }
    case .accessory:
      guard record.manifest.backgroundModes.contains(.externalAccessory) else {
        return .modeNotDeclared(.externalAccessory)
      }
    case .other: break
    }
    let isKnown = record.links.descriptors.contains { $0.name == name }
    guard isKnown || record.links.descriptors.count < AppLinks.countMax else {
      return .tooMany(limit: AppLinks.countMax)
    }
    return nil
  }

  // MARK: Legacy VoIP

  mutating func startKeepAlive(of record: AppRecord, in turn: inout Turn) {
    guard let keepAlive = record.links.keepAlive, keepAlive.nextAt == nil else { return }
    changeLinks(of: record.identifier) { $0.keepAlive?.nextAt = turn.now + keepAlive.interval }
    setLinkDeadline()
  }

  mutating func keepAlive(of record: AppRecord, slot: Int, in turn: inout Turn) {
    guard let keepAlive = record.links.keepAlive else { return }
    changeLinks(of: record.identifier) { $0.keepAlive?.nextAt = turn.now + keepAlive.interval }
    tell(.descriptor(.keepAlive), reason: .voipSocket, slot: slot, in: &turn)
    // The server's answer is traffic like any other (PN4).
    announce(.push(.bringAlong), in: &turn)
    rideAlong(at: .radio, in: &turn)
  }

  /// What could not be told, as before the first unlock, is polled again when conditions have changed.
  mutating func reviewLinkConditions(in turn: inout Turn) {
    if links.launchesAtUnlock { launchVoIPApps(in: &turn) }
    for app in links.apps {
      guard let record = apps[app], [.dead, .suspended].contains(record.process.phase),
        record.links.descriptors.contains(where: \.awaitsWatching)
      else { continue }
      watchDescriptors(of: record, true, in: &turn)
    }
  }

  /// Legacy VoIP apps are started as soon as the machine is, and unlocked (VO3, RL3).
  mutating func launchVoIPApps(in turn: inout Turn) {
    links.launchesAtUnlock =
      !screen.wasUnlockedSinceBoot
      && RelaunchRule.row(.voipSocket, in: profile)[.restartLocked] == .waits
    for slot in apps.slotRange where apps[slot: slot].map(isVoIPApp) == true {
      launchVoIP(inSlot: slot, in: &turn)
    }
  }

  /// One that crashed is started again, not too often (VO3).
  mutating func relaunchVoIP(_ record: AppRecord, slot: Int, in turn: inout Turn) {
    guard isVoIPApp(record), record.process.phase == .dead,
      record.standing.lastExit?.reason.isFailure == true
    else {
      return changeLinks(of: record.identifier) { $0.relaunchAt = nil }
    }
    if let last = record.links.lastRelaunchAt, turn.now < last + AppLinks.relaunchSpacing {
      let at = last + AppLinks.relaunchSpacing
      return changeLinks(of: record.identifier) { $0.relaunchAt = at }
    }
    changeLinks(of: record.identifier) {
      $0.relaunchAt = nil
      $0.lastRelaunchAt = turn.now
    }
    launchVoIP(inSlot: slot, in: &turn)
  }

  /// Whether the app is one of those that the system keeps alive (VO3): it declares the mode; where VoIP
  /// pushes exist beside sockets, it has handed over a socket, too.
  private func isVoIPApp(_ record: AppRecord) -> Bool {
    guard profile.watchesVoIPSockets, record.manifest.backgroundModes.contains(.voip) else {
      return false
    }
    return record.links.isLegacyVoIP || !profile.hasVoIPPushes
  }

  private mutating func launchVoIP(inSlot slot: Int, in turn: inout Turn) {
    guard let record = apps[slot: slot], record.process.phase == .dead,
      profile.watchesVoIPSockets
    else { return }
    let obstacles = record.obstacles(to: .voipSocket, on: surroundings(at: turn.now))
    guard obstacles.isEmpty else {
      return turn.record(
        .wake(.voipSocket),
        of: record.identifier,
        verdict: record.passesOver(.voipSocket, on: surroundings(at: turn.now))
          ? .denied : .waiting,
        because: obstacles
      )
    }
    update(slot: slot, in: &turn) { record, turn in
      record.launchForNothing(.voipSocket, in: &turn)
    }
  }
}

extension AppRecord {
  /// Starts the app off screen without an event; it has what `didFinishLaunching` takes.
  mutating func launchForNothing(_ reason: WakeReason, in turn: inout Turn) {
    let cause = [Condition(.wake, since: turn.now, subject: reason.rawValue)]
    apply(.woken(next: turn.counters.nextLaunch, reason: reason), in: &turn, because: cause)
  }
}

extension ExitReason {
  /// Whether the process failed: the system starts such VoIP apps again (VO3), but none that ended well,
  /// or that somebody ended.
  fileprivate var isFailure: Bool {
    switch self {
    case .crash, .code, .killedFromOutside: true
    case .exit(let status): status != 0
    case .jetsam, .forceQuit, .jobEnded, .exitsOnSuspend, .uninstall, .update, .reboot, .logout,
      .notStarted, .notInFolder, .unseen:
      false
    }
  }
}
