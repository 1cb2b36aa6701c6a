/// A capability that not every profile has.
///
/// A row of the table in `Profile` (TorporCore) lists the capabilities of a profile; this file has the texts.
@usableFromInline package enum ProfileCapability: String, Hashable, Sendable, Saved, CaseIterable {
  /// Apps run off screen at all.
  case multitasking
  case backgroundFetch
  /// Pushes with `content-available` wake their app.
  case contentAvailable
  case backgroundSessions
  case taskScheduler
  case continuedProcessing
  case healthResearch
  /// Location monitoring launches an app although the user has removed it from the switcher.
  case locationAfterForceQuit
  case visits, beacons, liveUpdates
  case voIPPushes
  case voIPSockets
  case pushToTalk
  case expiringActivities
  case exitsOnSuspend
  /// Local notifications are shown when a region is entered or left.
  case regionNotifications
  case deferredLocation
  /// Apps publish and advertise services.
  case bluetoothPeripherals
  case resumableUploads
  case transferBeginDates

  /// The capability as a noun, for use after "has no".
  package var phrase: String {
    switch self {
    case .multitasking: "multitasking"
    case .backgroundFetch: "background fetch"
    case .contentAvailable: "wakes for 'content-available'"
    case .backgroundSessions: "background sessions"
    case .taskScheduler: "task scheduler"
    case .continuedProcessing: "continued processing"
    case .healthResearch: "health research tasks"
    case .locationAfterForceQuit: "launches for location after a force quit"
    case .visits: "visits"
    case .beacons: "beacons"
    case .liveUpdates: "live updates and monitors of location"
    case .voIPPushes: "VoIP pushes"
    case .voIPSockets: "VoIP sockets"
    case .pushToTalk: "push to talk"
    case .expiringActivities: "expiring activities"
    case .exitsOnSuspend: "exit on suspension"
    case .regionNotifications: "notifications at regions"
    case .deferredLocation: "deferred location updates"
    case .bluetoothPeripherals: "Bluetooth peripherals of apps"
    case .resumableUploads: "uploads that resume"
    case .transferBeginDates: "begin dates of transfers"
    }
  }
}

/// A capability that the profile of the device lacks.
@usableFromInline package struct MissingCapability: Hashable, Sendable {
  package let profile: ProfileName
  package let capability: ProfileCapability

  package init(_ profile: ProfileName, _ capability: ProfileCapability) {
    self.profile = profile
    self.capability = capability
  }

  /// Reads the text that `subject` makes.
  package init?(subject: String) {
    let words = subject.split(separator: " ")
    guard words.count == 2, let profile = ProfileName(rawValue: String(words[0])),
      let capability = ProfileCapability(rawValue: String(words[1]))
    else { return nil }
    self.init(profile, capability)
  }

  /// The subject of a condition: "ios6 backgroundFetch".
  package var subject: String { "\(profile.rawValue) \(capability.rawValue)" }

  /// "ios6 has no background fetch".
  package var phrase: String { "\(profile.rawValue) has no \(capability.phrase)" }

  /// The missing capability as an unmet condition.
  package var condition: Condition { Condition(.notInProfile, holds: false, subject: subject) }
}

/// A key of an app's manifest, or one of its values, that has no effect under the device's profile.
package struct IgnoredKey: Hashable, Sendable {
  /// The key in the `Info.plist`.
  package let key: String
  /// The value, if it is one of a list; `nil`: the whole key.
  package let value: String?
  package let profile: ProfileName
  /// The capability that the profile lacks.
  package let capability: ProfileCapability

  package init(
    key: String,
    value: String?,
    profile: ProfileName,
    capability: ProfileCapability
  ) {
    self.key = key
    self.value = value
    self.profile = profile
    self.capability = capability
  }

  /// What is ignored, why, and what to do about it.
  package var sentence: String {
    let subject = value.map { "\(key) '\($0)'" } ?? key
    let lacks = MissingCapability(profile, capability).phrase
    return "\(subject) has no effect: \(lacks). `torpor settings profile=…` changes the profile."
  }
}
