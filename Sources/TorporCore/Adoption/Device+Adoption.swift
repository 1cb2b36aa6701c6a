import TorporModel

// Apps that the desktop started, managed in place: decision 0066.

extension Device {
  /// Adopts a program that the desktop started.
  ///
  /// It counts as on screen until a desktop reports otherwise about its windows. A program is left
  /// alone if its identifier is taken or adoption is off; the host sees that nothing was ordered.
  mutating func adopt(_ manifest: AppManifest, in turn: inout Turn) {
    guard conditions.settings.adoption, !profile.hasSingleScreen, conditions.isStopping != true,
      manifest.isAdopted == true, manifest.isTransient, !manifest.isCooperative
    else { return }
    guard apps.insertAdopted(manifest, at: turn.now),
      let slot = apps.slot(of: manifest.identifier)
    else { return }
    let isLocked = screen.isLocked
    if isLocked {
      screen.addBehindLock(manifest.identifier, hasSingleScreen: false)
    } else {
      screen.add(manifest.identifier)
    }
    update(slot: slot, in: &turn) { record, turn in
      record.apply(
        .opened(next: turn.counters.nextLaunch),
        in: &turn,
        because: [Condition(.userAction)]
      )
      if isLocked { record.leaveScreen(in: &turn) }
    }
  }

  /// Releases the adopted apps to the desktop: they run, and no state is kept of them.
  mutating func releaseAdopted(in turn: inout Turn) {
    for slot in apps.slotRange where apps.read(slot: slot, { $0.isAdopted }) == true {
      update(slot: slot, in: &turn) { $0.release(because: [Condition(.userAction)], in: &$1) }
    }
  }

  /// Remembers the adopted apps with windows reported by a desktop: others are not frozen.
  mutating func noteAdopted(_ windows: [LaunchWindows], in turn: inout Turn) {
    for window in windows {
      guard let slot = apps.slot(of: window.launch), let app = apps.identifier(inSlot: slot) else {
        continue
      }
      // Something could wait for an app that works without a window, in ways that no source reports.
      setShowsWindows(window.visibility == nil ? nil : true, ofAdopted: app, in: &turn)
    }
  }

  mutating func setShowsWindows(
    _ shows: Bool?,
    ofAdopted app: AppIdentifier,
    in turn: inout Turn
  ) {
    guard let slot = apps.slot(of: app),
      apps.read(slot: slot, { $0.isAdopted && $0.facts.showsWindows != shows }) == true
    else { return }
    update(slot: slot, in: &turn) { record, _ in record.facts.showsWindows = shows }
  }
}

extension AppTable {
  /// Adds an app of the desktop; `false`: its identifier is taken, or the table is full.
  fileprivate mutating func insertAdopted(_ manifest: AppManifest, at now: Instant) -> Bool {
    guard slot(of: manifest.identifier) == nil, count < Self.countMax,
      !manifest.identifier.text.hasPrefix(JobRecord.appPrefix)
    else { return false }
    _ = insert(AppRecord(manifest: manifest, settings: AppSettings(), at: now))
    return true
  }
}

extension AppRecord {
  /// Whether the desktop started it, so that it is only frozen and thawed.
  package var isAdopted: Bool { manifest.isAdopted == true }

  /// Whether its visibility is unknown: it could be in front of the user.
  var isUnseen: Bool { isAdopted && facts.showsWindows != true }

  /// Releases its process to the desktop; it continues to run.
  mutating func release(because conditions: [Condition], in turn: inout Turn) {
    guard let launch = process.launch else { return }
    turn.order(.release(launch))
    process.endsWith(.released)
    apply(.exited(.unknown), in: &turn, because: conditions)
  }
}

extension UserAction {
  /// The app that the action changes, ends or pages out, which is allowed only for apps started by the
  /// daemon; `nil`: none.
  var appToBeOwned: AppIdentifier? {
    switch self {
    case .uninstall(let app), .update(let app), .forceQuit(let app), .pageOut(let app),
      .purgeCaches(let app), .offload(let app), .restoreProgram(let app),
      .decide(let app, _, _), .change(.appSettings(let app, _)):
      app
    case .install(let manifest, _, replaces: true, _): manifest.identifier
    default: nil
    }
  }
}
