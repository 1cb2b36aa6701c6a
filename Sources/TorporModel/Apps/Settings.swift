/// What the user allows one app.
@usableFromInline package struct AppSettings: Hashable, Sendable, Saved {
  /// The app's own Background App Refresh switch.
  @usableFromInline package var backgroundRefresh: BackgroundRefresh
  /// Where the app may know the user to be.
  @usableFromInline package var location: LocationAuthorization
  /// How exactly the app may know it.
  @usableFromInline package var locationAccuracy: LocationAccuracy
  /// Whether the app may show notifications.
  @usableFromInline package var allowsNotifications: Bool
  /// Whether the app may record.
  @usableFromInline package var allowsMicrophone: Bool

  /// Makes the settings of an app that the user has not touched: everything is allowed.
  @usableFromInline package init(
    backgroundRefresh: BackgroundRefresh = .on,
    location: LocationAuthorization = .always,
    locationAccuracy: LocationAccuracy = .full,
    allowsNotifications: Bool = true,
    allowsMicrophone: Bool = true
  ) {
    self.backgroundRefresh = backgroundRefresh
    self.location = location
    self.locationAccuracy = locationAccuracy
    self.allowsNotifications = allowsNotifications
    self.allowsMicrophone = allowsMicrophone
  }
}

/// The Background App Refresh switch, of the device or of one app.
@usableFromInline package enum BackgroundRefresh: String, Hashable, Sendable, Saved, CaseIterable {
  case on, off, wifi
}

/// The tables of numbers that the policy can follow.
@usableFromInline package enum ProfileName: String, Hashable, Sendable, Saved, CaseIterable {
  case ios4, ios6, ios7, ios8, ios10, ios13, ios26
  /// Today's iOS rules, with the screen of a desktop: several apps may be in front.
  case linux
}

/// Which of several suspended apps is ended first when memory is short.
@usableFromInline package enum MemoryVictimOrder: String, Hashable, Sendable, Saved, CaseIterable {
  /// The one that frees most: what iOS promises (`ios-semantics` 12, 16).
  case largestFirst
  /// The one that was in front the longest time ago, as the kernel's list order has it.
  case leastRecentlyUsedFirst
  /// The one that is least likely to be opened soon for each byte that it frees.
  case leastLikelyUsedFirst = "leastMissedFirst"
}
