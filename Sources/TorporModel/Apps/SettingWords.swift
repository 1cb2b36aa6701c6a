// The values of settings that are sets of words; the settings are made from the interface.

/// The Background App Refresh switch, of the device or of one app.
public enum BackgroundRefresh: String, Hashable, Sendable, Saved, CaseIterable {
  case on, off, wifi
}

/// When an app may know where the device is.
public enum LocationAuthorization: String, Hashable, Sendable, Saved, CaseIterable {
  case never, whenInUse, always
}

/// How exactly an app may know where the device is (`CLAccuracyAuthorization`).
public enum LocationAccuracy: String, Hashable, Sendable, Saved, CaseIterable {
  /// As exactly as the receivers do.
  case full
  /// Within some 5 km, and not more often than every quarter of an hour.
  case reduced
}

/// The tables of numbers that the policy can follow.
public enum ProfileName: String, Hashable, Sendable, Saved, CaseIterable {
  case ios4, ios6, ios7, ios8, ios10, ios13, ios26
  /// Today's iOS rules, with the screen of a desktop: several apps may be in front.
  case linux
}

/// Which of several suspended apps is ended first when memory is short.
package enum MemoryVictimOrder: String, Hashable, Sendable, Saved, CaseIterable {
  /// The one that frees most: what iOS promises (`ios-semantics` 12, 16).
  case largestFirst
  /// The one that was in front the longest time ago, as the kernel's list order has it.
  case leastRecentlyUsedFirst
  /// The one that is least likely to be opened soon for each byte that it frees.
  case leastLikelyUsedFirst = "leastMissedFirst"
}
