/// Something that the daemon watches for an app, and wakes it for.
package struct WatchedItem: Hashable, Sendable {
  /// What it is.
  package enum Thing: String, Hashable, Sendable, CaseIterable {
    /// Descriptors that the app has left with the daemon.
    case voipSocket, accessoryLine, descriptor
    /// Standing Bluetooth requests.
    case peripheral, scan, advertising, services
    /// Places.
    case significantChange, visits, region, beacon
  }

  package let thing: Thing
  /// The name of the descriptor, the peripheral, the services or the region; `nil` where there is none.
  package let name: String?
  /// Whether it wakes the app but does not launch it.
  package let endsWithProcess: Bool

  package init(thing: Thing, name: String? = nil, endsWithProcess: Bool) {
    self.thing = thing
    self.name = name
    self.endsWithProcess = endsWithProcess
  }

  /// The item in words: "descriptor 'line'".
  package var phrase: String {
    let quoted = name.map { " '\($0)'" } ?? ""
    let what =
      switch thing {
      case .voipSocket: "its VoIP socket\(quoted)"
      case .accessoryLine: "the line\(quoted) of an accessory"
      case .descriptor: "its descriptor\(quoted)"
      case .peripheral: "the Bluetooth peripheral\(quoted)"
      case .scan: "a Bluetooth scan" + services
      case .advertising: "its Bluetooth advertising" + services
      case .services: "its Bluetooth services" + (name.map { " \($0)" } ?? "")
      case .significantChange: "significant changes of location"
      case .visits: "visits"
      case .region: "the region\(quoted)"
      case .beacon: "the beacon\(quoted)"
      }
    return endsWithProcess ? what + ", until its process ends" : what
  }

  private var services: String { name.map { " for \($0)" } ?? "" }
}
