// Made from Interfaces/io.torpor.Control.varlink by scripts/generate; change that, not this.

/// io.torpor.Control, as its file describes it.
package enum ControlInterface {
  package static let name = "io.torpor.Control"

  /// The methods, in the order of the file.
  package enum Method: String, Hashable, Sendable, CaseIterable {
    case list = "List"
    case watch = "Watch"
    case listSwitcher = "ListSwitcher"
    case status = "Status"
    case run = "Run"
    case wait = "Wait"
    case signal = "Signal"
    case launch = "Launch"
    case home = "Home"
    case quit = "Quit"
    case lock = "Lock"
    case unlock = "Unlock"
    case install = "Install"
    case uninstall = "Uninstall"
    case getStorage = "GetStorage"
    case purgeCaches = "PurgeCaches"
    case offload = "Offload"
    case restoreProgram = "RestoreProgram"
    case pageOut = "PageOut"
    case getPaging = "GetPaging"
    case why = "Why"
    case log = "Log"
    case diagnose = "Diagnose"
    case describeBattery = "DescribeBattery"
    case getAdvice = "GetAdvice"
    case getSettings = "GetSettings"
    case changeSetting = "ChangeSetting"
    case getRestrictions = "GetRestrictions"
    case listAdoptable = "ListAdoptable"
    case exempt = "Exempt"
    case endExemption = "EndExemption"
    case simulateLaunch = "SimulateLaunch"
    case simulateExpiration = "SimulateExpiration"
    case cancelTask = "CancelTask"
    case forgetUsage = "ForgetUsage"
    case listActivities = "ListActivities"
    case describeUsage = "DescribeUsage"
    case submitJob = "SubmitJob"
    case listJobs = "ListJobs"
    case cancelJob = "CancelJob"
    case runJobNow = "RunJobNow"
    case removeJob = "RemoveJob"
    case jobOutput = "JobOutput"
    case appOutput = "AppOutput"
    case submitTransfers = "SubmitTransfers"
    case listTransfers = "ListTransfers"
    case pauseTransfers = "PauseTransfers"
    case resumeTransfers = "ResumeTransfers"
    case cancelTransfers = "CancelTransfers"
    case retryTransfers = "RetryTransfers"
    case removeTransfers = "RemoveTransfers"
    case push = "Push"
    case listPushes = "ListPushes"
    case listNotifications = "ListNotifications"
    case respond = "Respond"
    case locate = "Locate"
    case endCall = "EndCall"
    case listAccessories = "ListAccessories"
    case connectAccessory = "ConnectAccessory"
    case disconnectAccessory = "DisconnectAccessory"
    case attachPushLink = "AttachPushLink"
    case reportPushLink = "ReportPushLink"
    case setPushToken = "SetPushToken"
    case deliverPush = "DeliverPush"
    case answerBroadcastChange = "AnswerBroadcastChange"
    case setPushEndpoint = "SetPushEndpoint"
    case endPushChannel = "EndPushChannel"
    case deliverMessage = "DeliverMessage"
    case export = "Export"
    case addUsage = "AddUsage"
    case getVersion = "GetVersion"
    case getCapabilities = "GetCapabilities"
    case startRecording = "StartRecording"
    case stopRecording = "StopRecording"
    case getRecording = "GetRecording"
    case getDigest = "GetDigest"

    /// The name with the interface in front.
    package var wholeName: String { "\(name).\(rawValue)" }
  }

  /// The errors with their whole names, in the order of the file.
  package enum ErrorName: String, Hashable, Sendable, CaseIterable {
    case unknownApp = "io.torpor.Control.UnknownApp"
    case ambiguousApp = "io.torpor.Control.AmbiguousApp"
    case unknownLaunch = "io.torpor.Control.UnknownLaunch"
    case notRunning = "io.torpor.Control.NotRunning"
    case alreadyInstalled = "io.torpor.Control.AlreadyInstalled"
    case appIsRunning = "io.torpor.Control.AppIsRunning"
    case appIsExempt = "io.torpor.Control.AppIsExempt"
    case appIsAdopted = "io.torpor.Control.AppIsAdopted"
    case cannotOffload = "io.torpor.Control.CannotOffload"
    case notSuspended = "io.torpor.Control.NotSuspended"
    case noSwap = "io.torpor.Control.NoSwap"
    case noContainer = "io.torpor.Control.NoContainer"
    case beforeFirstUnlock = "io.torpor.Control.BeforeFirstUnlock"
    case tooManyApps = "io.torpor.Control.TooManyApps"
    case settingRestricted = "io.torpor.Control.SettingRestricted"
    case unknownJob = "io.torpor.Control.UnknownJob"
    case jobNameTaken = "io.torpor.Control.JobNameTaken"
    case tooManyJobs = "io.torpor.Control.TooManyJobs"
    case impossibleWindow = "io.torpor.Control.ImpossibleWindow"
    case jobIsFinished = "io.torpor.Control.JobIsFinished"
    case jobIsNotFinished = "io.torpor.Control.JobIsNotFinished"
    case jobIsAwaited = "io.torpor.Control.JobIsAwaited"
  }

  /// The text of the file, which `org.varlink.service` serves.
  package static let description = #"""
    # The calls that users' programs make to the daemon (version 1).
    #
    # An app is named by its identifier or by its display name; with `=` in front, an identifier matches only that app.
    # Times are microseconds on the device's own time line, which never jumps; wallMicroseconds are since 1970. Numbers
    # of 64 bits that name something are decimal digits in strings.
    interface io.torpor.Control

    # The lifecycle state of an app.
    type ApplicationState (
      active, inactive, background, suspended, notRunning
    )

    # A condition of the policy.
    type Reason (
      forceQuit, backgroundRefreshOff, lowPowerMode, batteryLow, notBefore, network, externalPower,
      deviceInUse, usage, budget, rateLimit, thermal, memoryPressure, storage, notRegistered,
      notPermitted, beforeFirstUnlock, dataProtection, conditions, notInProfile, energyAllowance,
      dataAllowance, automaticDownloadsOff, restricted, callsNotReported,
      activeParticipantNotSet, channelNotJoined, payloadTooLarge, unread, onScreen, launching,
      runningCallback, backgroundTask, expiringActivity, wake, audio, runningTask, job,
      locationUpdates, call, pushToTalk, grace, exemption, fileLock, controllingTerminal, sessionLeader,
      callersShell, displayServer, freezerUnavailable, thawedFromOutside, busCall, inputGrab,
      focused, underPointer, statusItem, waitingPeer, windowShown, timeUp, launchWatchdog,
      transitionWatchdog, enterBackgroundWatchdog, terminateWatchdog, processorTime, tooManyTasks, gpu,
      exitsOnSuspend, uninstall, reboot, logout, machineStops, offloaded, processEnded, callerLeft, lowestReuseProbability, suspendedLongEnough, expectedReturn,
      leftBehind, stateSaved, noTimeToSave, userAction, endedByItself, notStarted, nothingLeftToDo, daemonRestart,
      notLaunchedForThis, plannedMoment, replaced, noProgress, simulated, slotTaken, dependency,
      conditionLost, failureCommand, retryInterval, awaitsAnswer, suspendedByOwner, attemptFailed,
      notificationsOff, tooManyNotifications, impossibleTrigger, inFront, deviceLocked,
      soundFile, repeatInterval, notificationServer, preciseLocation, serviceSession, userDecides,
      notAuthorized
    )

    # The reason for which an app is launched or resumed in the background.
    # @words io.torpor.App
    type WakeReason (
      appRefresh, backgroundFetch, processing, continuedProcessing, silentPush, visiblePush,
      voipPush, pushToTalk, transfer, significantLocation, region, visit, continuousLocation,
      liveLocation, bluetoothRestoring, bluetooth, accessory, audio, voipSocket, newsstand, descriptor,
      notificationResponse, job, terminationSave
    )

    # Whether a suspended app saved its state in the time that it was given before it was ended to free memory.
    # @words io.torpor.App
    type TerminationSave (finished, unfinished)

    # The kind of a task of the scheduler.
    type TaskType (
      appRefresh, processing, healthResearch, continued
    )

    # The state of a job.
    type JobState (
      waiting, running, paused, ending, done, failed, cancelled
    )

    # What happens if a job already has the name.
    type JobConflict (
      refuse, replace, keep, once
    )

    # What happens to a running job that loses a condition: it is ended and waits again, or is paused.
    type LossPolicy (
      expire, pause
    )

    # How the run of a job ended, each with its members; `?` marks optional members.
    type JobRunEndName (
      # @with status
      exited,
      # @with signal
      signalled,
      timedOut,
      # @with reason
      conditionLost,
      cancelled,
      interrupted,
      # @with errno folder?
      notStarted,
      unseen
    )

    # The direction of a transfer.
    type TransferDirection (
      download, upload
    )

    # The state of a transfer.
    type TransferState (
      queued, running, waiting, suspended, completed, failed, cancelled
    )

    # How an upload continues after an interruption.
    type UploadResumption (
      automatic, none, tus
    )

    # A possible cause of what a question is about.
    type Cause (
      obstacle, hold, breach, plainProgram, hasRun, identifierNotPermitted, modeMissing,
      entitlementMissing, schedulerMissing, handlerMissing, registeredTooLate, registeredTwice,
      tooManyPending, nothingPending, stillLearning, plannedLater, simulated, notSubmittedAgain,
      notCompleted, completedAsFailed, simulatorOrExtension, refreshOffForDevice, refreshOffForApp,
      timeSpent, expirationHandlerMissing, expirationHandlerTooSlow, mainThreadBusy, conditionsLost,
      stalled, onlyWhileIdle, earliestIsLowerBound, followsHabits, notWarned, onScreen, exempt,
      nothingHeld, insideWake, budgetOfProfile, suspended, notHeld, woken, noBackgroundLaunch,
      chargerLiftsLimits, onBattery, noFixedIntervals, noEndlessRuns, pushRate, pushNewestKept,
      pushWrongHeaders, pushBatched, resumeLimiter, startedInBackground, sessionFlags,
      sessionNotRecreated, completionNotCalled, launchEventsOff, transfersLost, fileMovedTooLate,
      containerMoved, locationNotAlways, locationNever, locationPaused, locationNotInBackground,
      regionHysteresis, tooManyRegions, regionTooSmall, managerNotMade, noRestoreIdentifier,
      bluetoothToggled, noPendingConnection, callsNotReported, notificationsOff,
      tooManyNotifications
    )

    # What the evidence shows about a cause; unseen: it is inconclusive; rule: the cause applies to every app.
    type Finding (
      found, ruledOut, unseen, rule
    )

    # A frequent question about an app.
    type Question (
      refreshNeverRan, onlyWithDebugger, ranOnce, submitUnavailable, submitRejected,
      handlerNotRegistered, processingOnlyAtNight, killedAfterThirtySeconds, runsTooSeldom,
      pushLostAfterForceQuit, onlySomePushes, onlyOnTheCable, pushComesLate, killedForAssertions,
      remainingTimeIsHuge, lessTimeThanBefore, killedForFileLock, downloadsStop, uploadIsSlow,
      transferDelegateNotCalled, transfersCancelled, downloadedFileGone, startedByItself,
      locationStops, regionIsLate, bluetoothNotRelaunched, voipPushStopped, timersStop,
      notificationsDropped, continuedTaskExpired, runEveryFewMinutes, neverSleeps
    )

    # The actions that decisions are about, each with its members; `?` marks optional members.
    type ActionName (
      install,
      remove,
      # @with destination wakeReason?
      launch,
      moveToForeground,
      moveToBackground,
      freeze,
      thaw,
      # @with end
      end,
      # @with end remaining
      endCommand,
      # @with task taskName?
      beginTask,
      # @with task taskName?
      endTask,
      # @with task taskName?
      expireTask,
      # @with wakeReason
      wake,
      # @with use
      endUse,
      warnOfMemory,
      pageOut,
      readBack,
      exempt,
      endExemption,
      changeSettings,
      # @with activity
      submit,
      # @with activity
      cancel,
      # @with activity
      run,
      # @with activity
      expire,
      # @with activity result
      finish,
      # @with notification
      schedule,
      # @with notification
      show,
      # @with permission
      use,
      # @with capability
      provide,
      # @with lengthMicroseconds
      sleep,
      sleepAgain,
      # @with freedBytes
      purgeCaches,
      offload,
      restoreProgram,
      adopt
    )

    # Whether an app is launched into the foreground or the background.
    type LaunchDestination (
      foreground, background
    )

    # The result that an app reported for work that it finished.
    type CompletionResult (
      newData, noData, failed, success, failure
    )

    # A feature that an app may use only if the user allows it.
    # @words io.torpor.App
    type Permission (
      location, microphone, notifications, bluetooth, accessories
    )

    # An activity of an app that needs a background mode.
    type BackgroundUse (
      audio, location, accessory, bluetooth, socket, channel
    )

    # The outcome of a decision.
    type Verdict (
      done, denied, waiting
    )

    # Whether apps are run in the background; wifi: only on Wi-Fi or a wired network.
    type BackgroundRefresh (
      on, off, wifi
    )

    # Whether downloads that apps start off screen begin before the apps are opened; wifi: only on Wi-Fi or a wired
    # network.
    type AutomaticDownloads (
      on, off, wifi
    )

    # When an app may use the location of the device; notDetermined: the app may ask.
    type LocationAuthorization (
      never, whenInUse, always, notDetermined
    )

    # The accuracy with which an app may locate the device.
    type LocationAccuracy (
      full, reduced
    )

    # The version of iOS whose rules hold; linux: the current ones, with the screen of a desktop.
    type ProfileName (
      ios3, ios4, ios6, ios7, ios8, ios10, ios13, ios26, linux
    )

    # Which suspended app is ended first when memory is short.
    type EvictionOrder (
      largestFirst, leastRecentlyUsedFirst, leastLikelyUsedFirst
    )

    # How short memory is.
    type MemoryLevel (normal, warning, critical)

    # The network connection of the machine.
    type NetworkLink (none, wired, wifi, cellular)

    # How hot the machine is.
    type ThermalState (nominal, fair, serious, critical)

    # How much a notification may disturb the user.
    type InterruptionLevel (
      passive, active, timeSensitive, critical
    )

    # The apns-push-type of a push; pushtotalk: sent to the channel that the app has joined.
    type PushKind (
      alert, background, voip, pushtotalk
    )

    # The free memory at the time of a decision. availableBytes: could be allocated without waiting; negative if more
    # was requested than was available. totalBytes: all memory. swapFreeBytes, swapTotalBytes: both 0 if there is no
    # swap, absent if that is not known.
    type FreeMemory (
      availableBytes: int,
      totalBytes: int,
      swapFreeBytes: ?int,
      swapTotalBytes: ?int
    )

    # How much of a day's allowance was used: in bytes for dataAllowance, in millijoules for energyAllowance.
    type AllowanceUse (
      used: int,
      allowed: int
    )

    # One condition of a decision: its reason, whether it favoured the action, since when, until when, and the name of
    # its subject (a file, a task, a process). notRegistered that holds, in a decision about a push: the broadcast
    # channel through which it arrived, to which the app has subscribed.
    type Condition (
      reason: Reason,
      holds: bool,
      sinceMicroseconds: ?int,
      untilMicroseconds: ?int,
      subject: ?string,
      memory: ?FreeMemory,
      allowance: ?AllowanceUse
    )

    type Task (
      task: string,
      name: ?string,
      begunMicroseconds: int,
      isExpiring: bool
    )

    # Why a process ended. name: a termination code such as 0x8badf00d, or crash (signal), exit (status), notStarted
    # (errno; folder), killedExternally, jetsam, outOfMemory (the kernel ended it), forceQuit, jobEnded, exitsOnSuspend,
    # uninstall, update, reboot, logout, released (it was adopted from the desktop, and continues to run), unseen.
    type End (
      name: string,
      signal: ?int,
      status: ?int,
      errno: ?int,
      folder: ?string
    )

    # The end of a process. remaining: the command has ended, and this many processes that it started continue as the
    # app. terminationSave: of an app that had time to save before it was ended to free memory.
    type Exit (
      launch: string,
      atMicroseconds: int,
      reason: End,
      remaining: ?int,
      terminationSave: ?TerminationSave
    )

    # What the daemon watches for an app: a descriptor that the app has left with the daemon (voipSocket, accessoryLine,
    # descriptor), an active Bluetooth request (peripheral, scan, advertising, services), or a place (significantChange,
    # visits, region, beacon).
    type WatchedThing (
      voipSocket, accessoryLine, descriptor, peripheral, scan, advertising, services,
      significantChange, visits, region, beacon
    )

    # One thing that the daemon watches for an app. name: of the descriptor, the peripheral, the services or the region.
    # endsWithProcess: it wakes the app but does not launch it.
    type WatchedItem (thing: WatchedThing, name: ?string, endsWithProcess: bool)

    # A capability that some profiles lack.
    type ProfileCapability (
      multitasking, backgroundFetch, contentAvailable, backgroundSessions, taskScheduler,
      continuedProcessing, healthResearch, locationAfterForceQuit, visits, beacons, liveUpdates,
      voIPPushes, voIPSockets, pushToTalk, expiringActivities, exitsOnSuspend, regionNotifications,
      deferredLocation, bluetoothPeripherals, resumableUploads, transferBeginDates
    )

    # A key of an app's Info.plist, or one value of its list, that has no effect because the profile of the device lacks
    # the capability.
    type IgnoredKey (
      key: string,
      value: ?string,
      profile: ProfileName,
      capability: ProfileCapability
    )

    # The status of an app. heldBy: what keeps it running or prevents freezing it. blockedBy: what would now prevent
    # launching it into the background; an allowance that is used up stops only work that can wait.
    # timeRemainingMicroseconds: absent if the time is unlimited. watched: what wakes it. isAdopted: whether the desktop
    # has started it, and it is only frozen and thawed. processorMicroseconds: the processor time of all processes of
    # this launch, including processes that have ended.
    type App (
      app: string,
      name: string,
      state: ApplicationState,
      sinceMicroseconds: int,
      launch: ?string,
      pid: ?int,
      heldBy: []Condition,
      blockedBy: []Condition,
      tasks: []Task,
      timeRemainingMicroseconds: ?int,
      footprintBytes: ?int,
      processorMicroseconds: ?int,
      foregroundMicroseconds: int,
      backgroundMicroseconds: int,
      lastExit: ?Exit,
      isCooperative: bool,
      watched: ?[]WatchedItem,
      badge: ?int,
      ignored: ?[]IgnoredKey,
      undecided: ?[]Permission,
      isAdopted: ?bool
    )

    # The background work that is meant: one of the four members. task: a request to the task scheduler, by its
    # identifier; fetch: the background fetch of the app; job: a waiting command; transfer: by its number.
    # @union
    type ActivityName (
      task: ?string,
      fetch: ?bool,
      job: ?string,
      transfer: ?string
    )

    # The total time for which one condition has blocked work.
    type BlockedTime (
      reason: Reason,
      totalMicroseconds: int
    )

    # The next plausible time, if a clock determines one, and the conditions that must change first and do not depend on
    # time.
    type Forecast (
      atMicroseconds: ?int,
      needs: []Reason
    )

    # Background work that is waiting or running. app: absent for a job. type: of a task. earliestMicroseconds: the time
    # before which it does not run; latestMicroseconds: the time by which the system tries to run it. conditions: all
    # that were checked, in their current state; blocked: longest first.
    type Activity (
      app: ?string,
      activity: ActivityName,
      type: ?TaskType,
      submittedMicroseconds: int,
      earliestMicroseconds: ?int,
      latestMicroseconds: ?int,
      isRunning: bool,
      conditions: []Condition,
      blocked: []BlockedTime,
      forecast: Forecast,
      display: ?Display
    )

    # A continued task as the user sees it. permille: its progress, in thousandths.
    type Display (title: string, subtitle: string, permille: int)

    # One hour in which an app may be opened.
    type LikelyHour (startLocalSecond: int, chancePermille: int)

    # When the user opens an app, as far as this was learned. Local seconds: since 1970-01-01 00:00, in local time.
    # todayDay: days since 1970-01-01. expectedOpensPermille: the 24 hours of today, then those of six more days.
    type Usage (
      app: string,
      opensSeen: int,
      opensKept: int,
      firstOpenLocalSecond: int,
      lastOpenLocalSecond: int,
      todayDay: int,
      expectedOpensPermille: [][]int,
      chanceTodayPermille: int,
      likelyHours: []LikelyHour,
      refreshesEachDay: int,
      refreshesLeftToday: int
    )

    # One run of a job. launch: its process. end: absent while it runs.
    type JobRun (
      launch: string,
      beganMicroseconds: int,
      endedMicroseconds: ?int,
      end: ?JobRunEnd
    )

    # The end of a run; JobRunEndName lists the members of each. interrupted: the machine restarted. folder: the working
    # directory, if it cannot be entered.
    # @union name
    type JobRunEnd (
      name: JobRunEndName,
      status: ?int,
      signal: ?int,
      errno: ?int,
      reason: ?Reason,
      folder: ?string
    )

    # A command that waits for its conditions; the fields up to onFailure are those of SubmitJob. after, afterAny:
    # numbers of jobs. failedBefore: of a job that failed without running, the preceding job and its outcome.
    # failureRun: the run of the onFailure command. conditions: of a job that waits or is paused, all that were checked,
    # in their current state. runs: the last sixteen, oldest first.
    type Job (
      job: string,
      name: string,
      ownerUserID: int,
      command: string,
      conflict: JobConflict,
      externalPower: bool,
      batteryPercentMin: ?int,
      network: string,
      idleMicroseconds: ?int,
      isCool: bool,
      freeBytesMin: ?int,
      at: ?string,
      every: ?string,
      notBeforeWallMicroseconds: ?int,
      deadlineWallMicroseconds: ?int,
      after: []string,
      afterAny: ?[]string,
      retriesMax: int,
      backoffMicroseconds: int,
      timeoutMicroseconds: ?int,
      whenLost: LossPolicy,
      onFailure: ?string,
      submittedMicroseconds: int,
      state: JobState,
      launch: ?string,
      conditions: []Condition,
      blocked: []BlockedTime,
      forecast: Forecast,
      runs: []JobRun,
      failedBefore: ?string,
      failureRun: ?JobRun
    )

    type Header (name: string, value: string)

    # The destination of a download. path: absolute; with isFolder the folder for the file, which gets the name that the
    # server gives it. replaces: whether a file of that name is replaced; otherwise the new one is called NAME.1.
    type Destination (path: string, isFolder: ?bool, replaces: ?bool, makesFolders: ?bool)

    # A requested transfer. direction: download (destination) or upload (file: absolute, the file to send). url: http or
    # https, at most 8 KiB, without a user. headers: at most 64, 32 KiB in total. sha256: the hash that the file must
    # have, in lower case. resumption: of an upload. label: at most 1 KiB.
    type NewTransfer (
      direction: ?TransferDirection,
      url: string,
      method: ?string,
      headers: ?[]Header,
      file: ?string,
      sha256: ?string,
      bytesPerSecondMax: ?int,
      resumption: ?UploadResumption,
      label: ?string,
      destination: ?Destination
    )

    # An authentication challenge from a server or a proxy. previousFailureCount: how many answers it has already
    # refused.
    type Challenge (
      host: string,
      scheme: string,
      realm: ?string,
      isProxy: ?bool,
      previousFailureCount: ?int
    )

    # The progress of a transfer.
    type Progress (bytes: int, totalBytes: ?int, bytesPerSecond: int)

    # A transfer: a user's own (ownerUserID) or an app's. blockers: what it waits for. lastErrorCode, errorCode: as in
    # NSURLErrorDomain, or 1 httpStatus, 2 digestMismatch, 3 diskFull. The fields from endedMicroseconds on: how it
    # ended. destination: the requested file, or with a final slash the requested folder. path: where the file is.
    # progress: while it runs.
    type Transfer (
      transfer: string,
      app: ?string,
      ownerUserID: ?int,
      session: string,
      direction: TransferDirection,
      state: TransferState,
      isDiscretionary: bool,
      submittedMicroseconds: int,
      deadlineMicroseconds: int,
      attempts: int,
      bytes: int,
      expectedBytes: ?int,
      lastErrorCode: ?int,
      lastErrorName: ?string,
      blockers: []Condition,
      url: ?string,
      label: ?string,
      destination: ?string,
      file: ?string,
      progress: ?Progress,
      endedMicroseconds: ?int,
      status: ?int,
      errorCode: ?int,
      errorName: ?string,
      cancellationReason: ?int,
      path: ?string,
      finalURL: ?string,
      mimeType: ?string,
      cause: ?string,
      challenge: ?Challenge
    )

    # One possible cause. reason: of a cause that is a condition of the policy (obstacle, hold, breach). fixedBy: the
    # file in which an administrator has fixed the setting that is the cause.
    type Check (
      cause: Cause,
      finding: Finding,
      text: string,
      reason: ?Reason,
      subject: ?string,
      sinceMicroseconds: ?int,
      untilMicroseconds: ?int,
      lengthMicroseconds: ?int,
      fixedBy: ?string
    )

    # The action that a decision is about; ActionName lists the members of each. remaining: how many processes continue.
    # use: the activity that the app has no mode for. lengthMicroseconds: how long the machine slept. freedBytes: of the
    # disk.
    # @union name
    type Action (
      name: ActionName,
      destination: ?LaunchDestination,
      wakeReason: ?WakeReason,
      task: ?string,
      taskName: ?string,
      end: ?End,
      activity: ?ActivityName,
      result: ?CompletionResult,
      use: ?BackgroundUse,
      notification: ?string,
      permission: ?Permission,
      capability: ?ProfileCapability,
      remaining: ?int,
      lengthMicroseconds: ?int,
      freedBytes: ?int
    )

    # A decision with its place in the ledger.
    type Decision (
      sequence: string,
      wallMicroseconds: int,
      atMicroseconds: int,
      app: ?string,
      launch: ?string,
      action: Action,
      verdict: Verdict,
      conditions: []Condition
    )

    # A decision without its place in the ledger.
    type ShownDecision (
      atMicroseconds: int,
      app: ?string,
      launch: ?string,
      action: Action,
      verdict: Verdict,
      conditions: []Condition
    )

    # The answer to a frequent question. number: 1 to 32. checks: in the order in which they are worth examining.
    # shownBy: the decisions that show it, oldest first. forecast: of the work that the question is about.
    type Answer (
      question: Question,
      number: int,
      text: string,
      answer: string,
      nextStep: string,
      checks: []Check,
      shownBy: []ShownDecision,
      forecast: ?Forecast
    )

    # The status of the device. sequence: the last entry of the journal. What the machine does not have is absent.
    type Device (
      atMicroseconds: int,
      wallMicroseconds: int,
      profile: ProfileName,
      isLocked: bool,
      hasPasscode: bool,
      backgroundRefresh: BackgroundRefresh,
      lowPowerMode: bool,
      appCount: int,
      runningCount: int,
      suspendedCount: int,
      sequence: string,
      memoryLevel: ?MemoryLevel,
      memoryAvailableBytes: ?int,
      memoryTotalBytes: ?int,
      isOnExternalPower: ?bool,
      batteryPercent: ?int,
      network: ?NetworkLink,
      thermal: ?ThermalState
    )

    type Capability (
      name: string,
      isAvailable: bool,
      text: string
    )

    # A circular region. identifier: at most 256 bytes; a second region of that name replaces it.
    type Region (
      identifier: string,
      latitude: float,
      longitude: float,
      radiusMetres: float,
      notifyOnEntry: ?bool,
      notifyOnExit: ?bool
    )

    # The kinds of triggers, each with its members; `?` marks optional members.
    type TriggerType (
      # @with microseconds repeats?
      interval,
      # @with year? month? day? weekday? hour? minute? second? repeats?
      calendar,
      # @with region repeats?
      region
    )

    # When a notification is shown; TriggerType lists the members of each kind. microseconds: from now. calendar: the
    # components that a date must match, in local time wherever the device is; weekday 1 is Sunday.
    # @union type
    type Trigger (
      type: TriggerType,
      repeats: ?bool,
      microseconds: ?int,
      year: ?int,
      month: ?int,
      day: ?int,
      weekday: ?int,
      hour: ?int,
      minute: ?int,
      second: ?int,
      region: ?Region
    )

    # A notification; without a trigger it is shown at once. There is only one of each name. hasSound: the default sound
    # is played. soundName: the file of the app that is played instead. userInfo: the app's own data, JSON in a string.
    # At most 7 KiB in total; title and subtitle 1 KiB each, body and userInfo 4 KiB each.
    type Notification (
      identifier: string,
      title: ?string,
      subtitle: ?string,
      body: ?string,
      hasSound: ?bool,
      soundName: ?string,
      badge: ?int,
      category: ?string,
      level: ?InterruptionLevel,
      userInfo: ?string,
      trigger: ?Trigger
    )

    # An external accessory. protocols: those that it supports; empty if they are not known. device: its device node.
    # isSimulated: whether a call has reported it as connected, rather than the kernel.
    type Accessory (
      name: string,
      protocols: []string,
      device: ?string,
      vendor: ?string,
      product: ?string,
      serialNumber: ?string,
      isSimulated: bool
    )

    # A notification of an app; one that is not delivered waits for its trigger. isShown: whether a desktop has reported
    # that it is on the screen.
    type AppNotification (
      app: string,
      isDelivered: bool,
      isShown: ?bool,
      dueMicroseconds: ?int,
      notification: Notification
    )

    # The stage that a push has reached: it has arrived; it was shown to the user; it is held; it is not delivered; the
    # app was notified; the app has returned from that.
    type PushStage (arrived, shown, held, denied, delivered, handled)

    # A push from a gateway, identified by its apns-id. channel: the broadcast channel through which it arrived.
    # sentWallMicroseconds: when the gateway accepted it, by the gateway's clock. atMicroseconds: when it reached its
    # stage. conditions: why it is held, or was not delivered.
    type ReceivedPush (
      identifier: string,
      channel: ?string,
      type: PushKind,
      sentWallMicroseconds: ?int,
      arrivedMicroseconds: int,
      stage: PushStage,
      atMicroseconds: int,
      conditions: []Condition
    )

    # A topic for which an app wants pushes: its identifier, followed by `.voip` for VoIP pushes. hasToken: whether the
    # gateway has given a token for it. isOnScreen: whether the app is in the foreground.
    type PushTopic (topic: string, hasToken: bool, isOnScreen: bool)

    # A change that an app requests for a broadcast channel, until the link has answered it.
    type BroadcastChange (topic: string, channel: string, isSubscribed: bool)

    # A channel through which a program that was not written for Torpor receives messages (Web Push): a UUID. key: the
    # only key with which its senders sign, a point of P-256 in Base64url.
    type PushChannel (
      # @bytes 1..64
      channel: string,
      # @bytes 1..128
      key: ?string
    )

    # The outcome of a message of a channel: its program has accepted it; its program has not accepted it yet, and the
    # message is wanted again when the channel is listed again; the channel has no owner; the program cannot accept it.
    type MessageOutcome (delivered, later, unknown, refused)

    # The outcome of a push that a gateway sent: it is saved; it was received before; the app is not installed; it
    # cannot be delivered.
    type PushOutcome (accepted, repeated, appMissing, refused)

    # A picture of an app, a PNG that its user can read. isOwn: whether the app has put it into its container
    # (Library/Caches/Snapshot.png); otherwise it shows the app's window.
    type Snapshot (
      path: string,
      takenWallMicroseconds: int,
      isOwn: bool
    )

    # An app in the switcher. lastOnScreenMicroseconds: when it was last on screen; absent if it never was.
    type SwitcherCard (
      app: string,
      name: string,
      state: ApplicationState,
      lastOnScreenMicroseconds: ?int,
      snapshot: ?Snapshot
    )

    # A purge of an app's caches. isByUser: by PurgeCaches; otherwise because disk space was short. isStopped: it ended
    # early, or has not begun, and the app keeps the remaining caches. cause: why something is left; absent for a purge
    # that was stopped because the app has begun to run.
    type CachePurge (
      atMicroseconds: int,
      freedBytes: int,
      isByUser: bool,
      isStopped: bool,
      cause: ?string
    )

    # The disk space that an installed app uses: the bytes of all blocks that are allocated for it, with each file
    # counted once, however many names it has. bundleBytes: its program; absent if it has no bundle. dataBytes: its
    # container without the following. cacheBytes: Library/Caches and tmp, which the app can recreate. downloadBytes:
    # the downloads that it has not taken yet. logBytes: what `torpor output` shows. Sizes are absent until they are
    # measured, and after a purge until they are measured again. measuredMicroseconds: when they were measured. cause:
    # why something is not counted. isPurging: whether its caches are being removed by request. purge: the last purge of
    # its caches; requestedPurge: the last one by request. offloadedSinceMicroseconds: since when its program has been
    # in an archive; bundleBytes is then the size of the archive. ownerUserID: the user who owns the app.
    type AppStorage (
      app: string,
      name: string,
      state: ApplicationState,
      lastOnScreenMicroseconds: ?int,
      bundle: ?string,
      bundleBytes: ?int,
      dataBytes: ?int,
      cacheBytes: ?int,
      downloadBytes: ?int,
      logBytes: ?int,
      fileCount: ?int,
      measuredMicroseconds: ?int,
      cause: ?string,
      isPurging: bool,
      purge: ?CachePurge,
      requestedPurge: ?CachePurge,
      offloadedSinceMicroseconds: ?int,
      ownerUserID: ?int
    )

    # How much of a suspended app's memory was written to swap since it was frozen. isWaiting: more of it is to be
    # written by request.
    type PagedApp (app: string, name: string, freedBytes: int, isWaiting: bool)

    # The progress of a measurement: the apps that are not measured yet, and the files counted so far in the current
    # app.
    type StorageProgress (appsLeft: int, fileCount: int)

    # An activity for which an app used energy off screen.
    type BatteryLabel (
      backgroundActivity, audio, location, notifications, transfers, voip
    )

    # What was used in a period; sums of periods are exact. timeMicroseconds: how long the app was there, on or off
    # screen. wiredBytes, wifiBytes, cellularBytes: moved for it by the transfer service, by the network that the device
    # had. receivedBytes, sentBytes, readBytes, writtenBytes: counted by the kernel for its own processes, over networks
    # and on disks. loopbackBytes: received and sent by them over the loopback interface, which costs no energy.
    # nanojoules: at the costs of the model, or at those fitted to this machine.
    type Consumption (
      timeMicroseconds: int,
      processorMicroseconds: int,
      wiredBytes: int,
      wifiBytes: int,
      cellularBytes: int,
      receivedBytes: int,
      sentBytes: int,
      loopbackBytes: int,
      readBytes: int,
      writtenBytes: int,
      nanojoules: int
    )

    # How often an app was woken for a reason.
    type WakeCount (reason: WakeReason, count: int)

    # A receipt: a run of an app off screen, or the part of it in one hour. count: how many runs it represents. holds:
    # what kept the app running besides its wakes.
    type BackgroundRun (
      beganMicroseconds: int,
      count: int,
      used: Consumption,
      wakes: []WakeCount,
      holds: []Reason,
      labels: []BatteryLabel
    )

    # What was used in an hour. apart: the part of offScreen that no run of a process used: transfers, notifications,
    # and what removed apps used. runs: absent if all apps are meant.
    type BatteryHour (
      beginMicroseconds: int,
      onScreen: Consumption,
      offScreen: Consumption,
      apart: Consumption,
      runs: ?[]BackgroundRun
    )

    # What an app used in the hours of the page; a command that has ended keeps its row. app: absent for the removed
    # apps, which share a row. sharePermille: of the energy of all apps that the caller may see.
    type BatteryApp (
      app: ?string,
      name: string,
      sharePermille: int,
      onScreen: Consumption,
      offScreen: Consumption,
      wakes: []WakeCount,
      labels: []BatteryLabel
    )

    # The charge of the battery. microwattHours: absent if the battery does not report it.
    type BatteryLevel (
      atMicroseconds: int,
      percent: int,
      isOnExternalPower: bool,
      microwattHours: ?int
    )

    # An app that has run off screen longer than its reasons explain. hold: what keeps it running; absent if short
    # reasons follow one another. remedy: the command that ends it.
    type SleeplessApp (
      app: string,
      name: string,
      beganMicroseconds: int,
      hold: ?Condition,
      remedy: string
    )

    # The source of a figure. isMeasured: whether the source is available; otherwise the figure is the model's. text:
    # one sentence.
    type BatterySource (figure: string, isMeasured: bool, text: string)

    # The outcome of fitting the energy model to the battery's discharge. tooFewHours: 24 whole hours on battery are
    # required. undetermined: the hours are too similar to determine what used the energy. inexact: the best costs
    # predict an hour less exactly than to half of it.
    type EnergyFitOutcome (
      fitted, tooFewHours, undetermined, inexact
    )

    # The costs of this machine, fitted to the energy that its battery supplied in `hours` whole hours on battery.
    # hoursLeftOut: further hours that were left out as outliers. errorPermille: the root mean square of the difference
    # between each hour and its prediction from all others, relative to the mean hour. restMilliwatts: the power drawn
    # while no app does anything; screenMilliwatts: the additional power with an app on screen; processorMilliwatts: the
    # power of a core at work; otherPermille: the cost of everything else (wakes, bytes, location), relative to the
    # model. Each has twice its standard error, and is absent if the hours do not determine it: the model's costs of the
    # processor and of everything else then apply.
    type EnergyFit (
      outcome: EnergyFitOutcome,
      hours: int,
      hoursLeftOut: int,
      errorPermille: ?int,
      restMilliwatts: ?int,
      restErrorMilliwatts: ?int,
      screenMilliwatts: ?int,
      screenErrorMilliwatts: ?int,
      processorMilliwatts: ?int,
      processorErrorMilliwatts: ?int,
      otherPermille: ?int,
      otherErrorPermille: ?int
    )

    # The battery page. beginMicroseconds: of the first hour. total: of the apps of the page. dischargedMicrowattHours:
    # how much the battery was discharged in these hours, off external power. packageNanojoules: the energy that the
    # processors used from packageBeganMicroseconds to packageUntilMicroseconds, the last reading (RAPL); only for root
    # and the daemon's user, because it reveals what the processors compute. keptFromMicroseconds: the time from which
    # all hours are kept, if earlier hours of the page were deleted because there were too many. fit: absent if no
    # battery reports its energy; once fitted, the energy of all apps is calculated at its costs.
    type Battery (
      atMicroseconds: int,
      wallMicroseconds: int,
      beginMicroseconds: int,
      total: Consumption,
      apps: []BatteryApp,
      hours: []BatteryHour,
      levels: []BatteryLevel,
      percent: ?int,
      isOnExternalPower: ?bool,
      dischargedMicrowattHours: ?int,
      packageNanojoules: ?int,
      packageBeganMicroseconds: ?int,
      packageUntilMicroseconds: ?int,
      keptFromMicroseconds: ?int,
      fit: ?EnergyFit,
      sleepless: []SleeplessApp,
      sources: []BatterySource
    )

    # The subject of a piece of advice.
    type AdviceKind (
      sleepless, refresh, location, notifications, evicted, forceQuit, lowPower, restart
    )

    # A tip, with the figures that support it; figures that do not apply to the kind are absent. command: the command
    # that follows the tip; absent if something should be left alone. sharePermille, nanojoules: of the energy of all
    # apps, as on the battery page. wakes, opens: how often the app was woken off screen for the kind, and how often the
    # user has opened it. times: how often it was evicted, or removed from the switcher; relaunches: how often it was
    # started after that; unanswered: notifications. beganMicroseconds, hold: since when it has not slept, and what
    # keeps it running. percent, lowestPercent: of the battery.
    type Advice (
      kind: AdviceKind,
      app: ?string,
      command: ?string,
      sharePermille: ?int,
      nanojoules: ?int,
      wakes: ?int,
      opens: ?int,
      times: ?int,
      relaunches: ?int,
      unanswered: ?int,
      percent: ?int,
      lowestPercent: ?int,
      uptimeMicroseconds: ?int,
      memoryLevel: ?MemoryLevel,
      beganMicroseconds: ?int,
      hold: ?Condition
    )

    # Returns every app with its status, sorted by identifier.
    # @group Apps
    # @permission user
    method List() -> (apps: []App)

    # Returns every app with its status, sorted by identifier, and the device, all at one moment; with `follow`, which
    # needs `more`, both again after each turn in which any of them has changed, until the connection ends. Values that
    # are only measured or change with time (memory, processor time, the times on and off screen, remaining times) are
    # those of that moment, but do not count as a change: nothing is sent while nothing happens.
    # @more
    # @permission user
    method Watch(follow: ?bool) -> (apps: []App, device: Device)

    # Returns the apps in the switcher, most recently on screen first: all that are running, and those that the system
    # ended and that have a picture.
    # @permission user
    method ListSwitcher() -> (cards: []SwitcherCard)

    # @permission user
    method Status() -> (device: Device)

    # Runs a command as an app that exists until the command ends. Three descriptors may be sent with the call
    # (SCM_RIGHTS): the command's standard input, output and error. Without them it reads nothing, and AppOutput returns
    # what it prints. With hasTerminal two more follow: a terminal, which becomes the controlling terminal of the
    # command's session, and a socket (SOCK_SEQPACKET) to the session's leader.
    # @permission unlocked
    method Run(
      identifier: ?string,
      name: ?string,
      executable: string,
      arguments: []string,
      environment: []string,
      workingDirectory: string,
      hasTerminal: ?bool
    ) -> (app: string, launch: string)

    # Replies when the command has ended; processes that it started may continue as the app (remaining).
    # @permission user
    method Wait(launch: string) -> (exit: Exit)

    # Sends a signal, by its number, to the command that Run started. A signal that asks a frozen command to end
    # (SIGHUP, SIGINT, SIGQUIT, SIGTERM) is treated as a Quit, so that the command receives it.
    # @permission user
    method Signal(
      launch: string,
      # @range 1..64
      signal: int
    ) -> ()

    # Starts the app, or brings it to the front.
    # @permission unlocked
    method Launch(app: string) -> (app: string, launch: string)

    # Takes the app, or every app on screen, off the screen.
    # @permission device without app
    method Home(app: ?string) -> ()

    # Removes the app from the app switcher: it ends, and is not started in the background until the
    # user opens it.
    # @permission user
    method Quit(app: string) -> ()

    # @permission device
    method Lock() -> ()

    # @permission device
    method Unlock() -> ()

    # Installs an app; the parameters up to isCooperative are those of its Info.plist, and its entitlements.
    # @permission user
    method Install(
      identifier: string,
      name: ?string,
      backgroundModes: ?[]string,
      permittedTaskIdentifiers: ?[]string,
      accessoryProtocols: ?[]string,
      entitlements: ?[]string,
      exitsOnSuspend: ?bool,
      savesBeforeTermination: ?bool,
      isCooperative: ?bool,
      executable: string,
      arguments: []string,
      environment: ?[]string,
      workingDirectory: string,
      replaces: ?bool
    ) -> ()

    # @permission user
    method Uninstall(app: string) -> ()

    # Returns how much disk space one app, or each installed app, uses, sorted by identifier. With `measures` they are
    # measured again, which takes as long as the disk needs: the reply has what is known now, with `progress` until all
    # of them are measured. isShort: whether caches are being purged until enough of the disk is free.
    # @permission user
    method GetStorage(app: ?string, measures: ?bool) -> (
      freeBytes: ?int,
      totalBytes: ?int,
      isShort: bool,
      apps: []AppStorage,
      progress: ?StorageProgress
    )

    # Removes the caches of an app; its data is kept. An app that is running or exempt is refused, and a suspended one
    # is ended first. GetStorage reports when the purge has finished (isPurging) and its result (requestedPurge).
    # @permission user
    method PurgeCaches(app: string) -> ()

    # Announces that the program of an app is about to be moved into an archive, for its user: from now on the app runs
    # only when its user has it run, and its program is restored then. bundle: the folder that may be removed. An app
    # that is running, is exempt or has no bundle of its own is refused, and a suspended one is ended; GetStorage
    # reports when it has no process any more. isDryRun: only checks for a refusal, and returns the folder.
    # @permission user
    method Offload(app: string, isDryRun: ?bool) -> (bundle: string)

    # Reports that the program of an app is where it was installed: the app runs for its requests, as before. A process
    # of an app may report it for its own app.
    # @permission anyone
    method RestoreProgram(app: string) -> ()

    # Writes the memory of a suspended app to swap now; refused without swap. GetPaging reports the progress.
    # @permission user
    method PageOut(app: string) -> ()

    # Returns the suspended apps, sorted by identifier, or one of them, and how much of their memory is in swap.
    # @permission user
    method GetPaging(app: ?string) -> (apps: []PagedApp)

    # Returns the status of an app and the latest decisions about it, oldest first.
    # @group Ledger
    # @permission user
    method Why(app: string) -> (app: App, decisions: []Decision)

    # Returns the newest decisions after a row of the ledger, oldest first; with `follow`, which needs `more`, also each
    # later decision as it is made, until the connection ends. before: only rows before that one. earlier: call again
    # with it as `before` for the decisions before these; absent if there are none.
    # @more
    # @permission user
    method Log(
      app: ?string,
      after: ?string,
      before: ?string,
      # @range 0..
      count: ?int,
      follow: ?bool
    ) -> (decisions: []Decision, earlier: ?string)

    # Answers a frequent question about an app, by the name of the question, such as refreshNeverRan; without one, all
    # questions that the app gives rise to.
    # @permission user
    method Diagnose(app: string, question: ?Question) -> (answers: []Answer)

    # Returns what apps used in the last hours, including the current one, on and off screen, hour by hour; for a single
    # app also its receipts. hours: 24 by default, and at most 240.
    # @permission user
    method DescribeBattery(
      app: ?string,
      # @range 1..240
      hours: ?int
    ) -> (battery: Battery)

    # Returns the advice that the figures of the last 24 hours support, and no other. apps: how many apps the caller's
    # page has. beginMicroseconds: of its first hour.
    # @permission user
    method GetAdvice() -> (advice: []Advice, apps: int, beginMicroseconds: int, atMicroseconds: int)

    # Returns the settings of an app, or, without one, of the device. `scripts/generate` takes the reply from
    # ChangeSetting.
    # @group Settings
    # @permission user
    # @reply ChangeSetting
    method GetSettings(app: ?string) -> (
      backgroundRefresh: BackgroundRefresh,
      location: ?LocationAuthorization,
      locationAccuracy: ?LocationAccuracy,
      allowsNotifications: ?bool,
      allowsMicrophone: ?bool,
      allowsBluetooth: ?bool,
      allowsAccessories: ?bool,
      lowPowerMode: ?bool,
      profile: ?ProfileName,
      evictionOrder: ?EvictionOrder,
      pageOutMicroseconds: ?int,
      sleepAgain: ?bool,
      jobNotifications: ?bool,
      automaticLowPowerMode: ?bool,
      energyAllowanceJoules: int,
      dataAllowanceBytes: int,
      wifiOnly: bool,
      automaticDownloads: AutomaticDownloads,
      adoption: ?bool
    )

    # Changes settings of an app or of the device; settings that are left out are not changed. A setting of the device
    # for an app, or the other way round, is refused by its name.
    #
    # Every member but `app` is a setting. `@of` says whose, `@default` its value if it was not changed, `@zero` the
    # word for 0. `@held`: the policy holds the device's value with its other state; all other settings are kept
    # together, those that differ from their default. `@saved always`: of an app, saved even if it does not differ.
    # @permission device without app
    method ChangeSetting(
      app: ?string,
      # Whether apps are run in the background; `wifi`: only on Wi-Fi or a wired network.
      # @of app device
      # @default on
      # @held
      # @saved always
      backgroundRefresh: ?BackgroundRefresh,
      # When the app may use the location of the device.
      # @of app
      # @default always
      # @saved always
      location: ?LocationAuthorization,
      # How accurately the app may locate the device; `reduced`: within about 5 km, at most every quarter of an hour.
      # @of app
      # @default full
      # @saved always
      locationAccuracy: ?LocationAccuracy,
      # Whether the app may show notifications.
      # @of app
      # @default on
      # @saved always
      allowsNotifications: ?bool,
      # Whether the app may record sound.
      # @of app
      # @default on
      # @saved always
      allowsMicrophone: ?bool,
      # Whether the app may use Bluetooth.
      # @of app
      # @default on
      allowsBluetooth: ?bool,
      # Whether the app may use accessories.
      # @of app
      # @default on
      allowsAccessories: ?bool,
      # Whether the device saves power (Low Power Mode), until its battery is charged to 80%.
      # @of device
      # @default off
      # @held
      lowPowerMode: ?bool,
      # The version of iOS whose rules hold; `linux`: the current ones, with the screen of a desktop.
      # @of device
      # @default that of `torpord --profile`
      # @held
      profile: ?ProfileName,
      # Which suspended app is ended first when memory is short (decision 0014).
      # @of device
      # @default `leastLikelyUsedFirst` under `linux`, otherwise `largestFirst`
      # @held
      # @saved as memoryVictims
      evictionOrder: ?EvictionOrder,
      # How long an app is frozen before its memory is written to swap; `never`: it is not written.
      # @of device
      # @default 5m
      # @held
      # @zero never
      # @range 0..604800000000
      pageOutMicroseconds: ?int,
      # Whether a machine that was woken from suspend for a notification or a job sleeps again
      # afterwards. It stays awake for at least 30 s, and also when it is used, when its use cannot be
      # determined, and while an inhibitor blocks sleep. Needs `torpor-session` and logind.
      # @of device
      # @default off
      sleepAgain: ?bool,
      # Whether users are notified on their desktops when one of their jobs has failed permanently.
      # @of device
      # @default on
      jobNotifications: ?bool,
      # Whether Low Power Mode is turned on automatically on battery: at 20%, and again at 10%.
      # @of device
      # @default off
      automaticLowPowerMode: ?bool,
      # How much energy may be used off screen in a day before background work waits for the next day; for an app: what
      # it uses; for the device: what all apps use together. On external power no work waits for it (decision 0050).
      # @of app device
      # @default none
      # @zero none
      # @range 0..1000000
      energyAllowanceJoules: ?int,
      # How much data may be moved over networks off screen in a day before background work waits for the next day; for
      # an app: what it moves; for the device: what all apps move together (decision 0050).
      # @of app device
      # @default none
      # @zero none
      # @range 0..1000000000000
      dataAllowanceBytes: ?int,
      # Whether background work that needs a network waits for Wi-Fi or a wired network.
      # @of app device
      # @default off
      wifiOnly: ?bool,
      # Whether downloads that an app starts off screen begin before the user opens it; `wifi`: only on Wi-Fi or a wired
      # network (decision 0057).
      # @of app device
      # @default on
      automaticDownloads: ?AutomaticDownloads,
      # Whether apps started by the desktop are adopted: frozen and thawed in their own groups (decision 0066).
      # @of device
      # @default off
      adoption: ?bool
    ) -> ()

    # Returns the settings of an app, or, without one, of the device, that an administrator has fixed, and the file that
    # fixes them. mistakes: the errors in that file, each with its line.
    # @permission user
    method GetRestrictions(app: ?string) -> (settings: []string, file: ?string, mistakes: []string)

    # A program that the desktop has started, in a group of its own. app: the identifier of its .desktop file; absent if
    # the group names none. groups: their folders. isAdopted: whether it is managed now. obstacle: why it is not
    # adopted, or would not be frozen now; absent if it is frozen, or would be.
    type AdoptableApp (
      app: ?string,
      name: string,
      groups: []string,
      isAdopted: bool,
      state: ?ApplicationState,
      obstacle: ?string
    )

    # Returns the programs that the desktop has started, and what adoption does or would do with them now. The setting
    # `adoption` turns it on. missing: what adoption as a whole lacks. mistakes: the errors in the file of rules, each
    # with its line. unsaved: a sentence that says why it is not saved yet that adoption is on or off.
    # @permission user
    method ListAdoptable() -> (
      isOn: bool,
      apps: []AdoptableApp,
      missing: []string,
      rulesPath: string,
      mistakes: []string,
      unsaved: ?string
    )

    # Prevents an app from being frozen or ended, for a time or until EndExemption.
    # @permission user
    method Exempt(
      app: string,
      # @range 1..
      microseconds: ?int
    ) -> ()

    # @permission user
    method EndExemption(app: string) -> ()

    # For developers: runs a pending task now, regardless of its begin date and of every condition; without `app`, that
    # of any of the caller's apps that has one with that identifier.
    # @permission user
    method SimulateLaunch(app: ?string, task: string) -> ()

    # For developers: ends the time of a running task now.
    # @permission user
    method SimulateExpiration(app: ?string, task: string) -> ()

    # Cancels a running task for the user, and its expiration handler is called; or removes a continued one that waits
    # for its turn, of which the app is not notified. Without `app`, that of any of the caller's apps that has one with
    # that identifier.
    # @permission user
    method CancelTask(app: ?string, task: string) -> ()

    # Deletes what is known about when the user used the app, or, without it, any app.
    # @permission device without app
    method ForgetUsage(app: ?string) -> ()

    # Returns the background work that is waiting or running, of an app or of all that the caller may see, sorted by
    # app, then by submission.
    # @permission user
    method ListActivities(app: ?string) -> (activities: []Activity)

    # Returns when the user opens the app, as far as this was learned; absent for an app that was never opened.
    # @permission user
    method DescribeUsage(app: string) -> (usage: ?Usage)

    # Submits a command that waits for its conditions, and outlives the caller, the daemon and the machine's restarts.
    # isNew: false if conflict kept a job of that name.
    #
    # name: letters, digits, '.', '_' and '-', at most 64, not only digits; made from the command if it is absent.
    # conflict, if the name is taken: refuse is the default. network: none-needed (default), any, unmetered. at, every:
    # calendar expressions of systemd.time(7). deadlineWallMicroseconds: after this time it runs regardless of all
    # conditions except network and disk. after: names or numbers of jobs that must have succeeded; if one fails or is
    # cancelled, this job has failed too, and runs after all if that one is run again and succeeds. afterAny: jobs that
    # must have finished, successfully or not. backoffMicroseconds: the delay after the first failure; every further one
    # doubles it. whenLost: expire is the default.
    # onFailure: for /bin/sh, run once in the same way as the command when the job has failed permanently, with
    # TORPOR_JOB, TORPOR_JOB_NAME and TORPOR_JOB_RESULT in its environment; for at most 10 minutes.
    # @group Jobs
    # @permission user
    method SubmitJob(
      name: ?string,
      conflict: ?JobConflict,
      command: string,
      externalPower: ?bool,
      # @range 0..100
      batteryPercentMin: ?int,
      network: ?string,
      # @range 1..
      idleMicroseconds: ?int,
      isCool: ?bool,
      # @range 0..
      freeBytesMin: ?int,
      at: ?string,
      every: ?string,
      notBeforeWallMicroseconds: ?int,
      deadlineWallMicroseconds: ?int,
      # @count 64
      after: ?[]string,
      # @count 64
      afterAny: ?[]string,
      # @range 0..1000000
      retriesMax: ?int,
      # @range 1..
      backoffMicroseconds: ?int,
      # @range 1..
      timeoutMicroseconds: ?int,
      whenLost: ?LossPolicy,
      onFailure: ?string,
      executable: string,
      arguments: []string,
      environment: []string,
      workingDirectory: string
    ) -> (job: string, name: string, isNew: bool)

    # Returns the jobs that the caller may see, sorted by number, a page at a time: if there is a `next`, call again
    # with it as `after`. job: only that one, by its name or number.
    # @permission user
    method ListJobs(job: ?string, after: ?string) -> (jobs: []Job, next: ?string)

    # Cancels a job; one that is running is ended.
    # @permission user
    method CancelJob(job: string) -> ()

    # Runs a job now, regardless of its conditions; a finished job is run again.
    # @permission user
    method RunJobNow(job: string) -> ()

    # Removes a finished job and its output; refused if another job waits for it.
    # @permission user
    method RemoveJob(job: string) -> ()

    # Returns what the runs of a job have printed, in Base64. offset: counted from the first byte that the job ever
    # printed, or, below 0, from the end; in the reply, where the data begins, which is later if older output was
    # dropped. lengthMax: at most 256 KiB. total: how many bytes were printed so far.
    # @permission user
    method JobOutput(
      job: string,
      offset: ?int,
      # @range 1..
      lengthMax: ?int
    ) -> (data: string, offset: int, total: int, isRunning: bool)

    # Returns the same for an app that was started without streams: the last mebibyte. What a command of Run has printed
    # is kept for a day after its end.
    # @permission user
    method AppOutput(
      app: string,
      offset: ?int,
      # @range 1..
      lengthMax: ?int
    ) -> (data: string, offset: int, total: int, isRunning: bool)

    # Submits 1 to 256 transfers of the caller's own, which outlive the caller, the daemon and the machine's restarts.
    # Their numbers are consecutive, from `first`. isDiscretionary: whether they wait for good conditions. allows…: if
    # false, they wait for another network. timeoutMicroseconds: how long each may take with all retries (7 days).
    # requestTimeoutMicroseconds: how long a connection may be silent (60 s). connectionsPerHostMax: 1 to 16 (4).
    # @group Transfers
    # @permission user
    method SubmitTransfers(
      transfers: []NewTransfer,
      isDiscretionary: ?bool,
      allowsCellular: ?bool,
      allowsExpensive: ?bool,
      allowsConstrained: ?bool,
      earliestBeginMicroseconds: ?int,
      timeoutMicroseconds: ?int,
      requestTimeoutMicroseconds: ?int,
      connectionsPerHostMax: ?int
    ) -> (first: string, count: int)

    # Returns the transfers that the caller may see, sorted by number, a page at a time: if there is a `next`, call
    # again with it as `after`. transfer: only that one, finished or not. includesOver: whether finished ones are
    # included.
    # @permission user
    method ListTransfers(
      transfer: ?string,
      after: ?string,
      includesOver: ?bool
    ) -> (transfers: []Transfer, next: ?string)

    # Pauses transfers until ResumeTransfers; 1 to 256 numbers in one call, as in the four that follow.
    # @permission user
    method PauseTransfers(
      # @count 1..256
      transfers: []string
    ) -> ()

    # @permission user
    method ResumeTransfers(
      # @count 1..256
      transfers: []string
    ) -> ()

    # Cancels transfers; partial data is deleted.
    # @permission user
    method CancelTransfers(
      # @count 1..256
      transfers: []string
    ) -> ()

    # Starts failed or cancelled transfers again.
    # @permission user
    method RetryTransfers(
      # @count 1..256
      transfers: []string
    ) -> ()

    # Removes finished transfers from the list; the files are kept.
    # @permission user
    method RemoveTransfers(
      # @count 1..256
      transfers: []string
    ) -> ()

    # Sends a push to an app, as a sender would. payload: its JSON, at most 4096 bytes, or 5120 for a voip push.
    # priority: 1, 5 or 10. type, priority: derived from the payload if they are absent. collapseIdentifier: at most 64
    # bytes; a later push with the same one replaces it. lifetimeMicroseconds: how long it is worth delivering; 0: now
    # or never. decisions: those that were made about the app because of it. isVisible: whether the user is to see
    # something.
    # @group Services
    # @permission user
    method Push(
      # @bytes 1..256
      app: string,
      payload: string,
      type: ?PushKind,
      priority: ?int,
      # @bytes 64
      collapseIdentifier: ?string,
      # @range 0..3162240000000000
      lifetimeMicroseconds: ?int
    ) -> (app: string, isVisible: bool, decisions: []Decision)

    # Returns the last pushes that an app received from a gateway, with the stage of each, oldest first.
    # @permission user
    method ListPushes(
      # @bytes 1..256
      app: string
    ) -> (app: string, pushes: []ReceivedPush)

    # Returns the notifications that apps have scheduled, and those that were shown and not removed, sorted by app. If
    # there is a `next`, call again with it as `after`.
    # @permission user
    method ListNotifications(
      # @bytes 1..256
      app: ?string,
      # @range 0..
      after: ?int
    ) -> (
      notifications: []AppNotification,
      next: ?int
    )

    # Responds to a notification as the user: taps it, answers it with an action, or dismisses it; without an action it
    # is a tap.
    # @permission user
    method Respond(
      # @bytes 1..256
      app: string,
      # @bytes 1..256
      notification: string,
      # @bytes 1..256
      action: ?string,
      # @bytes 4096
      text: ?string
    ) -> ()

    # For developers: sets the location of the device. Only root or the daemon's user may do so.
    # @permission device
    method Locate(
      # @range -90..90
      latitude: float,
      # @range -180..180
      longitude: float,
      # @range 0..41000000
      accuracyMetres: ?float
    ) -> ()

    # Ends the active call of an app.
    # @permission user
    method EndCall(app: string) -> (
      # Whether it had a call, which has now ended; null: the daemon is an earlier one, which does not report it.
      hadCall: ?bool
    )

    # Returns the connected accessories: those that the kernel reports, and those connected by a call.
    # @permission user
    method ListAccessories() -> (accessories: []Accessory)

    # Connects an accessory that the kernel does not report, such as a terminal made by a program; apps are notified of
    # it as of any other. protocols: at most 16. device: its node, an absolute path. Only root or the daemon's user may
    # do so.
    # @permission device
    method ConnectAccessory(
      # @bytes 1..256
      name: string,
      # @count 16
      # @bytes 1..256
      protocols: ?[]string,
      # @bytes 4096
      device: ?string,
      # @bytes 1..256
      vendor: ?string,
      # @bytes 1..256
      product: ?string,
      # @bytes 1..256
      serialNumber: ?string
    ) -> ()

    # Disconnects an accessory that was connected by a call.
    # @permission device
    method DisconnectAccessory(
      # @bytes 1..256
      name: string
    ) -> ()

    # A call of this interface, with the parameters of its method.
    type ExportedCall (method: string, parameters: object)

    # @group PushLink
    # Makes the caller the link to a push gateway, and sends it what concerns a link: at once, and again after each turn
    # in which that has changed. The last caller is the link; the reply to the previous one ends then. topics: those for
    # which apps want pushes. priorityMin: the gateway should hold back pushes below it. network: how the device is
    # connected, if that is known. sleeps: how often the machine has slept since the link attached. channels: those for
    # which programs want messages now. endedChannels: those that the gateway is to delete. broadcasts: the changes that
    # apps wait for; the link saves what it has answered within 10 s, and reverts what it answers later
    # (AnswerBroadcastChange). knowsBroadcasts: whether the link does that; a link from before broadcast channels does
    # not report it, and apps receive BroadcastsFailed.
    # @more
    # @permission link
    method AttachPushLink(
      # @bytes 1..1024
      gateway: string,
      knowsBroadcasts: ?bool
    ) -> (
      topics: []PushTopic,
      priorityMin: int,
      isLowPower: bool,
      network: ?string,
      sleeps: int,
      channels: []PushChannel,
      endedChannels: []string,
      broadcasts: []BroadcastChange
    )

    # Sets what `torpor doctor` reports about the connection to the gateway, in one line.
    # @permission link
    method ReportPushLink(
      isConnected: bool,
      # @bytes 1..1024
      text: string
    ) -> ()

    # Sets the token that the gateway has given an app, which is the answer to the app if it waits for one. Without
    # token: the gateway gives none now, and the answer to the app is the device's own.
    # @permission link
    method SetPushToken(
      # @bytes 1..256
      topic: string,
      # @bytes 1..200
      token: ?string
    ) -> ()

    # Delivers a push. The reply is sent when the push is saved: it is not lost from then on, and another with the same
    # identifier (its apns-id) is not delivered again. expirationWallMicroseconds: until when it is worth delivering; 0:
    # now or never. sentWallMicroseconds: when the gateway accepted it. channel: the broadcast channel through which it
    # arrived; its payload may then have 5120 bytes. cause: why it was refused.
    # @permission link
    method DeliverPush(
      # @bytes 1..64
      identifier: string,
      # @bytes 1..256
      topic: string,
      type: ?PushKind,
      priority: ?int,
      # @bytes 64
      collapseIdentifier: ?string,
      # @range 0..
      expirationWallMicroseconds: ?int,
      payload: string,
      # @range 0..
      sentWallMicroseconds: ?int,
      # @bytes 1..64
      channel: ?string
    ) -> (outcome: PushOutcome, cause: ?string)

    # Reports that the link has made a change that an app requested for a broadcast channel, and saves it. cause: why it
    # has not made the change. isLate: whether the app was already notified of a failure; the link then reverts the
    # change. A link that received no reply to an answer, or was started again, answers again: an answer that no app
    # waits for changes nothing.
    # @permission link
    method AnswerBroadcastChange(
      # @bytes 1..256
      topic: string,
      # @bytes 1..64
      channel: string,
      isSubscribed: bool,
      # @bytes 1..1024
      cause: ?string
    ) -> (isLate: bool)

    # Sets the address that the gateway has given a channel, to which its senders send.
    # @permission link
    method SetPushEndpoint(
      # @bytes 1..64
      channel: string,
      # @bytes 1..1000
      endpoint: string
    ) -> ()

    # Reports that the gateway has deleted a channel that has ended.
    # @permission link
    method EndPushChannel(
      # @bytes 1..64
      channel: string
    ) -> ()

    # Delivers a message of a channel. The reply is sent when its program has accepted it, or cannot now: until then the
    # gateway keeps the message. identifier: by which the program's answer is recognized; a message that arrives again
    # is not delivered again. data: the bytes as they were sent, in Base64.
    # @permission link
    method DeliverMessage(
      # @bytes 1..64
      channel: string,
      # @bytes 1..64
      identifier: string,
      # @bytes 1..6000
      data: string
    ) -> (outcome: MessageOutcome)

    # Returns the calls that recreate an app with its settings and habits on another machine, or a job that has not
    # finished, or, without either, the settings of the device: Install, ChangeSetting, AddUsage and SubmitJob. They
    # contain commands with their environment.
    # @group Daemon
    # @permission user
    method Export(app: ?string, job: ?string) -> (ownerUserID: int, calls: []ExportedCall)

    # Reports when an app was opened on another device, at most 1024 times, in addition to what is known here.
    # @permission user
    method AddUsage(
      app: string,
      # @count 1024
      openedWallMicroseconds: []int
    ) -> ()

    # @permission anyone
    method GetVersion() -> (version: string, processID: int, stateFolder: string)

    # Returns the capabilities that this machine has, and those that it lacks.
    # @permission user
    method GetCapabilities() -> (capabilities: []Capability)

    # Why a recording has ended: it was stopped, has reached a limit, or a new journal was begun (journal).
    type RecordingEnd (stopped, size, age, journal)

    # A recording of the device's inputs and decisions. path: of its file, which only the daemon's user can read.
    # inputs: how many have arrived since it began, including those missing in it. bytesMax, daysMax: the limits at
    # which it ends. trouble: why nothing can be written to it now.
    type Recording (
      path: string,
      isRunning: bool,
      beganWallMicroseconds: int,
      end: ?RecordingEnd,
      inputs: int,
      bytes: int,
      bytesMax: int,
      daysMax: int,
      trouble: ?string
    )

    # Starts a recording, or returns the existing one, which must be stopped first, unless replace is true. bytesMax:
    # 268435456 by default. daysMax: 10 by default, and at most.
    # @permission device
    method StartRecording(bytesMax: ?int, daysMax: ?int, replace: ?bool) -> (isNew: bool, recording: Recording)

    # Ends the recording. wasRunning: false if none was running.
    # @permission device
    method StopRecording() -> (wasRunning: bool, recording: ?Recording)

    # @permission device
    method GetRecording() -> (recording: ?Recording)

    # Returns the digest of the whole state after an entry of the journal, for tests of replay.
    # @permission device
    method GetDigest() -> (digest: string, sequence: string)

    # No app has that name.
    error UnknownApp (name: string, similar: []string, message: string)

    # Several apps have that name.
    error AmbiguousApp (name: string, apps: []string, message: string)

    # No such process is known.
    error UnknownLaunch (launch: string, message: string)

    error NotRunning (app: string, message: string)

    error AlreadyInstalled (app: string, message: string)

    # The app is running, and what it uses is not removed.
    error AppIsRunning (app: string, message: string)

    # The app is exempt, and is not ended to remove its caches.
    error AppIsExempt (app: string, message: string)

    # The app belongs to the desktop: it is only frozen and thawed.
    error AppIsAdopted (app: string, message: string)

    # The program of an app cannot be moved into an archive.
    error CannotOffload (app: string, cause: string, message: string)

    # Only the memory of a frozen app is written to swap.
    error NotSuspended (app: string, message: string)

    # There is no swap to write memory to, or it is full.
    error NoSwap (isFull: bool, message: string)

    # A plain command has no folder of its own.
    error NoContainer (app: string, message: string)

    # Nothing is started before the device was unlocked for the first time.
    error BeforeFirstUnlock (app: string, message: string)

    error TooManyApps (limit: int, message: string)

    # An administrator has fixed these settings in that file.
    error SettingRestricted (settings: []string, file: string, message: string)

    # The caller has no job of that name or number.
    error UnknownJob (name: string, similar: []string, message: string)

    error JobNameTaken (name: string, job: string, message: string)

    error TooManyJobs (limit: int, message: string)

    # which: deadlineBeforeStart or calendarElapsed.
    error ImpossibleWindow (which: string, message: string)

    error JobIsFinished (job: string, message: string)

    error JobIsNotFinished (job: string, message: string)

    error JobIsAwaited (job: string, by: string, message: string)

    """#
}
