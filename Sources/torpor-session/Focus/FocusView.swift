import TorporWire

/// What the user looks at, as one source tells it.
struct FocusView: Hashable, Sendable {
  /// The processes that own the focused window; empty: no window has the focus.
  var focused: [Int32]
  /// The processes whose surface the pointer is over, where the source tells it; a frozen Wayland
  /// client under the pointer is cut off by its compositor when it has left enough motion unread.
  var pointerFocus: [Int32] = []

  /// Processes in one fact.
  static let processesMax = BridgeFact.focusPidsCount.upperBound
}

/// Something that tells where the focus is.
protocol FocusSource: AnyObject {
  /// Begins to tell, and goes on until the object goes.
  func start()
}

/// What a source of focus reports to its owner.
enum FocusNews: Hashable, Sendable {
  case looked(FocusView)
  /// It cannot tell, and why, as the end of a sentence.
  case cannotTell(cause: String)
}
