package import TorporModel

// What an answer to a question about an app is found in; nothing here changes anything.

extension Device {
  /// All that is known of an app, with what was decided about it lately, oldest first; `nil` where
  /// there is no such app.
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
      device: facts(about: app, at: moment)
    )
  }

  private func facts(about app: AppIdentifier, at moment: Instant) -> Evidence.Device {
    let device = conditionContext(at: moment)
    let local = clock.localSecond(at: moment)
    let first = usage.history(of: app)?.first?.rawValue
    return Evidence.Device(
      now: moment,
      profile: profile.name,
      backgroundTaskBudget: profile.backgroundTaskBudget(isLowPower: conditions.lowPowerMode.value),
      hasTaskScheduler: profile.hasTaskScheduler,
      backgroundRefresh: conditions.backgroundRefresh.value,
      isInLowPowerMode: conditions.lowPowerMode.value,
      isOnExternalPower: device.isOnExternalPower,
      batteryPercent: conditions.power.value?.batteryPercent,
      hasNetwork: conditions.network.value.map { $0.link != .none },
      learnedFor: first.map { .seconds(max(0, local - $0)) }
    )
  }
}
