/// A peripheral that an app has asked to connect to.
public struct PeripheralConnection: Hashable, Sendable {
  /// Its address.
  public let peripheral: String
  /// Whether it is connected for the app now.
  public let isConnected: Bool
  /// The characteristics whose changes the app is told, as it has named them, in the order of its asking.
  public let characteristics: [String]

  /// Makes it of what is known.
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

/// What a manager of an app has asked of Bluetooth and what still stands, whichever process has asked.
public struct StandingBluetooth: Hashable, Sendable {
  /// The peripherals that it connects to, in the order of its asking.
  public let connections: [PeripheralConnection]
  /// The services that it scans for, none: any; `nil`: it does not scan.
  public let scan: [String]?
  /// The services that it advertises; `nil`: it does not advertise.
  public let advertising: [String]?
  /// The services that it offers.
  public let services: [PeripheralService]
  /// The restore identifiers of all central managers of the app that have asked for something.
  public let centrals: [String]
  /// The restore identifiers of all peripheral managers of the app that have asked for something.
  public let peripherals: [String]

  /// Makes it of its parts.
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
