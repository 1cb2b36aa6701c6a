import TorporModel

// Apps that the desktop has started, governed where they stand: decision 0066.

extension Device {
  /// A program of the desktop is there to be governed.
  ///
  /// It stands on the screen until a desktop reports otherwise of its windows. What has its identifier already, or
  /// comes where nothing is adopted, is left alone; the host sees that nothing was ordered.
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

  /// The apps of the desktop are its own again: they run, and nothing is kept of them.
  mutating func releaseAdopted(in turn: inout Turn) {
    for slot in apps.slotRange where apps.read(slot: slot, { $0.isAdopted }) == true {
      update(slot: slot, in: &turn) { $0.release(because: [Condition(.userAction)], in: &$1) }
    }
  }

  /// Remembers of which adopted apps a desktop reports windows: others are not frozen.
  mutating func noteAdopted(_ windows: [LaunchWindows], in turn: inout Turn) {
    for window in windows {
      guard let slot = apps.slot(of: window.launch), let app = apps.identifier(inSlot: slot) else {
        continue
      }
      // One that works on without a window could be waited for in ways that nothing reports.
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
  /// Takes in an app of the desktop; `false`: its identifier is taken, or there is no room.
  fileprivate mutating func insertAdopted(_ manifest: AppManifest, at now: Instant) -> Bool {
    guard slot(of: manifest.identifier) == nil, count < Self.countMax,
      !manifest.identifier.text.hasPrefix(JobRecord.appPrefix)
    else { return false }
    _ = insert(AppRecord(manifest: manifest, settings: AppSettings(), at: now))
    return true
  }
}

extension AppRecord {
  /// Whether the desktop has started it, so that it is only frozen and thawed.
  package var isAdopted: Bool { manifest.isAdopted == true }

  /// Whether nothing says what can be seen of it: it could be in front of the user.
  var isUnseen: Bool { isAdopted && facts.showsWindows != true }

  /// Its process is the desktop's alone again, and runs on.
  mutating func release(because conditions: [Condition], in turn: inout Turn) {
    guard let launch = process.launch else { return }
    turn.order(.release(launch))
    process.endsWith(.released)
    apply(.exited(.unknown), in: &turn, because: conditions)
  }
}

extension UserAction {
  /// The app that it changes, ends or writes away, as only apps are that were started here; `nil`: none.
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
