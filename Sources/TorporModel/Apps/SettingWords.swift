// The values of settings that are sets of words; the settings are made from the interface.

/// The Background App Refresh switch, of the device or of one app.
@usableFromInline package enum BackgroundRefresh: String, Hashable, Sendable, Saved, CaseIterable {
  case on, off, wifi
}

/// Whether downloads that apps start off screen begin before the user opens the apps.
@usableFromInline package enum AutomaticDownloads: String, Hashable, Sendable, Saved, CaseIterable {
  case on, off, wifi
}

/// The tables of numbers that the policy can follow.
@usableFromInline package enum ProfileName: String, Hashable, Sendable, Saved, CaseIterable {
  /// Without multitasking.
  case ios3
  case ios4, ios6, ios7, ios8, ios10, ios13, ios26
  /// Today's iOS rules, with the screen of a desktop: several apps may be in front.
  case linux
}

/// Which of several suspended apps is ended first when memory is short.
@usableFromInline package enum EvictionOrder: String, Hashable, Sendable, Saved, CaseIterable {
  /// The one that frees most: what iOS promises (`ios-semantics` 12, 16).
  case largestFirst
  /// The one that was in front the longest time ago, as the kernel's list order has it.
  case leastRecentlyUsedFirst
  /// The one that is least likely to be opened soon for each byte that it frees.
  case leastLikelyUsedFirst
}

extension EvictionOrder {
  /// Reads an order, also by the word that earlier builds saved for it.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self = try Self.read(from: &reader) { $0 == "leastMissedFirst" ? .leastLikelyUsedFirst : nil }
  }
}
