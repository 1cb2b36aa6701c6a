extension SimulatedDevice {
  /// A version of iOS whose rules a device can follow.
  public enum Rules: String, Sendable {
    /// Background tasks of 10 minutes, and sockets for calls.
    case iOS4 = "ios4"
    /// The same, with location updates that can be deferred.
    case iOS6 = "ios6"
    /// Background fetch and silent pushes.
    case iOS7 = "ios7"
    /// PushKit.
    case iOS8 = "ios8"
    /// User Notifications.
    case iOS10 = "ios10"
    /// The task scheduler, and no more sockets for calls.
    case iOS13 = "ios13"
    /// The current rules.
    case iOS26 = "ios26"
  }

  /// The purpose of a push.
  public enum PushType: String, Sendable {
    /// The user sees it.
    case alert
    /// It wakes the app.
    case background
    /// It announces a call.
    case voIP = "voip"
    /// It goes to the channel that the app has joined.
    case pushToTalk = "pushtotalk"
  }
}

extension Duration {
  /// Returns a duration in minutes.
  public static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
  /// Returns a duration in hours.
  public static func hours(_ count: Int) -> Duration { .seconds(3600 * count) }
  /// Returns a duration in days of 24 hours.
  public static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}
