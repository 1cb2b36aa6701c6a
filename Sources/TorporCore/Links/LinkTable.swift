package import TorporModel

/// The accessories and peripherals that are there, and the apps that have to do with any.
package struct LinkTable: Hashable, Sendable, Codable {
  /// In the order in which they were connected.
  package internal(set) var accessories: [Accessory] = []
  package internal(set) var peripherals: [String] = []
  package internal(set) var isBluetoothOn = true
  /// The machine was started, and the legacy VoIP apps wait for the first unlock.
  var launchesAtUnlock = false
  /// Apps with links, in the order of their first.
  private(set) var apps: [AppIdentifier] = []
  /// When the device looks at it again.
  package internal(set) var nextReview: Instant?

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case accessories, peripherals, isBluetoothOn, launchesAtUnlock, apps
    case nextReview = "nextLook"
  }

  /// The most accessories that are connected at a time.
  ///
  /// 256: twice as many as a USB bus has addresses (127). Our choice.
  package static let accessoriesMax = 256

  package init() {}

  mutating func note(_ app: AppIdentifier, isLinked: Bool) {
    let index = apps.firstIndex(of: app)
    if let index, !isLinked {
      apps.remove(at: index)
    } else if index == nil, isLinked {
      apps.append(app)
    }
  }
}
