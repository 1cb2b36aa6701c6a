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
}

extension Setting {
  /// Whether the device changes another setting by it.
  fileprivate var isAutomatic: Bool {
    if case .kept(.automaticLowPowerMode) = self { true } else { false }
  }
}
