/// When an app may know the device's location.
public enum LocationAuthorization: String, Hashable, Sendable, Saved, CaseIterable {
  case never, whenInUse, always
  /// The user has not decided; the app gets no location.
  case notDetermined
}

/// The accuracy with which an app may know the device's location (`CLAccuracyAuthorization`).
public enum LocationAccuracy: String, Hashable, Sendable, Saved, CaseIterable {
  /// As exact as the receivers.
  case full
  /// Within about 5 km, and at most every quarter of an hour.
  case reduced
}
