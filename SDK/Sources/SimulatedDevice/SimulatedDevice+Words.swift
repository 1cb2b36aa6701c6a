extension SimulatedDevice {
  /// A version of iOS whose rules a device can have.
  public enum Rules: String, Sendable {
    /// Background tasks of 10 minutes, and sockets for calls.
    case iOS4 = "ios4"
    /// As before; location updates can be deferred.
    case iOS6 = "ios6"
    /// Background fetch and silent pushes.
    case iOS7 = "ios7"
    /// PushKit.
    case iOS8 = "ios8"
    /// User Notifications.
    case iOS10 = "ios10"
    /// The task scheduler, and no sockets for calls any more.
    case iOS13 = "ios13"
    /// Today's.
    case iOS26 = "ios26"
  }

  /// What a push is for.
  public enum PushType: String, Sendable {
    /// The user sees it.
    case alert
    /// It wakes the app.
    case background
    /// It announces a call.
    case voIP = "voip"
    /// To the channel that the app has joined.
    case pushToTalk = "pushtotalk"
  }
}

extension Duration {
  /// That many minutes.
  public static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
  /// That many hours.
  public static func hours(_ count: Int) -> Duration { .seconds(3600 * count) }
  /// That many days of 24 hours.
  public static func days(_ count: Int) -> Duration { .seconds(86_400 * count) }
}
