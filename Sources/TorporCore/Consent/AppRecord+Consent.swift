package import TorporModel

// The permissions of an app, according to its settings and the undecided permissions.

extension AppRecord {
  /// Returns the user's decision.
  package func status(of permission: Permission) -> PermissionStatus {
    if permission == .location { return settings.location.status }
    if isUndecided(permission) { return .notDetermined }
    guard isAllowed(permission) else { return .denied }
    return permission == .notifications && hasProvisionalNotifications ? .provisional : .authorized
  }

  /// Returns whether the user has not decided about it.
  package func isUndecided(_ permission: Permission) -> Bool {
    permission == .location
      ? settings.location == .notDetermined
      : persistentState.consent?.undecided.contains(permission) ?? false
  }

  /// Returns whether the app may use it now; undecided permissions are off.
  func isAllowed(_ permission: Permission) -> Bool {
    switch permission {
    case .location: settings.location.isGranted
    case .microphone: settings.allowsMicrophone
    case .notifications: settings.allowsNotifications
    case .bluetooth: settings.allowsBluetooth
    case .accessories: settings.allowsAccessories
    }
  }

  /// Returns the condition that prevents its use.
  func obstacle(to permission: Permission) -> Condition {
    if isUndecided(permission) { return Condition(.userDecides, holds: false) }
    return Condition(
      permission == .notifications ? .notificationsOff : .notAuthorized,
      holds: false
    )
  }

  /// Whether its notifications are delivered quietly, because the user was not asked.
  var hasProvisionalNotifications: Bool {
    persistentState.consent?.hasProvisionalNotifications ?? false
  }

  /// Begins a new app: it does not have the permissions that the user must decide about.
  mutating func begin(undecided permissions: [Permission]) {
    persistentState.consent = AppConsent(undecided: permissions.filter { $0 != .location })
    for permission in permissions {
      switch permission {
      case .location: settings.location = .notDetermined
      case .microphone: settings.allowsMicrophone = false
      case .notifications: settings.allowsNotifications = false
      case .bluetooth: settings.allowsBluetooth = false
      case .accessories: settings.allowsAccessories = false
      }
    }
  }

  /// Marks permissions as decided if their settings have changed.
  mutating func noteDecisions(since before: AppSettings) {
    guard persistentState.consent != nil else { return }
    for permission in Permission.allCases where settings.differs(from: before, in: permission) {
      persistentState.consent?.decide(permission)
    }
  }

  /// Withdraws questions, because no process waits for the answers any more: the next one may ask again.
  mutating func withdrawQuestions(in turn: inout Turn) {
    guard let asked = persistentState.consent?.asked, !asked.isEmpty else { return }
    persistentState.consent?.asked = []
    for permission in asked {
      let name = ConsentPrompt.identifier(of: permission)
      turn.order(.service(.withdraw(NotificationKey(app: identifier, identifier: name))))
    }
  }
}

extension AppRecord {
  func brokenConsentInvariants() -> [String] {
    guard let consent = persistentState.consent else { return [] }
    var broken: [String] = []
    if process.launch == nil, !consent.asked.isEmpty {
      broken.append("has no process, and the user is asked about \(consent.asked)")
    }
    for permission in consent.undecided where isAllowed(permission) {
      broken.append("may use \(permission), about which the user has not decided")
    }
    broken += (consent.asked.repeated + consent.undecided.repeated).map {
      "has \($0) twice among its permissions"
    }
    if consent.isLocationForOnce, settings.location != .whenInUse {
      broken.append("has the location once, and \(settings.location)")
    }
    return broken
  }
}

extension AppSettings {
  fileprivate func differs(from other: AppSettings, in permission: Permission) -> Bool {
    switch permission {
    case .location: location != other.location
    case .microphone: allowsMicrophone != other.allowsMicrophone
    case .notifications: allowsNotifications != other.allowsNotifications
    case .bluetooth: allowsBluetooth != other.allowsBluetooth
    case .accessories: allowsAccessories != other.allowsAccessories
    }
  }
}
