/// The visibility of a process's windows, as reported by a desktop.
package enum WindowVisibility: String, Hashable, Sendable, Saved, CaseIterable {
  /// One has the focus.
  case focused
  /// At least one is visible, and none has the focus.
  case visible
  /// None is visible, and at least one is minimised.
  case minimised
  /// None is visible: they are on a workspace, or behind a tab, that is not shown.
  case elsewhere

  /// Whether at least one is visible.
  package var isShown: Bool {
    switch self {
    case .focused, .visible: true
    case .minimised, .elsewhere: false
    }
  }
}
