package import TorporModel

/// Tokens and held pushes of all apps.
package struct PushTable: Hashable, Sendable, Codable {
  /// When the device looks at it again.
  package internal(set) var nextLook: Instant?

  package init() {}
}
