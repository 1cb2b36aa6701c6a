package import TorporModel

// The policy reads settings where it always does, and finds there what is fixed. What the user has set in its place is
// kept beside it, and comes back.

extension Device {
  /// What an administrator has fixed is so from now on, and the user's own value wherever nothing is fixed any more.
  mutating func restrict(by restrictions: Restrictions?, in turn: inout Turn) {
    let before = conditions.restrictions
    guard restrictions != before else { return }
    conditions.restrictions = restrictions
    let cause = Condition(.restricted, subject: restrictions?.file ?? before?.file)
    turn.record(.changeSettings, of: nil, because: [cause])
    fixDevice(in: &turn)
    fixApps(because: cause, in: &turn)
  }

  private mutating func fixDevice(in turn: inout Turn) {
    let fixed = conditions.restrictions?.device ?? []
    let own = conditions.ownSettings ?? []
    let kept = fixed.map { setting in
      own.first { $0.name == setting.name } ?? value(of: setting)
    }
    conditions.ownSettings = fixed.isEmpty ? nil : kept
    let lifted = own.filter { setting in !fixed.contains { $0.name == setting.name } }
    // What begins Low Power Mode comes when it is known whether that is fixed.
    let changes = lifted + fixed
    let inOrder = changes.filter { !$0.isAutomatic } + changes.filter(\.isAutomatic)
    for setting in inOrder where value(of: setting) != setting {
      apply(setting, in: &turn)
      followLowBattery(after: setting, in: &turn)
    }
  }

  private mutating func fixApps(because cause: Condition, in turn: inout Turn) {
    let isOn = conditions.backgroundRefresh.value != .off
    var changed: [AppRecord] = []
    for slot in apps.slotRange {
      guard let record = apps[slot: slot] else { continue }
      let fixed = conditions.restrictions?.settings(of: record.identifier) ?? []
      guard !fixed.isEmpty || record.persistentState.own != nil else { continue }
      changed.append(record)
      update(slot: slot, in: &turn) { $0.fix(fixed, refreshIsOn: isOn, in: &$1) }
    }
    guard !changed.isEmpty else { return }
    allowancesChanged()
    reviewServices(in: &turn)
    for before in changed {
      let app = before.identifier
      for permission in Permission.allCases where state.isFixed(permission, of: app) {
        withdraw(permission, of: app, in: &turn)
      }
      settleConsent(since: before, in: &turn)
      guard let now = apps[app], now.settings != before.settings else { continue }
      turn.record(.changeSettings, of: app, because: [cause])
    }
  }

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

  /// The settings of the device as the user has them: those that hold once nothing is fixed.
  package var ownSettings: (held: HeldSettings, kept: DeviceSettings) {
    var (held, kept) = (heldSettings, conditions.settings)
    for setting in conditions.ownSettings ?? [] {
      switch setting {
      case .appSettings: break
      case .backgroundRefresh(let value): held.backgroundRefresh = value
      case .lowPowerMode(let isOn): held.lowPowerMode = isOn
      case .profile(let name): held.profile = name
      case .evictionOrder(let order): held.evictionOrder = order
      case .pageOutAfter(let rest): held.pageOutAfter = rest
      case .kept(let setting): kept.take(setting)
      }
    }
    return (held, kept)
  }

  /// Whether Low Power Mode would be on without restrictions: what the battery switches on and off.
  var wantsLowPowerMode: Bool { ownSettings.held.lowPowerMode }

  // MARK: What is not changed

  /// Keeps a value for later where the setting is fixed; returns whether it is.
  mutating func keepAsOwn(_ setting: Setting) -> Bool {
    guard conditions.restrictions?.fixed(setting) != nil else { return false }
    conditions.ownSettings?.removeAll { $0.name == setting.name }
    conditions.ownSettings?.append(setting)
    return true
  }

  /// The settings of an app with what is fixed; what they would have in its place is kept for later.
  mutating func keepingRestrictions(
    in settings: AppSettings,
    of app: AppIdentifier
  ) -> AppSettings {
    guard let fixed = conditions.restrictions?.settings(of: app), let slot = apps.slot(of: app)
    else { return settings }
    var kept = settings
    for setting in fixed where settings.value(of: setting) != setting {
      apps.update(slot: slot) { $0.persistentState.own?.keep(settings.value(of: setting)) }
      kept.take(setting)
    }
    return kept
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

  // MARK: Invariants

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

extension Setting {
  /// Whether the device changes another setting by it.
  fileprivate var isAutomatic: Bool {
    if case .kept(.automaticLowPowerMode) = self { true } else { false }
  }
}
