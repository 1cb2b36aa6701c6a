/// What is known about an app before it runs: the part of its `Info.plist` that the policy reads.
@usableFromInline package struct AppManifest: Hashable, Sendable, Saved {
  /// `CFBundleIdentifier`.
  @usableFromInline package var identifier: AppIdentifier
  /// `CFBundleDisplayName`, or the identifier.
  @usableFromInline package var name: String
  /// `UIBackgroundModes`.
  @usableFromInline package var backgroundModes: [BackgroundMode]
  /// `BGTaskSchedulerPermittedIdentifiers`.
  @usableFromInline package var permittedTaskIdentifiers: [String]
  /// `UISupportedExternalAccessoryProtocols`: the protocols of the app's accessories; `nil`: not
  /// declared, and the app is notified of all accessories.
  @usableFromInline package var accessoryProtocols: [String]?
  /// The entitlements that the policy checks, such as the one for health research.
  @usableFromInline package var entitlements: [String]
  /// `UIApplicationExitsOnSuspend`.
  @usableFromInline package var exitsOnSuspend: Bool
  /// `TorporSavesBeforeTermination`: requests time to save before it is ended for its memory; `nil`: it does not.
  @usableFromInline package var savesBeforeTermination: Bool?
  /// Whether the app communicates with the daemon; a command that does not is frozen only by what the user does.
  ///
  /// A command that attaches becomes cooperative for the rest of its launch.
  @usableFromInline package var isCooperative: Bool
  /// Whether the app is removed when its process ends, like a command given to `torpor run`.
  @usableFromInline package var isTransient: Bool
  /// Its owner, which must be known for as long as its end and its use are remembered; `nil` for apps
  /// that an earlier build installed.
  @usableFromInline package var ownerUserID: UInt32?
  /// Whether the desktop has started it, so that it is only frozen and thawed; `nil`: it was started here.
  @usableFromInline package var isAdopted: Bool?

  /// Makes the manifest of an app; everything except the identifier has Apple's default.
  @inlinable package init(
    identifier: AppIdentifier,
    name: String? = nil,
    backgroundModes: [BackgroundMode] = [],
    permittedTaskIdentifiers: [String] = [],
    accessoryProtocols: [String]? = nil,
    entitlements: [String] = [],
    exitsOnSuspend: Bool = false,
    savesBeforeTermination: Bool = false,
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
    self.savesBeforeTermination = savesBeforeTermination ? true : nil
    self.isCooperative = isCooperative
    self.isTransient = isTransient
  }
}
