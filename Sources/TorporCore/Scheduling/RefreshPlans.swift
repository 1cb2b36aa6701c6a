import TorporModel

/// The recent plans of the day, each for one app.
///
/// A plan is derived from the usage model and costs some milliseconds; this is a cache of results, not
/// a part of the device's state.
struct RefreshPlans: Sendable {
  private struct Entry: Sendable {
    let app: AppIdentifier
    let plan: RefreshPlan
    /// How many opens were seen when it was made, and on which day that was.
    let opensSeen: Int
    let madeOn: Int64
  }

  /// The oldest goes first: 32 plans of some 50 kB; our choice.
  private static let countMax = 32
  private var entries: [Entry] = []

  mutating func plan(
    of app: AppIdentifier,
    day: Int64,
    today: Int64,
    budget: Int,
    by usage: UsageModel
  ) -> RefreshPlan {
    let opensSeen = usage.history(of: app)?.countSeen ?? 0
    let known = entries.firstIndex {
      $0.app == app && $0.plan.day == day && $0.plan.budget == budget
    }
    if let known {
      // A plan goes by what was known when its day began; one made before is true if nothing came.
      let entry = entries[known]
      if entry.madeOn >= day || entry.opensSeen == opensSeen { return entry.plan }
      entries.remove(at: known)
    }
    let plan = usage.refreshPlan(of: app, day: day, budget: budget)
    if entries.count >= Self.countMax { entries.removeFirst() }
    entries.append(Entry(app: app, plan: plan, opensSeen: opensSeen, madeOn: today))
    return plan
  }

  /// The model was told or made to forget something about the past.
  mutating func removeAll() { entries.removeAll() }
}
