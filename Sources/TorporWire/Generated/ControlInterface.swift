// Made from Interfaces/io.torpor.Control.varlink by scripts/generate; change that, not this.

/// io.torpor.Control, as its file describes it.
package enum ControlInterface {
  package static let name = "io.torpor.Control"

  /// The methods, in the order of the file.
  package enum Method: String, Hashable, Sendable, CaseIterable {
    case list = "List"
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
    case why = "Why"
    case log = "Log"
    case getSettings = "GetSettings"
    case changeSetting = "ChangeSetting"
    case exempt = "Exempt"
    case endExemption = "EndExemption"
    case simulateLaunch = "SimulateLaunch"
    case simulateExpiration = "SimulateExpiration"
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
    case diagnose = "Diagnose"
    case push = "Push"
    case listNotifications = "ListNotifications"
    case respond = "Respond"
    case locate = "Locate"
    case endCall = "EndCall"
    case listAccessories = "ListAccessories"
    case plugAccessory = "PlugAccessory"
    case unplugAccessory = "UnplugAccessory"
    case export = "Export"
    case addUsage = "AddUsage"
    case getVersion = "GetVersion"
    case getCapabilities = "GetCapabilities"
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
    case beforeFirstUnlock = "io.torpor.Control.BeforeFirstUnlock"
    case tooManyApps = "io.torpor.Control.TooManyApps"
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
    # An app is named by its identifier or by its name for people. Moments are microseconds on the
    # device's own time line, which never jumps; wallMicroseconds are since 1970. Numbers of 64 bits
    # that name something are decimal digits in strings.
    interface io.torpor.Control

    # One condition that a decision looked at: what, whether it spoke for the action, since when,
    # until when, and the name of the thing (a file, a task, a process).
    type Condition (
      reason: string,
      holds: bool,
      sinceMicroseconds: ?int,
      untilMicroseconds: ?int,
      subject: ?string
    )

    type Task (
      task: string,
      name: ?string,
      begunMicroseconds: int,
      isExpiring: bool
    )

    # Why a process ended. name: a termination code such as 0x8badf00d, or crash (signal),
    # exit (status), notStarted (errno; folder), killedFromOutside, jetsam, forceQuit, jobEnded,
    # exitsOnSuspend, uninstall, update, reboot, logout, unseen.
    type End (
      name: string,
      signal: ?int,
      status: ?int,
      errno: ?int,
      folder: ?string
    )

    # remaining: the command has ended, and so many processes that it started continue as the app.
    type Exit (
      launch: string,
      atMicroseconds: int,
      reason: End,
      remaining: ?int
    )

    # state: active, inactive, background, suspended or notRunning.
    # heldBy: what keeps it running or from being frozen; blockedBy: what would keep it from being
    # launched into the background now. Without timeRemainingMicroseconds the time is unlimited.
    type App (
      app: string,
      name: string,
      state: string,
      sinceMicroseconds: int,
      launch: ?string,
      pid: ?int,
      heldBy: []Condition,
      blockedBy: []Condition,
      tasks: []Task,
      timeRemainingMicroseconds: ?int,
      footprintBytes: ?int,
      foregroundMicroseconds: int,
      backgroundMicroseconds: int,
      lastExit: ?Exit,
      isCooperative: bool
    )

    # Which background work: one of the four. task: a request to the task scheduler, by its
    # identifier; fetch: the background fetch of the app; job: a command that waits; transfer: by its
    # number.
    type ActivityName (
      task: ?string,
      fetch: ?bool,
      job: ?string,
      transfer: ?string
    )

    # How long one condition has stood in the way, in all.
    type BlockedTime (
      reason: string,
      totalMicroseconds: int
    )

    # The next plausible moment, where a clock knows one, and what must change first by something
    # else than time.
    type Forecast (
      atMicroseconds: ?int,
      needs: []string
    )

    # Background work that waits or runs. A job has no app. type: appRefresh, processing,
    # healthResearch or continued, of a task. earliestMicroseconds: before when it does not run;
    # latestMicroseconds: by when the system tries to have run it. conditions: all that were looked
    # at, as they stand now; blocked: the longest first.
    type Activity (
      app: ?string,
      activity: ActivityName,
      type: ?string,
      submittedMicroseconds: int,
      earliestMicroseconds: ?int,
      latestMicroseconds: ?int,
      isRunning: bool,
      conditions: []Condition,
      blocked: []BlockedTime,
      forecast: Forecast
    )

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
      likelyHours: [](startLocalSecond: int, chancePermille: int),
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

    # name: exited (status), signalled (signal), timedOut, conditionLost (reason: the condition),
    # cancelled, interrupted (the machine restarted), notStarted (errno; folder: the working directory,
    # where that cannot be entered), unseen.
    type JobRunEnd (
      name: string,
      status: ?int,
      signal: ?int,
      errno: ?int,
      reason: ?string,
      folder: ?string
    )

    # A command that waits for its conditions; the fields up to onFailure are those of SubmitJob.
    # after, afterAny: numbers of jobs. failedBefore: of a job that failed without running, the job
    # before it and what became of that. failureRun: the run of the onFailure command. state: waiting, running, paused, ending, done, failed or cancelled.
    # conditions: all that were looked at, as they stand now, of one that waits or is paused.
    # runs: the last sixteen, oldest first.
    type Job (
      job: string,
      name: string,
      ownerUserID: int,
      command: string,
      conflict: string,
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
      whenLost: string,
      onFailure: ?string,
      submittedMicroseconds: int,
      state: string,
      launch: ?string,
      conditions: []Condition,
      blocked: []BlockedTime,
      forecast: Forecast,
      runs: []JobRun,
      failedBefore: ?string,
      failureRun: ?JobRun
    )

    type Header (name: string, value: string)

    # path: absolute; with isFolder the folder that the file goes into, under the name that the server
    # gives it. replaces: a file of that name is replaced; the new one is called NAME.1 otherwise.
    type Destination (path: string, isFolder: ?bool, replaces: ?bool, makesFolders: ?bool)

    # A transfer that is asked for. direction: download (destination) or upload (file: absolute, what
    # is sent). url: http or https, at most 8 KiB, without a user. headers: at most 64, 32 KiB
    # together. sha256: what the file must have, in lower case. resumption, of an upload: automatic,
    # none or tus. label: at most 1 KiB.
    type NewTransfer (
      direction: ?string,
      url: string,
      method: ?string,
      headers: ?[]Header,
      file: ?string,
      sha256: ?string,
      bytesPerSecondMax: ?int,
      resumption: ?string,
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

    # A transfer: a user's own (ownerUserID) or an app's. state: queued, running, waiting, suspended,
    # completed, failed or cancelled. blockers: what it waits for. lastErrorCode, errorCode: as in
    # NSURLErrorDomain, or 1 httpStatus, 2 digestMismatch, 3 diskFull. From endedMicroseconds on: how
    # it ended. destination: the file, or with a final slash the folder, that was asked for; path: where
    # the file lies. progress: while it runs.
    type Transfer (
      transfer: string,
      app: ?string,
      ownerUserID: ?int,
      session: string,
      direction: string,
      state: string,
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
      progress: ?(bytes: int, totalBytes: ?int, bytesPerSecond: int),
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

    # One possible cause. finding: found, ruledOut, unseen (the evidence does not tell), rule (so for
    # every app). reason: of a cause that is a condition of the policy (obstacle, hold, breach).
    type Check (
      cause: string,
      finding: string,
      text: string,
      reason: ?string,
      subject: ?string,
      sinceMicroseconds: ?int,
      untilMicroseconds: ?int,
      lengthMicroseconds: ?int
    )

    # name: install, remove, launch (destination, wakeReason), moveToForeground, moveToBackground,
    # freeze, thaw, end (end), endCommand (end, remaining: processes that continue), beginTask,
    # endTask, expireTask (task, taskName), wake (wakeReason),
    # warnOfMemory, pageOut, exempt, endExemption, changeSettings, submit, cancel, run, expire (activity),
    # finish (activity, result: newData, noData, failed, success or failure), endUse (use: audio,
    # location, accessory, bluetooth, socket or channel, which the app has no mode for), schedule and
    # show (notification), sleep (lengthMicroseconds: for how long the machine slept), sleepAgain.
    type Action (
      name: string,
      destination: ?string,
      wakeReason: ?string,
      task: ?string,
      taskName: ?string,
      end: ?End,
      activity: ?ActivityName,
      result: ?string,
      use: ?string,
      notification: ?string,
      remaining: ?int,
      lengthMicroseconds: ?int
    )

    # verdict: done, denied or waiting.
    type Decision (
      sequence: string,
      atMicroseconds: int,
      wallMicroseconds: int,
      app: ?string,
      launch: ?string,
      action: Action,
      verdict: string,
      conditions: []Condition
    )

    # A decision without its place in the ledger.
    type ShownDecision (
      atMicroseconds: int,
      app: ?string,
      launch: ?string,
      action: Action,
      verdict: string,
      conditions: []Condition
    )

    # The answer to a frequent question. number: 1 to 32; checks: in the order in which they are
    # worth looking at; shownBy: the decisions that show it, oldest first; forecast: of the work that
    # it is about.
    type Answer (
      question: string,
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
      profile: string,
      isLocked: bool,
      hasPasscode: bool,
      backgroundRefresh: string,
      lowPowerMode: bool,
      appCount: int,
      runningCount: int,
      suspendedCount: int,
      sequence: string,
      memoryLevel: ?string,
      memoryAvailableBytes: ?int,
      memoryTotalBytes: ?int,
      isOnExternalPower: ?bool,
      batteryPercent: ?int,
      network: ?string,
      thermal: ?string
    )

    type Capability (
      name: string,
      isAvailable: bool,
      text: string
    )

    # A circle on the map. identifier: at most 256 bytes; a second region of that name takes its place.
    type Region (
      identifier: string,
      latitude: float,
      longitude: float,
      radiusMetres: float,
      notifyOnEntry: ?bool,
      notifyOnExit: ?bool
    )

    # When a notification is shown. type: interval (microseconds from now), calendar (the parts that a
    # date must have, in local time wherever the device is; weekday 1 is Sunday) or region.
    type Trigger (
      type: string,
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
    # default sound is heard; soundName: that file of the app instead. level: passive, active,
    # timeSensitive or critical. userInfo: the app's own words, JSON in a string. At most 7 KiB in all;
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
      level: ?string,
      userInfo: ?string,
      trigger: ?Trigger
    )

    # An external accessory. protocols: what it speaks; none: nothing says so. device: its node.
    # isDeclared: whether a call said that it is there, and not the kernel.
    type Accessory (
      name: string,
      protocols: []string,
      device: ?string,
      vendor: ?string,
      product: ?string,
      serialNumber: ?string,
      isDeclared: bool
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

    # Every app with its status, by identifier.
    method List() -> (apps: []App)

    method Status() -> (device: Device)

    # Runs a command as an app that is forgotten when it ends. Three descriptors may be sent beside
    # the call (SCM_RIGHTS): the command's standard input, output and error. Without them it reads
    # nothing, and AppOutput gives what it prints. With hasTerminal two more come behind them: a
    # terminal, which becomes the controlling one of the command's session, and a socket
    # (SOCK_SEQPACKET) to the session's leader.
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
    method Wait(launch: string) -> (exit: Exit)

    # Sends a signal, by its number, to the command that was started by Run. One that asks a frozen
    # command to end (SIGHUP, SIGINT, SIGQUIT, SIGTERM) is a Quit, so that it is heard.
    method Signal(launch: string, signal: int) -> ()

    # Starts the app, or brings it to the front.
    method Launch(app: string) -> (app: string, launch: string)

    # Takes the app, or every app that is there, from the screen.
    method Home(app: ?string) -> ()

    # Removes the app from the app switcher: it ends, and is not started in the background until the
    # user opens it.
    method Quit(app: string) -> ()

    method Lock() -> ()

    method Unlock() -> ()

    # Puts an app onto the device; the parameters up to isCooperative are those of its Info.plist,
    # and its entitlements.
    method Install(
      identifier: string,
      name: ?string,
      backgroundModes: ?[]string,
      permittedTaskIdentifiers: ?[]string,
      accessoryProtocols: ?[]string,
      entitlements: ?[]string,
      exitsOnSuspend: ?bool,
      isCooperative: ?bool,
      executable: string,
      arguments: []string,
      environment: ?[]string,
      workingDirectory: string,
      replaces: ?bool
    ) -> ()

    method Uninstall(app: string) -> ()

    # The status of an app and the latest decisions about it, oldest first.
    method Why(app: string) -> (app: App, decisions: []Decision)

    # The newest decisions after a row of the ledger, oldest first; with `follow`, which needs
    # `more`, then each later one as it is made, until the connection ends.
    method Log(
      app: ?string,
      after: ?string,
      count: ?int,
      follow: ?bool
    ) -> (decisions: []Decision)

    # The settings of an app (the first five), or of the device (all but the middle four).
    method GetSettings(app: ?string) -> (
      backgroundRefresh: string,
      location: ?string,
      locationAccuracy: ?string,
      allowsNotifications: ?bool,
      allowsMicrophone: ?bool,
      lowPowerMode: ?bool,
      profile: ?string,
      memoryVictims: ?string,
      pageOutMicroseconds: ?int,
      sleepAgain: ?bool,
      jobNotifications: ?bool
    )

    # Changes settings of an app or of the device; what is left out stays as it is.
    # backgroundRefresh: on, off, wifi. location: never, whenInUse, always.
    # locationAccuracy: full, reduced. profile: ios4, ios6, ios7, ios8, ios10, ios13, ios26, linux.
    # memoryVictims: largestFirst, leastRecentlyUsedFirst, leastMissedFirst.
    # pageOutMicroseconds: how long an app is frozen before its memory goes to swap, at most a week;
    # 0: it never does. sleepAgain: whether a machine that was woken for an alarm sleeps again after it.
    # jobNotifications: whether users are shown on their desktops that a job of theirs has failed.
    method ChangeSetting(
      app: ?string,
      backgroundRefresh: ?string,
      location: ?string,
      locationAccuracy: ?string,
      allowsNotifications: ?bool,
      allowsMicrophone: ?bool,
      lowPowerMode: ?bool,
      profile: ?string,
      memoryVictims: ?string,
      pageOutMicroseconds: ?int,
      sleepAgain: ?bool,
      jobNotifications: ?bool
    ) -> ()

    # Keeps an app from being frozen or ended, for a time or until EndExemption.
    method Exempt(app: string, microseconds: ?int) -> ()

    method EndExemption(app: string) -> ()

    # For developers: runs a pending task now, past its begin date and every condition; without
    # `app`, of whichever of the caller's apps has one of that identifier.
    method SimulateLaunch(app: ?string, task: string) -> ()

    # For developers: ends the time of a running task now.
    method SimulateExpiration(app: ?string, task: string) -> ()

    # Forgets when the user used the app, or, without it, when they used any.
    method ForgetUsage(app: ?string) -> ()

    # The background work that waits or runs, of an app or of all that the caller may see, in the
    # order of apps, then of submission.
    method ListActivities(app: ?string) -> (activities: []Activity)

    # When the user opens the app, as far as it was learned; nothing for an app that was never opened.
    method DescribeUsage(app: string) -> (usage: ?Usage)

    # Gives the daemon a command that waits for its conditions, and outlives the caller, the daemon
    # and the machine's restarts. isNew: false where conflict kept a job of that name.
    #
    # name: letters, digits, '.', '_' and '-', at most 64, not digits alone; made from the command
    # where it is missing. conflict, where the name is taken: refuse (default), replace, keep, once.
    # network: none-needed (default), any, unmetered. at, every: calendar expressions of
    # systemd.time(7). deadlineWallMicroseconds: then it runs whatever its conditions are, but for a
    # network and the disk. after: names or numbers of jobs that must have finished well; where one
    # fails or is cancelled this job has failed too, and runs after all if that one is run again and
    # succeeds. afterAny: jobs that must have finished, well or not.
    # backoffMicroseconds: after the first failure; every further one doubles it. whenLost, when a
    # condition is lost while it runs: expire (default; it is ended and waits again) or pause.
    # onFailure: for /bin/sh, run once as the command is when it has failed for good, with
    # TORPOR_JOB, TORPOR_JOB_NAME and TORPOR_JOB_RESULT in its environment; 10 minutes at most.
    method SubmitJob(
      name: ?string,
      conflict: ?string,
      command: string,
      externalPower: ?bool,
      batteryPercentMin: ?int,
      network: ?string,
      idleMicroseconds: ?int,
      isCool: ?bool,
      freeBytesMin: ?int,
      at: ?string,
      every: ?string,
      notBeforeWallMicroseconds: ?int,
      deadlineWallMicroseconds: ?int,
      after: ?[]string,
      afterAny: ?[]string,
      retriesMax: ?int,
      backoffMicroseconds: ?int,
      timeoutMicroseconds: ?int,
      whenLost: ?string,
      onFailure: ?string,
      executable: string,
      arguments: []string,
      environment: []string,
      workingDirectory: string
    ) -> (job: string, name: string, isNew: bool)

    # The jobs that the caller may see, by number, a page at a time: where `next` comes, call again
    # with it as `after`. job: one of them, by its name or number.
    method ListJobs(job: ?string, after: ?string) -> (jobs: []Job, next: ?string)

    # Takes a job back; one that runs is ended.
    method CancelJob(job: string) -> ()

    # Runs a job now, past every condition; a finished one once more.
    method RunJobNow(job: string) -> ()

    # Forgets a finished job, with its output; not one that another job waits for.
    method RemoveJob(job: string) -> ()

    # What the runs of a job have printed, in base 64. offset: counted from the first byte that it
    # ever printed, or, below 0, from the end; in the reply, where the data begins, which is later
    # where older output was dropped. lengthMax: 256 KiB at most. total: all that was printed so far.
    method JobOutput(
      job: string,
      offset: ?int,
      lengthMax: ?int
    ) -> (data: string, offset: int, total: int, isRunning: bool)

    # The same of an app that was started without streams: the last mebibyte. What a command of Run
    # has printed is kept for a day after its end.
    method AppOutput(
      app: string,
      offset: ?int,
      lengthMax: ?int
    ) -> (data: string, offset: int, total: int, isRunning: bool)

    # Gives the daemon 1 to 256 transfers of the caller's own, which outlive the caller, the daemon and
    # the machine's restarts. Their numbers follow each other from `first`. isDiscretionary: they wait
    # for good conditions. allows…: they wait for another network otherwise. timeoutMicroseconds: how
    # long each may take with every retry (7 days); requestTimeoutMicroseconds: how long a connection
    # may be silent (60 s); connectionsPerHostMax: 1 to 16 (4).
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

    # The transfers that the caller may see, by number, a page at a time: where `next` comes, call
    # again with it as `after`. transfer: that one, over or not. includesOver: those that are over, too.
    method ListTransfers(
      transfer: ?string,
      after: ?string,
      includesOver: ?bool
    ) -> (transfers: []Transfer, next: ?string)

    # Holds transfers until ResumeTransfers; 1 to 256 numbers in one call, as in the four that follow.
    method PauseTransfers(transfers: []string) -> ()

    method ResumeTransfers(transfers: []string) -> ()

    # Takes transfers back; what was received goes.
    method CancelTransfers(transfers: []string) -> ()

    # Begins failed or cancelled transfers again.
    method RetryTransfers(transfers: []string) -> ()

    # Forgets transfers that are over; the files stay.
    method RemoveTransfers(transfers: []string) -> ()

    # Answers a frequent question about an app by its name, such as refreshNeverRan; without one, all
    # that the app gives rise to.
    method Diagnose(app: string, question: ?string) -> (answers: []Answer)

    # Sends a push to an app, as a sender would. payload: its JSON, at most 4096 bytes, 5120 of a voip
    # one. type: alert, background, voip or pushtotalk (of the channel that the app has joined);
    # priority: 1, 5 or 10; without them, by what the payload says. collapseIdentifier: at most 64
    # bytes; a later push of the same one takes its place.
    # lifetimeMicroseconds: how long it is worth delivering; 0: now or never. The decisions are those
    # that were made about the app because of it; isVisible: whether the user is to see something.
    method Push(
      app: string,
      payload: string,
      type: ?string,
      priority: ?int,
      collapseIdentifier: ?string,
      lifetimeMicroseconds: ?int
    ) -> (app: string, isVisible: bool, decisions: []Decision)

    # The notifications that apps have scheduled, or that were shown and not removed, by app. Where
    # `next` comes, call again with it as `after`.
    method ListNotifications(app: ?string, after: ?int) -> (
      notifications: []AppNotification,
      next: ?int
    )

    # The user taps a notification, answers it with an action, or dismisses it; without an action it is
    # a tap.
    method Respond(app: string, notification: string, action: ?string, text: ?string) -> ()

    # For developers: the device is here now. Root or the daemon's user may say so.
    method Locate(latitude: float, longitude: float, accuracyMetres: ?float) -> ()

    # Ends the call that an app carries.
    method EndCall(app: string) -> ()

    # The accessories that are connected: those that the kernel shows, and those that were plugged by a
    # call.
    method ListAccessories() -> (accessories: []Accessory)

    # Says that an accessory is there, of which the kernel tells nothing, as of a terminal made by a
    # program; apps hear of it as of any other. protocols: at most 16; device: its node, absolute. Root or
    # the daemon's user may say so.
    method PlugAccessory(
      name: string,
      protocols: ?[]string,
      device: ?string,
      vendor: ?string,
      product: ?string,
      serialNumber: ?string
    ) -> ()

    # Takes such an accessory away.
    method UnplugAccessory(name: string) -> ()

    # A call of this interface, with the parameters of its method.
    type ExportedCall (method: string, parameters: object)

    # The calls that make an app with its settings and habits again on another machine, or a job that
    # has not finished, or, without either, the settings of the device: Install, ChangeSetting, AddUsage
    # and SubmitJob. They hold commands with their environment.
    method Export(app: ?string, job: ?string) -> (ownerUserID: int, calls: []ExportedCall)

    # Says when an app was opened on another device, at most 1024 times, besides what is known here.
    method AddUsage(app: string, openedWallMicroseconds: []int) -> ()

    method GetVersion() -> (version: string, processID: int, stateFolder: string)

    # What this machine has and lacks.
    method GetCapabilities() -> (capabilities: []Capability)

    # The digest of the whole state after an entry of the journal, for tests of replay.
    method GetDigest() -> (digest: string, sequence: string)

    # Nothing has that name.
    error UnknownApp (name: string, similar: []string, message: string)

    # Several apps have that name.
    error AmbiguousApp (name: string, apps: []string, message: string)

    # No such process is known.
    error UnknownLaunch (launch: string, message: string)

    error NotRunning (app: string, message: string)

    error AlreadyInstalled (app: string, message: string)

    # Nothing is started before the device was unlocked once.
    error BeforeFirstUnlock (app: string, message: string)

    error TooManyApps (limit: int, message: string)

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
