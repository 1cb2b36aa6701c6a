import TorporModel

/// The advertisements of apps: an object for each, which BlueZ reads and broadcasts.
///
/// The services that a central finds are those of `PeripheralServer`.
final class Advertisements {
  private struct Advertisement {
    let path: String
    let token: BusConnection.Token
  }

  private let client: BlueZClient
  private var advertised: [AppIdentifier: Advertisement] = [:]
  private var lastNumber = 0

  private static let interface = "org.bluez.LEAdvertisement1"
  private static let manager = "org.bluez.LEAdvertisingManager1"
  static let folder = "/io/torpor/Session/advertisement"

  init(of client: BlueZClient) { self.client = client }

  /// Announces the services of the app; an empty list ends the announcement.
  func advertise(_ services: [String], for app: AppIdentifier) {
    stop(app)
    guard !services.isEmpty else { return }
    lastNumber += 1
    let path = "\(Advertisements.folder)/\(lastNumber)"
    let properties = BusValue.options([
      "Type": .string("peripheral"),
      "ServiceUUIDs": .strings(services.map(BluetoothNumber.long)),
    ])
    let token = client.bus.export(path: path) { call in
      switch (call.interface, call.member) {
      case (BusNames.properties, "GetAll"): .values([properties])
      // BlueZ reports that it no longer broadcasts it.
      case (Advertisements.interface, "Release"): .values([])
      default: nil
      }
    }
    advertised[app] = Advertisement(path: path, token: token)
    for (adapter, isOn) in client.radio.adapters where isOn { register(path, at: adapter) }
  }

  /// Handles an adapter that was added or turned on.
  func adapterCame(_ adapter: String) {
    for path in advertised.values.map(\.path).sorted() { register(path, at: adapter) }
  }

  func stopAll() { for app in advertised.keys { stop(app) } }

  private func register(_ path: String, at adapter: String) {
    client.call(
      adapter,
      Advertisements.manager,
      "RegisterAdvertisement",
      [.objectPath(path), .options([:])]
    )
  }

  private func stop(_ app: AppIdentifier) {
    guard let advertisement = advertised.removeValue(forKey: app) else { return }
    for (adapter, isOn) in client.radio.adapters where isOn {
      client.call(
        adapter,
        Advertisements.manager,
        "UnregisterAdvertisement",
        [.objectPath(advertisement.path)]
      )
    }
    client.bus.cancel(advertisement.token)
  }
}
