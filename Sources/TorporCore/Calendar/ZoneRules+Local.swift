extension ZoneRules {
  /// The points in time at which local clocks show a time.
  package enum Moments: Hashable, Sendable {
    case one(Int)
    /// Clocks were set back: the time occurs twice.
    case two(Int, Int)
    /// Clocks were set forward past it, to `resumesAt`.
    case none(resumesAt: Int)
  }

  /// Returns the seconds since 1970 that local clocks show at a point in time.
  package func local(at moment: Int) -> Int {
    moment + period(at: moment).offset.seconds
  }

  /// Returns when local clocks show a time, given in seconds as if it were UTC.
  package func moments(ofLocal local: Int) -> Moments {
    var period = self.period(at: local - ZoneRules.reachSeconds)
    var found: Int?
    var resumesAt = local
    while true {
      let moment = local - period.offset.seconds
      if period.start <= moment, moment < period.end {
        if let found { return .two(found, moment) }
        found = moment
      }
      guard period.end <= local + ZoneRules.reachSeconds else { break }
      let next = self.period(at: period.end)
      if moment >= period.end, local < period.end + next.offset.seconds {
        resumesAt = period.end + next.offset.seconds
      }
      period = next
    }
    // A time without a match was skipped, because the periods leave no gaps.
    return found.map { .one($0) } ?? .none(resumesAt: resumesAt)
  }
}
