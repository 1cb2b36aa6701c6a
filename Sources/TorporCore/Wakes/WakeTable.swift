package import TorporModel

/// The policy's properties of one reason to run an app off screen: a row of the table below.
///
/// The words of a reason are those of `WakeReason` in `Interfaces/io.torpor.App.varlink`; everything else about
/// it is its row here (`docs/decisions/0032-settings-and-wake-reasons-are-rows.md`).
package struct WakeRow: Sendable {
  /// The name of its row in `docs/reference/relaunch.md`.
  package let title: String
  /// How long a process runs for one event (§17, with the sources of each there).
  let budget: Duration
  /// What a profile must have to run an app for it; `nil`: the user's own command, which is not an app.
  let capability: ProfileCapability?
  /// Whether the app always has the whole time, which it cannot end early, and is suspended afterwards.
  ///
  /// Places, accessories, Bluetooth and sockets give "about ten seconds" (§7, §8.2), and are told by
  /// callbacks without a completion handler: work begun in one continues in parallel, so its return
  /// does not mean that the work has ended.
  let isFixedDuration: Bool
  /// The code of a process that does not end its wake in time (§1.5).
  let overrunCode: TerminationCode
  /// Whether the wake is on the disk before it is carried out, so that a loss of power does not repeat it.
  let isToldOnce: Bool
  /// Whether it waits when an allowance of the user is used up; each row says so (decision 0050).
  let allowance: AllowanceRule
  /// The battery page's label of a run for it.
  let label: BatteryLabel
  /// Its cells under today's rules.
  let relaunch: RelaunchRule
  /// What a profile changes in them; `nil` where all profiles agree.
  let difference: (@Sendable (inout RelaunchRule, Profile) -> Void)?

  private init(
    _ title: String,
    _ budget: Duration,
    needs capability: ProfileCapability? = .multitasking,
    isFixed: Bool = false,
    overrun: TerminationCode = .watchdog,
    isToldOnce: Bool = false,
    allowance: AllowanceRule,
    label: BatteryLabel = .backgroundActivity,
    _ relaunch: RelaunchRule,
    difference: (@Sendable (inout RelaunchRule, Profile) -> Void)? = nil
  ) {
    self.title = title
    self.budget = budget
    self.capability = capability
    isFixedDuration = isFixed
    overrunCode = overrun
    self.isToldOnce = isToldOnce
    self.allowance = allowance
    self.label = label
    self.relaunch = relaunch
    self.difference = difference
  }

  /// The row of a reason.
  package static func of(_ reason: WakeReason) -> WakeRow { all[reason.index] }

  private static let all = WakeReason.allCases.map(row)
}

extension WakeReason {
  /// How long a process runs for one event of the kind.
  package var budget: Duration { WakeRow.of(self).budget }
  /// Whether the app has the whole time, and is suspended when it is over (`WakeRow`).
  package var isFixedDuration: Bool { WakeRow.of(self).isFixedDuration }
  /// The code of a process that does not end its wake in time.
  package var overrunCode: TerminationCode { WakeRow.of(self).overrunCode }
  /// Whether the wake is on the disk before it is done.
  var isToldOnce: Bool { WakeRow.of(self).isToldOnce }
  /// What a profile must have to run an app for it; `nil`: the user's own command, which is not an app.
  package var capability: ProfileCapability? { WakeRow.of(self).capability }
  /// Whether it waits when an allowance of the user is used up.
  package var allowanceRule: AllowanceRule { WakeRow.of(self).allowance }
  /// The battery page's label of a run for it.
  package var batteryLabel: BatteryLabel { WakeRow.of(self).label }
}

