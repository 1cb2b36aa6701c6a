/// An external accessory that is connected (`EAAccessory`): a line to a device, with what is known of it.
public struct Accessory: Hashable, Sendable, Saved {
  /// What sessions and callbacks call it; no two that are connected have the same.
  public var name: String
  /// What it speaks (`protocolStrings`); empty where nothing says so, and then any app may want it.
  @usableFromInline package var protocols: [String]
  /// Its device node, such as `/dev/ttyUSB0`; `nil` where the line is not a node.
  public var devicePath: String?
  /// Who made it (`manufacturer`).
  @usableFromInline package var vendor: String?
  /// What it is (`modelNumber`).
  @usableFromInline package var product: String?
  /// Which one of its kind it is (`serialNumber`).
  public var serialNumber: String?
  // Saved: as isDeclared, its name in earlier builds.
  /// Whether a person or a program said that it is there, and not the kernel.
  @usableFromInline package var isSimulated: Bool

  /// Makes an accessory; a name is all that it must have.
  @usableFromInline package init(
    name: String,
    protocols: [String] = [],
    devicePath: String? = nil,
    vendor: String? = nil,
    product: String? = nil,
    serialNumber: String? = nil,
    isSimulated: Bool = false
  ) {
    self.name = name
    self.protocols = protocols
    self.devicePath = devicePath
    self.vendor = vendor
    self.product = product
    self.serialNumber = serialNumber
    self.isSimulated = isSimulated
  }
}

/// Why an accessory cannot be connected or disconnected by a command.
@usableFromInline package enum AccessoryRefusal: Hashable, Sendable, Error {
  /// One of that name is connected.
  case alreadyConnected(name: String)
  /// None of that name was connected by a command: it is not there, or the kernel shows it.
  case notSimulated(name: String)
  /// As many are connected as the device keeps.
  case tooMany(limit: Int)
}
