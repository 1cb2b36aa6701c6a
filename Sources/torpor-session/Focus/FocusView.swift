import TorporWire

/// The user's focus, as reported by one source.
struct FocusView: Hashable, Sendable {
  /// The processes that own the focused window; empty: no window has the focus.
  var focused: [Int32]
  /// The processes with a surface under the pointer, if the source reports it; a frozen Wayland client under the
  /// pointer is disconnected by its compositor when it has left enough motion events unread.
  var pointerFocus: [Int32] = []

  /// The maximum number of processes in one fact.
  static let processesMax = BridgeFact.focusPidsCount.upperBound
}

/// A source of the focus.
protocol FocusSource: AnyObject {
  /// Begins to report, and continues until the object is released.
  func start()
}

/// A report from a source of focus to its owner.
enum FocusNews: Hashable, Sendable {
  case looked(FocusView)
  /// The focus is unknown; the cause, as the end of a sentence.
  case cannotTell(cause: String)
}
