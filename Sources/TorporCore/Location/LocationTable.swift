package import TorporModel

/// Places, sessions and regions of all apps.
package struct LocationTable: Hashable, Sendable, Codable {
  /// When the device looks at it again.
  package internal(set) var nextLook: Instant?

  package init() {}
}
