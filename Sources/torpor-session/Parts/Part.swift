import TorporWire

/// One integration with the desktop: it reports facts to the outbox, and decides nothing.
///
/// A part never fails the process: what it needs may be missing now and be there later, and it says so
/// by `Outbox.tell(_:isAvailable:because:)`. Lives on the loop's thread.
protocol Part: AnyObject {
  /// As the daemon shows it: "power", "notifications"; one word.
  var name: String { get }

  /// Begins to look; called once.
  func start()

  /// Does what the daemon asks, where it is for this part.
  func obey(_ order: BridgeOrder)

  /// The daemon is there: anew, or for the first time. What it asked before holds no longer.
  func attached()
}

extension Part {
  func obey(_ order: BridgeOrder) {}
  func attached() {}
}
