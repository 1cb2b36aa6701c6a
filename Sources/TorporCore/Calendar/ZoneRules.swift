package import TorporModel

/// The past, present and future offsets of a time zone from UTC.
///
/// This value is passed to the core with its input: the core reads no files, and a replay uses the
/// rules of that time. Transitions cover the past; the yearly rule covers the time after the last of
/// them.
package struct ZoneRules: Hashable, Sendable {
  /// The offset before the first transition.
  package let initial: Offset
  /// Changes of the offset, in ascending order.
  package let transitions: [Transition]
  /// The rule after the last transition; without it, the last offset stays.
  package let yearly: YearlyRule?

  /// An offset from UTC.
  package struct Offset: Hashable, Sendable {
    /// The number of seconds by which local clocks are ahead of UTC.
    package let seconds: Int
    /// Whether it is daylight saving time.
    package let isDaylight: Bool

    package init(seconds: Int, isDaylight: Bool = false) {
      self.seconds = seconds
      self.isDaylight = isDaylight
    }
  }

  /// A point in time from which another offset applies.
  package struct Transition: Hashable, Sendable {
    /// Seconds since 1970, UTC.
    package let at: Int
    package let offset: Offset

    package init(at: Int, to offset: Offset) {
      self.at = at
      self.offset = offset
    }
  }

  /// Coordinated universal time.
  package static let utc = ZoneRules(checked: Offset(seconds: 0), [], nil)

  /// Makes rules, or `nil` if times do not ascend, or numbers exceed the limits.
  package init?(initial: Offset, transitions: [Transition], yearly: YearlyRule? = nil) {
    guard transitions.count <= ZoneRules.transitionCountMax,
      ZoneRules.offsetSecondsLimits.contains(initial.seconds)
    else { return nil }
    var last = Int.min
    for transition in transitions {
      guard transition.at > last, transition.at.magnitude <= ZoneRules.momentSecondsMax.magnitude,
        ZoneRules.offsetSecondsLimits.contains(transition.offset.seconds)
      else { return nil }
      last = transition.at
    }
    self.init(checked: initial, transitions, yearly)
  }

  /// Makes the rules of a zone that has always had the same yearly rule.
  package init(_ rule: YearlyRule) {
    self.init(checked: rule.standard, [], rule)
  }

  private init(checked initial: Offset, _ transitions: [Transition], _ yearly: YearlyRule?) {
    self.initial = initial
    self.transitions = transitions
    self.yearly = yearly
  }

  /// A time in which the offset stays the same.
  package struct Period: Hashable, Sendable {
    /// Seconds since 1970; `Int.min` without a beginning.
    package let start: Int
    /// The first second after it; `Int.max` without an end.
    package let end: Int
    package let offset: Offset
  }

  /// Returns the period that contains a point in time; seconds since 1970, UTC.
  package func period(at moment: Int) -> Period {
    // The first transition after that time, by binary search.
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].at <= moment { low = middle + 1 } else { high = middle }
    }
    let start = low == 0 ? Int.min : transitions[low - 1].at
    let offset = low == 0 ? initial : transitions[low - 1].offset
    if low < transitions.count {
      return Period(start: start, end: transitions[low].at, offset: offset)
    }
    guard let yearly else { return Period(start: start, end: Int.max, offset: offset) }
    let period = yearly.period(at: moment)
    return Period(start: max(start, period.start), end: period.end, offset: period.offset)
  }
}

extension ZoneRules: Saved {
  /// Writes times and offsets as lists of plain numbers.
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("initial")
    initial.write(to: &writer)
    writer.key("moments")
    transitions.map(\.at).write(to: &writer)
    writer.key("offsets")
    transitions.map(\.offset).write(to: &writer)
    if let yearly {
      writer.key("yearly")
      yearly.write(to: &writer)
    }
    writer.endObject()
  }

  /// Reads the rules from three short lists; see `write(to:)`.
  ///
  /// - Throws: `SavedFailure` if they exceed the limits.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let start = reader.place
    try reader.beginObject()
    try reader.key("initial")
    let initial = try Offset(from: &reader)
    try reader.key("moments")
    let moments = try [Int](from: &reader)
    try reader.key("offsets")
    let offsets = try [Offset](from: &reader)
    let yearly = try reader.hasKey("yearly") ? YearlyRule(from: &reader) : nil
    try reader.endObject()
    let rules =
      moments.count != offsets.count
      ? nil
      : ZoneRules(
        initial: initial,
        transitions: zip(moments, offsets).map { Transition(at: $0, to: $1) },
        yearly: yearly
      )
    guard let rules else {
      throw SavedFailure("no rules of a time zone: \(moments.count) moments", at: start)
    }
    self = rules
  }
}

extension ZoneRules.Offset: Saved {
  /// Writes the offset as one number: twice the seconds, and one more in daylight saving time.
  package func write(to writer: inout SavedWriter) {
    (seconds << 1 | (isDaylight ? 1 : 0)).write(to: &writer)
  }

  /// Reads the offset from one number.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    let number = try Int(from: &reader)
    self.init(seconds: number >> 1, isDaylight: number & 1 == 1)
  }
}
