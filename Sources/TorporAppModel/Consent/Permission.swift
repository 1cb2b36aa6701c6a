/// A capability that an app has only if the user allows it.
@usableFromInline package enum Permission: String, Hashable, Sendable, Saved, CaseIterable {
  case location, microphone, notifications, bluetooth, accessories
}

/// The user's decision about a permission (`CLAuthorizationStatus`, `UNAuthorizationStatus`,
/// `AVAudioApplication.recordPermission`, `CBManagerAuthorization`).
public enum PermissionStatus: String, Hashable, Sendable, Saved, CaseIterable {
  /// The user has not been asked, or has not answered.
  case notDetermined
  case denied
  case authorized
  /// Only for location: while the app is in use.
  case authorizedWhenInUse
  /// Only for location: at all times.
  case authorizedAlways
  /// Only for notifications: they are delivered quietly, and the user was not asked.
  case provisional
}

extension LocationAuthorization {
  /// Whether the app may know the location at some time.
  @usableFromInline package var isGranted: Bool { self == .whenInUse || self == .always }

  /// The authorization as the status of a permission.
  @usableFromInline package var status: PermissionStatus {
    switch self {
    case .notDetermined: .notDetermined
    case .never: .denied
    case .whenInUse: .authorizedWhenInUse
    case .always: .authorizedAlways
    }
  }
}
