import TorporModel

// The sockets of legacy VoIP apps among the descriptors (§7.2).

extension DescriptorService {
  mutating func startKeepAlive(of app: AppIdentifier, at now: Instant) {
    guard let keepAlive = self[app].keepAlive, keepAlive.nextAt == nil else { return }
    update(app) { $0.keepAlive?.nextAt = now + keepAlive.interval }
    setDeadline()
  }

  mutating func keepAlive(
    of app: AppIdentifier,
    _ device: DeviceState,
    _ out: inout Outbox
  ) {
    guard let keepAlive = self[app].keepAlive else { return }
    update(app) { $0.keepAlive?.nextAt = device.now + keepAlive.interval }
    out.tell(app, .descriptor(.keepAlive), for: .voipSocket)
    // The server's answer is traffic like any other (PN4).
    out.post(.push(.flushHeldPushes))
    out.coalesce(at: .radio)
  }

  /// Polls descriptors again after a change of conditions, if the app could not be notified, for
  /// example before the first unlock.
  mutating func watchAgain(_ device: DeviceState, _ out: inout Outbox) {
    for app in apps.apps {
      guard let phase = device.apps.process(of: app)?.phase, phase == .dead || phase == .suspended,
        self[app].held.contains(where: \.awaitsWatching)
      else { continue }
      watchDescriptors(of: app, true, &out)
    }
  }

  /// Legacy VoIP apps are started as soon as the machine is, and unlocked (VO3, RL3).
  mutating func launchVoIPApps(_ device: DeviceState, _ out: inout Outbox) {
    launchesAtUnlock =
      !device.screen.wasUnlockedSinceBoot
      && RelaunchRule.row(.voipSocket, in: device.profile)[.restartLocked] == .waits
    for slot in device.apps.slotRange
    where device.apps[slot: slot].map({ isVoIPApp($0, device.profile) }) == true {
      launchVoIP(inSlot: slot, device, &out)
    }
  }

  /// Restarts a crashed VoIP app, but not too often (VO3).
  mutating func relaunchVoIP(_ slot: Int, _ device: DeviceState, _ out: inout Outbox) {
    let declaresVoIP = device.apps.read(slot: slot) { $0.manifest.backgroundModes.contains(.voip) }
    // Nothing is kept of an app that does not, and its record need not be copied.
    guard declaresVoIP == true || !apps.isEmpty, let record = device.apps[slot: slot] else {
      return
    }
    let app = record.identifier
    guard isVoIPApp(record, device.profile), record.process.phase == .dead,
      record.persistentState.lastExit?.reason.isFailure == true
    else {
      if self[app].relaunchAt != nil { update(app) { $0.relaunchAt = nil } }
      return
    }
    if let last = self[app].lastRelaunchAt, device.now < last + AppDescriptors.relaunchSpacing {
      return update(app) { $0.relaunchAt = last + AppDescriptors.relaunchSpacing }
    }
    update(app) {
      $0.relaunchAt = nil
      $0.lastRelaunchAt = device.now
    }
    launchVoIP(inSlot: slot, device, &out)
  }

  /// Returns whether the system keeps the app alive (VO3): it declares the mode and, if that is not
  /// sufficient, has also had a socket watched.
  private func isVoIPApp(_ record: AppRecord, _ profile: Profile) -> Bool {
    guard profile.watchesVoIPSockets, record.manifest.backgroundModes.contains(.voip) else {
      return false
    }
    return self[record.identifier].isLegacyVoIP || profile.startsDeclaredVoIPApps
  }

  private func launchVoIP(inSlot slot: Int, _ device: DeviceState, _ out: inout Outbox) {
    guard let record = device.apps[slot: slot], record.process.phase == .dead,
      device.profile.watchesVoIPSockets
    else { return }
    let unmetConditions = record.unmetConditions(to: .voipSocket, on: device.conditionContext)
    guard unmetConditions.isEmpty else {
      let isPassedOver = record.passesOver(.voipSocket, on: device.conditionContext)
      return out.record(
        .wake(.voipSocket),
        of: record.identifier,
        verdict: isPassedOver ? .denied : .waiting,
        because: unmetConditions
      )
    }
    out.launch(record.identifier, for: .voipSocket)
  }
}

extension AppRecord {
  /// Starts the app off screen without an event; it has the time of `didFinishLaunching`.
  mutating func launchForNothing(_ reason: WakeReason, in turn: inout Turn) {
    guard persistentState.offloadedSince == nil else { return }
    let cause = [Condition(.wake, since: turn.now, subject: reason.rawValue)]
    wake(for: reason, in: &turn, because: cause)
  }
}

extension ExitReason {
  /// Whether the process failed: the system restarts such VoIP apps (VO3), but not those that ended
  /// successfully or were ended.
  fileprivate var isFailure: Bool {
    switch self {
    case .crash, .code, .killedExternally: true
    case .exit(let status): status != 0
    case .jetsam, .outOfMemory, .forceQuit, .jobEnded, .exitsOnSuspend, .uninstall, .update,
      .reboot, .logout, .released,
      .notStarted, .notInFolder, .unseen:
      false
    }
  }
}
