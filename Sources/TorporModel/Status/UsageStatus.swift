/// What the usage model has learned of one app: what `torpor why --usage` shows.
///
/// Moments are local seconds: those since 1970-01-01 00:00 that a clock on the user's wall shows.
package struct UsageStatus: Hashable, Sendable {
  /// The app.
  package var app: AppIdentifier
  /// How often it was seen to be opened.
  package var opensSeen: Int
  /// How many of those are kept, and learned from.
  package var opensKept: Int
  /// When it was opened first, of those that are kept.
  package var firstOpenLocalSecond: Int64
  /// When it was opened last.
  package var lastOpenLocalSecond: Int64
  /// Which day today is, counted since 1970.
  package var todayDay: Int64
  /// How many opens are expected in each hour, in thousandths: 24 for today, then for six more days.
  package var expectedOpensPermille: [[Int]]
  /// The chance that it is opened before midnight, in thousandths.
  package var chanceTodayPermille: Int
  /// The hours in which it is likely to be opened next, soonest first.
  package var likelyHours: [LikelyHour]
  /// How many refreshes a day it gets for being used so much.
  package var refreshesEachDay: Int
  /// How many of today's are left.
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
