/// An external accessory that is connected (`EAAccessory`): a line to a device, and what is known about it.
public struct Accessory: Hashable, Sendable, Saved {
  /// Its name in sessions and callbacks; connected accessories have different names.
  public var name: String
  /// Its protocols (`protocolStrings`); empty if unknown, and then any app may want it.
  @usableFromInline package var protocols: [String]
  /// Its device node, such as `/dev/ttyUSB0`; `nil` where the line is not a node.
  public var devicePath: String?
  /// The manufacturer (`manufacturer`).
  @usableFromInline package var vendor: String?
  /// The model (`modelNumber`).
  @usableFromInline package var product: String?
  /// The serial number (`serialNumber`).
  public var serialNumber: String?
  // Saved: as isDeclared, its name in earlier builds.
  /// Whether it was connected by a user or a program, not by the kernel.
  @usableFromInline package var isSimulated: Bool

  /// Makes an accessory; only the name is required.
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

/// The reason why an accessory cannot be connected or disconnected by a command.
@usableFromInline package enum AccessoryRefusal: Hashable, Sendable, Error {
  /// An accessory of that name is already connected.
  case alreadyConnected(name: String)
  /// No accessory of that name was connected by a command: there is none, or the kernel reported it.
  case notSimulated(name: String)
  /// The device has the maximum number of connected accessories.
  case tooMany(limit: Int)
}
