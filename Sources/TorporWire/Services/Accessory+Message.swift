package import TorporModel

extension Control.ConnectAccessory {
  /// The call that connects the accessory.
  package init(_ accessory: Accessory) {
    self.init(
      name: accessory.name,
      protocols: accessory.protocols,
      devicePath: accessory.devicePath,
      vendor: accessory.vendor,
      product: accessory.product,
      serialNumber: accessory.serialNumber
    )
  }

  /// What is connected.
  package var accessory: Accessory {
    Accessory(
      name: name,
      protocols: protocols,
      devicePath: devicePath,
      vendor: vendor,
      product: product,
      serialNumber: serialNumber,
      isSimulated: true
    )
  }

  package func check() throws(WireError) {
    if let devicePath, !devicePath.isAbsolutePath { throw .invalidParameter(parameter: "device") }
  }
}
