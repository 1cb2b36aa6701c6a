/// The interface between people's programs and the daemon.
package enum ControlInterface {
  package static let name = "io.torpor.Control"

  /// Counts up when the meaning of something changes; additions alone do not change it.
  package static let version = 1

  /// The description that `org.varlink.service` serves.
  package static let description = [
    types, AppInterface.noticeTypes, AppInterface.accessoryType, appNotification, methods, errors,
  ].joined(separator: "\n\n")

  private static let appNotification = #"""
    # A notification of an app; one that is not delivered waits for its trigger.
    # isShown: a desktop has said that it is on the screen.
    type AppNotification (
      app: string,
      isDelivered: bool,
      isShown: ?bool,
      dueMicroseconds: ?int,
      notification: Notification
    )
    """#

  /// What can be asked.
  private static let methods = #"""
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
    """#

  /// What is answered where it is refused.
  private static let errors = #"""
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
