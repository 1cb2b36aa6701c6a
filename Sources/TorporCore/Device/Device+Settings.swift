package import TorporModel

// The settings: where each value is stored, and the consequences of a change.

extension Device {
  /// The settings of the device that are not part of `conditions.settings`.
  package var heldSettings: HeldSettings {
    HeldSettings(
      backgroundRefresh: conditions.backgroundRefresh.value,
      lowPowerMode: conditions.lowPowerMode.value,
      profile: profile.name,
      evictionOrder: conditions.evictionOrder,
      pageOutAfter: conditions.pageOutAfter
    )
  }

  /// Changes a setting; `cause` is the reason for the ledger.
  mutating func change(
    _ setting: Setting,
    because cause: Condition = Condition(.userAction),
    in turn: inout Turn
  ) -> Reply {
    if case .appSettings(let app, let settings) = setting {
      guard let before = apps[app] else { return .refused(state.unknown(app)) }
      return change(settings, of: before, in: &turn)
    }
    // A fixed setting does not change; the device's own value applies once it is no longer fixed.
    if keepAsOwn(setting) { return .done }
    apply(setting, in: &turn)
    turn.record(.changeSettings, of: nil, because: [cause])
    followLowBattery(after: setting, in: &turn)
    return .done
  }

  /// Applies a setting to the device, with its consequences.
  mutating func apply(_ setting: Setting, in turn: inout Turn) {
    switch setting {
    // They are of an app.
    case .appSettings: break
    case .backgroundRefresh(let value):
      let was = conditions.backgroundRefresh.value
      guard conditions.backgroundRefresh.update(value, at: turn.now) else { break }
      if (was == .off) != (value == .off) { announceRefreshStatus(in: &turn) }
      conditionsChanged(in: &turn)
    case .lowPowerMode(let isOn):
      guard conditions.lowPowerMode.update(isOn, at: turn.now) else { break }
      turn.isLowPower = isOn
      announce(.powerStateDidChange(isLowPowerModeEnabled: isOn), in: &turn)
      conditionsChanged(in: &turn)
    case .profile(let name): changeProfile(to: name, in: &turn)
    case .evictionOrder(let order): conditions.evictionOrder = order
    case .pageOutAfter(let rest):
      conditions.pageOutAfter = rest
      announce(.memory(.restChanged), in: &turn)
    case .kept(let setting):
      let before = conditions.settings.allowances
      conditions.settings.take(setting)
      if setting == .adoption(false) { releaseAdopted(in: &turn) }
      if conditions.settings.allowances != before { allowancesChanged() }
      conditionsChanged(in: &turn)
    }
  }

  /// The battery may be low already when the user wants Low Power Mode to begin by itself.
  mutating func followLowBattery(after setting: Setting, in turn: inout Turn) {
    guard case .kept(.automaticLowPowerMode) = setting,
      (conditions.power.value?.lowStepsPassed ?? 0) > 0
    else { return }
    saveLowBattery(in: &turn)
  }

  /// Changes the settings of an app; `before`: the app as it stood when the user began to decide.
  mutating func change(
    _ settings: AppSettings,
    of before: AppRecord,
    in turn: inout Turn
  ) -> Reply {
    let settings = keepingRestrictions(in: settings, of: before.identifier)
    let isOn = conditions.backgroundRefresh.value != .off
    let reply = onApp(before.identifier, in: &turn) {
      $0.change(settings, refreshIsOn: isOn, in: &$1)
    }
    if settings.allowances != before.settings.allowances { allowancesChanged() }
    reviewServices(in: &turn)
    settleConsent(since: before, in: &turn)
    return reply
  }

  /// Announces the new refresh status, after a change of the device's switch, to every app with its own switch on.
  private mutating func announceRefreshStatus(in turn: inout Turn) {
    let isAvailable = conditions.backgroundRefresh.value != .off
    for slot in apps.slotRange {
      let hears = apps.read(slot: slot) {
        $0.isListening && $0.settings.backgroundRefresh != .off
      }
      guard hears == true else { continue }
      update(slot: slot, in: &turn) {
        $0.call(.backgroundRefreshStatusDidChange(isAvailable: isAvailable), in: &$1)
      }
    }
  }

  /// Changes the profile: its rules apply from the next input on; a single screen keeps the app used last.
  private mutating func changeProfile(to name: ProfileName, in turn: inout Turn) {
    let hadPeripherals = profile.hasBluetoothPeripherals
    profile = .named(name)
    // Their screen is the desktop's, on which several apps can be seen.
    if profile.hasSingleScreen { releaseAdopted(in: &turn) }
    if profile.hasBluetoothPeripherals != hadPeripherals {
      announce(.bluetooth(.peripheralsChanged), in: &turn)
    }
    reviewServices(in: &turn)
    guard profile.hasSingleScreen else {
      showAgain(in: &turn)
      return followCover(in: &turn)
    }
    for app in screen.front.dropLast() {
      screen.remove(app)
      update(app, in: &turn) { $0.leaveScreen(in: &$1) }
    }
    followCover(in: &turn)
  }
}

extension AppRecord {
  /// Changes the user's settings of the app; a running app is notified of its refresh switch.
  ///
  /// Every service reviews the app again, so a setting that is read where needed requires nothing here.
  mutating func change(_ settings: AppSettings, refreshIsOn: Bool, in turn: inout Turn) {
    let was = self.settings.backgroundRefresh != .off
    let before = self.settings
    self.settings = settings
    noteDecisions(since: before)
    work.needsReview = true
    let isAvailable = settings.backgroundRefresh != .off
    // Its status is that of both switches: while the device's is off, nothing changes for it.
    guard refreshIsOn, was != isAvailable, isListening else { return }
    call(.backgroundRefreshStatusDidChange(isAvailable: isAvailable), in: &turn)
  }
}
