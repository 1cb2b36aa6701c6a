// Conditions in words. A condition that holds is a reason for the action; one that does not hold
// prevented it or, for an end, is the rule that was broken. No condition has the same words for both,
// because a list of conditions would then show a condition that holds as an obstacle.

extension Condition {
  /// Returns the condition as a clause that follows the colon of a decision.
  package func phrase(for action: Decision.Action) -> String {
    guard holds else { return phraseAgainst(action) }
    if case .end = action, reason == .daemonRestart {
      return "this happened while the daemon was not running"
    }
    // A command is an app for as long as it runs; no user has removed it.
    if case .remove = action, reason == .endedByItself { return "its last process has ended" }
    if case .warnOfMemory = action, let memory { return memory.phrase }
    if reason == .notRegistered, let subject, action.isForPush {
      return "it is subscribed to broadcast channel \(subject)"
    }
    return action.endsSomething ? phraseOfCause : phraseFor
  }

  /// The cause of an end: what happened, not what must hold.
  private var phraseOfCause: String {
    switch reason {
    case .forceQuit, .memoryPressure, .replaced, .uninstall: phraseOfObstacle
    default: phraseFor
    }
  }

  private func phraseAgainst(_ action: Decision.Action) -> String {
    if case .end = action { return phraseOfBreach }
    return phraseOfObstacle
  }

