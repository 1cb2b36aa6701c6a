package import TorporModel

/// The notifications of all apps, scheduled and shown.
package struct NotificationTable: Hashable, Sendable, Codable {
  /// When the device looks at it again.
  package internal(set) var nextLook: Instant?

  package init() {}
}
