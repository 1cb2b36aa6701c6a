import TorporModel
import TorporWire

/// The focus in sway's JSON.
enum SwayTree {
  /// The consequence of an event.
  enum Answer: Hashable {
    /// The process of the window that has the focus now.
    case focused(Int32)
    /// The event is not sufficient; the tree must be requested.
    case askTree
    case nothing
  }

  /// Returns the consequence of a window's or a workspace's event.
  ///
  /// Titles and marks change often and do not affect the focus. A window that closes or moves, and a workspace that
  /// comes to the front, may leave no window with the focus, which no window event reports.
  static func answer(to event: JSON, isWindow: Bool) -> Answer {
    switch event["change"]?.text {
    case "focus" where isWindow:
      event["container"]?["pid"]?.integer(as: Int32.self).map { .focused($0) } ?? .askTree
    case "focus", "close", "move", "empty", "floating", "reload", "new", "fullscreen_mode":
      .askTree
    default: .nothing
    }
  }

  /// Returns the windows of the whole tree; sway minimises none, and hides those of other workspaces, behind tabs and
  /// in the scratchpad.
  static func windows(in tree: JSON) -> [WindowView] {
    var views: [WindowView] = []
    var rest = [tree]
    while let node = rest.popLast() {
      if let process = node["pid"]?.integer(as: Int32.self), let isShown = node["visible"]?.flag {
        let shown: WindowVisibility = node["focused"]?.flag == true ? .focused : .visible
        views.append(WindowView(process: process, visibility: isShown ? shown : .elsewhere))
      }
      rest += (node["nodes"]?.elements ?? []) + (node["floating_nodes"]?.elements ?? [])
    }
    return views
  }

  /// Returns the process of the focused window in the whole tree; `nil`: no window has the focus.
  static func focusedProcess(in tree: JSON) -> Int32? {
    var rest = [tree]
    while let node = rest.popLast() {
      if node["focused"]?.flag == true, let process = node["pid"]?.integer(as: Int32.self) {
        return process
      }
      rest += (node["nodes"]?.elements ?? []) + (node["floating_nodes"]?.elements ?? [])
    }
    return nil
  }
}
