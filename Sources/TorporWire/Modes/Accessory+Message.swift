import TorporModel

// Accessories as they stand on the wire.

extension Accessory {
  var json: JSON { .object(optional: fields) }

  private var fields: [(key: String, value: JSON?)] {
    [
      ("name", .string(name)), ("protocols", .array(protocols.map { .string($0) })),
      ("device", .text(devicePath)), ("vendor", .text(vendor)), ("product", .text(product)),
      ("serialNumber", .text(serialNumber)), ("isDeclared", .bool(isDeclared)),
    ]
  }

  /// The parameters of `PlugAccessory`: what is not the daemon's to say.
  var parameters: JSON {
    .object(optional: fields.filter { Self.known.contains($0.key) })
  }

  private static let known = [
    "name", "protocols", "device", "vendor", "product", "serialNumber",
  ]

  /// Reads a call of `PlugAccessory`.
  ///
  /// - Throws: `WireError.invalidParameter` with the parameter's name.
  init(call parameters: JSON) throws(WireError) {
    let call = try ParameterReader(call: parameters, keys: Self.known)
    try self.init(call)
    if let devicePath, !devicePath.isAbsolutePath { throw call.invalid("device") }
    isDeclared = true
  }

  /// Reads an accessory of a reply, or what a call says of one.
  ///
  /// - Throws: `WireError.invalidParameter` with the member's name.
  init(_ part: ParameterReader) throws(WireError) {
    self.init(
      name: try part.name("name"),
      protocols: try part.optionalNames("protocols", countMax: ModeLimits.protocolsMax) ?? [],
      devicePath: try part.optionalText("device", bytesMax: ModeLimits.pathBytesMax),
      vendor: try part.optionalName("vendor"),
      product: try part.optionalName("product"),
      serialNumber: try part.optionalName("serialNumber"),
      isDeclared: try part.optionalFlag("isDeclared") ?? false
    )
  }
}

extension Accessory: WireValue {
  init(_ element: WireElement) throws(WireError) {
    try self.init(ParameterReader(element, keys: []))
  }
}
