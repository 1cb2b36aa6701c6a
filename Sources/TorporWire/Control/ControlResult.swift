package import TorporModel

/// What the daemon answers to a call of `io.torpor.Control`.
package enum ControlResult: Hashable, Sendable {
  /// It was done; to `home`, `quit`, `lock` and the like.
  case done
  /// To `list`.
  case apps([AppStatus])
  /// To `status`.
  case device(DeviceStatus)
  /// To `run` and `launch`.
  case launched(app: AppIdentifier, launch: LaunchIdentifier)
  /// To `wait`.
  case ended(ExitRecord)
  /// To `why`.
  case explained(AppStatus, [LoggedDecision])
  /// To `activities`, in the order of apps, then of submission.
  case activities([ActivityStatus])
  /// To `usage`; `nil` for an app that was never opened.
  case usage(UsageStatus?)
  /// To `submitJob`; `isNew` is false where a job of the name stays as it is.
  case submitted(job: JobIdentifier, name: String, isNew: Bool)
  /// To `jobs`, by number; where there are more, `next` is the `after` of the next page.
  case jobs([JobStatus], next: JobIdentifier?)
  /// To `jobOutput`.
  case jobOutput(JobOutput)
  /// To `submitTransfers`; their numbers follow each other.
  case transfersAccepted(first: TransferIdentifier, count: Int)
  /// To `transfers`, by number; where there are more, `next` is the `after` of the next page.
  case transfers([TransferRow], next: TransferIdentifier?)
  /// To `diagnose`, in the order of the questions.
  case diagnosed([Diagnosis])
  /// To `push`: what was decided about the app because of it, oldest first; `isVisible`: whether the
  /// user is to see something.
  case pushed(app: AppIdentifier, isVisible: Bool, [LoggedDecision])
  /// To `notifications`, by app; where there are more, `next` is the `after` of the next page.
  case notifications([NotificationRow], next: Int?)
  /// To `accessories`, in the order in which they were connected.
  case accessories([Accessory])
  /// To `export`.
  case exported(Exported)
  /// To `log`, oldest first; one of several with `more`.
  case decisions([LoggedDecision])
  /// To `getSettings` with an app.
  case appSettings(AppSettings)
  /// To `getSettings` without one.
  case deviceSettings(DeviceSettings)
  /// To `version`.
  case version(VersionInformation)
  /// To `capabilities`.
  case capabilities([Capability])
  /// To `digest`: the digest of the state after the journal's entry of that number.
  case digest(StateDigest, sequence: UInt64)
}

/// A decision with its place in the ledger.
package struct LoggedDecision: Hashable, Sendable {
  /// The row's number, from 1.
  package var sequence: UInt64
  /// Microseconds since 1970 by the wall clock when it was decided.
  package var wallMicroseconds: Int64
  package var decision: Decision

  package init(sequence: UInt64, wallMicroseconds: Int64, decision: Decision) {
    self.sequence = sequence
    self.wallMicroseconds = wallMicroseconds
    self.decision = decision
  }
}

/// The settings of the device as a whole.
package struct DeviceSettings: Hashable, Sendable {
  package var backgroundRefresh: BackgroundRefresh
  package var lowPowerMode: Bool
  package var profile: ProfileName
  package var memoryVictims: MemoryVictimOrder
  /// How long an app is frozen before its memory goes to swap; zero: it never does.
  package var pageOutAfter: Duration
  package var sleepAgain: Bool
  /// Whether users are shown that a job of theirs has failed.
  package var jobNotifications: Bool

  package init(
    backgroundRefresh: BackgroundRefresh,
    lowPowerMode: Bool,
    profile: ProfileName,
    memoryVictims: MemoryVictimOrder,
    pageOutAfter: Duration,
    sleepAgain: Bool = false,
    jobNotifications: Bool = true
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

/// The device as it stands now.
///
/// The fields are those of the wire, so that a fact that a machine does
/// not have is `nil` and the words of the policy stay in the policy.
package struct DeviceStatus: Hashable, Sendable, Codable {
  /// Now on the device's time line.
  package var atMicroseconds: Int64
  /// Now by the wall clock, since 1970.
  package var wallMicroseconds: Int64
  package var profile: ProfileName
  package var isLocked: Bool
  package var hasPasscode: Bool
  package var backgroundRefresh: BackgroundRefresh
  package var lowPowerMode: Bool
  /// Apps that are installed or running.
  package var appCount: Int
  /// Apps with a process.
  package var runningCount: Int
  /// Apps with a frozen process.
  package var suspendedCount: Int
  /// The journal's last entry, as digits.
  package var sequence: String
  /// `normal`, `warning` or `critical`.
  package var memoryLevel: String?
  package var memoryAvailableBytes: Int64?
  package var memoryTotalBytes: Int64?
  package var isOnExternalPower: Bool?
  package var batteryPercent: Int?
  /// `none`, `wired`, `wifi` or `cellular`.
  package var network: String?
  /// `nominal`, `fair`, `serious` or `critical`.
  package var thermal: String?

  package init(
    atMicroseconds: Int64,
    wallMicroseconds: Int64,
    profile: ProfileName,
    isLocked: Bool,
    hasPasscode: Bool,
    backgroundRefresh: BackgroundRefresh,
    lowPowerMode: Bool,
    appCount: Int,
    runningCount: Int,
    suspendedCount: Int,
    sequence: UInt64
  ) {
    self.atMicroseconds = atMicroseconds
    self.wallMicroseconds = wallMicroseconds
    self.profile = profile
    self.isLocked = isLocked
    self.hasPasscode = hasPasscode
    self.backgroundRefresh = backgroundRefresh
    self.lowPowerMode = lowPowerMode
    self.appCount = appCount
    self.runningCount = runningCount
    self.suspendedCount = suspendedCount
    self.sequence = String(sequence)
  }
}

/// Which daemon this is.
package struct VersionInformation: Hashable, Sendable, Codable {
  /// The product's version: `0.1.0`.
  package var version: String
  /// Its process.
  package var processID: Int32
  /// Its state folder.
  package var stateFolder: String

  package init(version: String, processID: Int32, stateFolder: String) {
    self.version = version
    self.processID = processID
    self.stateFolder = stateFolder
  }
}

/// One thing that a machine has or lacks.
package struct Capability: Hashable, Sendable, Codable {
  /// Its name for programs.
  package var name: String
  package var isAvailable: Bool
  /// What it is, or what is lost without it and how to get it, in a sentence.
  package var text: String

  package init(name: String, isAvailable: Bool, text: String) {
    self.name = name
    self.isAvailable = isAvailable
    self.text = text
  }
}
