/// What the usage model has learned about one app, as shown by `torpor why --usage`.
///
/// Moments are local seconds: those since 1970-01-01 00:00 that a clock on the user's wall shows.
package struct UsageStatus: Hashable, Sendable {
  /// The app.
  package var app: AppIdentifier
  /// The number of opens observed.
  package var opensSeen: Int
  /// The number of those opens that are kept and learned from.
  package var opensKept: Int
  /// The time of the first open that is kept.
  package var firstOpenLocalSecond: Int64
  /// When it was opened last.
  package var lastOpenLocalSecond: Int64
  /// The number of today's date, in days since 1970.
  package var todayDay: Int64
  /// How many opens are expected in each hour, in thousandths: 24 for today, then for six more days.
  package var expectedOpensPermille: [[Int]]
  /// The chance that it is opened before midnight, in thousandths.
  package var chanceTodayPermille: Int
  /// The hours in which it is likely to be opened next, soonest first.
  package var likelyHours: [LikelyHour]
  /// The number of refreshes a day that its use earns it.
  package var refreshesEachDay: Int
  /// The number of today's refreshes that are left.
  package var refreshesLeftToday: Int

  /// Makes a status.
  package init(
    app: AppIdentifier,
    opensSeen: Int,
    opensKept: Int,
    firstOpenLocalSecond: Int64,
    lastOpenLocalSecond: Int64,
    todayDay: Int64,
    expectedOpensPermille: [[Int]],
    chanceTodayPermille: Int,
    likelyHours: [LikelyHour],
    refreshesEachDay: Int,
    refreshesLeftToday: Int
  ) {
    self.app = app
    self.opensSeen = opensSeen
    self.opensKept = opensKept
    self.firstOpenLocalSecond = firstOpenLocalSecond
    self.lastOpenLocalSecond = lastOpenLocalSecond
    self.todayDay = todayDay
    self.expectedOpensPermille = expectedOpensPermille
    self.chanceTodayPermille = chanceTodayPermille
    self.likelyHours = likelyHours
    self.refreshesEachDay = refreshesEachDay
    self.refreshesLeftToday = refreshesLeftToday
  }

  /// One hour in which an app may be opened.
  package struct LikelyHour: Hashable, Sendable {
    /// When it begins.
    package var startLocalSecond: Int64
    /// The chance of an open within it, in thousandths.
    package var chancePermille: Int

    /// Makes an hour.
    package init(startLocalSecond: Int64, chancePermille: Int) {
      self.startLocalSecond = startLocalSecond
      self.chancePermille = chancePermille
    }
  }
}
