package import TorporModel

/// The numbers of one version of the system: data, never a branch in the code that reads it.
///
/// Every number names its source: § means `ios-semantics`.
package struct Profile: Hashable, Sendable, Saved {
  // Shape: one property for each rule in which versions of iOS differ.
  package var name: ProfileName

  /// Whether apps run off screen (LC4: iOS 4 on); where not, an app ends when it leaves the screen.
  package var hasMultitasking: Bool
  /// How long an app may hold background tasks after it left the screen (§2.2).
  package var backgroundTaskBudget: Duration
  /// What a task begun inside a fetch, a push or a transfer adds to the wake's own 30 s; `nil`: such tasks
  /// have the whole budget (§2.2: 40 s in all from iOS 7 on, by a device log).
  package var wakeExtension: Duration?
  /// How an overrun of that budget is reported (§1.5, BT3).
  package var backgroundTaskOverrun: TerminationCode
  /// Whether `UIApplicationExitsOnSuspend` does anything (§16: until iOS 13).
  package var honorsExitsOnSuspend: Bool
  /// Whether an app that burns the processor in the background is ended (§1.3: from iOS 8 on).
  package var watchesProcessorTime: Bool
  /// The most background tasks a process may hold; `nil`: no limit (BT9a: iOS 11 on).
  package var backgroundTasksMax: Int?
  /// Whether an app that is to be suspended while it holds a lock on a shared file is ended (§1.4);
  /// where not, it is suspended, and thawed as soon as somebody waits for the lock.
  package var endsHoldersOfFileLocks: Bool
  /// Whether the sessions of an app that the user removes are kept, so that it learns later what became
  /// of them (US19: from iOS 8 on).
  package var keepsSessionsOfForceQuitApps: Bool
  /// Whether what an app monitors of places launches it although the user removed it (LO2: iOS 8 on; §16 has it
  /// for iOS 4 to 6 as well, see `docs/decisions/0041-powers-of-their-time.md`).
  package var launchesForLocationAfterForceQuit: Bool
  /// Whether the Background App Refresh switch stops what places wake apps for (LO4: iOS 7 alone).
  package var refreshSwitchStopsLocation: Bool
  /// Whether `didEnterBackground` announces each launch and each resume into the background (§1.2 T2, T3: Apple's
  /// sequence page); if not, it is called only when the app leaves the screen (§18, question 13).
  package var announcesWakes: Bool
  /// Whether only one app is on screen at a time.
  package var hasSingleScreen: Bool
  /// Whether apps can be fetched in the background (§4: iOS 7 on).
  package var hasFetch: Bool
  /// Whether a push with `content-available` wakes its app (§6.1, §16: iOS 7 on); before, the user taps the alert
  /// and the app loads then.
  package var hasContentAvailable: Bool
  /// Whether there are background sessions (§5: iOS 7 on).
  package var hasBackgroundSessions: Bool
  /// Whether transfers have begin dates (US13: `earliestBeginDate`, a talk of 2017, so iOS 11 on; with our iOS 10 to 12).
  package var hasTransferBeginDates: Bool
  /// Whether an upload of an app continues where it was interrupted (US12: iOS 17 on, with our iOS 26); before, each
  /// attempt begins at the first byte.
  package var hasResumableUploads: Bool
  /// Whether there are expiring activities (§2.1: iOS 8.2 on).
  package var hasExpiringActivities: Bool
  /// Whether there is the task scheduler (§3: iOS 13 on).
  package var hasTaskScheduler: Bool
  /// Whether it has continued processing (§3.5, §16: iOS 26 on).
  package var hasContinuedProcessing: Bool
  /// Whether the task scheduler has health research (§3.6: iOS 17 on, with our iOS 26).
  package var hasHealthResearch: Bool
  /// The most notifications that an app may have scheduled (LN3, §16: 128 in the older guide, 64 with
  /// the framework of iOS 10).
  package var notificationsMax: Int
  /// Whether a region triggers a local notification (LN4, §16: `UILocalNotification.region`, iOS 8 on).
  package var hasRegionNotifications: Bool
  /// Whether an app in front is asked what the user is to see of its notifications (LN2: iOS 10 on);
  /// before, it is told of them quietly.
  package var asksAppInFront: Bool
  /// Whether an interval that is no time, or repeats within a minute, is refused (LN5): by the framework that asks the
  /// app in front.
  package var refusesShortIntervals: Bool { asksAppInFront }

  /// When an app must report a call for a VoIP push (§6.5).
  package var callDuty: CallDuty
  /// Whether an app whose sound its suspension ended is told so when it runs again (AU5: iOS 10 on).
  package var tellsOfSuspendedAudio: Bool
  /// Whether sockets are watched for VoIP apps (§7.2: iOS 4 to 9; deprecated in iOS 10).
  package var watchesVoIPSockets: Bool
  /// Whether an app that declares `voip` is started with the machine and again after a crash (VO3: iOS 4 to 9; with
  /// VoIP pushes, so in our iOS 8, only one that has handed a socket over).
  package var startsDeclaredVoIPApps: Bool
  /// The largest payload of a push, and of a VoIP push, in bytes (§6.1, §16).
  package var pushPayloadBytesMax: Int
  package var voIPPayloadBytesMax: Int
  /// Whether there are visits (§8.1: iOS 8 on).
  package var hasVisits: Bool
  /// Whether the user can let an app know no more than about where the device is (§8.2: iOS 14 on; our
  /// iOS 13 is 13.0).
  package var hasReducedAccuracy: Bool
  /// Whether the user is asked to confirm "always" some days after it was used (LO14: iOS 8 on).
  package var confirmsAlways: Bool
  /// What a new app does not have until the user allows it: location always; microphone and peripherals since iOS 7,
  /// notifications since iOS 8 (`registerUserNotificationSettings`), accessories since iOS 18 (AccessorySetupKit).
  package var permissionsAsked: [Permission]
  /// Whether the first use of the location asks for it (until iOS 7, which has no call for that).
  package var asksForLocationByUse: Bool
  /// Whether the user can allow the location for once, and is asked about "always" later (iOS 13 on).
  package var asksForAlwaysLater: Bool
  /// Whether centrals need the permission for Bluetooth, too, and not only peripherals (iOS 13 on).
  package var asksForCentrals: Bool
  /// Whether location updates can be deferred (§8.1, LO12: iOS 6 on).
  package var hasDeferredLocation: Bool
  /// Whether there are beacons (§8.1: iOS 7 on).
  package var hasBeacons: Bool
  /// Whether there are monitors with conditions and live updates (§8.1: iOS 17 on).
  package var hasLiveUpdates: Bool
  /// Whether both need a service session off screen (LO8: iOS 18 on).
  package var needsServiceSession: Bool
  /// Whether there is a Background App Refresh switch (§11: iOS 7 on).
  package var hasRefreshSwitch: Bool
  /// Whether there are VoIP pushes (PK1: iOS 8 on).
  package var hasVoIPPushes: Bool
  /// Whether there are channels of push to talk (§7.4: iOS 16 on, with our iOS 13 to 18).
  package var hasPushToTalk: Bool
  /// Whether apps can be Bluetooth peripherals (§7, §15: iOS 6 on).
  package var hasBluetoothPeripherals: Bool
  /// Whether accessory sessions stay open over a suspension (§7: not in iOS 4).
  package var keepsAccessorySessions: Bool
  /// Whether a suspended program that knows nothing of the system is thawed for a peer that waits at
  /// a socket which it serves; iOS reclaims such sockets, and the peer sees the connection end.
  package var thawsForWaitingPeers: Bool

  /// The table of that name.
  package static func named(_ name: ProfileName) -> Profile {
    let table: Profile =
      switch name {
      case .ios3: .iOS3
      case .ios4: .iOS4
      case .ios6: .iOS6
      case .ios7: .iOS7
      case .ios8: .iOS8
      case .ios10: .iOS10
      case .ios13: .iOS13
      case .ios26: .iOS26
      case .linux: .linux
      }
    return table.with { $0.name = name }
  }
}

