// Advice for each cause.

extension Check {
  /// The mechanism that comes closest to running at intervals or for long (Q31).
  static let closestMechanism =
    "Submit a refresh task in each run of it; finish ongoing work in a background task; leave long "
    + "work to a processing task, and a command of this machine to `torpor when --every`."

  /// Returns the advice if this is the cause that explains the question; `isPlain`: the app does not
  /// communicate with the daemon, so that nothing can be changed in its code.
  package func advice(on question: Question, isPlain: Bool) -> String {
    if let fixedBy { return adviceOfFixed + " " + Self.isFixed(in: fixedBy) }
    return switch (question, cause) {
    case (.neverSleeps, .onScreen): "Take it off the screen with `torpor home APP`."
    case (.timersStop, .suspended) where isPlain, (.timersStop, .notHeld) where isPlain:
      "Let it run off screen for a time with `torpor exempt APP --for 2h`, or bring it back with "
        + "`torpor launch APP`."
    default: advice
    }
  }

  /// The advice if the user cannot change the setting.
  private var adviceOfFixed: String {
    switch reason {
    case .energyAllowance, .dataAllowance: "Wait for the next day."
    case .automaticDownloadsOff where AutomaticDownloadsHold(subject: subject)?.asksForWifi == true:
      "Connect the device by Wi-Fi or a cable."
    case .automaticDownloadsOff: "Open the app."
    case .network: "Connect the device by Wi-Fi or a cable."
    default: "Ask the administrator of this machine, or change the file as root."
    }
  }

  private static func isFixed(in file: String) -> String {
    "The administrator of this machine has fixed the setting in \(file)."
  }

  /// The advice if this is the cause.
  package var advice: String {
    switch cause {
    case .obstacle: adviceOfObstacle
    case .hold: adviceOfHold
    case .plainProgram:
      "Nothing needs to be done for it. To run work at a time or under conditions, use `torpor when`. Apps "
        + "that use Torpor's API can do more (docs/guide/apps.md)."
    case .breach: adviceOfBreach
    default: adviceOfTask ?? adviceOfTime ?? adviceOfRest
    }
  }

  private var adviceOfHold: String {
    switch reason {
    case .exemption: "`torpor exempt APP --end` ends the exemption."
    case .grace: "Wait: it is frozen when its grace period has ended."
    case .controllingTerminal:
      "Stop it in its terminal with Ctrl-Z, or end it: it is not frozen while you may type."
    case .fileLock, .waitingPeer, .busCall, .sessionLeader, .callersShell, .displayServer,
      .inputGrab, .focused, .underPointer, .statusItem:
      "Nothing needs to be done: freezing it now would harm other processes; Torpor will try again."
    default: "End what keeps it running as soon as the work is done."
    }
  }

  private var adviceOfObstacle: String {
    switch reason {
    case .forceQuit: "Open the app: nothing starts it before the user does."
    case .backgroundRefreshOff:
      "Switch it on: `torpor settings backgroundRefresh=on`, or `torpor settings APP "
        + "backgroundRefresh=on` for the app's own switch."
    case .lowPowerMode: "Wait for the charger, or switch Low Power Mode off."
    case .batteryLow, .externalPower: "Connect the charger."
    case .notBefore, .rateLimit, .budget, .deviceInUse: "Wait: Torpor checks again automatically."
    case .usage: "Open the app: apps unused for a week do not run in the background."
    case .energyAllowance?, .dataAllowance?:
      "Wait for the next day, or allow more with `torpor settings"
        + (subject == nil ? " APP" : "") + " \(reason?.rawValue ?? "")=…`."
    case .automaticDownloadsOff:
      adviceOfAutomaticDownloads(AutomaticDownloadsHold(subject: subject) ?? .offOnDevice)
    case .network where subject == "wifiOnly":
      "Connect the device by Wi-Fi or a cable, or switch the setting `wifiOnly` off."
    case .network: "Connect the device to a network."
    case .beforeFirstUnlock: "Unlock the device once."
    case .notInProfile: "Choose a newer profile with `torpor settings profile=…`."
    case .notPermitted: "Add what is missing to the Info.plist and install the app again."
    case .notRegistered: "Register the handler before the app has finished launching."
    default: "It runs as soon as that has changed; nothing needs to be done in the app."
    }
  }

