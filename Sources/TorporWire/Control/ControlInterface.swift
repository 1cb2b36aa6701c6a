/// The interface between people's programs and the daemon.
package enum ControlInterface {
  package static let name = "io.torpor.Control"

  /// Counts up when the meaning of something changes; additions alone do not change it.
  package static let version = 1

  /// The description that `org.varlink.service` serves.
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
    # exit (status), notStarted (errno), killedFromOutside, jetsam, forceQuit, jobEnded,
    # exitsOnSuspend, uninstall, update, reboot, unseen.
    type End (
      name: string,
      signal: ?int,
      status: ?int,
      errno: ?int
    )

    type Exit (
      launch: string,
      atMicroseconds: int,
      reason: End
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
    # cancelled, interrupted (the machine restarted), notStarted (errno), unseen.
    type JobRunEnd (
      name: string,
      status: ?int,
      signal: ?int,
      errno: ?int,
      reason: ?string
    )

    # A command that waits for its conditions; the fields up to whenLost are those of SubmitJob.
    # after: numbers of jobs. state: waiting, running, paused, ending, done, failed or cancelled.
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
      retriesMax: int,
      backoffMicroseconds: int,
      timeoutMicroseconds: ?int,
      whenLost: string,
      submittedMicroseconds: int,
      state: string,
      launch: ?string,
      conditions: []Condition,
      blocked: []BlockedTime,
      forecast: Forecast,
      runs: []JobRun
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
    type Challenge (host: string, scheme: string, realm: ?string, isProxy: ?bool)

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
    # freeze, thaw, end (end), beginTask, endTask, expireTask (task, taskName), wake (wakeReason),
    # warnOfMemory, exempt, endExemption, changeSettings, submit, cancel, run, expire (activity),
    # finish (activity, result: newData, noData, failed, success or failure).
    type Action (
      name: string,
      destination: ?string,
      wakeReason: ?string,
      task: ?string,
      taskName: ?string,
      end: ?End,
      activity: ?ActivityName,
      result: ?string
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

    # Every app with its status, by identifier.
    method List() -> (apps: []App)

    method Status() -> (device: Device)

    # Runs a command as an app that is forgotten when it ends. Three descriptors may be sent beside
    # the call (SCM_RIGHTS): the command's standard input, output and error.
    method Run(
      identifier: ?string,
      name: ?string,
      executable: string,
      arguments: []string,
      environment: []string,
      workingDirectory: string
    ) -> (app: string, launch: string)

    # Replies when the process has ended.
    method Wait(launch: string) -> (exit: Exit)

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

    # The settings of an app (the first four), or of the device (all but the middle three).
    method GetSettings(app: ?string) -> (
      backgroundRefresh: string,
      location: ?string,
      allowsNotifications: ?bool,
      allowsMicrophone: ?bool,
      lowPowerMode: ?bool,
      profile: ?string,
      memoryVictims: ?string
    )

    # Changes settings of an app or of the device; what is left out stays as it is.
    # backgroundRefresh: on, off, wifi. location: never, whenInUse, always. profile: ios4, ios6,
    # ios7, ios8, ios10, ios13, ios26, linux. memoryVictims: largestFirst, leastRecentlyUsedFirst.
    method ChangeSetting(
      app: ?string,
      backgroundRefresh: ?string,
      location: ?string,
      allowsNotifications: ?bool,
      allowsMicrophone: ?bool,
      lowPowerMode: ?bool,
      profile: ?string,
      memoryVictims: ?string
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
    # network and the disk. after: names or numbers of jobs that must have finished well.
    # backoffMicroseconds: after the first failure; every further one doubles it. whenLost, when a
    # condition is lost while it runs: expire (default; it is ended and waits again) or pause.
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
      retriesMax: ?int,
      backoffMicroseconds: ?int,
      timeoutMicroseconds: ?int,
      whenLost: ?string,
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

    method GetVersion() -> (version: string, processID: int, stateFolder: string)

    # What this machine has and lacks.
    method GetCapabilities() -> (capabilities: []Capability)

    # The digest of the whole state after an entry of the journal, for tests of replay.
    method GetDigest() -> (digest: string, sequence: string)

    # Nothing has that name.
    error UnknownApp (name: string, similar: []string, message: string)

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
