/// The reasons of decisions: what delays an app, keeps it running, or ends it.
@usableFromInline package enum Reason: String, Hashable, Sendable, Saved, CaseIterable {
  // What can block background work (the vocabulary of `blockedBy`).
  case forceQuit, backgroundRefreshOff, lowPowerMode, batteryLow, notBefore, network
  case externalPower, deviceInUse, usage, budget, rateLimit, thermal, memoryPressure, storage
  case notRegistered, notPermitted, beforeFirstUnlock, dataProtection, conditions
  /// The profile of the device does not have it.
  case notInProfile
  /// The user's daily allowance for use off screen has been used up.
  case energyAllowance, dataAllowance
  /// The user allows downloads for an app only after opening it, or only over Wi-Fi.
  case automaticDownloadsOff
  /// An administrator has fixed settings in a file.
  case restricted

  /// Too many VoIP pushes for which no call was reported.
  case callsNotReported
  /// A push of a channel that was not answered with the active participant.
  case activeParticipantNotSet
  /// A push of a channel for an app that has not joined one.
  case channelNotJoined
  /// A push with more bytes than the version accepts.
  case payloadTooLarge
  /// The app was woken for a descriptor, but read nothing from it.
  case unread

  // What keeps an app running.
  case onScreen, launching, runningCallback, backgroundTask, expiringActivity, wake, audio
  case runningTask, job, locationUpdates, call, pushToTalk
  case grace, exemption

  // What keeps an app from being frozen although nothing keeps it running.
  case fileLock, controllingTerminal, sessionLeader, callersShell, displayServer
  case freezerUnavailable, thawedFromOutside
  case busCall, inputGrab, focused, underPointer, statusItem
  /// A peer waits at a socket that it serves.
  case waitingPeer

  // What moves an app on and off screen.
  case windowShown

  // What ends a process, or a process's time.
  case timeUp, launchWatchdog, transitionWatchdog, enterBackgroundWatchdog, terminateWatchdog
  case processorTime, tooManyTasks, gpu, exitsOnSuspend, uninstall, reboot, logout
  /// The machine is about to shut down: no new work begins.
  case machineStops
  /// The program of the app is in an archive until its user opens it.
  case offloaded
  case processEnded
  /// The program that waited for a command's end has ended.
  case callerLeft
  /// Of the apps that could be evicted, it is the one that is least likely to be used again.
  case lowestReuseProbability
  /// It has been suspended for long enough.
  case suspendedLongEnough
  /// The user is likely to open it soon, by their habits.
  case expectedReturn
  /// Processes that a command leaves behind end with it.
  case leftBehind
  /// It had time to save its state before it was ended for its memory.
  case stateSaved
  /// It requested time to save its state, and got none.
  case noTimeToSave
  case userAction, endedByItself, notStarted, nothingLeftToDo, daemonRestart, notLaunchedForThis

  // What makes background work run, wait or end.
  case plannedMoment, replaced, noProgress, simulated, slotTaken, dependency, conditionLost
  case failureCommand

  // What delays a transfer, or ends it.
  case retryInterval, awaitsAnswer, suspendedByOwner, attemptFailed

  // What keeps a notification from being scheduled, shown or answered.
  case notificationsOff, tooManyNotifications, impossibleTrigger, inFront, deviceLocked, soundFile
  /// The notification repeats more often than the profile allows.
  case repeatInterval
  /// A desktop of the user shows notifications.
  case notificationServer

  // What prevents location updates for an app, and what the user is asked about them.
  case preciseLocation, serviceSession, userDecides
  /// The user does not allow the requested use.
  case notAuthorized
}

extension Reason {
  /// Reads a reason, also from the word that earlier builds saved.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self = try Self.read(from: &reader) { word in
      switch word {
      case "speakerNotNamed": .activeParticipantNotSet
      case "talk": .pushToTalk
      case "leastMissed": .lowestReuseProbability
      case "longFrozen": .suspendedLongEnough
      case "exactPlaces": .preciseLocation
      case "placesSession": .serviceSession
      default: nil
      }
    }
  }
}
