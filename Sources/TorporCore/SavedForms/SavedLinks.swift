// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension AppLinks {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("accessories")
    accessories.write(to: &writer)
    writer.key("bluetooth")
    bluetooth.write(to: &writer)
    writer.key("centralRequests")
    centralRequests.write(to: &writer)
    writer.key("descriptors")
    descriptors.write(to: &writer)
    writer.key("hungUp")
    hungUp.write(to: &writer)
    writer.key("isLegacyVoIP")
    isLegacyVoIP.write(to: &writer)
    if let keepAlive {
      writer.key("keepAlive")
      keepAlive.write(to: &writer)
    }
    if let lastRelaunchAt {
      writer.key("lastRelaunchAt")
      lastRelaunchAt.write(to: &writer)
    }
    if let relaunchAt {
      writer.key("relaunchAt")
      relaunchAt.write(to: &writer)
    }
    writer.key("untold")
    untold.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("accessories")
    accessories = try [String](from: &reader)
    try reader.key("bluetooth")
    bluetooth = try [AppLinks.BluetoothLink](from: &reader)
    try reader.key("centralRequests")
    centralRequests = try [CentralRequestIdentifier](from: &reader)
    try reader.key("descriptors")
    descriptors = try [AppLinks.Descriptor](from: &reader)
    try reader.key("hungUp")
    hungUp = try [String](from: &reader)
    try reader.key("isLegacyVoIP")
    isLegacyVoIP = try Bool(from: &reader)
    keepAlive = try reader.hasKey("keepAlive") ? AppLinks.KeepAlive(from: &reader) : nil
    lastRelaunchAt = try reader.hasKey("lastRelaunchAt") ? Instant(from: &reader) : nil
    relaunchAt = try reader.hasKey("relaunchAt") ? Instant(from: &reader) : nil
    try reader.key("untold")
    untold = try [BluetoothCallback](from: &reader)
    try reader.endObject()
  }
}

extension AppLinks.Descriptor {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isWatched")
    isWatched.write(to: &writer)
    writer.key("name")
    name.write(to: &writer)
    writer.key("purpose")
    purpose.write(to: &writer)
    if let rest {
      writer.key("rest")
      rest.write(to: &writer)
    }
    writer.key("unreadWakes")
    unreadWakes.write(to: &writer)
    if let wokenAt {
      writer.key("wokenAt")
      wokenAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isWatched")
    isWatched = try Bool(from: &reader)
    try reader.key("name")
    name = try String(from: &reader)
    try reader.key("purpose")
    purpose = try DescriptorPurpose(from: &reader)
    rest = try reader.hasKey("rest") ? AppLinks.Descriptor.Rest(from: &reader) : nil
    try reader.key("unreadWakes")
    unreadWakes = try Int(from: &reader)
    wokenAt = try reader.hasKey("wokenAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}

extension AppLinks.Descriptor.Rest {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("isHungUp")
    isHungUp.write(to: &writer)
    writer.key("until")
    until.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("isHungUp")
    isHungUp = try Bool(from: &reader)
    try reader.key("until")
    until = try Instant(from: &reader)
    try reader.endObject()
  }
}

extension AppLinks.BluetoothLink {
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
    kind = try AppLinks.BluetoothLink.Kind(from: &reader)
    restoreIdentifier = try reader.hasKey("restoreIdentifier") ? String(from: &reader) : nil
    try reader.key("subscriptions")
    subscriptions = try [String](from: &reader)
    try reader.endObject()
  }
}

extension AppLinks.BluetoothLink.Kind {
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

extension AppLinks.KeepAlive {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("interval")
    interval.write(to: &writer)
    if let nextAt {
      writer.key("nextAt")
      nextAt.write(to: &writer)
    }
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("interval")
    interval = try Duration(from: &reader)
    nextAt = try reader.hasKey("nextAt") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
