extension ZoneRules {
  /// The maximum number of transitions of a zone: 2000, as in the reference code (`TZ_MAX_TIMES`).
  package static let transitionCountMax = 2000

  /// The allowed offsets of a zone, in seconds: beyond −25 h and below 26 h (RFC 9636, 3.2).
  package static let offsetSecondsLimits = -89_999...93_599

  /// The maximum distance of a transition from 1970, in seconds.
  ///
  /// RFC 9636 advises against times before −2^59, which is before the universe began.
  package static let momentSecondsMax = 1 << 59

  /// The maximum distance, in seconds, between a local time and a point in time that has it: the largest offset.
  static let reachSeconds = 93_600
}
