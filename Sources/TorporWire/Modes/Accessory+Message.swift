package import TorporModel

extension Control.PlugAccessory {
  /// The call that plugs the accessory.
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

  /// What is plugged.
  package var accessory: Accessory {
    Accessory(
      name: name,
      protocols: protocols,
      devicePath: devicePath,
      vendor: vendor,
      product: product,
      serialNumber: serialNumber,
      isDeclared: true
    )
  }

  package func check() throws(WireError) {
    if let devicePath, !devicePath.isAbsolutePath { throw .invalidParameter(parameter: "device") }
  }
}