extension WakeRow {
  /// A row of what is monitored of places, which launches the app; a crossing is told once.
  private static func place(
    _ title: String,
    needs capability: ProfileCapability? = .multitasking
  ) -> WakeRow {
    WakeRow(
      title,
      .seconds(10),
      needs: capability,
      isFixed: true,
      isToldOnce: true,
      allowance: .runs,
      label: .location,
      .init(.runs, .runs, .runs, .passes, .runs, .runs, .runs, .runsCoarser)
    ) { rule, profile in
      if !profile.launchesForLocationAfterForceQuit { rule[.forceQuit] = .passes }
      if profile.refreshSwitchStopsLocation { rule[.refreshOff] = .passes }
    }
  }

  private static let bluetoothModes: [BackgroundMode] = [.bluetoothCentral, .bluetoothPeripheral]

  /// The table.
  ///
  /// The cells of a row stand in the order of §10: crash, jetsam, force-quit, restart and locked, restart,
  /// update, refresh off, Low Power Mode.
  private static func row(_ reason: WakeReason) -> WakeRow {
    switch reason {
    case .appRefresh:
      WakeRow(
        "Refresh task",
        .seconds(30),
        needs: .taskScheduler,
        overrun: .fetchOverrun,
        allowance: .waits,
        .init(.runs, .runs, .waits, .waits, .runs, .runs, .waits, .waits, [.fetch])
      )
    case .backgroundFetch:
      WakeRow(
        "Legacy fetch",
        .seconds(30),
        needs: .backgroundFetch,
        overrun: .fetchOverrun,
        allowance: .waits,
        .init(.runs, .runs, .waits, .waits, .runs, .runs, .waits, .waits, [.fetch])
      )
    // "Several minutes" (BX1); 5 is our choice until the scheduler learns better. Low Power Mode is not among
    // its factors; off the charger it is Background App Refresh switched off (§11, §13.2 factor 2).
    case .processing:
      WakeRow(
        "Processing task",
        .minutes(5),
        needs: .taskScheduler,
        allowance: .waits,
        .init(.runs, .runs, .waits, .waits, .runs, .runs, .waits, .waitsForPower, [.processing])
      )
    // Off the table (`?`) with the refresh switch: the user began it on screen, so that it runs.
    case .continuedProcessing:
      WakeRow(
        "Continued task",
        .minutes(5),
        needs: .continuedProcessing,
        allowance: .runs,
        .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs)
      )
    case .silentPush:
      WakeRow(
        "Silent push",
        .seconds(30),
        needs: .contentAvailable,
        overrun: .fetchOverrun,
        allowance: .waits,
        .init(.runs, .runs, .passes, .waits, .runs, .runs, .waits, .waits, [.remoteNotification])
      )
    case .visiblePush:
      WakeRow(
        "Alert with content: the content",
        .seconds(30),
        needs: .contentAvailable,
        overrun: .fetchOverrun,
        allowance: .runs,
        label: .notifications,
        .init(.runs, .runs, .passes, .waits, .runs, .runs, .waits, .runs, [.remoteNotification])
      )
    case .voipPush:
      WakeRow(
        "VoIP push",
        .seconds(30),
        needs: .voIPPushes,
        overrun: .unreportedCall,
        allowance: .runs,
        label: .voip,
        .init(.runs, .runs, .runs, .passes, .runs, .runs, .runs, .runs, [.voip])
      )
    // `?` after a force-quit: RL4 does not name it, and the channel is left. `?` after an update:
    // the channel is restored as after any other end.
    case .pushToTalk:
      WakeRow(
        "Push-to-talk push",
        .seconds(30),
        needs: .pushToTalk,
        allowance: .runs,
        label: .voip,
        .init(.runs, .runs, .ends, .passes, .runs, .runs, .runs, .runs, [.pushToTalk])
      )
    case .transfer:
      WakeRow(
        "Background transfer: all done, or a question",
        .seconds(30),
        needs: .backgroundSessions,
        overrun: .transferEventsOverrun,
        allowance: .waitsIfDiscretionary,
        label: .transfers,
        .init(.runs, .runs, .ends, .waits, .runs, .runs, .ends, .waitsIfDiscretionary)
      )
    case .significantLocation: place("Significant change of location")
    case .region: place("Region, beacon, condition of a monitor")
    case .visit: place("Visit", needs: .visits)
    case .continuousLocation:
      WakeRow(
        "Continuous location session",
        .seconds(10),
        isFixed: true,
        allowance: .runs,
        label: .location,
        .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs, [.location])
      )
    // `?` after a restart and an update: as other places. After a force-quit nothing is left that
    // could be launched for, so that no receiver is asked either.
    case .liveLocation:
      WakeRow(
        "Live updates",
        .seconds(10),
        needs: .liveUpdates,
        isFixed: true,
        allowance: .runs,
        label: .location,
        .init(.runs, .runs, .ends, .passes, .runs, .runs, .runs, .runs, [.location])
      )
    // `?` after an update: a request that survives a crash and a restart survives this, too.
    case .bluetoothRestoring:
      WakeRow(
        "Bluetooth with a restore identifier",
        .seconds(10),
        isFixed: true,
        allowance: .runs,
        .init(.runs, .runs, .ends, .passes, .runs, .runs, .runs, .runs, bluetoothModes)
      )
    // `–` in Low Power Mode: no source says that it affects a radio that is on.
    case .bluetooth:
      WakeRow(
        "Bluetooth without one",
        .seconds(10),
        isFixed: true,
        allowance: .runs,
        .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs, bluetoothModes)
      )
    case .accessory:
      WakeRow(
        "External accessory",
        .seconds(10),
        isFixed: true,
        allowance: .runs,
        .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs, [.externalAccessory])
      )
    case .audio:
      WakeRow(
        "Audio: the app may sound again",
        .seconds(10),
        isFixed: true,
        allowance: .runs,
        label: .audio,
        .init(.runs, .runs, .ends, .ends, .ends, .ends, .runs, .runs, [.audio])
      )
    // `?` after an update: an app that keeps a line open keeps it open in its new version.
    case .voipSocket:
      WakeRow(
        "Legacy VoIP socket",
        .seconds(10),
        needs: .voIPSockets,
        isFixed: true,
        allowance: .runs,
        label: .voip,
        .init(.runs, .runs, .ends, .waits, .runs, .runs, .runs, .runs, [.voip])
      )
    case .newsstand:
      WakeRow(
        "Newsstand issue",
        .seconds(30),
        overrun: .fetchOverrun,
        allowance: .runs,
        .init(.runs, .runs, .passes, .passes, .runs, .runs, .passes, .runs, [.newsstandContent])
      ) { rule, profile in
        if !profile.hasRefreshSwitch { rule[.refreshOff] = .runs }
      }
    // Linux's own: an app that leaves a descriptor with the daemon is woken for it, and started. A restart closes it.
    case .descriptor:
      WakeRow(
        "Descriptor of no mode (Linux's own)",
        .seconds(10),
        isFixed: true,
        allowance: .runs,
        .init(.runs, .runs, .ends, .ends, .ends, .runs, .runs, .runs)
      )
    // The user requests it, also after a force-quit.
    case .notificationResponse:
      WakeRow(
        "Action of a notification",
        .seconds(10),
        allowance: .runs,
        label: .notifications,
        .init(.runs, .runs, .runs, .waits, .runs, .runs, .runs, .runs)
      )
    // The user's own command: only its own needs can block it. It is limited by its own time-out, never by this.
    case .job:
      WakeRow(
        "Job of `torpor when` (Linux's own)",
        .minutes(5),
        needs: nil,
        allowance: .runs,
        .init(.runs, .runs, .runs, .runs, .runs, .runs, .runs, .runs)
      )
    // Torpor's own: only a suspended process has anything to save, and only a lack of memory can block
    // it (`Memory/SavingTime.swift`).
    case .terminationSave:
      WakeRow(
        "Save before an end for memory (Torpor's own)",
        Callback.saveLimit,
        allowance: .runs,
        .init(.ends, .ends, .ends, .ends, .ends, .ends, .runs, .runs)
      )
    }
  }
}
