package import TorporModel

/// The visibility of the windows of one process of an app.
package struct LaunchWindows: Hashable, Sendable, Saved {
  package let launch: LaunchIdentifier
  /// The visibility; `nil`: it had windows, and has none any more.
  package let visibility: WindowVisibility?

  package init(launch: LaunchIdentifier, visibility: WindowVisibility?) {
    self.launch = launch
    self.visibility = visibility
  }
}
