import TorporModel
import TorporText

/// What stands or stood in the way of background work: a line or two for each condition.
enum ConditionText {
  /// The conditions as they stand, those in the way first, then what held it up earlier.
  static func lines(
    _ conditions: [Condition],
    _ blocked: [BlockedTime],
    _ words: NeedText,
    _ clock: WallClock,
    _ style: Style
  ) -> [String] {
    let longest = blocked.count > 1 ? blocked.first?.reason : nil
    func total(_ reason: Reason, sinceThen stretch: Duration = .zero) -> [String] {
      guard let row = blocked.first(where: { $0.reason == reason }) else { return [] }
      // The clock was read after the total: the stretch of now must not look longer than all of them.
      let isStale = stretch > row.total && stretch - row.total < .seconds(2)
      let total = isStale ? stretch : row.total
      guard total >= .seconds(1) else { return [] }
      let length = "blocked for \(Quantities.text(of: total)) in total"
      return [length + (reason == longest ? " (longest)" : "")]
    }
    var lines: [String] = []
    for condition in conditions.filter({ !$0.holds }) + conditions.filter(\.holds) {
      let mark = condition.holds ? style.paint("holds", .good) + "  " : style.paint("blocked", .bad)
      lines.append(mark + "  " + words.clause(condition))
      let stretch = condition.holds ? nil : condition.since.map { clock.now - $0 }
      lines += below(times(condition, clock) + total(condition.reason, sinceThen: stretch ?? .zero))
    }
    for row in blocked where !conditions.contains(where: { $0.reason == row.reason }) {
      let clause = words.clause(Condition(row.reason, holds: false))
      lines.append(style.paint("earlier", .faint) + "  " + clause)
      lines += below(total(row.reason))
    }
    return lines
  }

  /// A second line, indented to where the words of the first begin.
  private static func below(_ parts: [String]) -> [String] {
    parts.isEmpty ? [] : ["         " + parts.joined(separator: "; ")]
  }

  private static func times(_ condition: Condition, _ clock: WallClock) -> [String] {
    var parts: [String] = []
    if let since = condition.since {
      parts.append("since \(clock.name(of: since)) (\(Quantities.text(of: clock.now - since)))")
    }
    if let until = condition.until, until > clock.now {
      let verb = condition.allowance == nil ? "until" : "refills at"
      parts.append(
        "\(verb) \(clock.name(of: until)) (in \(Quantities.text(of: until - clock.now)))"
      )
    }
    return parts
  }
}
