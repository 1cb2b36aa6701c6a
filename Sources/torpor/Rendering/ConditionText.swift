import TorporModel

/// What stands or stood in the way of background work: one line for each condition.
enum ConditionText {
  /// The conditions as they stand, those in the way first, then what held it up earlier.
  static func lines(
    _ conditions: [Condition],
    _ blocked: [BlockedTime],
    _ clock: WallClock,
    _ style: Style
  ) -> [String] {
    let now = conditions.filter { !$0.holds } + conditions.filter(\.holds)
    let earlier = blocked.filter { row in !conditions.contains { $0.reason == row.reason } }
    let longest = blocked.count > 1 ? blocked.first?.reason : nil
    var lines = now.map { condition in
      let mark =
        condition.holds ? style.paint("holds  ", .good) : style.paint("blocked", .bad)
      let total = blocked.first { $0.reason == condition.reason }?.total
      let phrase = condition.phrase(for: .run(.fetch))
      let times = self.times(condition, total, condition.reason == longest, clock)
      return mark + "  " + ([phrase] + times).joined(separator: ", ")
    }
    lines += earlier.map { row in
      let phrase = Condition(row.reason, holds: false).phrase(for: .run(.fetch))
      let times = totals(row.total, isLongest: row.reason == longest)
      return style.paint("earlier", .faint) + "  " + ([phrase] + times).joined(separator: ", ")
    }
    return lines
  }

  private static func times(
    _ condition: Condition,
    _ total: Duration?,
    _ isLongest: Bool,
    _ clock: WallClock
  ) -> [String] {
    var parts: [String] = []
    if let since = condition.since {
      parts.append("since \(clock.name(of: since)) (\(Quantities.text(of: clock.now - since)))")
    }
    if let until = condition.until, until > clock.now {
      parts.append("until \(clock.name(of: until)) (in \(Quantities.text(of: until - clock.now)))")
    }
    if let total { parts += totals(total, isLongest: isLongest) }
    return parts
  }

  private static func totals(_ total: Duration, isLongest: Bool) -> [String] {
    ["\(Quantities.text(of: total)) in all" + (isLongest ? ", the longest" : "")]
  }
}
