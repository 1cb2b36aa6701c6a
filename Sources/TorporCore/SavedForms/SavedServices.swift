// Written by scripts/generate-saved; edit the declarations and run it again.

import TorporModel

extension SavedLinks {
  func write(to writer: inout SavedWriter) {
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

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("accessories")
    accessories = try [String](from: &reader)
    try reader.key("bluetooth")
    bluetooth = try [AppBluetooth.Request](from: &reader)
    try reader.key("centralRequests")
    centralRequests = try [CentralRequestIdentifier](from: &reader)
    try reader.key("descriptors")
    descriptors = try [AppDescriptors.Descriptor](from: &reader)
    try reader.key("hungUp")
    hungUp = try [String](from: &reader)
    try reader.key("isLegacyVoIP")
    isLegacyVoIP = try Bool(from: &reader)
    keepAlive = try reader.hasKey("keepAlive") ? AppDescriptors.KeepAlive(from: &reader) : nil
    lastRelaunchAt = try reader.hasKey("lastRelaunchAt") ? Instant(from: &reader) : nil
    relaunchAt = try reader.hasKey("relaunchAt") ? Instant(from: &reader) : nil
    try reader.key("untold")
    untold = try [BluetoothCallback](from: &reader)
    try reader.endObject()
  }
}

extension SavedLinkTable {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("accessories")
    accessories.write(to: &writer)
    writer.key("apps")
    apps.write(to: &writer)
    writer.key("isBluetoothOn")
    isBluetoothOn.write(to: &writer)
    writer.key("launchesAtUnlock")
    launchesAtUnlock.write(to: &writer)
    if let nextReview {
      writer.key("nextLook")
      nextReview.write(to: &writer)
    }
    writer.key("peripherals")
    peripherals.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("accessories")
    accessories = try [Accessory](from: &reader)
    try reader.key("apps")
    apps = try [AppIdentifier](from: &reader)
    try reader.key("isBluetoothOn")
    isBluetoothOn = try Bool(from: &reader)
    try reader.key("launchesAtUnlock")
    launchesAtUnlock = try Bool(from: &reader)
    nextReview = try reader.hasKey("nextLook") ? Instant(from: &reader) : nil
    try reader.key("peripherals")
    peripherals = try [String](from: &reader)
    try reader.endObject()
  }
}