  /// The reason for the action.
  private var phraseFor: String {
    switch reason {
    case .forceQuit: "the user has not removed it from the app switcher"
    case .backgroundRefreshOff: "Background App Refresh is on"
    case .lowPowerMode: "Low Power Mode is off"
    case .batteryLow: "the battery is charged enough"
    case .notBefore: "it is due"
    case .network: "the network that it needs is available"
    case .externalPower: "the device is on external power"
    case .deviceInUse: "the device is not in use"
    case .usage: "the app is opened often enough"
    case .budget: "it has background time left"
    case .energyAllowance, .dataAllowance: "\(allowanceNoun) has something left" + suffixOfAllowance
    case .automaticDownloadsOff where automaticDownloadsHold?.asksForWifi == true:
      "there is Wi-Fi or a cable, over which the user allows automatic downloads"
    case .automaticDownloadsOff: "the user allows automatic downloads"
    case .restricted: "the administrator has changed " + (subject ?? "what is fixed")
    case .rateLimit: "its rate limit allows it"
    case .callsNotReported: "it reports its calls"
    case .activeParticipantNotSet: "it says who speaks on its channel"
    case .channelNotJoined: "it has joined a channel"
    case .payloadTooLarge: "the payload is not too large"
    case .unread: "it reads what it is woken for"
    case .thermal: "the device is cool enough"
    case .memoryPressure: "enough memory is free"
    case .storage: "enough disk space is free"
    case .notRegistered: "it is registered for this"
    case .notPermitted: "its Info.plist allows it"
    case .notInProfile: "the profile has it"
    case .beforeFirstUnlock: "the device has been unlocked since it was started"
    case .dataProtection: "its data can be read"
    case .conditions: "all conditions are met"
    case .onScreen: "it is on screen"
    case .launching: "it is starting"
    case .runningCallback: "it works on \(subject ?? "a callback")"
    case .backgroundTask: named("background task", "a background task") + " is running"
    case .expiringActivity: named("activity", "an activity") + " is running"
    case .wake: "it is needed for \(wakePhrase)"
    case .audio: "it plays audio"
    case .locationUpdates: "it receives location updates"
    case .call: "it has an active call"
    case .pushToTalk: "a participant speaks on its channel"
    case .grace: "it is in its grace period"
    case .exemption: "it is exempt"
    case .fileLock: "it holds a lock on \(subject ?? "a file")"
    case .controllingTerminal: "it is not in the foreground of a terminal"
    case .sessionLeader: "no session depends on it"
    case .callersShell: "the caller does not depend on it"
    case .displayServer: "it displays no other program's windows"
    case .freezerUnavailable: "the kernel can freeze it"
    case .thawedFromOutside: "no other process thawed it"
    case .busCall: "no process waits for its answer on the bus"
    case .inputGrab: "it holds neither the pointer nor the keyboard"
    case .focused: "its window does not have the focus"
    case .underPointer: "its window is not under the pointer"
    case .statusItem: "it has no panel icon"
    case .waitingPeer: "no process waits at \(subject ?? "its sockets")"
    case .windowShown:
      subject == nil
        ? "one of its windows is visible" : "no desktop reports its windows"
    case .timeUp: "its background time is almost used up"
    case .launchWatchdog: "it started in time"
    case .transitionWatchdog, .enterBackgroundWatchdog, .terminateWatchdog: "it returned in time"
    case .processorTime: "its processor use is within the limit"
    case .tooManyTasks: "the number of its background tasks is within the limit"
    case .gpu: "it did not use the GPU"
    case .exitsOnSuspend: "it leaves the screen, and UIApplicationExitsOnSuspend is set"
    case .uninstall: "it is installed"
    case .reboot: "the machine is shutting down or was restarted"
    case .machineStops: "the machine is not about to shut down"
    case .offloaded: "its program is not offloaded"
    case .logout: "its user has logged out"
    case .lowestReuseProbability: "it is least likely to be used again" + suffix { " (\($0))" }
    case .suspendedLongEnough: "it was frozen for a while" + suffix { " (\($0))" }
    case .expectedReturn: "the user is likely to open it soon" + suffix { " (\($0))" }
    case .userAction: "the user asked for it"
    case .processEnded: "its process runs"
    case .callerLeft: "`torpor run` waits for it"
    case .endedByItself: "it ended by itself" + suffix { " (\($0))" }
    case .leftBehind: "the processes it left behind end with it" + suffix { " (\($0))" }
    case .stateSaved: "it saved its state first" + suffix { " (\($0))" }
    case .noTimeToSave: "it gets time to save its state"
    case .notStarted: "it could be started"
    case .nothingLeftToDo: "it has no pending work"
    case .daemonRestart:
      subject == nil
        ? "the daemon was restarted" : "it was allowed to run while the daemon was not running"
    case .notLaunchedForThis: "it may be started for this"
    case .runningTask: named("task", "a task") + " is running"
    case .job: "it is a running job"
    case .plannedMoment: "the planned time has been reached"
    case .replaced: "no newer one has replaced it"
    case .noProgress: "it makes progress"
    case .simulated: "a developer asked for it"
    case .slotTaken: "a \(subject ?? "slot") is free"
    case .dependency: named("job", "the job before it") + " is done"
    case .conditionLost: "its conditions still hold"
    case .failureCommand: "the job failed"
    case .retryInterval: "it is time to try again"
    case .awaitsAnswer: "its app has answered"
    case .suspendedByOwner: "its owner resumed it"
    case .attemptFailed: "nothing went wrong"
    case .notificationsOff: "the user lets it show notifications"
    case .tooManyNotifications: "few enough notifications are scheduled"
    case .impossibleTrigger: "its trigger date is in the future"
    case .inFront: "its app is not in front"
    case .soundFile: "its sound file can be played"
    case .repeatInterval: "it repeats after a minute or more"
    case .notificationServer: "a notification server is running"
    case .deviceLocked: "the device is unlocked"
    case .preciseLocation: "the user allows it precise location"
    case .serviceSession: "it holds a location session that was started on screen"
    case .userDecides: "it needs the user's decision"
    case .notAuthorized: "the user allows it"
    }
  }

