// Written by scripts/generate-saved; edit the declarations and run it again.

package import TorporModel

extension DeviceConditions {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("backgroundRefresh")
    backgroundRefresh.write(to: &writer)
    if let bootedAt {
      writer.key("bootedAt")
      bootedAt.write(to: &writer)
    }
    if let hearsInput {
      writer.key("hearsInput")
      hearsInput.write(to: &writer)
    }
    if let isStopping {
      writer.key("isStopping")
      isStopping.write(to: &writer)
    }
    if let lastUserAction {
      writer.key("lastUserAction")
      lastUserAction.write(to: &writer)
    }
    if let lockedSince {
      writer.key("lockedSince")
      lockedSince.write(to: &writer)
    }
    writer.key("lowPowerMode")
    lowPowerMode.write(to: &writer)
    if let memory {
      writer.key("memory")
      memory.write(to: &writer)
    }
    writer.key("memoryLevel")
    memoryLevel.write(to: &writer)
    writer.key("memoryVictims")
    evictionOrder.write(to: &writer)
    writer.key("network")
    network.write(to: &writer)
    if let ownSettings {
      writer.key("ownSettings")
      ownSettings.write(to: &writer)
    }
    writer.key("pageOutAfter")
    pageOutAfter.write(to: &writer)
    writer.key("power")
    power.write(to: &writer)
    if let relief {
      writer.key("relief")
      relief.write(to: &writer)
    }
    if let reportedIdleSince {
      writer.key("reportedIdleSince")
      reportedIdleSince.write(to: &writer)
    }
    if let restrictions {
      writer.key("restrictions")
      restrictions.write(to: &writer)
    }
    if settings != DeviceSettings() {
      writer.key("settings")
      settings.write(to: &writer)
    }
    if let storageFreeBytes {
      writer.key("storageFreeBytes")
      storageFreeBytes.write(to: &writer)
    }
    if let storageTotalBytes {
      writer.key("storageTotalBytes")
      storageTotalBytes.write(to: &writer)
    }
    writer.key("thermal")
    thermal.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("backgroundRefresh")
    backgroundRefresh = try Observed<BackgroundRefresh>(from: &reader)
    bootedAt = try reader.hasKey("bootedAt") ? Instant(from: &reader) : nil
    hearsInput = try reader.hasKey("hearsInput") ? Bool(from: &reader) : nil
    isStopping = try reader.hasKey("isStopping") ? Bool(from: &reader) : nil
    lastUserAction = try reader.hasKey("lastUserAction") ? Instant(from: &reader) : nil
    lockedSince = try reader.hasKey("lockedSince") ? Instant(from: &reader) : nil
    try reader.key("lowPowerMode")
    lowPowerMode = try Observed<Bool>(from: &reader)
    memory = try reader.hasKey("memory") ? MemoryReport(from: &reader) : nil
    try reader.key("memoryLevel")
    memoryLevel = try Observed<MemoryPressureLevel>(from: &reader)
    try reader.key("memoryVictims")
    evictionOrder = try EvictionOrder(from: &reader)
    try reader.key("network")
    network = try Observed<NetworkState?>(from: &reader)
    ownSettings = try reader.hasKey("ownSettings") ? [Setting](from: &reader) : nil
    try reader.key("pageOutAfter")
    pageOutAfter = try Duration(from: &reader)
    try reader.key("power")
    power = try Observed<PowerState?>(from: &reader)
    relief = try reader.hasKey("relief") ? MemoryRelief(from: &reader) : nil
    reportedIdleSince = try reader.hasKey("reportedIdleSince") ? Instant(from: &reader) : nil
    restrictions = try reader.hasKey("restrictions") ? Restrictions(from: &reader) : nil
    settings = try reader.hasKey("settings") ? DeviceSettings(from: &reader) : DeviceSettings()
    storageFreeBytes = try reader.hasKey("storageFreeBytes") ? Int64(from: &reader) : nil
    storageTotalBytes = try reader.hasKey("storageTotalBytes") ? Int64(from: &reader) : nil
    try reader.key("thermal")
    thermal = try Observed<ThermalState>(from: &reader)
    try reader.endObject()
  }
}
