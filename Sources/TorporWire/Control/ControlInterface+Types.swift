extension ControlInterface {
  /// The head of the description, and the types that its methods speak of.
  static let types = #"""
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
    """#
}
