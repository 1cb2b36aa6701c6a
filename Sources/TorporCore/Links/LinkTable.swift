package import TorporModel

/// The accessories and peripherals that are there, and the apps that have to do with any.
package struct LinkTable: Hashable, Sendable, Saved {
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

// MARK: - Saved, written by scripts/generate-saved

extension LinkTable {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("accessories")
    accessories.write(to: &writer)
    writer.key("apps")
    apps.write(to: &writer)
    writer.key("isBluetoothOn")
    isBluetoothOn.write(to: &writer)
    writer.key("launchesAtUnlock")
    launchesAtUnlock.write(to: &writer)
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    writer.key("peripherals")
    peripherals.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("accessories")
    accessories = try [Accessory](from: &reader)
    try reader.key("apps")
    apps = try [AppIdentifier](from: &reader)
    try reader.key("isBluetoothOn")
    isBluetoothOn = try Bool(from: &reader)
    try reader.key("launchesAtUnlock")
    launchesAtUnlock = try Bool(from: &reader)
    nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    try reader.key("peripherals")
    peripherals = try [String](from: &reader)
    try reader.endObject()
  }
}
