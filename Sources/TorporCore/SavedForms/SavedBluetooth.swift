// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension AppBluetooth.Request {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("discovered")
    discovered.write(to: &writer)
    writer.key("isConnected")
    isConnected.write(to: &writer)
    writer.key("kind")
    kind.write(to: &writer)
    if let restoreIdentifier {
      writer.key("restoreIdentifier")
      restoreIdentifier.write(to: &writer)
    }
    writer.key("subscriptions")
    subscriptions.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("discovered")
    discovered = try [String](from: &reader)
    try reader.key("isConnected")
    isConnected = try Bool(from: &reader)
    try reader.key("kind")
    kind = try AppBluetooth.Request.Kind(from: &reader)
    restoreIdentifier = try reader.hasKey("restoreIdentifier") ? String(from: &reader) : nil
    try reader.key("subscriptions")
    subscriptions = try [String](from: &reader)
    try reader.endObject()
  }
}

extension AppBluetooth.Request.Kind {
  package func write(to writer: inout SavedWriter) {
    switch self {
    case .connection(let peripheral):
      writer.beginCase("connection")
      writer.key("peripheral")
      peripheral.write(to: &writer)
      writer.endCase()
    case .scan(let services):
      writer.beginCase("scan")
      writer.key("services")
      services.write(to: &writer)
      writer.endCase()
    case .advertising(let services):
      writer.beginCase("advertising")
      writer.key("services")
      services.write(to: &writer)
      writer.endCase()
    case .publishing(let services):
      writer.beginCase("publishing")
      writer.key("services")
      services.write(to: &writer)
      writer.endCase()
    }
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    if reader.beginCase("connection") {
      try reader.key("peripheral")
      let peripheral = try String(from: &reader)
      self = .connection(peripheral: peripheral)
    } else if reader.beginCase("scan") {
      try reader.key("services")
      let services = try [String](from: &reader)
      self = .scan(services: services)
    } else if reader.beginCase("advertising") {
      try reader.key("services")
      let services = try [String](from: &reader)
      self = .advertising(services: services)
    } else if reader.beginCase("publishing") {
      try reader.key("services")
      let services = try [PeripheralService](from: &reader)
      self = .publishing(services: services)
    } else {
      throw reader.unknownCase()
    }
    try reader.endCase()
  }
}
