/// How a notification of the app in the foreground is presented (`UNNotificationPresentationOptions`).
public struct PresentationOptions: OptionSet, Hashable, Sendable, Saved {
  /// The options as bits.
  public let rawValue: Int

  /// Makes a set of options from their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The number on the app's icon.
  public static let badge = PresentationOptions(rawValue: 1)
  /// Its sound.
  public static let sound = PresentationOptions(rawValue: 2)
  /// An entry in the list of notifications.
  public static let list = PresentationOptions(rawValue: 8)
  /// A banner.
  public static let banner = PresentationOptions(rawValue: 16)
}

/// A callback of the notification centre to an app.
@usableFromInline package enum NotificationCallback: Hashable, Sendable, Saved {
  /// `application(_:didReceiveLocalNotification:)`: before iOS 10, to the app in the foreground.
  case didReceiveLocal(LocalNotification)
  /// `userNotificationCenter(_:willPresent:withCompletionHandler:)`, to the app in the foreground;
  /// answered by `NotificationCenterRequest.present`.
  case willPresent(LocalNotification)
  /// `userNotificationCenter(_:didReceive:withCompletionHandler:)`. Has a completion handler.
  case didReceiveResponse(NotificationResponse)

  /// The callback's name in scenarios, on the wire and in the ledger.
  @usableFromInline package var name: String {
    switch self {
    case .didReceiveLocal: "didReceiveLocalNotification"
    case .willPresent: "willPresent"
    case .didReceiveResponse: "didReceiveResponse"
    }
  }

  /// Whether the app must call a completion handler (`AppRequest.complete`).
  @inlinable package var hasCompletionHandler: Bool {
    if case .didReceiveResponse = self { true } else { false }
  }
}
