package import TorporModel

extension DeviceState {
  /// What the device has learned of the app's use; `nil` for an app that was never opened.
  package func usageStatus(of app: AppIdentifier, at moment: Instant) -> UsageStatus? {
    let now = LocalSecond(clock.localSecond(at: max(self.now, moment)))
    guard let known = usage.description(of: app, at: now) else { return nil }
    guard let record = apps[app] else { return nil }
    let budget = dailyBudget(of: record, day: now.day)
    return UsageStatus(
      app: app,
      opensSeen: known.opensSeen,
      opensKept: known.opensKept,
      firstOpenLocalSecond: known.firstOpen.rawValue,
      lastOpenLocalSecond: known.lastOpen.rawValue,
      todayDay: now.day,
      expectedOpensPermille: known.expectedOpensByHour.map { $0.map(permille) },
      chanceTodayPermille: permille(known.likelihoodOfUseToday),
      likelyHours: known.nextLikelyOpens.map {
        UsageStatus.LikelyHour(
          startLocalSecond: $0.start.rawValue,
          chancePermille: permille($0.chance)
        )
      },
      refreshesEachDay: budget,
      refreshesLeftToday: record.work.dailyRuns.left(of: budget, day: now.day)
    )
  }
}

/// A share in thousandths; 1000 times any share or count of a day fits.
private func permille(_ value: Double) -> Int { Int((value * 1000).rounded()) }
