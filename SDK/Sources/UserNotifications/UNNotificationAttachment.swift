public import Foundation

/// A file attached to a notification: it is kept by the content, and not shown here.
open class UNNotificationAttachment: NSObject, @unchecked Sendable {
  /// Its name within the notification.
  public let identifier: String
  /// The location of the file.
  public let url: URL
  /// The type of the file, by its extension.
  public let type: String

  /// Makes an attachment from a file; an identifier is generated if none is given.
  ///
  /// - Throws: `UNError` with the code `attachmentInvalidURL` if there is no file.
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

/// The key for the type of an attachment; not used here.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"
/// Whether an attachment has no thumbnail; not used here.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey =
  "UNNotificationAttachmentOptionsThumbnailHiddenKey"
