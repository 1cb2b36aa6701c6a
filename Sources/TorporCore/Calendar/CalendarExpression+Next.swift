package import TorporModel

extension CalendarExpression {
  /// The first moment after another that the expression means; `nil`: never again.
  ///
  /// Moments are nanoseconds since 1970, UTC. `rules` are those of the expression's zone, or of the
  /// local one where it names none; an expression in UTC needs none. As in systemd, a local time that
  /// clocks are set over does not come, and one that comes twice is meant once: its first moment,
  /// and the second only if the search begins in between. No year is after 2199.
  ///
  /// A call takes about 1 µs in an optimised build, also for dates that never come; 0.1 ms where
  /// clocks are set over every single match, which is the worst.
  package func next(afterWallNanoseconds after: Int64, in rules: ZoneRules) -> Int64? {
    let rules = zone == .utc ? .utc : rules
    let search = CalendarSearch(self)
    // Times are meant to the microsecond; the first that is later.
    let start = Int(after).flooredQuotient(by: 1000) + 1
    let startSecond = start.flooredQuotient(by: 1_000_000)
    var local = start + rules.period(at: startSecond).offset.seconds * 1_000_000
    // Each turn but the last goes over one hour that does not come, of which a year has one or two.
    while let match = search.first(atOrAfter: local) {
      let second = match.flooredQuotient(by: 1_000_000)
      let fraction = match - second * 1_000_000
      switch rules.moments(ofLocal: second) {
      case .one(let moment): return Int64(moment * 1_000_000 + fraction) * 1000
      case .two(let first, let later):
        let moment = first * 1_000_000 + fraction >= start ? first : later
        return Int64(moment * 1_000_000 + fraction) * 1000
      case .none(let resumesAt): local = resumesAt * 1_000_000
      }
    }
    return nil
  }
}
