// The values of settings that are sets of words; the settings are made from the interface.

/// The Background App Refresh switch of the device or of one app.
@usableFromInline package enum BackgroundRefresh: String, Hashable, Sendable, Saved, CaseIterable {
  case on, off, wifi
}

/// Whether downloads that apps start off screen begin before the user opens the apps.
@usableFromInline package enum AutomaticDownloads: String, Hashable, Sendable, Saved, CaseIterable {
  case on, off, wifi
}

/// The tables of numbers that the policy can use.
@usableFromInline package enum ProfileName: String, Hashable, Sendable, Saved, CaseIterable {
  /// Without multitasking.
  case ios3
  case ios4, ios6, ios7, ios8, ios10, ios13, ios26
  /// The rules of current iOS, with the screen of a desktop: several apps may be in the foreground.
  case linux
}

/// Which of several suspended apps is ended first when memory is short.
@usableFromInline package enum EvictionOrder: String, Hashable, Sendable, Saved, CaseIterable {
  /// The one that frees the most memory, as iOS promises (`ios-semantics` 12, 16).
  case largestFirst
  /// The one that was in the foreground longest ago, as in the kernel's list order.
  case leastRecentlyUsedFirst
  /// The one that is least likely to be opened soon, per byte that it frees.
  case leastLikelyUsedFirst
}

extension EvictionOrder {
  /// Reads an order, also from the word that earlier builds saved.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self = try Self.read(from: &reader) { $0 == "leastMissedFirst" ? .leastLikelyUsedFirst : nil }
  }
}
