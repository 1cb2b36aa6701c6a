// Causes in words: clauses that follow "because".

extension Check {
  /// The cause and its finding, as a clause.
  package var clause: String {
    switch cause {
    case .obstacle:
      Condition(reason ?? .conditions, holds: false, subject: subject)
        .phrase(for: .launch(.foreground))
    case .hold: phraseOfHold
    case .plainProgram: "it is a program that does not use Torpor's API"
    case .breach:
      Condition(reason ?? .conditions, holds: false, subject: subject)
        .phrase(for: .end(.code(.watchdog)))
        + (length.map { "; an app has \(Self.text(of: $0)) off screen for all it holds" } ?? "")
    case .conditionsLost:
      "it was ended early: "
        + (reason.map { Condition($0, holds: false).phrase(for: .launch(.foreground)) }
          ?? "a condition was lost")
    case .budgetOfProfile:
      "the profile '\(subject ?? "linux")' gives "
        + "\(length.map(Self.text(of:)) ?? "some time") after the screen was left"
    default: Self.clauseOfTask(self) ?? Self.clauseOfTime(cause, subject) ?? clauseOfRest
    }
  }

  private var phraseOfHold: String {
    guard let reason else { return "something keeps it running" }
    if reason == .fileLock { return "it holds a lock on \(subject ?? "a file")" }
    // A hazard is not something that the app wants: it reads as an obstacle to freezing the app.
    let isHazard = [
      .fileLock, .controllingTerminal, .sessionLeader, .callersShell, .displayServer,
      .freezerUnavailable, .thawedFromOutside, .busCall, .inputGrab, .focused, .underPointer,
      .statusItem, .waitingPeer,
    ]
    .contains(reason)
    return Condition(reason, holds: !isHazard, subject: subject).phrase(for: .freeze)
  }

  /// Returns whole seconds up to two minutes, then minutes: "30 s", "10 min".
  private static func text(of length: Duration) -> String {
    let seconds = length.nanoseconds / 1_000_000_000
    return seconds % 60 == 0 && seconds > 60 ? "\(seconds / 60) min" : "\(seconds) s"
  }

  private static func clauseOfTask(_ check: Check) -> String? {
    let name = check.subject.map { "'\($0)'" }
    return switch check.cause {
    case .hasRun: "it has run"
    case .identifierNotPermitted:
      "BGTaskSchedulerPermittedIdentifiers in the Info.plist does not list "
        + (name ?? "its identifier")
    case .modeMissing: "UIBackgroundModes in the Info.plist does not list \(name ?? "the mode")"
    case .entitlementMissing: "the app has no right to \(name ?? "what it asked for")"
    case .schedulerMissing: "the profile \(name ?? "in use") has no task scheduler"
    case .handlerMissing: "no handler is registered for \(name ?? "the identifier")"
    case .registeredTooLate: "a handler was registered after the app had finished launching"
    case .registeredTwice: "a second handler was registered for \(name ?? "the identifier")"
    case .tooManyPending:
      "the limit of pending requests is reached: one refresh, ten for processing"
    case .nothingPending: "the app has no pending request"
    case .stillLearning: "there is less than a day of usage data"
    case .plannedLater: "it is planned for a better time"
    case .simulated: "a developer asked for it, regardless of conditions"
    case .notSubmittedAgain: "one request is one run, and none was submitted after \(name ?? "it")"
    case .notCompleted: "\(name ?? "the last run") did not call setTaskCompleted in time"
    case .completedAsFailed: "\(name ?? "the last run") was completed as failed"
    case .simulatorOrExtension: "it is asked for in iOS's Simulator or in an extension"
    case .refreshOffForDevice: "Background App Refresh is off for the device"
    case .refreshOffForApp: "Background App Refresh is off for the app"
    case .timeSpent: "\(name ?? "it") was not complete when its time was up"
    case .expirationHandlerMissing: "it set no expiration handler, so it was not warned"
    case .expirationHandlerTooSlow: "it was warned, and did not end within seconds"
    case .mainThreadBusy: "the main thread was busy with \(check.subject ?? "a callback")"
    case .stalled: "it reported no progress for 30 s"
    case .onlyWhileIdle: "processing runs while the device is not in use"
    case .earliestIsLowerBound:
      "earliestBeginDate is the earliest time, not the time of the run"
    case .followsHabits: "refreshes come shortly before the app is usually opened"
    default: nil
    }
  }

  private static func clauseOfTime(_ cause: Cause, _ subject: String?) -> String? {
    switch cause {
    case .notWarned: "it was not warned: it gave no handler"
    case .onScreen: "it is on screen, where time is unlimited"
    case .exempt: "the user exempted it from suspension, as a debugger does"
    case .nothingHeld: "nothing keeps it running"
    case .insideWake: "it runs for an event, and has the time of that event"
    case .suspended: "it was suspended off screen: none of its code runs then, not even timers"
    case .notHeld: "it holds no background task"
    case .woken: "it was run for \(subject ?? "an event")"
    case .noBackgroundLaunch: "only the user has started it"
    case .chargerLiftsLimits: "on external power the limits of battery and energy do not apply"
    case .onBattery: "the device runs on its battery"
    case .noFixedIntervals: "no app runs at fixed intervals"
    case .noEndlessRuns: "no app may run indefinitely, or after a force quit"
    default: nil
    }
  }

  private var clauseOfRest: String {
    switch cause {
    case .pushRate: "silent pushes beyond two or three an hour are held back"
    case .pushNewestKept: "while the app cannot run, only its newest push is kept"
    case .pushWrongHeaders: "the push has another apns-push-type than background, or not priority 5"
    case .pushBatched: "a push of priority 5 waits to be delivered with others"
    case .resumeLimiter: "each start in the background delays the next transfer more"
    case .startedInBackground: "it was started while the app was in the background"
    case .sessionFlags: "the session is discretionary, or may not use this network"
    case .sessionNotRecreated: "the session was not made again with the same identifier"
    case .completionNotCalled: "the stored completion handler was not called"
    case .launchEventsOff: "sessionSendsLaunchEvents is false"
    case .transfersLost: "the session lost its tasks"
    case .fileMovedTooLate: "the file was moved after the method had returned"
    case .containerMoved: "the path was kept, but the app's folder has moved"
    case .locationNotAlways: "the user allows location only while the app is in use"
    case .locationNever: "the user does not allow location"
    case .locationPaused: "the updates were paused because the device was not moving"
    case .locationNotInBackground: "allowsBackgroundLocationUpdates is false"
    case .regionHysteresis: "a crossing counts after 20 s and some distance"
    case .tooManyRegions: "more than 20 regions are monitored"
    case .regionTooSmall: "the region is smaller than the accuracy"
    case .managerNotMade: "no location manager was made at launch"
    case .noRestoreIdentifier: "the manager has no restoration identifier"
    case .bluetoothToggled: "Bluetooth was switched off meanwhile"
    case .noPendingConnection: "no connection was asked for"
    case .callsNotReported: "VoIP pushes were not reported as calls"
    case .notificationsOff: "the user does not allow notifications"
    case .tooManyNotifications: "more than \(subject ?? "64") were scheduled"
    default: cause.rawValue
    }
  }
}
