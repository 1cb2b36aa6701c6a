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
    # What people's programs ask of the daemon (version 1).
    #
    # An app is named by its identifier or by its name for people; with `=` before it, an identifier means that app only.
    # Moments are microseconds on the device's own time line, which never jumps; wallMicroseconds are since 1970. Numbers of
    # 64 bits that name something are decimal digits in strings.
    interface io.torpor.Control

    # Where an app is in its life.
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

    # What an app is launched or resumed in the background for.
    # @words io.torpor.App
    type WakeReason (
      appRefresh, backgroundFetch, processing, continuedProcessing, silentPush, visiblePush,
      voipPush, pushToTalk, transfer, significantLocation, region, visit, continuousLocation,
      liveLocation, bluetoothRestoring, bluetooth, accessory, audio, voipSocket, newsstand, descriptor,
      notificationResponse, job, terminationSave
    )

    # What came of the time that a suspended app had to save, before it was ended for its memory.
    # @words io.torpor.App
    type TerminationSave (finished, unfinished)

    # The kind of a task of the scheduler.
    type TaskType (
      appRefresh, processing, healthResearch, continued
    )

    # Where a job is in its life.
    type JobState (
      waiting, running, paused, ending, done, failed, cancelled
    )

    # What happens where a job has the name already.
    type JobConflict (
      refuse, replace, keep, once
    )

    # What happens to a job that runs when it loses a condition: it is ended and waits again, or is
    # paused.
    type LossPolicy (
      expire, pause
    )

    # How the run of a job ended, each with the members of its end; `?` marks those that may be missing.
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

    # Which way the bytes of a transfer go.
    type TransferDirection (
      download, upload
    )

    # Where a transfer is in its life.
    type TransferState (
      queued, running, waiting, suspended, completed, failed, cancelled
    )

    # How an interrupted upload continues.
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

    # What the evidence says of a cause: unseen, where it does not show; rule, where it is so for
    # every app.
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

    # What was decided about, each with the members of its action; `?` marks those that may be missing.
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

    # Where an app is launched into.
    type LaunchDestination (
      foreground, background
    )

    # What an app said of work that it finished.
    type CompletionResult (
      newData, noData, failed, success, failure
    )

    # What an app has only where the user allows it.
    # @words io.torpor.App
    type Permission (
      location, microphone, notifications, bluetooth, accessories
    )

    # What an app does that needs a background mode.
    type BackgroundUse (
      audio, location, accessory, bluetooth, socket, channel
    )

    # What became of what was decided about.
    type Verdict (
      done, denied, waiting
    )

    # Whether apps are run in the background; wifi: only on Wi-Fi or a wired network.
    type BackgroundRefresh (
      on, off, wifi
    )

    # Whether what apps begin to download off screen begins before they are opened; wifi: only on Wi-Fi or a wired network.
    type AutomaticDownloads (
      on, off, wifi
    )

    # When an app may know where the device is; notDetermined: the app may ask.
    type LocationAuthorization (
      never, whenInUse, always, notDetermined
    )

    # How exactly an app may know where the device is.
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

    # How the machine is connected.
    type NetworkLink (none, wired, wifi, cellular)

    # How hot the machine is.
    type ThermalState (nominal, fair, serious, critical)

    # How much a notification interrupts.
    type InterruptionLevel (
      passive, active, timeSensitive, critical
    )

    # The apns-push-type of a push; pushtotalk: to the channel that the app has joined.
    type PushKind (
      alert, background, voip, pushtotalk
    )

    # How much memory was free: bytes that could be given out without a wait (negative where more was
    # asked for than there was), of all; and of swap, both 0 where there is none, absent where it is not
    # known.
    type FreeMemory (
      availableBytes: int,
      totalBytes: int,
      swapFreeBytes: ?int,
      swapTotalBytes: ?int
    )

    # How much of a day's allowance was used: in bytes of dataAllowance, in millijoules of energyAllowance.
    type AllowanceUse (
      used: int,
      allowed: int
    )

    # One condition that a decision looked at: what, whether it spoke for the action, since when,
    # until when, and the name of the thing (a file, a task, a process). notRegistered that holds, in a decision about a push:
    # the broadcast channel by which it has come, to which the app has subscribed.
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

    # Why a process ended. name: a termination code such as 0x8badf00d, or crash (signal),
    # exit (status), notStarted (errno; folder), killedExternally, jetsam, outOfMemory (the kernel
    # ended it), forceQuit, jobEnded, exitsOnSuspend, uninstall, update, reboot, logout,
    # released (it was adopted from the desktop, and runs on), unseen.
    type End (
      name: string,
      signal: ?int,
      status: ?int,
      errno: ?int,
      folder: ?string
    )

    # remaining: the command has ended, and so many processes that it started continue as the app. terminationSave:
    # it had time to save before it was ended for its memory.
    type Exit (
      launch: string,
      atMicroseconds: int,
      reason: End,
      remaining: ?int,
      terminationSave: ?TerminationSave
    )

    # What the daemon watches for an app: a descriptor that it has left with the daemon (voipSocket, accessoryLine,
    # descriptor), a request of Bluetooth that stands (peripheral, scan, advertising, services), or a place
    # (significantChange, visits, region, beacon).
    type WatchedThing (
      voipSocket, accessoryLine, descriptor, peripheral, scan, advertising, services,
      significantChange, visits, region, beacon
    )

    # name: of the descriptor, the peripheral, the services or the region. endsWithProcess: it wakes the app and
    # does not launch it.
    type WatchedItem (thing: WatchedThing, name: ?string, endsWithProcess: bool)

    # What a system can do that not every profile can.
    type ProfileCapability (
      multitasking, backgroundFetch, contentAvailable, backgroundSessions, taskScheduler,
      continuedProcessing, healthResearch, locationAfterForceQuit, visits, beacons, liveUpdates,
      voIPPushes, voIPSockets, pushToTalk, expiringActivities, exitsOnSuspend, regionNotifications,
      deferredLocation, bluetoothPeripherals, resumableUploads, transferBeginDates
    )

    # A key of an app's Info.plist, or one value of its list, that has no effect under the profile of
    # the device, which lacks the capability.
    type IgnoredKey (
      key: string,
      value: ?string,
      profile: ProfileName,
      capability: ProfileCapability
    )

    # heldBy: what keeps it running or from being frozen; blockedBy: what would keep it from being
    # launched into the background now; an allowance that is used up keeps only what can wait. Without timeRemainingMicroseconds the time is unlimited.
    # watched: what wakes it. isAdopted: the desktop has started it, and it is only frozen and thawed.
    # processorMicroseconds: the processor time of all processes of this launch, including processes that have ended.
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

    # Which background work: one of the four. task: a request to the task scheduler, by its
    # identifier; fetch: the background fetch of the app; job: a command that waits; transfer: by its
    # number.
    # @union
    type ActivityName (
      task: ?string,
      fetch: ?bool,
      job: ?string,
      transfer: ?string
    )

    # How long one condition has stood in the way, in all.
    type BlockedTime (
      reason: Reason,
      totalMicroseconds: int
    )

    # The next plausible moment, where a clock knows one, and what must change first by something
    # else than time.
    type Forecast (
      atMicroseconds: ?int,
      needs: []Reason
    )

    # Background work that waits or runs. A job has no app. type: of a
    # task. earliestMicroseconds: before when it does not run;
    # latestMicroseconds: by when the system tries to have run it. conditions: all that were looked
    # at, as they stand now; blocked: the longest first.
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

    # A continued task as the user sees it. permille: how much is done, in thousandths.
    type Display (title: string, subtitle: string, permille: int)

    # One hour in which an app may be opened.
    type LikelyHour (startLocalSecond: int, chancePermille: int)

    # When the user opens an app, as far as it was learned. Local seconds: since 1970-01-01 00:00 by
    # a clock on the user's wall. todayDay: days since 1970-01-01. expectedOpensPermille: 24 hours of today, then of six more days.
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

    # One run of a job. launch: its process. end: missing while it runs.
    type JobRun (
      launch: string,
      beganMicroseconds: int,
      endedMicroseconds: ?int,
      end: ?JobRunEnd
    )

    # JobRunEndName has the members of each. interrupted: the machine restarted. folder: the working directory, where
    # that cannot be entered.
    # @union name
    type JobRunEnd (
      name: JobRunEndName,
      status: ?int,
      signal: ?int,
      errno: ?int,
      reason: ?Reason,
      folder: ?string
    )

    # A command that waits for its conditions; the fields up to onFailure are those of SubmitJob.
    # after, afterAny: numbers of jobs. failedBefore: of a job that failed without running, the job
    # before it and what became of that. failureRun: the run of the onFailure command.
    # conditions: all that were looked at, as they stand now, of one that waits or is paused.
    # runs: the last sixteen, oldest first.
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

    # path: absolute; with isFolder the folder for the file, which gets the name that the server
    # gives it. replaces: a file of that name is replaced; the new one is called NAME.1 otherwise.
    type Destination (path: string, isFolder: ?bool, replaces: ?bool, makesFolders: ?bool)

    # A transfer that is asked for. direction: download (destination) or upload (file: absolute, what
    # is sent). url: http or https, at most 8 KiB, without a user. headers: at most 64, 32 KiB
    # together. sha256: what the file must have, in lower case. resumption: of an upload. label: at most 1 KiB.
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

    # What a server, or a proxy, asks of its client before it answers.
    type Challenge (
      host: string,
      scheme: string,
      realm: ?string,
      isProxy: ?bool,
      previousFailureCount: ?int
    )

    # How far a transfer is.
    type Progress (bytes: int, totalBytes: ?int, bytesPerSecond: int)

    # A transfer: a user's own (ownerUserID) or an app's. blockers: what it waits for. lastErrorCode, errorCode: as in
    # NSURLErrorDomain, or 1 httpStatus, 2 digestMismatch, 3 diskFull. From endedMicroseconds on: how
    # it ended. destination: the file, or with a final slash the folder, that was asked for; path: where
    # the file is. progress: while it runs.
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

    # One possible cause. reason: of a cause that is a condition of the policy (obstacle, hold, breach). fixedBy: the file in
    # which an administrator has fixed the setting that is in the way.
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

    # What was decided about; ActionName has the members of each. remaining: processes that continue. use: what
    # the app has no mode for. lengthMicroseconds: for how long the machine slept. freedBytes: of the disk.
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

    # The answer to a frequent question. number: 1 to 32; checks: in the order in which they are
    # worth looking at; shownBy: the decisions that show it, oldest first; forecast: of the work that
    # it is about.
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

    # sequence: the last entry of the journal. What the machine does not have is missing.
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

    # A circle on the map. identifier: at most 256 bytes; a second region of that name replaces it.
    type Region (
      identifier: string,
      latitude: float,
      longitude: float,
      radiusMetres: float,
      notifyOnEntry: ?bool,
      notifyOnExit: ?bool
    )

    # When a notification is shown, each with the members of its trigger; `?` marks those that may be missing.
    type TriggerType (
      # @with microseconds repeats?
      interval,
      # @with year? month? day? weekday? hour? minute? second? repeats?
      calendar,
      # @with region repeats?
      region
    )

    # When a notification is shown; TriggerType has the members of each. microseconds: from now. calendar: the parts
    # that a date must have, in local time wherever the device is; weekday 1 is Sunday.
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

    # A notification; without a trigger it is shown at once. Of one name there is one. hasSound: the
    # default sound is heard; soundName: that file of the app instead. userInfo: the app's own words, JSON in a string. At most 7 KiB in all;
    # title and subtitle 1 KiB each, body and userInfo 4 KiB each.
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

    # An external accessory. protocols: what it speaks; none: nothing says so. device: its node.
    # isSimulated: whether a call said that it is there, and not the kernel.
    type Accessory (
      name: string,
      protocols: []string,
      device: ?string,
      vendor: ?string,
      product: ?string,
      serialNumber: ?string,
      isSimulated: bool
    )

    # A notification of an app; one that is not delivered waits for its trigger.
    # isShown: a desktop has said that it is on the screen.
    type AppNotification (
      app: string,
      isDelivered: bool,
      isShown: ?bool,
      dueMicroseconds: ?int,
      notification: Notification
    )

    # How far a push has come: it is here; the user was shown it; it waits; it is not delivered; the app was told; the app has
    # returned from that.
    type PushStage (arrived, shown, held, denied, delivered, handled)

    # A push that came from a gateway, by its apns-id. channel: the broadcast channel by which it has come.
    # sentWallMicroseconds: when the gateway accepted it, by the gateway's clock. atMicroseconds: since when it has been at its
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

    # What an app wants pushes for: its identifier, with `.voip` behind it for those of calls. hasToken: whether the gateway
    # has given a token for it. isOnScreen: whether the user has the app in front.
    type PushTopic (topic: string, hasToken: bool, isOnScreen: bool)

    # What an app wants of a broadcast channel, until the link has answered for it.
    type BroadcastChange (topic: string, channel: string, isSubscribed: bool)

    # A channel by which a program that was not written for Torpor gets messages (Web Push): a UUID. key: with which alone its
    # senders sign, a point of P-256 in Base64url.
    type PushChannel (
      # @bytes 1..64
      channel: string,
      # @bytes 1..128
      key: ?string
    )

    # What has become of a message of a channel: its program has taken it; it has not yet, and it is wanted again when the
    # channel is listed again; the channel has no owner; the program cannot take it.
    type MessageOutcome (delivered, later, unknown, refused)

    # What has become of a push that a gateway sent: saved; here already; the app is not installed; it cannot be delivered.
    type PushOutcome (accepted, repeated, appMissing, refused)

    # A picture of an app, a PNG that its user can read. isOwn: the app has put it into its container
    # (Library/Caches/Snapshot.png); else it is of the app's window.
    type Snapshot (
      path: string,
      takenWallMicroseconds: int,
      isOwn: bool
    )

    # An app in the switcher. lastOnScreenMicroseconds: when it was on screen last; without it, never.
    type SwitcherCard (
      app: string,
      name: string,
      state: ApplicationState,
      lastOnScreenMicroseconds: ?int,
      snapshot: ?Snapshot
    )

    # A purge of an app's caches. isByUser: by PurgeCaches; otherwise because the disk was short. isStopped: it has ended early,
    # or has not begun, and the app keeps the rest. cause: why something is left; without one a purge was stopped since the app
    # has begun to run.
    type CachePurge (
      atMicroseconds: int,
      freedBytes: int,
      isByUser: bool,
      isStopped: bool,
      cause: ?string
    )

    # How much of the disk an installed app uses: the bytes of all blocks that are allocated for it, each file counted once
    # however many names it has. bundleBytes: its program, missing where it has no bundle; dataBytes: its container
    # without the following; cacheBytes: Library/Caches and tmp, which it makes again; downloadBytes: what it has not taken
    # yet of its downloads; logBytes: what `torpor output` shows. Sizes are missing until they were measured, and after a purge
    # until they are measured again. measuredMicroseconds: when that was. cause: why something is not counted. isPurging: its
    # caches are being removed by request. purge: the last one of its caches; requestedPurge: the last one by request.
    # offloadedSinceMicroseconds: its program is in an archive since then, and bundleBytes is the size of that. ownerUserID:
    # whose app it is.
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

    # What of a suspended app's memory was written to swap since it was frozen. isWaiting: more of it is to be written by
    # request.
    type PagedApp (app: string, name: string, freedBytes: int, isWaiting: bool)

    # How far a measurement is: apps that are not measured yet, and files that were counted in the one under way.
    type StorageProgress (appsLeft: int, fileCount: int)

    # What an app used energy for off screen.
    type BatteryLabel (
      backgroundActivity, audio, location, notifications, transfers, voip
    )

    # What was used in a stretch of time; every sum of such is exact. timeMicroseconds: how long the app stood there.
    # wiredBytes, wifiBytes, cellularBytes: what the transfer service moved for it, by the network that the device had.
    # receivedBytes, sentBytes, readBytes, writtenBytes: what the kernel counted of its own processes, over networks and on
    # disks. loopbackBytes: what they received and sent over the loopback, which costs no energy. nanojoules: at the costs of the
    # model, or at those that are fitted to this machine.
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

    # A receipt: a run of an app off screen, or the part of it in one hour. count: how many runs it stands for. holds: what
    # kept it running besides its wakes.
    type BackgroundRun (
      beganMicroseconds: int,
      count: int,
      used: Consumption,
      wakes: []WakeCount,
      holds: []Reason,
      labels: []BatteryLabel
    )

    # What was used in an hour. apart: the part of offScreen that no run of a process used: transfers, notifications, and what
    # removed apps used.
    # runs: missing where all apps are meant.
    type BatteryHour (
      beginMicroseconds: int,
      onScreen: Consumption,
      offScreen: Consumption,
      apart: Consumption,
      runs: ?[]BackgroundRun
    )

    # What an app used in the hours of the page; a command that has ended keeps its row. app: missing for those that were
    # removed, together. sharePermille: of the energy of all apps that the caller may see.
    type BatteryApp (
      app: ?string,
      name: string,
      sharePermille: int,
      onScreen: Consumption,
      offScreen: Consumption,
      wakes: []WakeCount,
      labels: []BatteryLabel
    )

    # How full the battery was. microwattHours: missing where it does not tell.
    type BatteryLevel (
      atMicroseconds: int,
      percent: int,
      isOnExternalPower: bool,
      microwattHours: ?int
    )

    # An app that has run off screen longer than its reasons explain. hold: what keeps it running; missing where one short reason
    # follows the other. remedy: the command that ends it.
    type SleeplessApp (
      app: string,
      name: string,
      beganMicroseconds: int,
      hold: ?Condition,
      remedy: string
    )

    # Where a figure comes from. isMeasured: whether it is there, and not the model's; text: one sentence.
    type BatterySource (figure: string, isMeasured: bool, text: string)

    # What comes of a fit of the energy model to the battery's discharge. tooFewHours: it takes 24 whole hours on the battery;
    # undetermined: they are too alike to tell what took the energy; inexact: the best costs predict an hour worse than to a
    # half of it.
    type EnergyFitOutcome (
      fitted, tooFewHours, undetermined, inexact
    )

    # The costs of this machine, fitted to what its battery gave in `hours` whole hours on it; hoursLeftOut: further ones that
    # lie far off. errorPermille: the root mean square of what each hour differs by from its prediction by all others, of the
    # mean hour. restMilliwatts: what is taken while no app does anything; screenMilliwatts: how much more with an app on
    # screen; processorMilliwatts: by a core at work; otherPermille: what all else (wakes, bytes, location) costs, of what the
    # model says. Each with twice its standard error; missing where the hours do not tell it: then the model's cost of the
    # processor and of all else holds.
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

    # The battery page. beginMicroseconds: of the first hour. total: of the apps of the page. dischargedMicrowattHours: by how
    # much the battery was discharged in these hours, off external power. packageNanojoules: what the processors used from
    # packageBeganMicroseconds to packageUntilMicroseconds, the last reading (RAPL); only for root and the daemon's user,
    # because it reveals what the processors compute. keptFromMicroseconds: from when on all hours are kept, where earlier ones
    # of the page were forgotten because there were too many. fit: missing where no battery reports its energy; once fitted, the
    # energy of all apps is at the costs that it tells.
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

    # What a piece of advice is about.
    type AdviceKind (
      sleepless, refresh, location, notifications, evicted, forceQuit, lowPower, restart
    )

    # A tip, with the figures that carry it; those that a kind has no use for are missing. command: what follows it; missing
    # where something is to be left alone. sharePermille, nanojoules: of the energy of all apps, as on the battery page. wakes, opens:
    # how often it was woken off screen for it, and how often the user has opened it. times: how often it was ended for
    # memory, or removed from the switcher; relaunches: how often it was started after that; unanswered: notifications.
    # beganMicroseconds, hold: since when it has not slept, and what keeps it running. percent, lowestPercent: of the battery.
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

    # Every app with its status, by identifier.
    # @group Apps
    # @permission user
    method List() -> (apps: []App)

    # Every app with its status, by identifier, and the device, of one moment; with `follow`, which needs
    # `more`, then both again after each turn in which anything of them has changed, until the connection
    # ends. What is only measured or passes by itself (memory, processor time, the times on and off screen,
    # what is left of a time) is as of then, and alone does not count as a change: nothing is sent while nothing happens.
    # @more
    # @permission user
    method Watch(follow: ?bool) -> (apps: []App, device: Device)

    # The apps in the switcher, those that were on screen last first: all that run, and those that were ended by the
    # system and have a picture.
    # @permission user
    method ListSwitcher() -> (cards: []SwitcherCard)

    # @permission user
    method Status() -> (device: Device)

    # Runs a command as an app that exists until it ends. Three descriptors may be sent beside
    # the call (SCM_RIGHTS): the command's standard input, output and error. Without them it reads
    # nothing, and AppOutput gives what it prints. With hasTerminal two more come behind them: a
    # terminal, which becomes the controlling one of the command's session, and a socket
    # (SOCK_SEQPACKET) to the session's leader.
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

    # Sends a signal, by its number, to the command that was started by Run. One that asks a frozen
    # command to end (SIGHUP, SIGINT, SIGQUIT, SIGTERM) is a Quit, so that it is heard.
    # @permission user
    method Signal(
      launch: string,
      # @range 1..64
      signal: int
    ) -> ()

    # Starts the app, or brings it to the front.
    # @permission unlocked
    method Launch(app: string) -> (app: string, launch: string)

    # Takes the app, or every app that is there, from the screen.
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

    # Puts an app onto the device; the parameters up to isCooperative are those of its Info.plist,
    # and its entitlements.
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

    # How much of the disk apps use, by identifier; of one app, or of all installed ones. With `measures` they are measured
    # again, which takes as long as the disk needs: the reply is what is known now, with `progress` until all of them are
    # measured. isShort: caches are purged until enough of the disk is free.
    # @permission user
    method GetStorage(app: ?string, measures: ?bool) -> (
      freeBytes: ?int,
      totalBytes: ?int,
      isShort: bool,
      apps: []AppStorage,
      progress: ?StorageProgress
    )

    # Has the caches of an app removed; its data stays. An app that runs or is exempt is refused, and one that is suspended is
    # ended first. GetStorage says when it is done (isPurging) and what came of it (requestedPurge).
    # @permission user
    method PurgeCaches(app: string) -> ()

    # Tells that the program of an app is about to go into an archive, for its user: from now on only its user has it run, and
    # its program is brought back then. bundle: the folder that may go. An app that runs, is exempt or has no bundle of its own is
    # refused, and one that is suspended is ended; GetStorage says when it has no process any more. isDryRun: only refuse, or
    # say which folder it is.
    # @permission user
    method Offload(app: string, isDryRun: ?bool) -> (bundle: string)

    # Tells that the program of an app is where it was installed: the app runs for what it asked for, as before. A process of an
    # app tells it of its own.
    # @permission anyone
    method RestoreProgram(app: string) -> ()

    # Has the memory of a suspended app written to swap now. GetPaging says how far it is. Without swap it is refused.
    # @permission user
    method PageOut(app: string) -> ()

    # The suspended apps, by identifier, or one of them, and what of their memory is in swap.
    # @permission user
    method GetPaging(app: ?string) -> (apps: []PagedApp)

    # The status of an app and the latest decisions about it, oldest first.
    # @group Ledger
    # @permission user
    method Why(app: string) -> (app: App, decisions: []Decision)

    # The newest decisions after a row of the ledger, oldest first; with `follow`, which needs
    # `more`, then each later one as it is made, until the connection ends. before: only rows before that
    # one; if there is an `earlier`, call again with it as `before` for those before them.
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

    # Answers a frequent question about an app by its name, such as refreshNeverRan; without one, all
    # that the app gives rise to.
    # @permission user
    method Diagnose(app: string, question: ?Question) -> (answers: []Answer)

    # What apps used in the last hours, the one that has begun among them: on screen and off it, hour by hour; with an app,
    # its receipts. hours: 24 where it is missing, and at most 240.
    # @permission user
    method DescribeBattery(
      app: ?string,
      # @range 1..240
      hours: ?int
    ) -> (battery: Battery)

    # What the figures of the last 24 hours advise: nothing that they do not carry. apps: how many the caller's page has;
    # beginMicroseconds: of its first hour.
    # @permission user
    method GetAdvice() -> (advice: []Advice, apps: int, beginMicroseconds: int, atMicroseconds: int)

    # The settings of an app, or, without one, of the device. `scripts/generate` takes the reply from
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

    # Changes settings of an app or of the device; what is left out stays as it is. A setting of the
    # device on an app, or the other way round, is refused by its name.
    #
    # Every member but `app` is a setting. `@of` says whose, `@default` the value of one that was not
    # changed, `@zero` the word for 0. `@held`: the policy has the device's value among what else it
    # knows of it; all other settings are kept together, those that differ from their default.
    # `@saved always`: of an app, kept where it does not differ, too.
    # @permission device without app
    method ChangeSetting(
      app: ?string,
      # Whether apps are run in the background; `wifi`: only on Wi-Fi or by wire.
      # @of app device
      # @default on
      # @held
      # @saved always
      backgroundRefresh: ?BackgroundRefresh,
      # When the app may know where the device is.
      # @of app
      # @default always
      # @saved always
      location: ?LocationAuthorization,
      # How exactly the app may know it; `reduced`: within about 5 km, at most every quarter of an hour.
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
      # How long an app is frozen before its memory is written to swap; `never`: it is not.
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
      # Whether Low Power Mode begins by itself: on battery, when 20% are left, and again when 10% are.
      # @of device
      # @default off
      automaticLowPowerMode: ?bool,
      # How much energy may be used off screen in a day before background work waits for the next one; of an app: what
      # it uses; of the device: what all apps use together. On external power nothing waits for it (decision 0050).
      # @of app device
      # @default none
      # @zero none
      # @range 0..1000000
      energyAllowanceJoules: ?int,
      # How much data may be moved over networks off screen in a day before background work waits for the next one; of an
      # app: what it moves; of the device: what all apps move together (decision 0050).
      # @of app device
      # @default none
      # @zero none
      # @range 0..1000000000000
      dataAllowanceBytes: ?int,
      # Whether background work that needs a network waits for Wi-Fi or a cable.
      # @of app device
      # @default off
      wifiOnly: ?bool,
      # Whether downloads that an app starts off screen begin before the user opens it; `wifi`: only over Wi-Fi or a
      # cable (decision 0057).
      # @of app device
      # @default on
      automaticDownloads: ?AutomaticDownloads,
      # Whether apps that the desktop has started are adopted: frozen and thawed in their own groups (decision 0066).
      # @of device
      # @default off
      adoption: ?bool
    ) -> ()

    # Which settings of an app, or, without one, of the device, an administrator has fixed, and by which file; mistakes: what
    # is wrong with that file, each with its line.
    # @permission user
    method GetRestrictions(app: ?string) -> (settings: []string, file: ?string, mistakes: []string)

    # A program that the desktop has started, in a group of its own. app: the identifier of its .desktop file; absent where the
    # group names none. groups: their folders. isAdopted: it is governed now. obstacle: why it is not adopted, or would not be
    # frozen now; absent: it is frozen, or would be.
    type AdoptableApp (
      app: ?string,
      name: string,
      groups: []string,
      isAdopted: bool,
      state: ?ApplicationState,
      obstacle: ?string
    )

    # What the desktop has started, and what adoption does or would do with it now. The setting `adoption` turns it on. missing: what
    # adoption lacks as a whole. mistakes: what is wrong with the file of rules, each with its line. unsaved: why it is not saved yet
    # that adoption is on or off, a sentence.
    # @permission user
    method ListAdoptable() -> (
      isOn: bool,
      apps: []AdoptableApp,
      missing: []string,
      rulesPath: string,
      mistakes: []string,
      unsaved: ?string
    )

    # Keeps an app from being frozen or ended, for a time or until EndExemption.
    # @permission user
    method Exempt(
      app: string,
      # @range 1..
      microseconds: ?int
    ) -> ()

    # @permission user
    method EndExemption(app: string) -> ()

    # For developers: runs a pending task now, past its begin date and every condition; without
    # `app`, of whichever of the caller's apps has one of that identifier.
    # @permission user
    method SimulateLaunch(app: ?string, task: string) -> ()

    # For developers: ends the time of a running task now.
    # @permission user
    method SimulateExpiration(app: ?string, task: string) -> ()

    # The user cancels a running task, whose expiration handler is called, or removes a continued one that waits for
    # its turn, of which the app is not notified. Without `app`, of whichever of the caller's apps has one of that identifier.
    # @permission user
    method CancelTask(app: ?string, task: string) -> ()

    # Forgets when the user used the app, or, without it, when they used any.
    # @permission device without app
    method ForgetUsage(app: ?string) -> ()

    # The background work that waits or runs, of an app or of all that the caller may see, in the
    # order of apps, then of submission.
    # @permission user
    method ListActivities(app: ?string) -> (activities: []Activity)

    # When the user opens the app, as far as it was learned; nothing for an app that was never opened.
    # @permission user
    method DescribeUsage(app: string) -> (usage: ?Usage)

    # Gives the daemon a command that waits for its conditions, and outlives the caller, the daemon
    # and the machine's restarts. isNew: false where conflict kept a job of that name.
    #
    # name: letters, digits, '.', '_' and '-', at most 64, not only digits; made from the command
    # where it is missing. conflict, where the name is taken: refuse is the default.
    # network: none-needed (default), any, unmetered. at, every: calendar expressions of
    # systemd.time(7). deadlineWallMicroseconds: then it runs whatever its conditions are, but for a
    # network and the disk. after: names or numbers of jobs that must have finished well; where one
    # fails or is cancelled this job has failed too, and runs after all if that one is run again and
    # succeeds. afterAny: jobs that must have finished, successfully or not.
    # backoffMicroseconds: after the first failure; every further one doubles it. whenLost: expire is
    # the default.
    # onFailure: for /bin/sh, run once as the command is when it has failed permanently, with
    # TORPOR_JOB, TORPOR_JOB_NAME and TORPOR_JOB_RESULT in its environment; 10 minutes at most.
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

    # The jobs that the caller may see, by number, a page at a time: if there is a `next`, call again
    # with it as `after`. job: one of them, by its name or number.
    # @permission user
    method ListJobs(job: ?string, after: ?string) -> (jobs: []Job, next: ?string)

    # Takes a job back; one that runs is ended.
    # @permission user
    method CancelJob(job: string) -> ()

    # Runs a job now, regardless of its conditions; a finished one once more.
    # @permission user
    method RunJobNow(job: string) -> ()

    # Forgets a finished job, with its output; not one that another job waits for.
    # @permission user
    method RemoveJob(job: string) -> ()

    # What the runs of a job have printed, in base 64. offset: counted from the first byte that it
    # ever printed, or, below 0, from the end; in the reply, where the data begins, which is later
    # where older output was dropped. lengthMax: 256 KiB at most. total: all that was printed so far.
    # @permission user
    method JobOutput(
      job: string,
      offset: ?int,
      # @range 1..
      lengthMax: ?int
    ) -> (data: string, offset: int, total: int, isRunning: bool)

    # The same of an app that was started without streams: the last mebibyte. What a command of Run
    # has printed is kept for a day after its end.
    # @permission user
    method AppOutput(
      app: string,
      offset: ?int,
      # @range 1..
      lengthMax: ?int
    ) -> (data: string, offset: int, total: int, isRunning: bool)

    # Gives the daemon 1 to 256 transfers of the caller's own, which outlive the caller, the daemon and
    # the machine's restarts. Their numbers follow each other from `first`. isDiscretionary: they wait
    # for good conditions. allows…: they wait for another network otherwise. timeoutMicroseconds: how
    # long each may take with every retry (7 days); requestTimeoutMicroseconds: how long a connection
    # may be silent (60 s); connectionsPerHostMax: 1 to 16 (4).
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

    # The transfers that the caller may see, by number, a page at a time: if there is a `next`, call
    # again with it as `after`. transfer: that one, finished or not. includesOver: finished ones, too.
    # @permission user
    method ListTransfers(
      transfer: ?string,
      after: ?string,
      includesOver: ?bool
    ) -> (transfers: []Transfer, next: ?string)

    # Holds transfers until ResumeTransfers; 1 to 256 numbers in one call, as in the four that follow.
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

    # Begins failed or cancelled transfers again.
    # @permission user
    method RetryTransfers(
      # @count 1..256
      transfers: []string
    ) -> ()

    # Removes finished transfers from the list; the files stay.
    # @permission user
    method RemoveTransfers(
      # @count 1..256
      transfers: []string
    ) -> ()

    # Sends a push to an app, as a sender would. payload: its JSON, at most 4096 bytes, 5120 of a voip
    # one. priority: 1, 5 or 10; without them, by what the payload says. collapseIdentifier: at most 64
    # bytes; a later push of the same one replaces it.
    # lifetimeMicroseconds: how long it is worth delivering; 0: now or never. The decisions are those
    # that were made about the app because of it; isVisible: whether the user is to see something.
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

    # What has become of the last pushes that came to an app from a gateway, oldest first.
    # @permission user
    method ListPushes(
      # @bytes 1..256
      app: string
    ) -> (app: string, pushes: []ReceivedPush)

    # The notifications that apps have scheduled, or that were shown and not removed, by app. If there is a
    # `next`, call again with it as `after`.
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

    # The user taps a notification, answers it with an action, or dismisses it; without an action it is
    # a tap.
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

    # For developers: the device is here now. Root or the daemon's user may say so.
    # @permission device
    method Locate(
      # @range -90..90
      latitude: float,
      # @range -180..180
      longitude: float,
      # @range 0..41000000
      accuracyMetres: ?float
    ) -> ()

    # Ends the call that an app carries.
    # @permission user
    method EndCall(app: string) -> (
      # Whether it had one, that has ended now; null: the daemon is an earlier one, which does not say.
      hadCall: ?bool
    )

    # The accessories that are connected: those that the kernel shows, and those connected by a
    # call.
    # @permission user
    method ListAccessories() -> (accessories: []Accessory)

    # Connects an accessory that the kernel does not report, such as a terminal made by a
    # program; apps are notified of it as of any other. protocols: at most 16; device: its node, absolute. Root or
    # the daemon's user may say so.
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

    # Disconnects such an accessory.
    # @permission device
    method DisconnectAccessory(
      # @bytes 1..256
      name: string
    ) -> ()

    # A call of this interface, with the parameters of its method.
    type ExportedCall (method: string, parameters: object)

    # @group PushLink
    # Makes the caller the link to a push gateway, and tells it what concerns one: at once, and again after each turn in
    # which that has changed. The last caller is the link; the reply to the one before ends then.
    # topics: what apps want pushes for. priorityMin: what the gateway should hold back is below that. network: what the
    # device is connected by, if that is known. sleeps: how often the machine has slept since the link attached. channels: for
    # what programs want messages now. endedChannels: what the gateway is to forget. broadcasts: what apps wait for; the link
    # keeps what it has answered for, within 10 s; what is answered later is reverted (AnswerBroadcastChange).
    # knowsBroadcasts: whether the link does that; a link of before broadcast channels does not say so, and apps get
    # BroadcastsFailed.
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

    # What `torpor doctor` says of the connection to the gateway, in one line.
    # @permission link
    method ReportPushLink(
      isConnected: bool,
      # @bytes 1..1024
      text: string
    ) -> ()

    # The gateway has given an app a token, with which the app is answered if it waits for one. Without token: it gives none
    # now, and the app is answered with the device's own.
    # @permission link
    method SetPushToken(
      # @bytes 1..256
      topic: string,
      # @bytes 1..200
      token: ?string
    ) -> ()

    # Brings a push. It is answered when the push is saved: it is not lost from then on, and another of the same identifier
    # (its apns-id) is not delivered again. expirationWallMicroseconds: until when it is worth delivering, 0: now or never.
    # sentWallMicroseconds: when the gateway accepted it. channel: by which broadcast channel it has come; it may then have 5120
    # bytes. cause: why it was refused.
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

    # The link has done what an app wants of a broadcast channel, and keeps it. cause: why it has not. isLate: the app was told
    # that it failed; the link reverts what it has done. A link that has heard nothing of an answer, or that was started again, answers
    # again: what no app waits for changes nothing.
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

    # The gateway has given a channel the address to which its senders send.
    # @permission link
    method SetPushEndpoint(
      # @bytes 1..64
      channel: string,
      # @bytes 1..1000
      endpoint: string
    ) -> ()

    # The gateway has forgotten a channel that has ended.
    # @permission link
    method EndPushChannel(
      # @bytes 1..64
      channel: string
    ) -> ()

    # Brings a message of a channel. It is answered when its program has taken it, or cannot now: until then it is the
    # gateway's. identifier: what the answer of the program is told by; one that comes again is not delivered again.
    # data: the bytes as they were sent, in Base64.
    # @permission link
    method DeliverMessage(
      # @bytes 1..64
      channel: string,
      # @bytes 1..64
      identifier: string,
      # @bytes 1..6000
      data: string
    ) -> (outcome: MessageOutcome)

    # The calls that make an app with its settings and habits again on another machine, or a job that
    # has not finished, or, without either, the settings of the device: Install, ChangeSetting, AddUsage
    # and SubmitJob. They hold commands with their environment.
    # @group Daemon
    # @permission user
    method Export(app: ?string, job: ?string) -> (ownerUserID: int, calls: []ExportedCall)

    # Says when an app was opened on another device, at most 1024 times, besides what is known here.
    # @permission user
    method AddUsage(
      app: string,
      # @count 1024
      openedWallMicroseconds: []int
    ) -> ()

    # @permission anyone
    method GetVersion() -> (version: string, processID: int, stateFolder: string)

    # What this machine has and lacks.
    # @permission user
    method GetCapabilities() -> (capabilities: []Capability)

    # Why a recording has ended: it was stopped, has reached a limit, or a new journal was begun (journal).
    type RecordingEnd (stopped, size, age, journal)

    # A recording of what the device takes in and decides. path: of its file, which only the daemon's user can read.
    # inputs: how many have come since it began, with those that are missing in it. bytesMax, daysMax: it ends there. trouble:
    # why nothing can be written to it now.
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

    # Begins a recording, or says which one is there already: it has to be stopped, or replace has to be true. bytesMax: by default
    # 268435456; daysMax: by default 10, and at most that.
    # @permission device
    method StartRecording(bytesMax: ?int, daysMax: ?int, replace: ?bool) -> (isNew: bool, recording: Recording)

    # Ends the recording; wasRunning false: there was none that ran.
    # @permission device
    method StopRecording() -> (wasRunning: bool, recording: ?Recording)

    # @permission device
    method GetRecording() -> (recording: ?Recording)

    # The digest of the whole state after an entry of the journal, for tests of replay.
    # @permission device
    method GetDigest() -> (digest: string, sequence: string)

    # Nothing has that name.
    error UnknownApp (name: string, similar: []string, message: string)

    # Several apps have that name.
    error AmbiguousApp (name: string, apps: []string, message: string)

    # No such process is known.
    error UnknownLaunch (launch: string, message: string)

    error NotRunning (app: string, message: string)

    error AlreadyInstalled (app: string, message: string)

    # The app runs, and what it uses is not taken from it.
    error AppIsRunning (app: string, message: string)

    # The app is exempt, and is not ended to remove its caches.
    error AppIsExempt (app: string, message: string)

    # The app is the desktop's: it is only frozen and thawed.
    error AppIsAdopted (app: string, message: string)

    # The program of an app cannot go into an archive.
    error CannotOffload (app: string, cause: string, message: string)

    # Only memory of a frozen app is written to swap.
    error NotSuspended (app: string, message: string)

    # There is no swap to write memory to, or no room in it.
    error NoSwap (isFull: bool, message: string)

    # A plain command has no folder of its own.
    error NoContainer (app: string, message: string)

    # Nothing is started before the device was unlocked once.
    error BeforeFirstUnlock (app: string, message: string)

    error TooManyApps (limit: int, message: string)

    # An administrator has fixed these settings by that file.
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
