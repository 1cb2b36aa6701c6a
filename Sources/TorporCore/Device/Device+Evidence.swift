package import TorporModel

// The evidence for answers to questions about an app; this code is read-only.

extension RestrictionReading {
  /// Returns all that is known about an app, with recent decisions, oldest first; `nil` if there is no such app.
  package func evidence(
    of app: AppIdentifier,
    decisions: [Decision],
    at moment: Instant
  ) -> Evidence? {
    let moment = max(now, moment)
    guard let record = apps[app], let status = status(of: app, at: moment) else { return nil }
    return Evidence(
      status: status,
      activities: activities(at: moment).filter { $0.app == app },
      transfers: services.transfers.activities(of: app, on: conditionContext(at: moment), state),
      decisions: decisions,
      manifest: record.manifest,
      settings: record.settings,
      device: Evidence.Device(about: app, on: state, at: moment),
      fixed: fixedSettings(of: app)
    )
  }

  private func fixedSettings(of app: AppIdentifier) -> FixedSettings? {
    let (ofDevice, ofApp) = (restrictedSettings(of: nil), restrictedSettings(of: app))
    guard let file = ofDevice?.file ?? ofApp?.file else { return nil }
    return FixedSettings(ofDevice: ofDevice?.names ?? [], ofApp: ofApp?.names ?? [], file: file)
  }
}

extension Evidence.Device {
  /// Returns the facts about the device that affect an app.
  fileprivate init(about app: AppIdentifier, on device: DeviceState, at moment: Instant) {
    let (profile, conditions) = (device.profile, device.conditions)
    let isLowPower = conditions.lowPowerMode.value
    let local = device.clock.localSecond(at: moment)
    let firstOpened = device.usage.history(of: app)?.first?.rawValue
    self.init(
      now: moment,
      profile: profile.name,
      backgroundTaskBudget: profile.backgroundTaskBudget(isLowPower: isLowPower),
      hasTaskScheduler: profile.hasTaskScheduler,
      backgroundRefresh: conditions.backgroundRefresh.value,
      isInLowPowerMode: isLowPower,
      isOnExternalPower: device.conditionContext(at: moment).isOnExternalPower,
      batteryPercent: conditions.power.value?.batteryPercent,
      hasNetwork: conditions.network.value.map { $0.link != .none },
      learnedFor: firstOpened.map { .seconds(max(0, local - $0)) }
    )
  }
}
