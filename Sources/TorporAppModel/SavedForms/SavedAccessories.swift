// Written by scripts/generate-saved; edit the declarations and run it again.

extension Accessory {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let devicePath {
      writer.key("devicePath")
      devicePath.write(to: &writer)
    }
    writer.key("isDeclared")
    isSimulated.write(to: &writer)
    writer.key("name")
    name.write(to: &writer)
    if let product {
      writer.key("product")
      product.write(to: &writer)
    }
    writer.key("protocols")
    protocols.write(to: &writer)
    if let serialNumber {
      writer.key("serialNumber")
      serialNumber.write(to: &writer)
    }
    if let vendor {
      writer.key("vendor")
      vendor.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    devicePath = try reader.hasKey("devicePath") ? String(from: &reader) : nil
    try reader.key("isDeclared")
    isSimulated = try Bool(from: &reader)
    try reader.key("name")
    name = try String(from: &reader)
    product = try reader.hasKey("product") ? String(from: &reader) : nil
    try reader.key("protocols")
    protocols = try [String](from: &reader)
    serialNumber = try reader.hasKey("serialNumber") ? String(from: &reader) : nil
    vendor = try reader.hasKey("vendor") ? String(from: &reader) : nil
    try reader.endObject()
  }
}

extension AccessoryCallback {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .didConnect(let accessory):
      writer.beginCase("didConnect")
      writer.key("accessory")
      accessory.write(to: &writer)
      writer.endCase()
    case .didDisconnect(let accessory):
      writer.beginCase("didDisconnect")
      writer.key("accessory")
      accessory.write(to: &writer)
      writer.endCase()
    case .data(let accessory):
      writer.beginCase("data")
      writer.key("accessory")
      accessory.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("didConnect") {
      try reader.key("accessory")
      let accessory = try String(from: &reader)
      self = .didConnect(accessory: accessory)
    } else if reader.beginCase("didDisconnect") {
      try reader.key("accessory")
      let accessory = try String(from: &reader)
      self = .didDisconnect(accessory: accessory)
    } else if reader.beginCase("data") {
      try reader.key("accessory")
      let accessory = try String(from: &reader)
      self = .data(accessory: accessory)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
