/// What an app has only where the user allows it.
@usableFromInline package enum Permission: String, Hashable, Sendable, Saved, CaseIterable {
  case location, microphone, notifications, bluetooth, accessories
}

/// What the user has decided about a permission (`CLAuthorizationStatus`, `UNAuthorizationStatus`,
/// `AVAudioApplication.recordPermission`, `CBManagerAuthorization`).
public enum PermissionStatus: String, Hashable, Sendable, Saved, CaseIterable {
  /// The user has not been asked, or has not answered.
  case notDetermined
  case denied
  case authorized
  /// Only of location: while the app is in use.
  case authorizedWhenInUse
  /// Only of location: at all times.
  case authorizedAlways
  /// Only of notifications: they are delivered quietly, and the user was not asked.
  case provisional
}

extension LocationAuthorization {
  /// Whether the app may know the location at some time.
  @usableFromInline package var isGranted: Bool { self == .whenInUse || self == .always }

  /// The same as the status of a permission.
  @usableFromInline package var status: PermissionStatus {
    switch self {
    case .notDetermined: .notDetermined
    case .never: .denied
    case .whenInUse: .authorizedWhenInUse
    case .always: .authorizedAlways
    }
  }
}
