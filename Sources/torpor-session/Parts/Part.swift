import TorporWire

/// One integration with the desktop: it reports facts to the outbox, and makes no decisions.
///
/// A part never causes the process to fail: something that it needs may be missing now and available later, which it
/// reports by `Outbox.tell(_:isAvailable:because:)`. Used on the loop's thread.
protocol Part: AnyObject {
  /// The name that the daemon shows: "power", "notifications"; one word.
  var name: String { get }

  /// Begins to observe; called once.
  func start()

  /// Carries out an order of the daemon if it is for this part.
  func obey(_ order: BridgeOrder)

  /// Handles a new or the first daemon. Earlier orders no longer apply.
  func attached()
}

extension Part {
  func obey(_ order: BridgeOrder) {}
  func attached() {}
}
