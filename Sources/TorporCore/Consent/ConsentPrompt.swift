package import TorporModel

/// The question whether an app gets a permission: a notification of the system with buttons.
///
/// The wording is Apple's. Changing the setting also answers it.
struct ConsentPrompt: Hashable, Sendable {
  let permission: Permission
  let kind: Kind

  /// The kind of question about location; other permissions have only `first`.
  enum Kind: Hashable, Sendable {
    /// The first question (iOS 13 on); "always" comes later.
    case first
    /// The only question (until iOS 12), about the location at all times or while the app is in use.
    case once(wantsAlways: Bool)
    /// The location is allowed while the app is in use, and the app requests it at all times (iOS 13 on).
    case always
  }

  /// The possible answers.
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

  /// Makes the question about an app; `nil`: the user has decided.
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

  /// The prefix of the identifiers of these notifications; apps may not use it.
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
    // This level is the one that notification servers do not remove after some time.
    return NotificationContent(title: title, level: .critical)
  }

  /// Returns the notification that asks the user.
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
  /// Makes the kind of the question; `nil`: the user has decided.
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
  /// Returns the permissions that the user must decide about for a new app; `nil`: none, because a
  /// program that is not Torpor-aware cannot ask.
  package func permissionsToDecide(about manifest: AppManifest) -> [Permission]? {
    manifest.isCooperative ? permissionsAsked : nil
  }
}

extension AppSettings {
  /// Returns the settings after the user's answer.
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