  private func adviceOfAutomaticDownloads(_ hold: AutomaticDownloadsHold) -> String {
    hold.asksForWifi
      ? "Connect the device by Wi-Fi or a cable, or let it use any network: \(hold.commands)."
      : "Open the app, or allow automatic downloads: \(hold.commands)."
  }

  private var adviceOfBreach: String {
    switch reason {
    case .backgroundTask:
      "End each background task exactly once, at the latest in its expiration handler."
    case .expiringActivity: "Return from the block when it is called with `expired`."
    case .runningTask: "Call setTaskCompleted in every run, also from the expiration handler."
    case .wake: "Call the completion handler of the event, at the latest after 30 s."
    case .fileLock:
      "Release the lock before the app is suspended, or hold a background task while you need it."
    case .launchWatchdog, .transitionWatchdog, .enterBackgroundWatchdog, .terminateWatchdog:
      "Return from callbacks at once, and do the work off the main thread."
    case .processorTime, .gpu: "Leave heavy work to a processing task."
    default: "End what the app holds in time."
    }
  }

  private var adviceOfTask: String? {
    switch cause {
    case .identifierNotPermitted:
      "Add the identifier, letter for letter, to BGTaskSchedulerPermittedIdentifiers and install the "
        + "app again."
    case .modeMissing: "Add the mode to UIBackgroundModes and install the app again."
    case .entitlementMissing: "Add the entitlement, or do without what it allows."
    case .schedulerMissing: "Choose a profile from ios13 on, or linux."
    case .handlerMissing, .registeredTooLate:
      "Register every handler before didFinishLaunching returns, not in a view or a plugin."
    case .registeredTwice: "Register each identifier once."
    case .tooManyPending: "Cancel a request, or submit it under the same identifier to replace it."
    case .nothingPending, .notSubmittedAgain, .hasRun:
      "Submit the next request first thing in the handler; check that submit does not fail."
    case .stillLearning, .plannedLater, .followsHabits:
      "Use the app as its users do, and wait: the predicted time is not guaranteed."
    case .simulated: "Wait for a scheduled run; the findings below show what blocks it."
    case .notCompleted:
      "Call setTaskCompleted in every run: runs that overrun make later ones rarer."
    case .completedAsFailed:
      "Complete with success when the work is done; failures make runs rarer."
    case .simulatorOrExtension: "Try it on a device, in the app itself."
    case .refreshOffForDevice: "Switch it on: `torpor settings backgroundRefresh=on`."
    case .refreshOffForApp: "Switch it on: `torpor settings APP backgroundRefresh=on`."
    case .timeSpent: "Do less in one run, or use a processing task; save as you go."
    case .expirationHandlerMissing, .notWarned:
      "Set an expiration handler first thing, and end the task in it."
    case .expirationHandlerTooSlow:
      "Stop the work in the expiration handler and end the task at once."
    case .mainThreadBusy: "Return from callbacks at once, and do the work off the main thread."
    case .conditionsLost: "Save as you go, complete as failed, and submit the rest again."
    case .stalled: "Report progress often; work that makes no progress is ended."
    case .onlyWhileIdle: "Use a refresh task for what must be fresh while the device is in use."
    case .earliestIsLowerBound:
      "Design for any number of runs a day; do what must be done when the app is opened."
    default: nil
    }
  }

  private var adviceOfTime: String? {
    switch cause {
    case .noFixedIntervals, .noEndlessRuns: Self.closestMechanism
    case .onScreen: "Read it off screen, while a background task is held."
    case .exempt: "`torpor exempt APP --end` ends the exemption; test without it."
    case .nothingHeld: "Nothing needs to be done: it costs no more than its memory."
    case .insideWake, .budgetOfProfile:
      "Plan for the time given: move long work to a processing task or a transfer."
    case .suspended, .notHeld:
      "Begin a background task before the work; do the rest on returning to the screen."
    case .woken: "Look at the decisions below for what it did there."
    case .noBackgroundLaunch: "Look at older decisions with `torpor log APP`."
    case .chargerLiftsLimits, .onBattery:
      "Test off the charger, without a debugger, for some days of ordinary use."
    default: nil
    }
  }

  private var adviceOfRest: String {
    switch cause {
    case .locationNever, .locationNotAlways: "Ask the user for 'always', and say why."
    case .callsNotReported: "Report every VoIP push as a call before its handler returns."
    case .notificationsOff: "Ask the user to allow them."
    case .tooManyNotifications:
      "Schedule the earliest ones first, and the others when those have been delivered."
    default: "Check it in the app's code."
    }
  }
}
