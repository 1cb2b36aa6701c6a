/// The evidence for an answer: all that is known about one app and its device.
package struct Evidence: Hashable, Sendable {
  // Shape: one method for each question about an app that a diagnosis asks.
  /// The status of the app.
  package var status: AppStatus
  /// Its background work that waits or runs.
  package var activities: [ActivityStatus]
  /// Its transfers that have not ended.
  package var transfers: [ActivityStatus]
  /// Recent decisions about it, oldest first.
  package var decisions: [Decision]
  /// The content of its `Info.plist`.
  package var manifest: AppManifest
  /// What the user allows it.
  package var settings: AppSettings
  /// The device.
  package var device: Device
  /// The settings that an administrator has fixed; `nil`: none.
  package var fixed: FixedSettings?

  /// Makes evidence.
  package init(
    status: AppStatus,
    activities: [ActivityStatus],
    transfers: [ActivityStatus] = [],
    decisions: [Decision],
    manifest: AppManifest,
    settings: AppSettings,
    device: Device,
    fixed: FixedSettings? = nil
  ) {
    self.status = status
    self.activities = activities
    self.transfers = transfers
    self.decisions = decisions
    self.manifest = manifest
    self.settings = settings
    self.device = device
    self.fixed = fixed
  }

  /// What is known about the device.
  package struct Device: Hashable, Sendable {
    /// Now.
    package var now: Instant
    /// The profile in use.
    package var profile: ProfileName
    /// How long an app may hold background tasks after it left the screen.
    package var backgroundTaskBudget: Duration
    /// Whether there is the task scheduler.
    package var hasTaskScheduler: Bool
    /// The Background App Refresh switch.
    package var backgroundRefresh: BackgroundRefresh
    /// Whether Low Power Mode is on.
    package var isInLowPowerMode: Bool
    /// Whether external power is connected; always true for a machine without a battery.
    package var isOnExternalPower: Bool
    /// 0 to 100; `nil` where there is no battery.
    package var batteryPercent: Int?
    /// Whether there is a network; `nil` where that is unknown.
    package var hasNetwork: Bool?
    /// For how long the use of the app has been learned; `nil`: it was never in the foreground.
    package var learnedFor: Duration?

    /// Makes facts of a device.
    package init(
      now: Instant,
      profile: ProfileName,
      backgroundTaskBudget: Duration,
      hasTaskScheduler: Bool,
      backgroundRefresh: BackgroundRefresh,
      isInLowPowerMode: Bool,
      isOnExternalPower: Bool,
      batteryPercent: Int?,
      hasNetwork: Bool?,
      learnedFor: Duration?
    ) {
      self.now = now
      self.profile = profile
      self.backgroundTaskBudget = backgroundTaskBudget
      self.hasTaskScheduler = hasTaskScheduler
      self.backgroundRefresh = backgroundRefresh
      self.isInLowPowerMode = isInLowPowerMode
      self.isOnExternalPower = isOnExternalPower
      self.batteryPercent = batteryPercent
      self.hasNetwork = hasNetwork
      self.learnedFor = learnedFor
    }
  }
}
