package import TorporModel

/// What a person's program asks of the daemon, as a call of `io.torpor.Control`.
///
/// Apps are named as the person typed them: by identifier or by name for people. The host looks the
/// name up and refuses with `Refusal.unknownApp` where nothing has it.
package enum ControlMethod: Hashable, Sendable {
  /// Every app with its status.
  case list
  /// The device as a whole.
  case status
  /// Starts a command as an app; its streams come as three descriptors beside the call, and behind them
  /// its terminal and the socket to the session's leader.
  case run(RunRequest)
  /// Replies when the process has ended.
  case wait(LaunchIdentifier)
  /// Sends a signal to a command that was started by `run`.
  case signal(LaunchIdentifier, number: Int32)
  /// Starts an app, or brings it to the front.
  case launch(app: String)
  /// Takes an app, or all that are there, from the screen.
  case home(app: String?)
  /// Removes an app from the app switcher.
  case quit(app: String)
  case lock
  case unlock
  case install(InstallRequest)
  case uninstall(app: String)
  /// The status of an app and the decisions about it.
  case why(app: String)
  case log(LogQuery)
  /// The settings of an app, or of the device.
  case getSettings(app: String?)
  case changeSetting(SettingChange)
  /// Keeps an app from being frozen or ended; `nil`: until taken back.
  case exempt(app: String, lasting: Duration?)
  case endExemption(app: String)
  /// Runs a pending task now, past every condition; `nil` app: whoever has one of that identifier.
  case simulateLaunch(app: String?, task: String)
  /// Ends the time of a running task now; `nil` app: as above.
  case simulateExpiration(app: String?, task: String)
  /// Forgets when an app was used; `nil`: when any was.
  case forgetUsage(app: String?)
  /// The background work that waits or runs, of an app or of all.
  case activities(app: String?)
  /// What is known of when the user opens an app.
  case usage(app: String)
  /// Gives the daemon a command that waits for its conditions.
  case submitJob(JobSubmission)
  /// The jobs that the caller may see, of which a name or number may choose one; a page of them.
  case jobs(JobQuery)
  /// Takes a job back, and ends it if it runs.
  case cancelJob(job: String)
  /// Runs a job now, past every condition; a finished one once more.
  case runJobNow(job: String)
  /// Forgets a finished job, with its output.
  case removeJob(job: String)
  /// A piece of what the runs of a job have printed.
  case jobOutput(JobOutputQuery)
  /// A piece of what an app has printed that was started without streams.
  case appOutput(AppOutputQuery)
  /// Gives the daemon transfers of the caller's own.
  case submitTransfers(TransferSubmission)
  /// The transfers that the caller may see, a page of them.
  case transfers(TransferQuery)
  /// Pauses, resumes, cancels, retries or removes transfers; all of them, or none where one is refused.
  case steerTransfers([TransferIdentifier], TransferSteering)
  /// The answer to a frequent question about an app; `nil`: to all that it gives rise to.
  case diagnose(app: String, question: Question?)
  /// Sends a push to an app.
  case push(PushSubmission)
  /// The notifications that are scheduled or were shown, a page of them.
  case notifications(NotificationQuery)
  /// Answers a notification for the user.
  case respond(ResponseSubmission)
  /// Says where the device is, for developers.
  case locate(FixSubmission)
  /// Ends the call that an app carries.
  case endCall(app: String)
  /// The accessories that are connected.
  case accessories
  /// Says that an accessory is there, of which the kernel tells nothing.
  case plugAccessory(Accessory)
  /// Says that such an accessory is gone.
  case unplugAccessory(name: String)
  /// The calls that make a thing of the caller's again on another machine.
  case export(ExportSubject)
  /// Says when an app was opened on another device.
  case addUsage(UsageAddition)
  case version
  /// What this machine has and lacks.
  case capabilities
  /// The digest of the device's state, for tests.
  case digest
}

/// A command to be run as an app.
///
/// Whose process it is comes from the caller's connection.
package struct RunRequest: Hashable, Sendable, Codable {
  /// The identifier; without it one is made from the executable's name.
  package var identifier: AppIdentifier?
  /// The name for people; without it the identifier.
  package var name: String?
  /// The path of the executable; absolute.
  package var executable: String
  /// The arguments, with the name of the program first.
  package var arguments: [String]
  /// `NAME=value`, the whole environment.
  package var environment: [String]
  /// Where it starts; absolute.
  package var workingDirectory: String
  /// Whether a terminal comes behind the streams, for a session of the command's own.
  package var hasTerminal: Bool?

  package init(
    identifier: AppIdentifier? = nil,
    name: String? = nil,
    executable: String,
    arguments: [String],
    environment: [String],
    workingDirectory: String,
    hasTerminal: Bool? = nil
  ) {
    self.hasTerminal = hasTerminal
    self.identifier = identifier
    self.name = name
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
  }
}

