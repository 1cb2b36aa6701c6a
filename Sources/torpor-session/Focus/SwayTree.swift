import TorporWire

/// What sway's JSON says about the focus.
enum SwayTree {
  /// What an event asks for.
  enum Answer: Hashable {
    /// The process of the window that has the focus now.
    case focused(Int32)
    /// The event does not say it all; the tree has to be asked.
    case askTree
    case nothing
  }

  /// What a window's or a workspace's event says.
  ///
  /// Titles and marks change often and say nothing of the focus. A window that closes or moves, and a
  /// workspace that comes to the front, may leave no window with the focus, which no window event tells.
  static func answer(to event: JSON, isWindow: Bool) -> Answer {
    switch event["change"]?.text {
    case "focus" where isWindow:
      event["container"]?["pid"]?.integer(as: Int32.self).map { .focused($0) } ?? .askTree
    case "focus", "close", "move", "empty", "floating", "reload": .askTree
    default: .nothing
    }
  }

  /// The process of the focused window in the whole tree; `nil`: no window has the focus.
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
