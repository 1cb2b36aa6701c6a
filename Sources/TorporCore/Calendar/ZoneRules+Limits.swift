extension ZoneRules {
  /// Transitions that a zone may have: 2000, as in the reference code (`TZ_MAX_TIMES`).
  package static let transitionCountMax = 2000

  /// Offsets that a zone may have, in seconds: beyond −25 h and below 26 h (RFC 9636, 3.2).
  package static let offsetSecondsLimits = -89_999...93_599

  /// How far from 1970 a transition may be, in seconds.
  ///
  /// RFC 9636 advises against moments before −2^59, which is before the universe began.
  package static let momentSecondsMax = 1 << 59

  /// Beyond this distance from a local time no moment can have it, in seconds: the largest offset.
  static let reachSeconds = 93_600
}
