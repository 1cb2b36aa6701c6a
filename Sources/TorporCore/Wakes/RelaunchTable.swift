package import TorporModel

/// Who may be started off screen for what: a row of the relaunch table (§10), as data.
///
/// The policy has no other: what stands in the way of a wake, what is kept for later, what goes with a
/// process and what the user sees are read from these cells. `docs/reference/relaunch.md` is drawn
/// from them. A suspended app is woken wherever a dead one would be launched; where the table ends what
/// the app asked for with its process, only a suspended one can be woken.
///
/// A cell that ends something under `restartLocked` says what `restart` has ended already.
package struct RelaunchRule: Hashable, Sendable {
  private let crash, jetsam, forceQuit, restartLocked: RelaunchOutcome
  private let restart, update, refreshOff, lowPower: RelaunchOutcome
  /// The modes of which one must be declared; empty where none is needed.
  package let modes: [BackgroundMode]

  /// The cell of a column.
  package subscript(cause: RelaunchCause) -> RelaunchOutcome {
    switch cause {
    case .crash: crash
    case .jetsam: jetsam
    case .forceQuit: forceQuit
    case .restartLocked: restartLocked
    case .restart: restart
    case .update: update
    case .refreshOff: refreshOff
    case .lowPower: lowPower
    }
  }

  /// The causes that pass without a process of the app: what waits runs then.
  package static let passing: [RelaunchCause] = [
    .forceQuit, .restartLocked, .refreshOff, .lowPower,
  ]

  /// Whether the row is of something that the user sees, and no process is run for.
  package var isShown: Bool { crash == .shows }

  /// Whether what the app asked for goes with a process that ends so.
  func endsWith(_ cause: RelaunchCause) -> Bool { self[cause] == .ends }

  /// The row of a reason, under the rules of a profile; the cells stand in the order of §10.
  package static func row(
    _ reason: WakeReason,
    in profile: Profile = .named(.ios26)
  ) -> RelaunchRule {
    switch reason {
    case .appRefresh, .backgroundFetch:
      .init(.runs, .runs, .waits, .waits, .runs, .runs, .waits, .waits, [.fetch])
    // Low Power Mode is not among its factors; off the charger it is Background App Refresh switched
    // off (§11, §13.2 factor 2).
    case .processing:
      .init(.runs, .runs, .waits, .waits, .runs, .runs, .waits, .waitsForPower, [.processing])
    // Off the table (`?`) with the refresh switch: the user began it on screen, so that it runs.
    case .continuedProcessing: .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs)
    case .silentPush:
      .init(.runs, .runs, .passes, .waits, .runs, .runs, .waits, .waits, [.remoteNotification])
    case .visiblePush:
      .init(.runs, .runs, .passes, .waits, .runs, .runs, .waits, .runs, [.remoteNotification])
    case .voipPush: .init(.runs, .runs, .runs, .passes, .runs, .runs, .runs, .runs, [.voip])
    // `?` after a force-quit: RL4 does not name it, and the channel is left. `?` after an update:
    // the channel is restored as after any other end.
    case .pushToTalk: .init(.runs, .runs, .ends, .passes, .runs, .runs, .runs, .runs, [.pushToTalk])
    case .transfer:
      .init(.runs, .runs, .ends, .waits, .runs, .runs, .ends, .waitsIfDiscretionary)
    case .significantLocation:
      .init(
        .runs,
        .runs,
        profile.launchesForLocationAfterForceQuit ? .runs : .passes,
        .passes,
        .runs,
        .runs,
        profile.refreshSwitchStopsLocation ? .passes : .runs,
        .runsCoarser
      )
    case .continuousLocation:
      .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs, [.location])
    // `?` after a restart and an update: as other places. After a force-quit nothing is left that
    // could be launched for, so that no receiver is asked either.
    case .liveLocation:
      .init(.runs, .runs, .ends, .passes, .runs, .runs, .runs, .runs, [.location])
    // `?` after an update: a request that survives a crash and a restart survives this, too.
    case .bluetoothRestoring:
      .init(.runs, .runs, .ends, .passes, .runs, .runs, .runs, .runs, bluetoothModes)
    // `–` in Low Power Mode: nothing says that it does anything to a radio that is on.
    case .bluetooth: .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs, bluetoothModes)
    case .accessory:
      .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs, [.externalAccessory])
    case .audio: .init(.runs, .runs, .ends, .ends, .ends, .ends, .runs, .runs, [.audio])
    // `?` after an update: who keeps a line open keeps it open with its new version.
    case .voipSocket: .init(.runs, .runs, .ends, .waits, .runs, .runs, .runs, .runs, [.voip])
    case .newsstand:
      .init(
        .runs,
        .runs,
        .passes,
        .passes,
        .runs,
        .runs,
        profile.hasRefreshSwitch ? .passes : .runs,
        .runs,
        [.newsstandContent]
      )
    // Linux's own: whoever hands a descriptor over is woken for it, and started. It is no more after
    // a restart.
    case .descriptor: .init(.runs, .runs, .ends, .ends, .ends, .runs, .runs, .runs)
    // It is the user who asks, also after a force-quit.
    case .notificationResponse: .init(.runs, .runs, .runs, .waits, .runs, .runs, .runs, .runs)
    // The user's own command: nothing stands in its way but what it asks for itself.
    case .job: .init(.runs, .runs, .runs, .runs, .runs, .runs, .runs, .runs)
    }
  }

  /// The alert of a push.
  package static let shownPush = RelaunchRule(
    .shows,
    .shows,
    .shows,
    .showsWithoutContent,
    .shows,
    .shows,
    .shows,
    .shows
  )

  /// A notification that an app has scheduled.
  package static let shownNotification = RelaunchRule(
    .shows,
    .shows,
    .shows,
    .waits,
    .shows,
    .shows,
    .shows,
    .shows
  )

  private static let bluetoothModes: [BackgroundMode] = [.bluetoothCentral, .bluetoothPeripheral]

  private init(
    _ crash: RelaunchOutcome,
    _ jetsam: RelaunchOutcome,
    _ forceQuit: RelaunchOutcome,
    _ restartLocked: RelaunchOutcome,
    _ restart: RelaunchOutcome,
    _ update: RelaunchOutcome,
    _ refreshOff: RelaunchOutcome,
    _ lowPower: RelaunchOutcome,
    _ modes: [BackgroundMode] = []
  ) {
    self.crash = crash
    self.jetsam = jetsam
    self.forceQuit = forceQuit
    self.restartLocked = restartLocked
    self.restart = restart
    self.update = update
    self.refreshOff = refreshOff
    self.lowPower = lowPower
    self.modes = modes
  }
}
