import TorporAppModel

// Accessories as they stand on the wire.

extension Accessory: WireObject {
  private static let declared = [
    "name", "protocols", "device", "vendor", "product", "serialNumber",
  ]
  package static let keys = declared + ["isDeclared"]

  package init(_ message: ParameterReader) throws(WireError) {
    let names = ModeLimits.nameBytes
    self.init(
      name: try message.value("name", bytes: names),
      protocols: try message.optional(
        "protocols",
        count: 0...ModeLimits.protocolsMax,
        bytes: names
      ) ?? [],
      devicePath: try message.optional("device", bytes: 0...ModeLimits.pathBytesMax),
      vendor: try message.optional("vendor", bytes: names),
      product: try message.optional("product", bytes: names),
      serialNumber: try message.optional("serialNumber", bytes: names),
      isDeclared: try message.optional("isDeclared") ?? false
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [
      ("name", name.json), ("protocols", protocols.json), ("device", devicePath?.json),
      ("vendor", vendor?.json), ("product", product?.json),
      ("serialNumber", serialNumber?.json), ("isDeclared", isDeclared.json),
    ]
  }

  /// Reads a call of `PlugAccessory`.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  package init(call parameters: JSON) throws(WireError) {
    let call = try ParameterReader(call: parameters, keys: Self.declared)
    try self.init(call)
    if let devicePath, !devicePath.isAbsolutePath { throw call.invalid("device") }
    isDeclared = true
  }

  /// The parameters of `PlugAccessory`: what is not the daemon's to say.
  package var parameters: JSON {
    .object(optional: members.filter { Self.declared.contains($0.key) })
  }
}
