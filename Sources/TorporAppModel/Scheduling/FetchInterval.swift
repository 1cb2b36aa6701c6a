/// How often an app wants a background fetch (`setMinimumBackgroundFetchInterval`, §4).
public enum FetchInterval: Hashable, Sendable, Saved {
  /// Never; the default of an app that has not set an interval (BF2).
  case never
  /// As often as the system allows (BF3).
  case minimum
  /// At the earliest this long after the last fetch or use (BF4).
  case atLeast(Duration)
}
