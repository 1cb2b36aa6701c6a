package import TorporModel

extension UsageModel {
  /// One coming hour in which an app may be opened.
  package struct LikelyHour: Hashable, Sendable {
    /// When the hour begins, or the moment of the question where that lies within.
    package let start: LocalSecond
    /// The chance that the app is opened at least once within it.
    package let chance: Double
  }

  /// An app that was not opened for so long gets no time for processing or refreshes.
  ///
  /// Seven days, as `ios-semantics` BF10 and 13.3 have it: apps that nobody opens stop being woken. An
  /// app of one evening a week is kept just so.
  package static let unusedSecondsMax: Int64 = 7 * LocalSecond.secondsEachDay

  /// How many times the app is likely to be opened between two moments, of which the first is now.
  package func expectedOpens(of app: AppIdentifier, from now: LocalSecond, to end: LocalSecond)
    -> Double
  {
    guard let history = history(of: app) else { return 0 }
    let rhythm = OpenRhythm(learnedFrom: history, before: now)
    var forecast = OpenForecast(rhythm: rhythm, lastOpen: history.last, now: now)
    return forecast.expectedOpens(until: end)
  }

  /// The chance that the app is opened at least once within so many seconds.
  ///
  /// 0 for an app that was never opened, or not for seven days.
  package func likelihoodOfUse(of app: AppIdentifier, at now: LocalSecond, within seconds: Int64)
    -> Double
  {
    guard let history = history(of: app), let last = history.last,
      now - last < UsageModel.unusedSecondsMax
    else { return 0 }
    let rhythm = OpenRhythm(learnedFrom: history, before: now)
    let forecast = OpenForecast(rhythm: rhythm, lastOpen: last, now: now)
    return 1 - forecast.chanceOfNone(from: now, until: now + seconds)
  }

  /// The first moment within a day, on the grid of the rhythm, at which the app is likely to be opened within so many
  /// seconds if it has not been until then; `nil`: there is none.
  package func nextLikelyReturn(
    of app: AppIdentifier,
    from start: LocalSecond,
    within seconds: Int64,
    chanceMin: Double
  ) -> LocalSecond? {
    guard let history = history(of: app), let last = history.last,
      start - last < UsageModel.unusedSecondsMax
    else { return nil }
    let rhythm = OpenRhythm(learnedFrom: history, before: start)
    let forecast = OpenForecast(rhythm: rhythm, lastOpen: last, now: start)
    var moment = start
    while moment - start < LocalSecond.secondsEachDay {
      if 1 - forecast.chanceOfNone(from: moment, until: moment + seconds) >= chanceMin {
        return moment
      }
      let step = Int64(OpenRhythm.step(of: moment) + 1) * OpenRhythm.stepSeconds
      moment = LocalSecond(day: moment.day, secondOfDay: step)
    }
    return nil
  }

  /// The hours within which the app is likely to be opened, soonest first.
  ///
  /// Each is seen for itself: its chance is the chance of an open in it whatever comes before.
  ///
  /// - Parameters:
  ///   - app: the app; one that was never opened has no hours.
  ///   - now: the moment of the question, from which the first hour counts.
  ///   - horizon: seconds from now within which the hours begin.
  ///   - chanceMin: hours with a smaller chance are left out.
  /// - Returns: the hours with their chances.
  package func nextLikelyOpens(
    of app: AppIdentifier,
    after now: LocalSecond,
    horizon: Int64 = LocalSecond.secondsEachDay,
    chanceMin: Double = 0.2
  ) -> [LikelyHour] {
    guard let history = history(of: app) else { return [] }
    let rhythm = OpenRhythm(learnedFrom: history, before: now)
    var forecast = OpenForecast(rhythm: rhythm, lastOpen: history.last, now: now)
    var hours: [LikelyHour] = []
    var start = now
    while start - now < horizon {
      let nextHour = LocalSecond(day: start.day, secondOfDay: (start.secondOfDay / 3600 + 1) * 3600)
      let chance = forecast.chanceOfAny(until: nextHour)
      if chance >= chanceMin { hours.append(LikelyHour(start: start, chance: chance)) }
      start = nextHour
    }
    return hours
  }

  /// What is known of one app, for people; `nil` for an app that is not known.
  package func description(of app: AppIdentifier, at now: LocalSecond) -> UsageDescription? {
    guard let history = history(of: app), let last = history.last else { return nil }
    let rhythm = OpenRhythm(learnedFrom: history, before: now)
    let week: [[Double]] = (0..<7).map { later in
      let midnight = LocalSecond(day: now.day + Int64(later))
      var forecast = OpenForecast(rhythm: rhythm, lastOpen: nil, now: midnight)
      return (1...24).map { forecast.expectedOpens(until: midnight + Int64($0) * 3600) }
    }
    return UsageDescription(
      app: app,
      opensSeen: history.countSeen,
      opensKept: history.count,
      firstOpen: history.first ?? last,
      lastOpen: last,
      expectedOpensByHour: week,
      likelihoodOfUseToday: likelihoodOfUse(
        of: app,
        at: now,
        within: LocalSecond(day: now.day + 1) - now
      ),
      nextLikelyOpens: nextLikelyOpens(of: app, after: now)
    )
  }
}

/// What the usage model knows of one app: the value behind `torpor why --usage`.
package struct UsageDescription: Hashable, Sendable {
  package let app: AppIdentifier
  /// Opens that were ever seen, and those of them that are still learned from.
  package let opensSeen: Int
  package let opensKept: Int
  package let firstOpen: LocalSecond
  package let lastOpen: LocalSecond
  /// Opens expected in each hour, for today (from its beginning) and the six days after it.
  package let expectedOpensByHour: [[Double]]
  /// The chance of an open before midnight.
  package let likelihoodOfUseToday: Double
  package let nextLikelyOpens: [UsageModel.LikelyHour]
}
