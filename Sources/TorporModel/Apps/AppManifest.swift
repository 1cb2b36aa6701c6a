/// What is known of an app before it runs: the part of its `Info.plist` that policy reads.
@usableFromInline package struct AppManifest: Hashable, Sendable, Saved {
  /// `CFBundleIdentifier`.
  @usableFromInline package var identifier: AppIdentifier
  /// `CFBundleDisplayName`, or the identifier.
  @usableFromInline package var name: String
  /// `UIBackgroundModes`.
  @usableFromInline package var backgroundModes: [BackgroundMode]
  /// `BGTaskSchedulerPermittedIdentifiers`.
  @usableFromInline package var permittedTaskIdentifiers: [String]
  /// `UISupportedExternalAccessoryProtocols`: what the app's accessories speak; `nil`: it does not say, and
  /// hears of any.
  @usableFromInline package var accessoryProtocols: [String]?
  /// The entitlements that policy asks for, such as that for health research.
  @usableFromInline package var entitlements: [String]
  /// `UIApplicationExitsOnSuspend`.
  @usableFromInline package var exitsOnSuspend: Bool
  /// `TorporSavesBeforeTermination`: it asks for time to save before it is ended for its memory; `nil`: it does not.
  @usableFromInline package var savesBeforeTermination: Bool?
  /// Whether the app speaks to the system; a command that does not is frozen by what the user does
  /// alone.
  ///
  /// A command that attaches becomes cooperative for the rest of its launch.
  @usableFromInline package var isCooperative: Bool
  /// Whether the app is forgotten when its process ends, as a command given to `torpor run` is.
  @usableFromInline package var isTransient: Bool
  /// Whose it is, which must be known for as long as its end is remembered, and what it used; `nil` for what an earlier
  /// build has installed.
  @usableFromInline package var ownerUserID: UInt32?
  /// Whether the desktop has started it, so that it is only frozen and thawed; `nil`: it was started here.
  @usableFromInline package var isAdopted: Bool?

  /// Makes the manifest of an app; everything but the identifier has Apple's default.
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
