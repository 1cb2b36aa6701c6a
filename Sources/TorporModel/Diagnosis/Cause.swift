/// A possible cause behind a question; the first one that is found explains it.
package enum Cause: String, Hashable, Sendable, CaseIterable {
  // Conditions of the policy; the check says which one.

  /// Something that blocks background work.
  case obstacle
  /// Something that keeps the app running.
  case hold
  /// A rule that a process broke, so that it was ended.
  case breach

  /// The app does not communicate with the daemon, so that the service does not apply to it.
  case plainProgram

  // The task scheduler.
  case hasRun, identifierNotPermitted, modeMissing, entitlementMissing, schedulerMissing
  case handlerMissing, registeredTooLate, registeredTwice, tooManyPending, nothingPending
  case stillLearning, plannedLater, simulated, notSubmittedAgain, notCompleted, completedAsFailed
  case simulatorOrExtension, refreshOffForDevice, refreshOffForApp

  // Runs and their ends.
  case timeSpent, expirationHandlerMissing, expirationHandlerTooSlow, mainThreadBusy
  case conditionsLost, stalled, onlyWhileIdle, earliestIsLowerBound, followsHabits

  // Time in the background.
  case notWarned, onScreen, exempt, nothingHeld, insideWake, budgetOfProfile, suspended, notHeld
  case woken, noBackgroundLaunch, chargerLiftsLimits, onBattery
  case noFixedIntervals, noEndlessRuns

  // Causes that only the sender, the app's code or the other half of the system knows.
  case pushRate, pushNewestKept, pushWrongHeaders, pushBatched
  case resumeLimiter, startedInBackground, sessionFlags, sessionNotRecreated
  case completionNotCalled, launchEventsOff, transfersLost, fileMovedTooLate, containerMoved
  case locationNotAlways, locationNever, locationPaused, locationNotInBackground
  case regionHysteresis, tooManyRegions, regionTooSmall, managerNotMade
  case noRestoreIdentifier, bluetoothToggled, noPendingConnection, callsNotReported
  case notificationsOff, tooManyNotifications
}
