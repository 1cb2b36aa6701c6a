package import TorporModel

/// The question whether an app may have something: a notification of the system with buttons.
///
/// Its words are Apple's. The setting answers it as well.
struct ConsentPrompt: Hashable, Sendable {
  let permission: Permission
  let kind: Kind

  /// What is asked about the location; other permissions have only `first`.
  enum Kind: Hashable, Sendable {
    /// The first question (iOS 13 on); "always" comes later.
    case first
    /// The only question (until iOS 12), about the location at all times or while the app is in use.
    case once(wantsAlways: Bool)
    /// The location is allowed while the app is in use, and the app asks for it at all times (iOS 13 on).
    case always
  }

  /// What the user can answer.
  enum Answer: String, CaseIterable {
    case allow, allowOnce, allowWhenInUse, allowApproximate, keepWhenInUse, allowAlways, deny

    var title: String {
      switch self {
      case .allow: "Allow"
      case .allowOnce: "Allow Once"
      case .allowWhenInUse: "Allow While Using App"
      case .allowApproximate: "Allow Approximate Location"
      case .keepWhenInUse: "Keep Only While Using"
      case .allowAlways: "Change to Always Allow"
      case .deny: "Don’t Allow"
      }
    }
  }

  /// Whether the user can allow the approximate location (iOS 14 on).
  let hasReducedAccuracy: Bool

  /// What there is to ask about an app; `nil`: the user has decided.
  init?(
    about permission: Permission,
    wantsAlways: Bool,
    of record: AppRecord,
    under profile: Profile
  ) {
    guard let kind = Kind(about: permission, wantsAlways: wantsAlways, of: record, under: profile)
    else { return nil }
    self.permission = permission
    self.kind = kind
    hasReducedAccuracy = profile.hasReducedAccuracy
  }

  /// What the identifiers of these notifications begin with; apps may not use it.
  static let prefix = "io.torpor.consent."

  static func permission(ofNotification identifier: String) -> Permission? {
    guard identifier.hasPrefix(prefix) else { return nil }
    return Permission(rawValue: String(identifier.dropFirst(prefix.count)))
  }

  static func identifier(of permission: Permission) -> String { prefix + permission.rawValue }

  var isFirstOfLocation: Bool { permission == .location && kind == .first }

  /// GNOME shows three buttons, so the fourth is the one that a setting replaces best.
  var answers: [Answer] {
    guard permission == .location else { return [.allow, .deny] }
    return switch kind {
    case .first:
      [.allowOnce, .allowWhenInUse, .deny] + (hasReducedAccuracy ? [.allowApproximate] : [])
    case .once(wantsAlways: true): [.allow, .deny]
    case .once(wantsAlways: false): [.allowWhenInUse, .deny]
    case .always: [.keepWhenInUse, .allowAlways]
    }
  }

  var actions: [NotificationAction] {
    answers.map { NotificationAction(identifier: $0.rawValue, title: $0.title) }
  }

  func content(for name: String) -> NotificationContent {
    let title =
      switch permission {
      case .location where kind == .always:
        "Allow “\(name)” to also use your location even when you are not using the app?"
      case .location: "Allow “\(name)” to use your location?"
      case .microphone: "“\(name)” would like to access the microphone"
      case .notifications: "“\(name)” would like to send you notifications"
      case .bluetooth: "“\(name)” would like to use Bluetooth"
      case .accessories: "“\(name)” would like to use accessories"
      }
    // Of the levels it is the one that servers do not take away after some time.
    return NotificationContent(title: title, level: .critical)
  }

  /// The notification that asks the user.
  func notification(of record: AppRecord) -> ShownNotification {
    let identifier = ConsentPrompt.identifier(of: permission)
    return ShownNotification(
      key: NotificationKey(app: record.identifier, identifier: identifier),
      appName: record.manifest.name,
      content: content(for: record.manifest.name),
      actions: actions
    )
  }
}

extension ConsentPrompt.Kind {
  /// Which question there is to ask; `nil`: the user has decided.
  fileprivate init?(
    about permission: Permission,
    wantsAlways: Bool,
    of record: AppRecord,
    under profile: Profile
  ) {
    if record.isUndecided(permission) {
      let isFirst = permission != .location || profile.asksForAlwaysLater
      self = isFirst ? .first : .once(wantsAlways: wantsAlways)
    } else if permission == .notifications, record.hasProvisionalNotifications {
      self = .first
    } else if permission == .location, wantsAlways, profile.asksForAlwaysLater,
      record.settings.location == .whenInUse, let consent = record.persistentState.consent,
      !consent.hasAnsweredAlways, !consent.isLocationForOnce
    {
      self = .always
    } else {
      return nil
    }
  }
}

extension Profile {
  /// What the user has to decide about a new app; `nil`: nothing, because a program that knows nothing of the system
  /// cannot ask.
  package func permissionsToDecide(about manifest: AppManifest) -> [Permission]? {
    manifest.isCooperative ? permissionsAsked : nil
  }
}

extension AppSettings {
  /// The settings with what the user has answered.
  func with(_ answer: ConsentPrompt.Answer, to permission: Permission) -> AppSettings {
    var settings = self
    switch permission {
    case .location:
      switch answer {
      case .allow, .allowAlways: settings.location = .always
      case .allowOnce, .allowWhenInUse, .keepWhenInUse: settings.location = .whenInUse
      case .allowApproximate:
        (settings.location, settings.locationAccuracy) = (.whenInUse, .reduced)
      case .deny: settings.location = .never
      }
    case .microphone: settings.allowsMicrophone = answer != .deny
    case .notifications: settings.allowsNotifications = answer != .deny
    case .bluetooth: settings.allowsBluetooth = answer != .deny
    case .accessories: settings.allowsAccessories = answer != .deny
    }
    return settings
  }
}
