public import Foundation

/// What changes a push before it is shown, in a program of its own on Apple's systems; nothing calls it here.
open class UNNotificationServiceExtension: NSObject {
  /// Makes one.
  public override init() {}

  /// Hands over the content that is shown in place of the request's; as it is, unless a subclass changes it.
  open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) { contentHandler(request.content) }

  /// The time for it is almost up.
  open func serviceExtensionTimeWillExpire() {}
}
