package import TorporModel

/// The location requests of all apps, and the location of the device.
package struct LocationTable: Hashable, Sendable, Saved {
  /// When the device looks at it again.
  package internal(set) var nextReview: Instant?
  var device = DeviceLocation()
  /// The demand last ordered from the host.
  package internal(set) var demand: LocationDemand?
  /// The beacon demand last ordered from the radio.
  package internal(set) var beaconDemand: BeaconDemand?
  /// The apps, in the order of identifiers.
  private(set) var apps: [LocationClient] = []

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case nextReview = "nextLook"
    case device, demand, beaconDemand, apps
  }

  package init() {}

  /// Whether no app uses places.
  var isEmpty: Bool { apps.isEmpty }

  /// What the app wants; `nil`: nothing.
  subscript(app: AppIdentifier) -> LocationClient? {
    get {
      let index = position(of: app)
      return index < apps.count && apps[index].app == app ? apps[index] : nil
    }
    set {
      let index = position(of: app)
      let isThere = index < apps.count && apps[index].app == app
      switch (newValue, isThere) {
      case (let value?, true): apps[index] = value
      case (let value?, false): apps.insert(value, at: index)
      case (nil, true): apps.remove(at: index)
      case (nil, false): break
      }
    }
  }

  private func position(of app: AppIdentifier) -> Int {
    var (low, high) = (0, apps.count)
    while low < high {
      let middle = (low + high) / 2
      if apps[middle].app < app { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension LocationTable {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("apps")
    apps.write(to: &writer)
    if let beaconDemand {
      writer.key("beaconDemand")
      beaconDemand.write(to: &writer)
    }
    if let demand {
      writer.key("demand")
      demand.write(to: &writer)
    }
    writer.key("device")
    device.write(to: &writer)
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("apps")
    apps = try [LocationClient](from: &reader)
    beaconDemand = try reader.hasKey("beaconDemand") ? BeaconDemand(from: &reader) : nil
    demand = try reader.hasKey("demand") ? LocationDemand(from: &reader) : nil
    try reader.key("device")
    device = try DeviceLocation(from: &reader)
    nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
