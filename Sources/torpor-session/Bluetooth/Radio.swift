import TorporModel

/// BlueZ's adapters, devices and characteristics, as far as they are used here.
///
/// A pure value; each step returns its changes. Objects are identified by their paths.
struct Radio {
  struct Device: Hashable {
    var address: String
    var isConnected = false
    /// The UUIDs of the services that it offers, in their long form.
    var services: [String] = []
    /// Whether BlueZ currently receives it.
    var isHeard = false
    /// The signal strength in dBm; 127: unknown.
    var signalStrength = 127
    /// Its data as one of Apple's devices.
    var appleData: [UInt8] = []

    /// The beacon, if it is one; `nil`: it is not.
    var beacon: BeaconSighting? {
      BeaconSighting(appleData, signalStrength: signalStrength)
    }
  }

  struct Characteristic: Hashable {
    var number: String
    /// The path of its device.
    var device: String
  }

  enum Change: Hashable {
    case power(isOn: Bool)
    case adapter(path: String)
    case connected(path: String)
    case disconnected(address: String)
    /// Received, for the first time or again; a device in range is received several times a second.
    case heard(path: String)
    case removed(path: String)
    /// Its characteristics are available, or available again.
    case characteristic(path: String)
    case value(path: String)
  }

  static let adapterInterface = "org.bluez.Adapter1"
  static let deviceInterface = "org.bluez.Device1"
  static let characteristicInterface = "org.bluez.GattCharacteristic1"
  /// The maximum number of objects of a kind that are remembered: 4,096.
  ///
  /// A place full of people has a few hundred devices. Our choice.
  static let objectsMax = 4096

  /// Whether each adapter is turned on.
  private(set) var adapters: [String: Bool] = [:]
  private(set) var devices: [String: Device] = [:]
  private(set) var characteristics: [String: Characteristic] = [:]

  var isOn: Bool { adapters.values.contains(true) }

  /// Returns the path of the device with the address; if several adapters know it, the first that is connected to it.
  func path(of address: String) -> String? {
    let known = devices.filter { $0.value.address == address.uppercased() }
    return known.filter(\.value.isConnected).keys.min() ?? known.keys.min()
  }

  /// Adds interfaces of an object (`a{sa{sv}}`).
  mutating func add(_ path: String, _ interfaces: BusValue) -> [Change] {
    interfaces.entries
      .sorted { ($0.key.text ?? "") < ($1.key.text ?? "") }
      .flatMap { entry in
        change(path, entry.key.text ?? "", entry.value.members, isNew: true)
      }
  }

  /// Applies changed properties of an interface, or all properties of a new one.
  mutating func change(
    _ path: String,
    _ interface: String,
    _ properties: [String: BusValue],
    isNew: Bool = false
  ) -> [Change] {
    switch interface {
    case Radio.adapterInterface:
      guard let isPowered = properties["Powered"]?.flag, isNew || adapters[path] != nil else {
        return []
      }
      let wasOn = isOn
      let wasPowered = adapters.updateValue(isPowered, forKey: path)
      return (wasOn == isOn ? [] : [.power(isOn: isOn)])
        + (isPowered && wasPowered != true ? [.adapter(path: path)] : [])
    case Radio.deviceInterface: return changeDevice(path, properties, isNew: isNew)
    case Radio.characteristicInterface:
      return changeCharacteristic(path, properties, isNew: isNew)
    default: return []
    }
  }

  private mutating func changeDevice(
    _ path: String,
    _ properties: [String: BusValue],
    isNew: Bool
  ) -> [Change] {
    if isNew, devices[path] == nil, devices.count < Radio.objectsMax,
      let address = properties["Address"]?.text
    {
      devices[path] = Device(address: address.uppercased())
    }
    guard var device = devices[path] else { return [] }
    let wasConnected = device.isConnected
    if let services = properties["UUIDs"] {
      device.services = services.texts.map { $0.lowercased() }
    }
    device.isConnected = properties["Connected"]?.flag ?? wasConnected
    if let strength = properties["RSSI"]?.integer.flatMap({ Int(exactly: $0) }),
      (-128...127).contains(strength)
    {
      device.signalStrength = strength
    }
    if let makers = properties["ManufacturerData"] {
      let own = makers.entries.first { $0.key.integer == Int64(BeaconSighting.company) }
      device.appleData = own?.value.plain.data ?? []
    }
    let isHeardNow = properties["RSSI"] != nil || properties["ManufacturerData"] != nil
    device.isHeard = device.isHeard || isHeardNow
    devices[path] = device
    var changes: [Change] = []
    if isHeardNow || properties["UUIDs"] != nil && device.isHeard {
      changes.append(.heard(path: path))
    }
    if device.isConnected, !wasConnected { changes.append(.connected(path: path)) }
    if !device.isConnected, wasConnected { changes.append(.disconnected(address: device.address)) }
    if properties["ServicesResolved"]?.flag == true {
      changes += characteristics.filter { $0.value.device == path }.keys.sorted()
        .map { .characteristic(path: $0) }
    }
    return changes
  }

  private mutating func changeCharacteristic(
    _ path: String,
    _ properties: [String: BusValue],
    isNew: Bool
  ) -> [Change] {
    if isNew, let number = properties["UUID"]?.text,
      let device = devices.keys.first(where: { path.hasPrefix($0 + "/") }),
      characteristics.count < Radio.objectsMax
    {
      characteristics[path] = Characteristic(number: number.lowercased(), device: device)
      return [.characteristic(path: path)]
    }
    return !isNew && properties["Value"] != nil && characteristics[path] != nil
      ? [.value(path: path)] : []
  }

  /// Removes interfaces of an object.
  mutating func remove(_ path: String, _ interfaces: [String]) -> [Change] {
    var changes: [Change] = []
    if interfaces.contains(Radio.characteristicInterface) { characteristics[path] = nil }
    if interfaces.contains(Radio.deviceInterface), let device = devices.removeValue(forKey: path) {
      characteristics = characteristics.filter { $0.value.device != path }
      if device.isConnected { changes.append(.disconnected(address: device.address)) }
      changes.append(.removed(path: path))
    }
    if interfaces.contains(Radio.adapterInterface) {
      let wasOn = isOn
      adapters[path] = nil
      if wasOn, !isOn { changes.append(.power(isOn: false)) }
    }
    return changes
  }

  /// Removes everything, as when BlueZ ends.
  mutating func removeAll() -> [Change] {
    let gone = devices.sorted { $0.key < $1.key }
    let changes = gone.flatMap { path, device in
      (device.isConnected ? [Change.disconnected(address: device.address)] : [])
        + [.removed(path: path)]
    }
    let wasOn = isOn
    self = Radio()
    return changes + (wasOn ? [.power(isOn: false)] : [])
  }
}
