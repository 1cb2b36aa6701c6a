package import TorporModel

/// The time in which heavy work costs least: nobody uses the device, power comes from outside, and
/// there is a network.
///
/// It owns whether such a window is open and what was learned from those that closed.
package struct ProcessingWindow: Hashable, Sendable, Codable {
  /// Since when one is open; `nil`: none is.
  package private(set) var openedAt: Instant?
  private var openedSecondOfDay = 0
  package private(set) var model = ChargingModel()

  package init() {}

  /// Takes in how the device stands now; `secondOfDay` is local.
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

  /// What is open now, for the chooser; `nil`: nothing is.
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
