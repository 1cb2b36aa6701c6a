package import TorporModel

/// The audio sessions of all apps.
package struct AudioTable: Hashable, Sendable, Codable {
  /// When the device looks at it again.
  package internal(set) var nextLook: Instant?

  package init() {}
}
