/// How often an app asks to be fetched (`setMinimumBackgroundFetchInterval`, §4).
public enum FetchInterval: Hashable, Sendable, Saved {
  /// Not at all; what an app has that never asked (BF2).
  case never
  /// As often as the system finds good (BF3).
  case minimum
  /// Not within this time after the last fetch or use (BF4).
  case atLeast(Duration)
}
