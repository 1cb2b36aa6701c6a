package import TorporModel

// What an administrator has fixed, as a question; nothing here changes anything.

extension RestrictionReading {
  /// A setting of the device with the value that it has now.
  func value(of setting: Setting) -> Setting {
    switch setting {
    case .appSettings: setting
    case .backgroundRefresh: .backgroundRefresh(conditions.backgroundRefresh.value)
    case .lowPowerMode: .lowPowerMode(conditions.lowPowerMode.value)
    case .profile: .profile(profile.name)
    case .evictionOrder: .evictionOrder(conditions.evictionOrder)
    case .pageOutAfter: .pageOutAfter(conditions.pageOutAfter)
    case .kept(let kept): .kept(conditions.settings.value(of: kept))
    }
  }

  /// Why the user may not change a setting so; `nil`: they may.
  package func restriction(against setting: Setting) -> Refusal? {
    if case .appSettings(let app, let settings) = setting {
      return restriction(against: settings, of: app)
    }
    guard let restrictions = conditions.restrictions, restrictions.fixed(setting) != nil else {
      return nil
    }
    return .settingRestricted(settings: [setting.name], file: restrictions.file)
  }

  /// Why the user may not change these settings of the device together; `nil`: they may.
  package func restriction(againstAny changes: [Setting]) -> Refusal? {
    guard let restrictions = conditions.restrictions else { return nil }
    let forbidden = changes.filter { restrictions.fixed($0) != nil }.map(\.name)
    return forbidden.isEmpty
      ? nil : .settingRestricted(settings: forbidden, file: restrictions.file)
  }

  /// Why the user may not change these settings of an app, whatever they have now; `nil`: they may.
  package func restriction(
    againstAny changes: [AppSetting],
    of app: AppIdentifier
  ) -> Refusal? {
    guard let restrictions = conditions.restrictions else { return nil }
    let fixed = Set(restrictions.settings(of: app).map(\.name))
    let forbidden = changes.map(\.name).filter(fixed.contains)
    return forbidden.isEmpty
      ? nil : .settingRestricted(settings: forbidden, file: restrictions.file)
  }

  func restriction(against settings: AppSettings, of app: AppIdentifier) -> Refusal? {
    guard let restrictions = conditions.restrictions, apps.slot(of: app) != nil else { return nil }
    let forbidden = restrictions.forbidden(settings, of: app)
    return forbidden.isEmpty
      ? nil : .settingRestricted(settings: forbidden, file: restrictions.file)
  }

  /// The names of what is fixed, of an app or of the device, and by which file; `nil`: nothing is.
  package func restrictedSettings(of app: AppIdentifier?) -> (names: [String], file: String)? {
    guard let restrictions = conditions.restrictions else { return nil }
    let names =
      app.map { restrictions.settings(of: $0).map(\.name) } ?? restrictions.device.map(\.name)
    return names.isEmpty ? nil : (names, restrictions.file)
  }

  /// Whether an administrator has fixed a setting, by its name, of an app or of the device.
  func isFixed(_ name: String, of app: AppIdentifier?) -> Bool {
    restrictedSettings(of: app)?.names.contains(name) ?? false
  }

  /// What is fixed and is not so.
  func brokenRestrictions() -> [String] {
    guard conditions.restrictions != nil else {
      let kept = apps.slotRange.contains { slot in
        apps.read(slot: slot) { $0.persistentState.own != nil } == true
      }
      return kept || conditions.ownSettings != nil ? ["something is kept beside what is fixed"] : []
    }
    let fixed = conditions.restrictions?.device ?? []
    var broken = fixed.filter { value(of: $0) != $0 }.map { "\($0.name) is fixed, and is another" }
    if Set((conditions.ownSettings ?? []).map(\.name)) != Set(fixed.map(\.name)) {
      broken.append("the user's own values are not those of what is fixed")
    }
    for record in apps.records {
      let fixed = conditions.restrictions?.settings(of: record.identifier) ?? []
      let own = record.persistentState.own?.settings ?? []
      guard
        Set(own.map(\.name)) != Set(fixed.map(\.name))
          || fixed.contains(where: { record.settings.value(of: $0) != $0 })
      else { continue }
      broken.append("\(record.identifier): what is fixed of it does not hold")
    }
    return broken
  }
}
