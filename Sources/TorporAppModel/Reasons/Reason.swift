/// The nouns of every decision: what holds an app up, keeps it running, or ends it.
@usableFromInline package enum Reason: String, Hashable, Sendable, Saved, CaseIterable {
  // What can stand in the way of background work (the vocabulary of `blockedBy`).
  case forceQuit, backgroundRefreshOff, lowPowerMode, batteryLow, notBefore, network
  case externalPower, deviceInUse, usage, budget, rateLimit, thermal, memoryPressure, storage
  case notRegistered, notPermitted, beforeFirstUnlock, dataProtection, conditions
  /// The profile of the device has no such thing.
  case notInProfile
  /// What the user lets apps use in a day, off screen, is used up.
  case energyAllowance, dataAllowance
  /// The user lets nothing be downloaded for an app before they open it, or only over Wi-Fi.
  case automaticDownloadsOff
  /// An administrator has fixed settings by a file.
  case restricted

  /// Too many VoIP pushes for which no call was reported.
  case callsNotReported
  /// A push of a channel that was not answered with who speaks.
  case activeParticipantNotSet
  /// A push of a channel for an app that has joined none.
  case channelNotJoined
  /// A push with more bytes than the version takes.
  case payloadTooLarge
  /// The app was woken for a descriptor, and read nothing from it.
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

  // What moves an app onto the screen and off it.
  case windowShown

  // What ends a process, or a process's time.
  case timeUp, launchWatchdog, transitionWatchdog, enterBackgroundWatchdog, terminateWatchdog
  case processorTime, tooManyTasks, gpu, exitsOnSuspend, uninstall, reboot, logout
  /// The machine is about to stop: nothing is begun any more.
  case machineStops
  /// The program of the app is in an archive until its user opens it.
  case offloaded
  case processEnded
  /// The program that waited for a command's end is gone.
  case callerLeft
  /// Of the apps that could be evicted, it is the one that is least likely to be used again.
  case lowestReuseProbability
  /// It has been suspended for long enough.
  case suspendedLongEnough
  /// The user is likely to open it soon, by their habits.
  case expectedReturn
  /// What a command left behind ends with it.
  case leftBehind
  /// It had time to save its state before it was ended for its memory.
  case stateSaved
  /// It asked for time to save its state, and got none.
  case noTimeToSave
  case userAction, endedByItself, notStarted, nothingLeftToDo, daemonRestart, notLaunchedForThis

  // What moves background work along.
  case plannedMoment, replaced, noProgress, simulated, slotTaken, dependency, conditionLost
  case failureCommand

  // What holds a transfer up, or ends it.
  case retryInterval, awaitsAnswer, suspendedByOwner, attemptFailed

  // What keeps a notification from being scheduled, shown or answered.
  case notificationsOff, tooManyNotifications, impossibleTrigger, inFront, deviceLocked, soundFile
  /// The notification is to repeat more often than the profile lets it.
  case repeatInterval
  /// A desktop of its user shows notifications.
  case notificationServer

  // What keeps location updates from an app, and what the user is asked about them.
  case preciseLocation, serviceSession, userDecides
  /// The user does not allow what the app wants to use.
  case notAuthorized
}

extension Reason {
  /// Reads a reason, also by the word that earlier builds saved for it.
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