  /// The obstacle to the action.
  private var phraseOfObstacle: String {
    switch reason {
    case .forceQuit: "the user removed it from the app switcher"
    case .backgroundRefreshOff: "Background App Refresh is off"
    case .lowPowerMode: "Low Power Mode is on"
    case .batteryLow: "the battery is low"
    case .notBefore: "its begin date has not been reached"
    case .network where subject == "wifiOnly":
      "the user lets it use only Wi-Fi or a cable"
    case .network: "the network that it needs is not available"
    case .externalPower: "the device is not on external power"
    case .deviceInUse: "the device is in use"
    case .usage: "the app is rarely opened"
    case .budget: "its background time is used up"
    case .energyAllowance, .dataAllowance: "\(allowanceNoun) is used up" + suffixOfAllowance
    // The total blocked time is known, but not which switch was the reason.
    case .automaticDownloadsOff:
      automaticDownloadsHold?.phrase ?? "the user does not allow automatic downloads"
    case .restricted: "the administrator fixes it in " + (subject ?? "a file")
    case .rateLimit: "its rate limit is reached"
    case .callsNotReported: "it reported no call for " + (subject ?? "several") + " VoIP pushes"
    case .activeParticipantNotSet: "it did not say who speaks on its channel"
    case .channelNotJoined: "it has joined no channel"
    case .payloadTooLarge: "the payload is too large" + suffix { " (\($0))" }
    case .unread: "it was woken for \(named("descriptor", "a descriptor")) and left it unread"
    case .thermal: "the device is too hot"
    case .memoryPressure: "memory is short" + suffixOfMemory
    case .storage: "too little disk space is free"
    case .notRegistered: "it is not registered for this"
    case .notPermitted: "its Info.plist does not list \(subject.map { "'\($0)'" } ?? "this")"
    case .notInProfile:
      subject.flatMap(MissingCapability.init(subject:))?.phrase
        ?? "the profile lacks the capability"
    case .beforeFirstUnlock: "the device has not been unlocked since it was started"
    case .dataProtection: "its data cannot be read while the device is locked"
    case .conditions: "not all conditions are met"
    case .onScreen: "it is not on screen"
    case .launching: "it is still starting"
    case .runningCallback: "it still works on \(subject ?? "a callback")"
    case .backgroundTask: named("background task", "a background task") + " is still running"
    case .expiringActivity: named("activity", "an activity") + " is still running"
    case .wake: "it still works on \(wakePhrase)"
    case .audio: "it plays no audio"
    case .locationUpdates: "its location updates are paused"
    case .call: "it has no active call"
    case .pushToTalk: "no participant speaks on its channel"
    case .grace: "its grace period has ended"
    case .exemption: "it is not exempt"
    case .fileLock: "another process waits for its lock on \(subject ?? "a file")"
    case .controllingTerminal: "it is in the foreground of \(terminal)"
    case .sessionLeader: "other processes of its session depend on it" + suffix { " (\($0))" }
    case .callersShell: "the caller runs inside it" + suffix { " (\($0))" }
    case .displayServer: "it displays the windows of other programs" + suffix { " (\($0))" }
    case .busCall, .inputGrab, .focused, .underPointer, .statusItem: phraseOfDesktop
    case .waitingPeer: "a peer waits at \(subject ?? "a socket")"
    case .windowShown: phraseOfHiddenWindow
    case .thawedFromOutside: "another process thawed it"
    case .freezerUnavailable: "the kernel did not freeze it in time" + suffix { " (\($0))" }
    case .timeUp: "its time is up"
    case .launchWatchdog, .transitionWatchdog, .enterBackgroundWatchdog, .terminateWatchdog:
      "\(subject ?? "a callback") did not return in time"
    case .processorTime: "its processor use exceeded the limit"
    case .tooManyTasks: "it holds too many background tasks"
    case .gpu: "it used the GPU"
    case .exitsOnSuspend: "UIApplicationExitsOnSuspend is not set"
    case .uninstall: "it was removed from the device"
    case .reboot: "the machine was not restarted"
    case .machineStops: "the machine is about to shut down"
    case .offloaded: "its program is offloaded"
    case .logout: "its user has not logged out"
    case .lowestReuseProbability: "others are less likely to be used again" + suffix { " (\($0))" }
    case .suspendedLongEnough: "it was frozen a moment ago" + suffix { " (\($0))" }
    case .expectedReturn: "the user is not likely to open it soon" + suffix { " (\($0))" }
    case .userAction: "the user did not ask for it"
    case .processEnded: "its process has ended" + suffix { " (\($0))" }
    case .callerLeft:
      "the `torpor run` that waited for it has ended; a command at a terminal then gets SIGHUP, any "
        + "other continues"
    case .endedByItself: "it did not end by itself" + suffix { " (\($0))" }
    case .leftBehind: "its command left nothing behind"
    case .stateSaved: "it did not finish saving its state" + suffix { " (\($0))" }
    case .noTimeToSave: "it got no time to save its state" + suffix { " (\($0))" }
    case .notStarted: "it could not be started" + suffix { " (\($0))" }
    case .nothingLeftToDo: "it is about to end"
    case .daemonRestart: "the daemon was not restarted"
    case .notLaunchedForThis: "it is not run for \(wakePhrase)"
    case .runningTask: named("task", "a task") + " is still running"
    case .job: "its job is paused"
    case .plannedMoment: "a better time is planned soon"
    case .replaced: "a newer one has replaced it"
    case .noProgress: "it reported no progress"
    case .simulated: "no developer asked for it"
    case .slotTaken: "no \(subject ?? "slot") is free"
    case .dependency: phraseOfDependency
    case .conditionLost: phraseOfLoss
    case .failureCommand: "the job has no --on-failure command"
    case .retryInterval: "the last attempt failed a short time ago"
    case .awaitsAnswer: "its app was asked and has not answered"
    case .suspendedByOwner: "its owner paused it"
    case .attemptFailed: "it failed" + suffix { " (\($0))" }
    case .notificationsOff: "the user does not let it show notifications"
    case .tooManyNotifications:
      "too many earlier notifications are scheduled" + suffix { " (\($0) are kept)" }
    case .impossibleTrigger: "its trigger has no date in the future"
    case .soundFile:
      "the default sound is played instead of "
        + (subject ?? "its sound file, which cannot be played")
    case .repeatInterval:
      "the profile has no intervals below a minute, so it repeats every minute"
    case .inFront: "its app is in front and did not ask to show it"
    case .notificationServer:
      "no notification server is running on a desktop, so `torpor notifications` keeps it"
    case .deviceLocked: "the device is locked"
    case .preciseLocation: "the user allows it only approximate location"
    case .serviceSession: "it holds no location session that was started on screen"
    case .userDecides: "the user has not decided about it"
    case .notAuthorized: "the user does not allow it"
    }
  }

