/// What is known of an app before it runs: the part of its `Info.plist` that policy reads.
public struct AppManifest: Hashable, Sendable, Saved {
  /// `CFBundleIdentifier`.
  public var identifier: AppIdentifier
  /// `CFBundleDisplayName`, or the identifier.
  public var name: String
  /// `UIBackgroundModes`.
  public var backgroundModes: [BackgroundMode]
  /// `BGTaskSchedulerPermittedIdentifiers`.
  public var permittedTaskIdentifiers: [String]
  /// `UISupportedExternalAccessoryProtocols`: what the app's accessories speak; `nil`: it does not say, and
  /// hears of any.
  public var accessoryProtocols: [String]?
  /// The entitlements that policy asks for, such as that for health research.
  public var entitlements: [String]
  /// `UIApplicationExitsOnSuspend`.
  public var exitsOnSuspend: Bool
  /// Whether the app speaks to the system; a command that does not is frozen by what the user does
  /// alone.
  ///
  /// A command that attaches becomes cooperative for the rest of its launch.
  public var isCooperative: Bool
  /// Whether the app is forgotten when its process ends, as a command given to `torpor run` is.
  public var isTransient: Bool
  /// Whose command it is, which must be known for as long as its end is remembered; `nil` for what is
  /// installed.
  public var ownerUserID: UInt32?

  /// Makes the manifest of an app; everything but the identifier has Apple's default.
  public init(
    identifier: AppIdentifier,
    name: String? = nil,
    backgroundModes: [BackgroundMode] = [],
    permittedTaskIdentifiers: [String] = [],
    accessoryProtocols: [String]? = nil,
    entitlements: [String] = [],
    exitsOnSuspend: Bool = false,
    isCooperative: Bool = true,
    isTransient: Bool = false
  ) {
    self.identifier = identifier
    self.name = name ?? identifier.text
    self.backgroundModes = backgroundModes
    self.permittedTaskIdentifiers = permittedTaskIdentifiers
    self.accessoryProtocols = accessoryProtocols
    self.entitlements = entitlements
    self.exitsOnSuspend = exitsOnSuspend
    self.isCooperative = isCooperative
    self.isTransient = isTransient
  }
}

/// The values of `UIBackgroundModes`.
public enum BackgroundMode: String, Hashable, Sendable, Saved, CaseIterable {
  case audio
  case bluetoothCentral = "bluetooth-central"
  case bluetoothPeripheral = "bluetooth-peripheral"
  case externalAccessory = "external-accessory"
  case fetch
  case location
  case nearbyInteraction = "nearby-interaction"
  case networkAuthentication = "network-authentication"
  case newsstandContent = "newsstand-content"
  case processing
  case pushToTalk = "push-to-talk"
  case remoteNotification = "remote-notification"
  case voip
}
