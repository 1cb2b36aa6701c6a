public import Foundation

/// A file that goes with a notification: it is kept by the content, and not shown here.
open class UNNotificationAttachment: NSObject, @unchecked Sendable {
  /// Its name within the notification.
  public let identifier: String
  /// Where it is.
  public let url: URL
  /// What kind it is, by the ending of its name.
  public let type: String

  /// Makes one of a file; a name is made where it has none.
  ///
  /// - Throws: `UNError` with the code `attachmentInvalidURL` where there is no file.
  public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
    guard url.isFileURL, FileManager.default.isReadableFile(atPath: url.path) else {
      throw UNError(
        code: .attachmentInvalidURL,
        errorDescription:
          "There is no file at \(url.absoluteString), so it cannot go with a notification. Give the URL of a file that the "
          + "app can read."
      )
    }
    self.identifier = identifier.isEmpty ? UUID().uuidString : identifier
    self.url = url
    type = url.pathExtension
  }
}

/// How the kind of an attachment is named; not used here.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"
/// Whether an attachment has no small picture; not used here.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
  "UNNotificationAttachmentOptionsThumbnailHiddenKey"
