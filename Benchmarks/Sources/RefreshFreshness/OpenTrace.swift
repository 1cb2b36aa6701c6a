import TorporCore

/// The opens of one app, and what a policy makes of them.
struct OpenTrace {
  /// Every open, in order.
  let opens: [LocalSecond]
  /// The first of the days that count; those before are for learning.
  let firstDayMeasured: Int64

  /// The opens that count.
  var measured: ArraySlice<LocalSecond> {
    opens[(opens.firstIndex { $0.day >= firstDayMeasured } ?? opens.count)...]
  }

  /// The mean age of content at the measured opens, in seconds.
  ///
  /// The policy is told of each open after it has been served, and asked when it refreshes next.
  func meanAge(_ policy: some RefreshPolicy) -> Double {
    var policy = policy
    for open in opens where open.day < firstDayMeasured { policy.noteOpened(at: open) }
    guard let lastDay = opens.last?.day, lastDay >= firstDayMeasured else { return 0 }
    var rest = measured
    // Content is half a gap old when counting begins, for every policy.
    let start = LocalSecond(day: firstDayMeasured)
    var lastRefresh = start + -LocalSecond.secondsEachDay / Int64(2 * policy.budget)
    var ageSum: Int64 = 0
    for day in firstDayMeasured...lastDay {
      var now = LocalSecond(day: day)
      var remaining = policy.budget
      policy.startDay(day)
      let midnight = LocalSecond(day: day + 1)
      while now < midnight {
        let refresh = remaining > 0 ? policy.nextRefresh(from: now, lastRefresh, remaining) : nil
        let open = rest.first ?? midnight
        if let refresh, refresh <= open, refresh < midnight {
          lastRefresh = refresh
          remaining -= 1
          now = refresh
        } else if open < midnight {
          ageSum += open - lastRefresh
          rest.removeFirst()
          policy.noteOpened(at: open)
          now = open
        } else {
          now = midnight
        }
      }
    }
    return Double(ageSum) / Double(measured.count)
  }
}

/// Decides when one app is refreshed.
protocol RefreshPolicy {
  /// Refreshes a day, at most.
  var budget: Int { get }

  mutating func startDay(_ day: Int64)

  /// The next refresh if no open comes before it, not earlier than `now`; none for the rest of the day.
  func nextRefresh(from now: LocalSecond, _ lastRefresh: LocalSecond, _ remaining: Int)
    -> LocalSecond?

  mutating func noteOpened(at moment: LocalSecond)
}