// Saved by its name: the numbers belong to the version that reads them, and state that was saved before
// a number came to be opens all the same.
extension Profile {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("name")
    name.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("name")
    self = .named(try ProfileName(from: &reader))
    try reader.endObject()
  }
}

extension Profile {
  /// How long an app may hold background tasks after it left the screen.
  ///
  /// In Low Power Mode half of it: §2.2 says "reduced" and no number, so that is our choice. An app that
  /// has left the screen keeps what it had when it left.
  func backgroundTaskBudget(isLowPower: Bool) -> Duration {
    isLowPower ? backgroundTaskBudget / 2 : backgroundTaskBudget
  }
}

extension Profile {
  /// iOS 3, and iOS 4 on hardware without multitasking (LC4): what leaves the screen ends, and nothing runs off it.
  private static let iOS3 = iOS4.with {
    $0.name = .ios3
    $0.hasMultitasking = false
    $0.watchesVoIPSockets = false
  }

  /// iOS 4: ten minutes, and the device stays awake for them (§2.2).
  private static let iOS4 = Profile(
    name: .ios4,
    hasMultitasking: true,
    backgroundTaskBudget: .seconds(600),
    wakeExtension: nil,
    backgroundTaskOverrun: .watchdog,
    honorsExitsOnSuspend: true,
    watchesProcessorTime: false,
    backgroundTasksMax: nil,
    endsHoldersOfFileLocks: true,
    keepsSessionsOfForceQuitApps: false,
    launchesForLocationAfterForceQuit: false,
    refreshSwitchStopsLocation: false,
    announcesWakes: true,
    hasSingleScreen: true,
    hasFetch: false,
    hasContentAvailable: false,
    hasBackgroundSessions: false,
    hasTransferBeginDates: false,
    hasResumableUploads: false,
    hasExpiringActivities: false,
    hasTaskScheduler: false,
    hasContinuedProcessing: false,
    hasHealthResearch: false,
    notificationsMax: 128,
    hasRegionNotifications: false,
    asksAppInFront: false,
    callDuty: .none,
    tellsOfSuspendedAudio: false,
    watchesVoIPSockets: true,
    startsDeclaredVoIPApps: true,
    pushPayloadBytesMax: 256,
    voIPPayloadBytesMax: 4096,
    hasVisits: false,
    hasReducedAccuracy: false,
    confirmsAlways: false,
    permissionsAsked: [.location],
    asksForLocationByUse: true,
    asksForAlwaysLater: false,
    asksForCentrals: false,
    hasDeferredLocation: false,
    hasBeacons: false,
    hasLiveUpdates: false,
    needsServiceSession: false,
    hasRefreshSwitch: false,
    hasVoIPPushes: false,
    hasPushToTalk: false,
    hasBluetoothPeripherals: false,
    keepsAccessorySessions: false,
    thawsForWaitingPeers: false
  )

