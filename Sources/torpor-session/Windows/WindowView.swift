import TorporModel

/// One window, as a source reports it.
struct WindowView: Hashable, Sendable {
  /// Whose it is, by the kernel's word or the compositor's.
  var process: Int32
  var visibility: WindowVisibility
}

/// What a source of windows reports to its part.
enum WindowNews: Hashable, Sendable {
  case looked([WindowView])
  /// It cannot tell, and why, as the end of a sentence.
  case cannotTell(cause: String)
}

extension WindowVisibility {
  /// How much of a process shows: more is reported at once, and less a little late.
  var level: Int {
    switch self {
    case .focused: 2
    case .visible: 1
    case .minimised, .elsewhere: 0
    }
  }

  /// Of two windows of a process the one that shows more; one that is minimised has been so by the user.
  static func best(_ one: WindowVisibility, _ other: WindowVisibility) -> WindowVisibility {
    if one.level != other.level { return one.level > other.level ? one : other }
    return one == .minimised ? one : other
  }
}
