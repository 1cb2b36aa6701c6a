import TorporModel

/// One window, as a source reports it.
struct WindowView: Hashable, Sendable {
  /// The process that owns it, according to the kernel or the compositor.
  var process: Int32
  var visibility: WindowVisibility
}

/// A report from a source of windows to its part.
enum WindowNews: Hashable, Sendable {
  case looked([WindowView])
  /// The windows are unknown; the cause, as the end of a sentence.
  case cannotTell(cause: String)
}

extension WindowVisibility {
  /// The degree of visibility: a higher one is reported at once, and a lower one a little later.
  var level: Int {
    switch self {
    case .focused: 2
    case .visible: 1
    case .minimised, .elsewhere: 0
    }
  }

  /// Returns the more visible of two windows of a process; if a window is minimised, the user has done so.
  static func best(_ one: WindowVisibility, _ other: WindowVisibility) -> WindowVisibility {
    if one.level != other.level { return one.level > other.level ? one : other }
    return one == .minimised ? one : other
  }
}
