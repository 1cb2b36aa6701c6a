package import TorporModel

extension Device {
  /// Returns every broken rule between two inputs, as sentences; empty if all is well.
  package func brokenInvariants() -> [String] {
    var broken = state.brokenInvariants() + services.brokenInvariants(on: state)
    broken += brokenRestrictions() + brokenRemains
    if let next = nextWakeup, next <= now {
      broken.append("something is due at \(next.nanoseconds) ns, which has passed")
    }
    return broken
  }
}

extension DeviceState {
  /// Returns the broken rules of the apps and the screen.
  func brokenInvariants() -> [String] {
    let records = apps.records
    var broken = records.flatMap { $0.brokenInvariants(at: now) }
    for record in records {
      let isInFront = screen.front.contains(record.identifier)
      let isReopening = screen.reopening.contains(record.identifier)
      if record.process.isOnScreen != isInFront, !(isInFront && isReopening) {
        broken.append(
          "\(record.identifier): on screen by its process \(record.process.isOnScreen), "
            + "by the screen \(isInFront)"
        )
      }
    }
    if profile.hasSingleScreen, screen.front.count > 1 {
      broken.append("the screen holds \(screen.front.count) apps and has room for one")
    }
    if screen.isLocked, !screen.front.isEmpty {
      broken.append("the screen is locked with \(screen.front.count) apps on it")
    }
    for app in screen.front where apps.slot(of: app) == nil {
      broken.append("\(app) is on screen and not installed")
    }
    for app in records {
      guard let launch = app.process.launch else { continue }
      if apps.slot(of: launch).flatMap({ apps.identifier(inSlot: $0) }) != app.identifier {
        broken.append("\(app.identifier): its process \(launch) is not found by its number")
      }
    }
    return broken
  }
}

extension AppRecord {
  package func brokenInvariants(at now: Instant) -> [String] {
    var broken: [String] = []
    let held = heldBy(at: now)
    switch process.state {
    case .suspended, .freezing:
      if !held.isEmpty {
        broken.append("is frozen although \(held.map(\.reason.rawValue)) hold it")
      }
    case .background:
      if held.isEmpty { broken.append("runs in the background although nothing holds it") }
      if persistentState.exemption == nil, let endless = held.first(where: { !$0.isBounded }),
        !isUnseen
      {
        broken.append("runs in the background for \(endless.reason.rawValue) without an end")
      }
    case .notRunning:
      if !callbacks.isEmpty || !time.tasks.isEmpty || !wakes.isEmpty {
        broken.append(
          "has no process but \(callbacks.deliveries.count) callbacks, \(time.tasks.count) tasks "
            + "and \(wakes.count) wakes"
        )
      }
    case .inspecting:
      if !held.isEmpty { broken.append("is to be frozen although \(held.map(\.reason.rawValue))") }
    case .launching, .active, .inactive, .terminating, .killed: break
    }
    if work.fetch.runningSince != nil, !wakes.contains(where: { $0.reason == .backgroundFetch }) {
      broken.append("has a fetch under way that no wake carries")
    }
    if case .notRunning = process.state, !work.running.isEmpty {
      broken.append("has no process but \(work.running.tasks.count) running tasks")
    }
    if process.isOnScreen, time.end != nil {
      broken.append("is on screen although its background clock ticks")
    }
    if usage.state != process.applicationState {
      broken.append(
        "is \(process.applicationState) and is booked as \(usage.state)"
      )
    }
    if paging.isFollowing != (process.applicationState == .suspended) {
      broken.append("is \(process.applicationState), and its memory may go as if it were not")
    }
    broken += brokenConsentInvariants()
    return broken.map { "\(identifier): \($0)" }
  }
}

extension Condition {
  /// Whether a hold ends by itself: by time, or by the user, who hears it or ordered it.
  fileprivate var isBounded: Bool {
    switch reason {
    case .audio, .locationUpdates, .call, .pushToTalk, .exemption, .job, .fileLock,
      .controllingTerminal,
      .sessionLeader, .callersShell, .displayServer, .freezerUnavailable, .thawedFromOutside,
      .focused, .underPointer, .statusItem, .waitingPeer:
      true
    default: until != nil
    }
  }
}
