import TorporModel

/// The services of one app as BlueZ reads them: a root object, one for each service and one for each characteristic
/// (doc/gatt-api.txt).
struct PublishedServices {
  /// One characteristic, as spelled by the app.
  struct Entry: Hashable {
    let service: PeripheralService
    let characteristic: PeripheralCharacteristic
  }

  static let serviceInterface = "org.bluez.GattService1"
  static let characteristicInterface = "org.bluez.GattCharacteristic1"

  /// The path of the root object.
  let path: String
  let services: [PeripheralService]
  /// The characteristics, by the path of the object.
  let entries: [String: Entry]

  init(_ services: [PeripheralService], at path: String) {
    self.path = path
    self.services = services
    var entries: [String: Entry] = [:]
    for (index, service) in services.enumerated() {
      for (place, characteristic) in service.characteristics.enumerated() {
        let folder = PublishedServices.folder(path, index)
        entries["\(folder)/char\(place)"] = Entry(
          service: service,
          characteristic: characteristic
        )
      }
    }
    self.entries = entries
  }

  private static func folder(_ path: String, _ index: Int) -> String { "\(path)/service\(index)" }

  /// Returns the path of a characteristic, as spelled by the app.
  func path(of characteristic: String, in service: String) -> String? {
    entries.filter {
      $0.value.service.number == service && $0.value.characteristic.number == characteristic
    }.keys.min()
  }

  /// All objects with all properties (`a{oa{sa{sv}}}`), the answer to `GetManagedObjects`.
  var managedObjects: BusValue {
    var objects: [BusEntry] = []
    for (index, service) in services.enumerated() {
      let folder = PublishedServices.folder(path, index)
      let properties = BusValue.options([
        "UUID": .string(BluetoothNumber.long(service.number)), "Primary": .boolean(true),
      ])
      objects.append(object(folder, PublishedServices.serviceInterface, properties))
      for (place, characteristic) in service.characteristics.enumerated() {
        let properties = BusValue.options([
          "UUID": .string(BluetoothNumber.long(characteristic.number)),
          "Service": .objectPath(folder),
          "Flags": .strings(characteristic.uses.map(\.flag)),
        ])
        objects.append(
          object("\(folder)/char\(place)", PublishedServices.characteristicInterface, properties)
        )
      }
    }
    return .dictionary(objects, of: "oa{sa{sv}}")
  }

  private func object(_ path: String, _ interface: String, _ properties: BusValue) -> BusEntry {
    BusEntry(
      key: .objectPath(path),
      value: .dictionary([BusEntry(key: .string(interface), value: properties)], of: "sa{sv}")
    )
  }
}

extension PeripheralCharacteristic.Use {
  /// BlueZ's name for it.
  fileprivate var flag: String {
    switch self {
    case .read: "read"
    case .write: "write"
    case .writeWithoutResponse: "write-without-response"
    case .notify: "notify"
    case .indicate: "indicate"
    }
  }
}