  /// iOS 5 and 6: accessory sessions stay open, apps are peripherals (§7), and location updates can be deferred (§8.1).
  private static let iOS6 = iOS4.with {
    $0.name = .ios6
    $0.keepsAccessorySessions = true
    $0.hasBluetoothPeripherals = true
    $0.hasDeferredLocation = true
  }

  /// iOS 7: three minutes (§2.2, device log 180.0).
  private static let iOS7 = iOS6.with {
    $0.name = .ios7
    $0.backgroundTaskBudget = .seconds(180)
    $0.wakeExtension = .seconds(10)
    $0.hasFetch = true
    $0.hasContentAvailable = true
    $0.hasBackgroundSessions = true
    $0.hasRefreshSwitch = true
    $0.permissionsAsked = [.location, .microphone, .bluetooth]
    $0.hasBeacons = true
    $0.refreshSwitchStopsLocation = true
  }

  /// iOS 8 and 9: the processor monitor arrives (§1.3).
  private static let iOS8 = iOS7.with {
    $0.name = .ios8
    $0.watchesProcessorTime = true
    $0.hasExpiringActivities = true
    $0.keepsSessionsOfForceQuitApps = true
    $0.hasVoIPPushes = true
    $0.startsDeclaredVoIPApps = false
    $0.hasVisits = true
    $0.hasRegionNotifications = true
    $0.confirmsAlways = true
    $0.permissionsAsked = [.location, .microphone, .notifications, .bluetooth]
    $0.asksForLocationByUse = false
    $0.pushPayloadBytesMax = 2048
    $0.launchesForLocationAfterForceQuit = true
    $0.refreshSwitchStopsLocation = false
  }

  /// iOS 10 to 12: about a thousand tasks at most (BT9a names iOS 11), and User Notifications (§16).
  private static let iOS10 = iOS8.with {
    $0.name = .ios10
    $0.backgroundTasksMax = 1000
    $0.tellsOfSuspendedAudio = true
    $0.pushPayloadBytesMax = 4096
    $0.notificationsMax = 64
    $0.hasTransferBeginDates = true
    $0.asksAppInFront = true
  }

  /// iOS 13 to 18: about 30 s, a code of its own for an overrun, no exit on suspend (§2.2, §16).
  private static let iOS13 = iOS10.with {
    $0.name = .ios13
    $0.backgroundTaskBudget = .seconds(30)
    $0.backgroundTaskOverrun = .backgroundTaskOverrun
    $0.honorsExitsOnSuspend = false
    $0.hasTaskScheduler = true
    $0.asksForAlwaysLater = true
    $0.asksForCentrals = true
    $0.callDuty = .always
    $0.voIPPayloadBytesMax = 5120
    $0.hasPushToTalk = true
    $0.watchesVoIPSockets = false
  }

  /// iOS 26 and 27: continued processing (§3.5), and what came to places since iOS 14 (§8).
  private static let iOS26 = iOS13.with {
    $0.name = .ios26
    $0.hasContinuedProcessing = true
    $0.hasHealthResearch = true
    $0.hasResumableUploads = true
    $0.permissionsAsked = Permission.allCases
    $0.hasReducedAccuracy = true
    $0.hasLiveUpdates = true
    $0.needsServiceSession = true
    $0.callDuty = .unlessAtHand
  }

  /// Today's rules on a screen that holds several windows, with programs that share files as they
  /// like: their locks are watched, not punished.
  private static let linux = iOS26.with {
    $0.name = .linux
    $0.endsHoldersOfFileLocks = false
    $0.announcesWakes = false
    $0.hasSingleScreen = false
    $0.thawsForWaitingPeers = true
    $0.watchesVoIPSockets = true
    $0.startsDeclaredVoIPApps = true
  }

  private func with(_ change: (inout Profile) -> Void) -> Profile {
    var copy = self
    change(&copy)
    return copy
  }
}
