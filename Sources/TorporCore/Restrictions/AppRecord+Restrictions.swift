package import TorporModel

extension AppRecord {
  /// The settings as the user has them: those that hold once nothing is fixed.
  package var ownSettings: AppSettings {
    var settings = settings
    for own in persistentState.own?.settings ?? [] { settings.take(own) }
    return settings
  }

  /// What the user has not decided, where an administrator has, too; of location the setting itself says so.
  package var ownUndecided: [Permission] {
    (persistentState.consent?.undecided ?? []) + (persistentState.own?.undecided ?? [])
  }

  /// What is fixed holds from now on, and the user's own value wherever nothing is fixed any more.
  mutating func fix(_ fixed: [AppSetting], refreshIsOn: Bool, in turn: inout Turn) {
    let permissions = fixed.compactMap(\.permission)
    var undecided = ownUndecided
    let users = lapsed(ownSettings, for: permissions, &undecided)
    var settings = users
    for setting in fixed { settings.take(setting) }
    persistentState.own =
      fixed.isEmpty
      ? nil
      : OwnSettings(
        settings: fixed.map { users.value(of: $0) },
        undecided: undecided.filter(permissions.contains)
      )
    if settings != self.settings { change(settings, refreshIsOn: refreshIsOn, in: &turn) }
    guard persistentState.consent != nil else { return }
    for permission in permissions { persistentState.consent?.decide(permission) }
    persistentState.consent?.undecided = undecided.filter { !permissions.contains($0) }
  }

  /// What was allowed only for now is not kept: it would come back as allowed for good.
  private func lapsed(
    _ users: AppSettings,
    for fixed: [Permission],
    _ undecided: inout [Permission]
  ) -> AppSettings {
    var users = users
    guard let consent = persistentState.consent else { return users }
    if fixed.contains(.location) {
      if consent.isLocationForOnce { users.location = .notDetermined }
      if consent.hasProvisionalAlways { users.location = .whenInUse }
    }
    if fixed.contains(.notifications), consent.hasProvisionalNotifications {
      users.allowsNotifications = false
      undecided.append(.notifications)
    }
    return users
  }
}