  /// The rule that a process broke, so that it was ended; a condition that is not such a rule reads as an obstacle.
  private var phraseOfBreach: String {
    switch reason {
    case .backgroundTask: named("background task", "a background task") + " was not ended in time"
    case .expiringActivity: named("activity", "an activity") + " was not ended in time"
    case .wake: "\(wakePhrase) was not completed in time"
    case .runningTask: named("task", "a task") + " was not completed in time"
    case .fileLock: "it held a lock on \(subject ?? "a file") when it was to be frozen"
    case .launchWatchdog: "it did not finish launching in time"
    case .transitionWatchdog, .enterBackgroundWatchdog, .terminateWatchdog:
      "\(subject ?? "a callback") did not return in time"
    case .processorTime: "its processor use in the background exceeded the limit"
    case .tooManyTasks: "it held too many background tasks at once"
    case .gpu: "it used the GPU in the background"
    default: phraseOfObstacle
    }
  }

  /// The condition as a few words for a cell of a table: "task 'upload'".
  package var label: String {
    switch reason {
    case .onScreen: "on screen"
    case .launching: "launching"
    case .runningCallback: subject ?? "callback"
    case .backgroundTask: named("task", "task")
    case .expiringActivity: named("activity", "activity")
    case .wake: subject.map { WakeReason(rawValue: $0)?.label ?? $0 } ?? "wake"
    case .audio: "audio"
    case .locationUpdates: "location updates"
    case .call: "call"
    case .pushToTalk: "talk"
    case .grace: "grace"
    case .exemption: "exempt"
    case .fileLock: "lock on \(subject ?? "a file")"
    case .controllingTerminal: terminal
    case .sessionLeader: "session" + suffix { " of \($0)" }
    case .callersShell: "caller's shell"
    case .displayServer: "display server"
    case .freezerUnavailable: "not freezable"
    case .thawedFromOutside: "thawed from outside"
    case .busCall: "caller" + suffix { " of \($0)" }
    case .inputGrab: "input grab"
    case .focused: "focused"
    case .underPointer: "under the pointer"
    case .statusItem: "status item"
    case .waitingPeer: "peer" + suffix { " at \($0)" }
    case .runningTask: named("task", "task")
    case .job: "job"
    default: reason.rawValue
    }
  }

