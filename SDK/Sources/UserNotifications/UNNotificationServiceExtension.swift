public import Foundation

/// A type that changes a push before it is shown, in a separate program on Apple's systems; never called here.
open class UNNotificationServiceExtension: NSObject {
  /// Makes an extension.
  public override init() {}

  /// Passes on the content that is shown in place of the request's content; unchanged, unless a subclass changes it.
  open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) { contentHandler(request.content) }

  /// The time for it has almost run out.
  open func serviceExtensionTimeWillExpire() {}
}