/// An app to be put onto the device.
///
/// Whose it is comes from the caller's connection.
package struct InstallRequest: Hashable, Sendable {
  package var manifest: AppManifest
  package var executable: String
  package var arguments: [String]
  package var environment: [String]
  package var workingDirectory: String
  /// Whether an app of that identifier is replaced instead of refused.
  package var replaces: Bool

  package init(
    manifest: AppManifest,
    executable: String,
    arguments: [String],
    environment: [String] = [],
    workingDirectory: String,
    replaces: Bool = false
  ) {
    self.manifest = manifest
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.replaces = replaces
  }
}

/// Which decisions are asked for.
package struct LogQuery: Hashable, Sendable {
  package var app: String?
  /// Only later ones than that row of the ledger; 0 is before the first.
  package var after: UInt64
  /// The newest that many; `nil` leaves it to the daemon.
  package var countMax: Int?
  /// Whether later ones are sent as they are made, until the connection ends; needs `more`.
  package var follows: Bool

  package init(
    app: String? = nil,
    after: UInt64 = 0,
    countMax: Int? = nil,
    follows: Bool = false
  ) {
    self.app = app
    self.after = after
    self.countMax = countMax
    self.follows = follows
  }
}

/// New values for settings of one app or of the device; what is `nil` stays as it is.
package enum SettingChange: Hashable, Sendable {
  case app(String, AppSettingsChange)
  case device(DeviceSettingsChange)
}

/// New values for the settings of one app; what is `nil` stays as it is.
package struct AppSettingsChange: Hashable, Sendable {
  package var backgroundRefresh: BackgroundRefresh?
  package var location: LocationAuthorization?
  package var locationAccuracy: LocationAccuracy?
  package var allowsNotifications: Bool?
  package var allowsMicrophone: Bool?

  package init(
    backgroundRefresh: BackgroundRefresh? = nil,
    location: LocationAuthorization? = nil,
    locationAccuracy: LocationAccuracy? = nil,
    allowsNotifications: Bool? = nil,
    allowsMicrophone: Bool? = nil
  ) {
    self.backgroundRefresh = backgroundRefresh
    self.location = location
    self.locationAccuracy = locationAccuracy
    self.allowsNotifications = allowsNotifications
    self.allowsMicrophone = allowsMicrophone
  }

  /// The settings after the change.
  package func applied(to settings: AppSettings) -> AppSettings {
    AppSettings(
      backgroundRefresh: backgroundRefresh ?? settings.backgroundRefresh,
      location: location ?? settings.location,
      locationAccuracy: locationAccuracy ?? settings.locationAccuracy,
      allowsNotifications: allowsNotifications ?? settings.allowsNotifications,
      allowsMicrophone: allowsMicrophone ?? settings.allowsMicrophone
    )
  }
}

/// New values for the settings of the device; what is `nil` stays as it is.
package struct DeviceSettingsChange: Hashable, Sendable {
  package var backgroundRefresh: BackgroundRefresh?
  package var lowPowerMode: Bool?
  package var profile: ProfileName?
  package var memoryVictims: MemoryVictimOrder?
  /// How long an app is frozen before its memory goes to swap; zero: it never does.
  package var pageOutAfter: Duration?
  package var sleepAgain: Bool?
  package var jobNotifications: Bool?

  package init(
    backgroundRefresh: BackgroundRefresh? = nil,
    lowPowerMode: Bool? = nil,
    profile: ProfileName? = nil,
    memoryVictims: MemoryVictimOrder? = nil,
    pageOutAfter: Duration? = nil,
    sleepAgain: Bool? = nil,
    jobNotifications: Bool? = nil
  ) {
    self.backgroundRefresh = backgroundRefresh
    self.lowPowerMode = lowPowerMode
    self.profile = profile
    self.memoryVictims = memoryVictims
    self.pageOutAfter = pageOutAfter
    self.sleepAgain = sleepAgain
    self.jobNotifications = jobNotifications
  }
}
