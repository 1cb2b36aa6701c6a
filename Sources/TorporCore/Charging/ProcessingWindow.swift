package import TorporModel

/// The time in which heavy work costs least: the device is not in use, external power is connected,
/// and there is a network.
///
/// It owns whether such a window is open, and the model learned from those that closed.
package struct ProcessingWindow: Hashable, Sendable, Saved {
  /// When the present window opened; `nil`: none is open.
  package private(set) var openedAt: Instant?
  private var openedSecondOfDay = 0
  package private(set) var model = ChargingModel()

  package init() {}

  /// Takes in the present state of the device; `secondOfDay` is local.
  mutating func update(isOpen: Bool, at now: Instant, secondOfDay: Int) {
    switch (openedAt, isOpen) {
    case (nil, true):
      openedAt = now
      openedSecondOfDay = secondOfDay
    case (let opened?, false):
      model.learn(startSecondOfDay: openedSecondOfDay, length: now - opened)
      openedAt = nil
    case (nil, false), (.some, true): break
    }
  }

  /// Returns the open window, for the chooser; `nil`: none is open.
  func current(hasNetwork: Bool) -> OpenWindow? {
    openedAt.map { opened in
      OpenWindow(
        opened: opened,
        outlook: model.outlook(startSecondOfDay: openedSecondOfDay),
        hasPower: true,
        hasNetwork: hasNetwork
      )
    }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ProcessingWindow {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("model")
    model.write(to: &writer)
    if let openedAt {
      writer.key("openedAt")
      openedAt.write(to: &writer)
    }
    writer.key("openedSecondOfDay")
    openedSecondOfDay.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("model")
    model = try ChargingModel(from: &reader)
    openedAt = try reader.hasKey("openedAt") ? Instant(from: &reader) : nil
    try reader.key("openedSecondOfDay")
    openedSecondOfDay = try Int(from: &reader)
    try reader.endObject()
  }
}
