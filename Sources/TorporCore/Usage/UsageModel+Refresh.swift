package import TorporModel

extension UsageModel {
  /// The plan of an app's refreshes for one day, by what was known when the day began.
  ///
  /// It costs some milliseconds, holds for the whole day, and follows from the model: keep it outside
  /// of what is saved. An app of which nothing is known gets a day with a night.
  package func refreshPlan(
    of app: AppIdentifier,
    day: Int64,
    budget: Int
  ) -> RefreshPlan {
    let rhythm = OpenRhythm(
      learnedFrom: history(of: app) ?? OpenHistory(),
      before: LocalSecond(day: day)
    )
    return RefreshPlan(day: day, budget: budget, rhythm: rhythm)
  }

  /// The moment at which the app's next refresh should run, today or tomorrow, if it is not opened before.
  ///
  /// Content is then youngest, on average over all opens, for that many refreshes a day. An open changes
  /// the answer: ask again once the app has left the front.
  ///
  /// - Parameters:
  ///   - app: the app; for one that is not known the plan is that of a day with a night.
  ///   - lastRefresh: when the content was last refreshed, if ever.
  ///   - remaining: how many refreshes of today are left.
  ///   - budget: how many refreshes a day has.
  ///   - now: the moment of the question, before which no refresh lies.
  /// - Returns: the moment, or `nil` where the budget allows none.
  package func refreshTime(
    of app: AppIdentifier,
    lastRefresh: LocalSecond?,
    remaining: Int,
    budget: Int,
    now: LocalSecond
  ) -> LocalSecond? {
    guard budget > 0 else { return nil }
    let lastOpen = history(of: app)?.last
    let today = refreshPlan(of: app, day: now.day, budget: budget)
    let found = today.nextRefresh(
      from: now,
      lastRefresh: lastRefresh,
      lastOpen: lastOpen,
      remaining: remaining
    )
    if let found { return found }
    let tomorrow = refreshPlan(of: app, day: now.day + 1, budget: budget)
    return tomorrow.nextRefresh(
      from: now,
      lastRefresh: lastRefresh,
      lastOpen: lastOpen,
      remaining: budget
    )
  }
}
