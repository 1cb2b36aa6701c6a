/// A peripheral that an app has asked to connect to.
public struct PeripheralConnection: Hashable, Sendable {
  /// Its address.
  public let peripheral: String
  /// Whether it is connected for the app now.
  public let isConnected: Bool
  /// The characteristics with changes that are reported to the app, as named by it, in the order of its requests.
  public let characteristics: [String]

  /// Makes a connection.
  @usableFromInline package init(
    peripheral: String,
    isConnected: Bool,
    characteristics: [String]
  ) {
    self.peripheral = peripheral
    self.isConnected = isConnected
    self.characteristics = characteristics
  }
}

/// The standing Bluetooth requests of an app's manager, from all its processes.
public struct StandingBluetooth: Hashable, Sendable {
  /// The peripherals that it connects to, in the order of its requests.
  public let connections: [PeripheralConnection]
  /// The services that it scans for, none: any; `nil`: it does not scan.
  public let scan: [String]?
  /// The services that it advertises; `nil`: it does not advertise.
  public let advertising: [String]?
  /// The services that it offers.
  public let services: [PeripheralService]
  /// The restore identifiers of all central managers of the app that have made requests.
  public let centrals: [String]
  /// The restore identifiers of all peripheral managers of the app that have made requests.
  public let peripherals: [String]

  /// Makes a value from its parts.
  @usableFromInline package init(
    connections: [PeripheralConnection] = [],
    scan: [String]? = nil,
    advertising: [String]? = nil,
    services: [PeripheralService] = [],
    centrals: [String] = [],
    peripherals: [String] = []
  ) {
    self.connections = connections
    self.scan = scan
    self.advertising = advertising
    self.services = services
    self.centrals = centrals
    self.peripherals = peripherals
  }
}
