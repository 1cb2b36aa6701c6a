package import TorporModel

/// Accessories, peripherals and descriptors of all apps.
package struct LinkTable: Hashable, Sendable, Codable {
  /// When the device looks at it again.
  package internal(set) var nextLook: Instant?

  package init() {}
}