  /// The condition that a job lost while it ran; the subject is the reason.
  private var phraseOfLoss: String {
    switch subject.flatMap(Reason.init(rawValue:)) {
    case .externalPower: "external power was lost"
    case .batteryLow: "the battery fell too low"
    case .network: "the network was lost"
    case .deviceInUse: "the device came into use"
    case .thermal: "the device became too hot"
    case .storage: "the disk became too full"
    case .memoryPressure: "memory became short"
    default: "a condition that it needs was lost" + suffix { " (\($0))" }
    }
  }

  /// The desktop's report about an app that prevents freezing it.
  private var phraseOfDesktop: String {
    switch reason {
    case .busCall: "a process called it on the bus and waits" + suffix { " (\($0))" }
    case .inputGrab: "it holds the pointer or the keyboard"
    case .focused: "its window has the focus"
    case .statusItem: "it has a panel icon"
    default: "its window is under the pointer"
    }
  }

  /// Why no window of an app is visible; the subject is a `WindowVisibility`.
  private var phraseOfHiddenWindow: String {
    switch subject.flatMap(WindowVisibility.init(rawValue:)) {
    case .minimised: "its windows are minimised"
    case .elsewhere: "its windows are on a workspace or a tab that is not shown"
    case .focused, .visible, nil:
      subject == nil ? "none of its windows is visible" : "its windows are closed"
    }
  }

  /// The outcome of the preceding job: the subject is its name, or its name and more words, such as "backup failed".
  private var phraseOfDependency: String {
    guard let subject, let space = subject.firstIndex(of: " ") else {
      return named("job", "the job before it") + " is not done"
    }
    return "job '\(subject[..<space])'\(subject[space...])"
  }

  private func named(_ noun: String, _ unnamed: String) -> String {
    subject.map { "\(noun) '\($0)'" } ?? unnamed
  }

  private func suffix(_ text: (String) -> String) -> String { subject.map(text) ?? "" }

  /// " (critical: 60 of 2000 MB are available, no swap)".
  private var suffixOfMemory: String {
    let parts = [subject, memory?.phrase].compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ": ")))"
  }

  /// "its data allowance", "the energy allowance of all apps".
  private var allowanceNoun: String {
    let noun = (reason == .dataAllowance ? "data" : "energy") + " allowance"
    return subject.map { "the \(noun) of \($0)" } ?? "its \(noun)"
  }

  /// ": 52 of 50 MB used today".
  private var suffixOfAllowance: String {
    allowance.map { ": \($0.phrase(of: reason)) used today" } ?? ""
  }

  private var automaticDownloadsHold: AutomaticDownloadsHold? {
    AutomaticDownloadsHold(subject: subject)
  }

  private var terminal: String { subject.map { "terminal \($0)" } ?? "a terminal" }

  private var wakePhrase: String {
    subject.flatMap(WakeReason.init(rawValue:))?.phrase ?? subject ?? "an event"
  }
}
