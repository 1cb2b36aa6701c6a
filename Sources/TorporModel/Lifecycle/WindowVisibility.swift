/// What can be seen of the windows of a process, as a desktop reports it.
package enum WindowVisibility: String, Hashable, Sendable, Saved, CaseIterable {
  /// One has the focus.
  case focused
  /// One can be seen, and none has the focus.
  case visible
  /// None can be seen, and one at least is minimised.
  case minimised
  /// None can be seen: they are on a workspace, or behind a tab, that is not shown.
  case elsewhere

  /// Whether one can be seen.
  package var isShown: Bool {
    switch self {
    case .focused, .visible: true
    case .minimised, .elsewhere: false
    }
  }
}
