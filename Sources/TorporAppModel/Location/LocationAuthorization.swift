/// When an app may know where the device is.
public enum LocationAuthorization: String, Hashable, Sendable, Saved, CaseIterable {
  case never, whenInUse, always
  /// The user has not decided; the app knows no location.
  case notDetermined
}

/// How exactly an app may know where the device is (`CLAccuracyAuthorization`).
public enum LocationAccuracy: String, Hashable, Sendable, Saved, CaseIterable {
  /// As exactly as the receivers do.
  case full
  /// Within some 5 km, and not more often than every quarter of an hour.
  case reduced
}
